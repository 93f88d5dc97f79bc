import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { peakCount } from '@dossier/contract/preview/media';
import { createFairScheduler } from '../../../platform/jobs/fair-scheduler.ts';
import { lowPriority } from '../../../platform/subprocess/run-program.ts';
import type { RenderJob, RenderResult, Renderer } from '../renderer.ts';
import { runMediaEngine } from './media-engine.ts';

const stillLimits = { timeoutMs: 30_000, memoryMb: 2048, maxOutput: 16 * 1024 * 1024 };
/** Among the first frames of a video, the one most similar to the others is chosen. */
const framesConsidered = 40;
/** Maximum width of a poster. */
const widest = 960;

const scheduleStill = createFairScheduler(3);

type Still = Extract<RenderResult, { ok: false }> | { ok: true; path: string };

/** A frame of a video, or the cover of an audio file, as a file in the folder of the job. */
export const extractStill = (job: RenderJob): Promise<Still> => scheduleStill(job.urgent, () => stillOf(job));

async function stillOf(job: RenderJob): Promise<Still> {
  const still = join(job.folder, 'still.jpg');
  const filter = `thumbnail=${framesConsidered},scale='min(${widest},iw)':-2`;
  const ran = await runMediaEngine(job, {
    ...stillLimits,
    tool: 'ffmpeg',
    before: ['-threads', '1'],
    after: [...'-map 0:v:0 -frames:v 1 -q:v 3 -vf'.split(' '), filter, still],
  });
  if (!ran.ok) return ran;
  const size = (await stat(still).catch(() => undefined))?.size ?? 0;
  return size === 0 ? { ok: false, reason: 'no-output' } : { ok: true, path: still };
}

/** The poster shown before a video plays. */
export const posterRenderer: Renderer = {
  name: 'poster',
  version: 1,
  async render(job) {
    const still = await extractStill(job);
    return still.ok ? { ok: true, content: { file: still.path } } : still;
  },
};

const waveformLimits = { timeoutMs: 90_000, memoryMb: 2048, maxOutput: 256 * 1024 * 1024 };
/** Samples per second, one byte each, silence at 128: enough for a waveform. */
const rate = 4000;
const silence = 128;

const scheduleWaveform = createFairScheduler(1);

/** The waveform of an audio file, as JSON. */
export const waveformRenderer: Renderer = {
  name: 'waveform',
  version: 1,
  render: (job) => scheduleWaveform(job.urgent, () => measure(job)),
};

async function measure(job: RenderJob): Promise<RenderResult> {
  const raw = join(job.folder, 'sound.raw');
  const ran = await runMediaEngine(job, {
    ...waveformLimits,
    niceness: lowPriority.background,
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
