import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { peakCount } from '@dossier/contract/films';
import { turnsOf } from '../../ground/turns.ts';
import type { Made, Maker, Making } from '../renditions/maker.ts';
import { runFilmEngine } from './run-film-engine.ts';

const limits = { timeoutMs: 90_000, memoryMb: 2048, maxOutput: 256 * 1024 * 1024 };
/** So many samples of a second, each a byte with silence in its middle: enough to see where it is loud. */
const rate = 4000;
const silence = 128;

const inTurn = turnsOf(1);

/** How loud a sound is along its length, as JSON. */
export const waveform: Maker = {
  name: 'waveform',
  version: 1,
  make: (making) => inTurn(making.urgent, () => measure(making)),
};

async function measure(making: Making): Promise<Made> {
  const raw = join(making.folder, 'sound.raw');
  const ran = await runFilmEngine(making, {
    ...limits,
    behind: true,
    tool: 'ffmpeg',
    before: ['-threads', '1'],
    after: [...`-map 0:a:0 -vn -sn -dn -ac 1 -ar ${rate} -c:a pcm_u8 -f u8`.split(' '), raw],
  });
  if (!ran.ok) return ran;
  const size = (await stat(raw).catch(() => undefined))?.size ?? 0;
  if (size === 0) return { ok: false, reason: 'no-output' };
  return { ok: true, content: Buffer.from(JSON.stringify(await peaksIn(raw, size))) };
}

async function peaksIn(raw: string, size: number): Promise<number[]> {
  const count = Math.min(peakCount, size);
  const peaks = new Uint8Array(count);
  let at = 0;
  for await (const chunk of createReadStream(raw)) {
    for (const sample of chunk as Buffer) {
      const place = Math.floor((at++ * count) / size);
      const height = Math.abs(sample - silence);
      if (height > (peaks[place] ?? 0)) peaks[place] = height;
    }
  }
  const loudest = Math.max(1, ...peaks);
  return Array.from(peaks, (peak) => Math.round((peak * 100) / loudest));
}
