import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Failure } from '@dossier/formats/task';
import { z } from 'zod';
import { type MediaEngine, enginesOf } from '../../../platform/engines.ts';
import { createFairScheduler } from '../../../platform/jobs/fair-scheduler.ts';
import { type ProgramResult, type ProgramRun, runProgram } from '../../../platform/subprocess/run-program.ts';
import type { RenderJob } from '../renderer.ts';

/** Allowed demuxers, by their ffmpeg names. Playlists, which open other files, are not among them. */
const containers =
  'mov,matroska,webm,avi,asf,flv,mpeg,mpegvideo,mpegts,ogg,mxf,rm,dv,mp3,wav,w64,flac,aac,aiff,caf,ape,amr,amrnb,amrwb,au,ac3,eac3,wv';

/** One run of ffmpeg or ffprobe on the source. */
type MediaRun = Pick<ProgramRun, 'timeoutMs' | 'memoryMb' | 'maxOutput' | 'answer' | 'cores' | 'niceness'> & {
  tool: keyof MediaEngine;
  /** Arguments before and after the input file. */
  before?: string[];
  after: string[];
  /** Aborts it early. */
  stop?: AbortSignal;
};

/** Runs a media program on a single file, with the allowed demuxers only. */
export async function runMediaEngine({ services, source, path, folder }: RenderJob, run: MediaRun): Promise<ProgramResult> {
  const { media: mediaEngine, shutter } = await enginesOf(services);
  if (mediaEngine === undefined) return { ok: false, reason: 'no-engine', said: '' };
  const { tool, before = [], after, stop, ...limits } = run;
  const input = join(folder, basename(`film.${source.ext}`));
  const always = tool === 'ffmpeg' ? ['-nostdin', '-y'] : [];
  const ran = await runProgram({
    ...limits,
    program: mediaEngine[tool],
    args: [
      ...always,
      ...'-hide_banner -loglevel error -protocol_whitelist file -format_whitelist'.split(' '),
      containers,
      ...before,
      '-i',
      input,
      ...after,
    ],
    folder,
    inputs: [{ from: path, to: input }],
    shutter,
    signal: stop === undefined ? services.stopping : AbortSignal.any([services.stopping, stop]),
  });
  // an error message is about the file
  return !ran.ok && ran.reason === 'crashed' && ran.said !== '' ? { ...ran, reason: 'broken' } : ran;
}

const probeLimits = { timeoutMs: 30_000, memoryMb: 2048, maxOutput: 1024 * 1024 };

const scheduleProbe = createFairScheduler(3);

const Stream = z.object({
  codec_type: z.string().optional(),
  codec_name: z.string().optional(),
  profile: z.string().optional(),
  pix_fmt: z.string().optional(),
  width: z.number().optional(),
  height: z.number().optional(),
  disposition: z.object({ attached_pic: z.number().optional() }).optional(),
});

const Answer = z.object({
  streams: z.array(Stream).default([]),
  format: z.object({ format_name: z.string(), duration: z.coerce.number().optional() }),
});

/**
 * Facts of a media file: its container, the first video stream that is no cover, the first audio stream, and its length where it is stated.
 */
export interface MediaFacts {
  container: string;
  seconds?: number;
  picture?: z.output<typeof Stream>;
  sound?: z.output<typeof Stream>;
}

type ProbeResult = { ok: true; media: MediaFacts } | { ok: false; reason: Failure };

/** Probes a media file. */
export const probeMedia = (job: RenderJob): Promise<ProbeResult> => scheduleProbe(job.urgent, () => readFacts(job));

async function readFacts(job: RenderJob): Promise<ProbeResult> {
  const answer = join(job.folder, 'facts.json');
  const entries = 'format=format_name,duration:stream=codec_type,codec_name,profile,pix_fmt,width,height:stream_disposition=attached_pic';
  const ran = await runMediaEngine(job, {
    ...probeLimits,
    tool: 'ffprobe',
    answer,
    before: ['-print_format', 'json', '-show_entries', entries],
    after: [],
  });
  if (!ran.ok) return ran;
  const found = Answer.safeParse(parseJson(await readFile(answer, 'utf8')));
  if (!found.success) return { ok: false, reason: 'broken' };
  const { streams, format } = found.data;
  const image = streams.find((one) => one.codec_type === 'video' && one.disposition?.attached_pic !== 1);
  const sound = streams.find((one) => one.codec_type === 'audio');
  const media: MediaFacts = {
    container: format.format_name,
    ...(format.duration !== undefined && format.duration > 0 && { seconds: format.duration }),
    ...(image && { picture: image }),
    ...(sound && { sound }),
  };
  return { ok: true, media };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
