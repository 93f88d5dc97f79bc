import { open } from 'node:fs/promises';
import type { Made, Maker, Making } from '../renditions/maker.ts';
import { render } from '../renditions/render.ts';
import { dwgDxf } from './dwg-dxf.ts';

type Found = { ok: true; path: string; size: number } | Extract<Made, { ok: false }>;

/** The drawing as DXF: itself, or what the machine's reader makes of a DWG. What it is called says nothing of which of them it is. */
export async function dxfOf({ house, source, path, urgent }: Making): Promise<Found> {
  if (!(await isDwg(path))) return { ok: true, path, size: source.size };
  const made = await render(house, source, { maker: dwgDxf, urgent });
  return made.ok ? { ok: true, path: made.path, size: made.size } : made;
}

async function isDwg(path: string): Promise<boolean> {
  const file = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(6), 0, 6, 0);
    return /^AC(?:10\d\d|1\.\d|2\.\d)/.test(buffer.toString('latin1', 0, bytesRead));
  } finally {
    await file.close();
  }
}

/** What one of our makers does of the DXF. */
export const ofDxf =
  (work: (making: Making, dxf: { path: string; size: number }) => Promise<Made>): Maker['make'] =>
  async (making) => {
    making.report(0.1);
    const dxf = await dxfOf(making);
    if (!dxf.ok) return dxf;
    making.report(0.5);
    const made = await work(making, dxf);
    // what is no drawing that we know, under a name of one
    return !made.ok && made.reason === 'broken' && making.source.ext === 'ocf' ? { ok: false, reason: 'unsupported' } : made;
  };
