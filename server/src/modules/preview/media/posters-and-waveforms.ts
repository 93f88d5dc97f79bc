import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { peakCount } from '@dossier/contract/preview/media';
import { createFairScheduler } from '../../../platform/jobs/fair-scheduler.ts';
import type { RenderJob, RenderResult, Renderer } from '../renderer.ts';
import { runMediaEngine } from './media-engine.ts';

const stillLimits = { timeoutMs: 30_000, memoryMb: 2048, maxOutput: 16 * 1024 * 1024 };
/** Of so many first pictures of a film, the one that differs least from the others. */
const framesConsidered = 40;
/** No still is wider. */
const widest = 960;

const scheduleStill = createFairScheduler(3);

type Still = Extract<RenderResult, { ok: false }> | { ok: true; path: string };

/** A still of a film, or the cover that a song brings, as a file in the folder of the making. */
export const extractStill = (making: RenderJob): Promise<Still> => scheduleStill(making.urgent, () => stillOf(making));

async function stillOf(making: RenderJob): Promise<Still> {
  const still = join(making.folder, 'still.jpg');
  const filter = `thumbnail=${framesConsidered},scale='min(${widest},iw)':-2`;
  const ran = await runMediaEngine(making, {
    ...stillLimits,
    tool: 'ffmpeg',
    before: ['-threads', '1'],
    after: [...'-map 0:v:0 -frames:v 1 -q:v 3 -vf'.split(' '), filter, still],
  });
  if (!ran.ok) return ran;
  const size = (await stat(still).catch(() => undefined))?.size ?? 0;
  return size === 0 ? { ok: false, reason: 'no-output' } : { ok: true, path: still };
}

/** A still of a film that stands there until it plays. */
export const posterRenderer: Renderer = {
  name: 'poster',
  version: 1,
  async render(making) {
    const still = await extractStill(making);
    return still.ok ? { ok: true, content: { file: still.path } } : still;
  },
};

const waveformLimits = { timeoutMs: 90_000, memoryMb: 2048, maxOutput: 256 * 1024 * 1024 };
/** So many samples of a second, each a byte with silence in its middle: enough to see where it is loud. */
const rate = 4000;
const silence = 128;

const scheduleWaveform = createFairScheduler(1);

/** How loud a sound is along its length, as JSON. */
export const waveformRenderer: Renderer = {
  name: 'waveform',
  version: 1,
  render: (making) => scheduleWaveform(making.urgent, () => measure(making)),
};

async function measure(making: RenderJob): Promise<RenderResult> {
  const raw = join(making.folder, 'sound.raw');
  const ran = await runMediaEngine(making, {
    ...waveformLimits,
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
