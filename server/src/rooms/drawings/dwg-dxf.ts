import { mkdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runProgram } from '../../ground/outside/run-program.ts';
import { turnsOf } from '../../ground/turns.ts';
import { type DwgReader, enginesOf } from '../renditions/engines.ts';
import type { Maker, Making, Made } from '../renditions/maker.ts';

const limits = { timeoutMs: 60_000, maxOutput: 300 * 1024 * 1024 };
/** The package takes room that it never fills: its memory is set aside before it is used. */
const memoryMb = { package: 12_288, dwg2dxf: 4096, oda: 4096 } as const;

const launcher = fileURLToPath(new URL('./outside/read-dwg.ts', import.meta.url));
const inTurn = turnsOf(2);

/** A DWG as DXF, by a reader that the operator has installed. */
export const dwgDxf: Maker = {
  name: 'dxf',
  version: 1,
  make: (making) => inTurn(making.urgent, () => convert(making)),
};

async function convert({ house, path, folder }: Making): Promise<Made> {
  const { dwg, shutter } = await enginesOf(house);
  if (dwg === undefined) return { ok: false, reason: 'no-engine' };
  const [from, to] = [join(folder, 'in'), join(folder, 'out')];
  await Promise.all([mkdir(from), mkdir(to)]);
  const input = join(from, 'drawing.dwg');
  const output = join(to, 'drawing.dxf');
  const ran = await runProgram({
    ...limits,
    ...commandOf(dwg, { from, to, input, output }),
    memoryMb: memoryMb[dwg.kind],
    folder,
    inputs: [{ from: path, to: input }],
    shutter,
    signal: house.stopping,
  });
  if (!ran.ok) return ran.reason === 'crashed' ? { ok: false, reason: 'broken' } : ran;
  const size = (await stat(output).catch(() => undefined))?.size ?? 0;
  return size === 0 ? { ok: false, reason: 'no-output' } : { ok: true, content: { file: output } };
}

interface Places {
  from: string;
  to: string;
  input: string;
  output: string;
}

function commandOf({ kind, path }: DwgReader, { from, to, input, output }: Places) {
  if (kind === 'dwg2dxf') return { program: path, args: ['-y', '-o', output, input] };
  // asks for folders, not for files, and for a screen that is not there
  if (kind === 'oda')
    return { program: path, args: [from, to, 'ACAD2018', 'DXF', '0', '1', '*.DWG'], env: { QT_QPA_PLATFORM: 'offscreen' } };
  return {
    program: process.execPath,
    // the quick compiler only: the process would wait for the thorough one before it ends
    args: ['--no-warnings', '--liftoff-only', '--max-old-space-size=1024', launcher, path, input, output],
    readable: [dirname(launcher), dirname(dirname(path))],
  };
}
