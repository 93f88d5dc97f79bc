import { open, readFile, rm, stat } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { extensions, isPlayed, isSound, renditionOf } from '@dossier/contract/core/file-types';
import { right } from '@dossier/contract/core/rights';
import type { Failure } from '@dossier/formats/task';
import type { Services } from '../../../platform/context.ts';
import { enginesOf } from '../../../platform/engines.ts';
import { createFairScheduler } from '../../../platform/jobs/fair-scheduler.ts';
import { lowPriority } from '../../../platform/subprocess/run-program.ts';
import type { AuthorisedRevision } from '../../documents/file-tickets.ts';
import { isPlayableAsIs } from '../../documents/playable-formats.ts';
import { type Renderer, type RenderJob, type RenderResult, type Rendition, type Source, sourceOf } from '../renderer.ts';
import { spaceForRendition, withSourceFile } from '../rendition-cache.ts';
import { renditionState } from '../renditions.ts';
import { type MediaFacts, probeMedia, runMediaEngine } from './media-engine.ts';

const packet = 188;
const packetMark = 0x47;

/** Whether this is audio or video. The extension `ts` also means program text: the bytes decide. */
export async function isMedia(services: Services, source: Source): Promise<boolean> {
  return isPlayed(source.ext) || (source.ext === 'ts' && (await withSourceFile(services, source, isTransportStream)));
}

async function isTransportStream(path: string): Promise<boolean> {
  const file = await open(path, 'r').catch(() => undefined);
  if (file === undefined) return false;
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(packet * 2 + 1), 0, packet * 2 + 1, 0);
    return bytesRead > packet * 2 && [0, packet, packet * 2].every((at) => buffer[at] === packetMark);
  } finally {
    await file.close();
  }
}

/** A media file that could not be read may be anything: without the right to download it counts as broken. */
export const hideUnreadable = <Found extends Rendition | { done: number } | undefined>(
  { bits }: AuthorisedRevision,
  found: Found,
): Found | Failed =>
  found !== undefined && 'ok' in found && found.ok && found.facts['unread'] === true && (bits & right.download) === 0
    ? { ok: false, reason: 'broken' }
    : found;

type Failed = Extract<Rendition, { ok: false }>;

/**
 * Whether the bytes of a nested file are sent without the right to download. With ffmpeg, verified media has a URL of its own; without it,
 * the signature decides.
 */
export const mayViewOriginal = async (services: Services, source: Source): Promise<boolean> =>
  (await enginesOf(services)).media === undefined && withSourceFile(services, source, (path) => isPlayableAsIs(source.ext, path));

/** How a media file is played: the original where browsers support it, otherwise its playback rendition. */
export async function mediaView(
  services: Services,
  authorised: AuthorisedRevision,
): Promise<{ shown: 'video' | 'audio' | 'none'; renderer?: Renderer }> {
  const source = sourceOf(authorised);
  const mayDownload = (authorised.bits & right.download) !== 0;
  const shown = isSound(source.ext) ? 'audio' : 'video';
  const mayBePlayed = renditionOf(source.ext) === shown;
  if ((await enginesOf(services)).media === undefined) {
    const isSeen = mayBePlayed && (mayDownload || (await withSourceFile(services, source, (path) => isPlayableAsIs(source.ext, path))));
    return { shown: isSeen ? shown : 'none' };
  }
  const found = mayBePlayed && mayDownload ? await renditionState(services, source, { renderer: playbackRenderer }) : undefined;
  const isAsItIs = found !== undefined && 'ok' in found && found.ok && found.facts['asItIs'] === true;
  return isAsItIs ? { shown } : { shown, renderer: playbackRenderer };
}

/** How a media file is played: as it is, or encoded; streams that browsers support are copied. */
type EncodingPlan = 'as-it-is' | { picture: 'copy' | 'encode' | 'none'; sound: 'copy' | 'encode' | 'none' };

const set = (words: string): ReadonlySet<string> => new Set(words.split(' '));

/** Formats that browsers play, by the container that an extension implies; `by` is ffmpeg's name of it. */
const browserFormats: { exts: ReadonlySet<string>; by: string; pictures: ReadonlySet<string>; sounds: ReadonlySet<string> }[] = [
  { exts: set('mp4 m4v mov'), by: 'mp4', pictures: set('h264 vp9 av1'), sounds: set('aac mp3 opus flac') },
  { exts: set('webm'), by: 'webm', pictures: set('vp8 vp9 av1'), sounds: set('vorbis opus') },
  { exts: set('mp3'), by: 'mp3', pictures: set(''), sounds: set('mp3') },
  { exts: set('wav'), by: 'wav', pictures: set(''), sounds: set('pcm_u8 pcm_s16le pcm_s24le pcm_s32le pcm_f32le pcm_alaw pcm_mulaw') },
  { exts: set('ogg opus'), by: 'ogg', pictures: set(''), sounds: set('vorbis opus flac') },
  { exts: set('m4a'), by: 'mp4', pictures: set(''), sounds: set('aac mp3 opus flac') },
  { exts: set('flac'), by: 'flac', pictures: set(''), sounds: set('flac') },
  { exts: set('aac'), by: 'aac', pictures: set(''), sounds: set('aac') },
];

/** The largest resolution that is copied, and that is encoded. */
const largestImage = { long: 1920, short: 1080 };
/** Containers with a timestamp for each packet, which copying needs. */
const timed = ['mp4', 'matroska', 'flv', 'mpegts'];
const plainPixels = set('yuv420p yuvj420p');

/** Plans the encoding by the streams; undefined where there is no video, or for an audio file no audio. */
function planEncoding(ext: string, mediaFacts: MediaFacts): EncodingPlan | undefined {
  const { picture: image, sound } = mediaFacts;
  if (isSound(ext) ? sound === undefined : image === undefined) return undefined;
  if (isBrowserFormat(ext, mediaFacts)) return 'as-it-is';
  const names = mediaFacts.container.split(',');
  const isTimed = timed.some((name) => names.includes(name));
  return {
    picture: isSound(ext) || image === undefined ? 'none' : isTimed && isPlain(mediaFacts) && fits(mediaFacts) ? 'copy' : 'encode',
    sound: sound === undefined ? 'none' : isTimed && sound.codec_name === 'aac' ? 'copy' : 'encode',
  };
}

function isBrowserFormat(ext: string, mediaFacts: MediaFacts): boolean {
  const { container, picture: image, sound } = mediaFacts;
  if (!extensions.video.has(ext) && !extensions.audio.has(ext)) return false;
  const kind = browserFormats.find(({ exts }) => exts.has(ext));
  if (kind === undefined || !container.split(',').includes(kind.by)) return false;
  // of an audio file only the audio is played
  const isSeen = isSound(ext) || (image !== undefined && kind.pictures.has(image.codec_name ?? '') && isOfBrowsers(mediaFacts));
  return isSeen && (sound === undefined || kind.sounds.has(sound.codec_name ?? ''));
}

const isOfBrowsers = (mediaFacts: MediaFacts): boolean => mediaFacts.picture?.codec_name !== 'h264' || isPlain(mediaFacts);

/** H.264 with the pixel formats that every decoder supports. */
const isPlain = ({ picture: image }: MediaFacts): boolean => image?.codec_name === 'h264' && plainPixels.has(image.pix_fmt ?? '');

function fits({ picture: image }: MediaFacts): boolean {
  const [width = 0, height = 0] = [image?.width, image?.height];
  return Math.max(width, height) <= largestImage.long && Math.min(width, height) <= largestImage.short;
}

/** Longer videos are encoded smaller and faster, so that they finish within the time limit. */
const longSeconds = 40 * 60;

/** The arguments of ffmpeg. Only video and audio are copied: no metadata, chapters or attachments. */
function encodingArguments(mediaFacts: MediaFacts, plan: Exclude<EncodingPlan, 'as-it-is'>, cores: number): string[] {
  const image =
    plan.picture === 'none'
      ? ['-vn']
      : ['-map', '0:V:0', ...(plan.picture === 'copy' ? words('-c:v copy') : videoArguments(mediaFacts, cores))];
  const sound = plan.sound === 'none' ? ['-an'] : words(`-map 0:a:0 ${plan.sound === 'copy' ? '-c:a copy' : '-c:a aac -b:a 128k -ac 2'}`);
  const rest = words('-sn -dn -map_metadata -1 -map_chapters -1 -movflags +faststart -max_muxing_queue_size 4096 -f mp4');
  return [...image, ...sound, ...rest];
}

const words = (text: string): string[] => text.split(' ');

function videoArguments({ seconds = 0 }: MediaFacts, cores: number): string[] {
  const isLong = seconds > longSeconds;
  const [width, height] = isLong ? [1280, 720] : [largestImage.long, largestImage.short];
  const within = (wide: number, narrow: number, side: string) => `'min(${side},if(gte(iw,ih),${wide},${narrow}))'`;
  const scale = `scale=${within(width, height, 'iw')}:${within(height, width, 'ih')}:force_original_aspect_ratio=decrease:force_divisible_by=2`;
  return [
    ...words('-c:v libx264 -pix_fmt yuv420p -crf 23 -preset'),
    isLong ? 'superfast' : 'veryfast',
    ...words(`-threads ${cores} -filter_threads 1`),
    // deinterlaces frames that are marked as interlaced
    '-vf',
    `yadif=deint=interlaced,${scale}`,
  ];
}

const memoryMb = 4096;
const largestFile = 4 * 1024 ** 3;
/** Half of the cores are left to requests. */
const cores = Math.max(1, Math.min(4, Math.floor(availableParallelism() / 2)));
const lookEveryMs = 1000;
/** A stalled encoding is aborted after this time; the longest step without progress moves the index of a large file to its start. */
const stallMs = 120_000;

/** Two encodings at a time, of two requesters: a user's uploads do not delay those of others. */
const scheduleEncoding = createFairScheduler(2);

/** A media file for every browser, as MP4 with H.264 and AAC; for a file that is played as it is, only the fact `asItIs` is stored. */
export const playbackRenderer: Renderer = {
  name: 'played',
  version: 2,
  patient: true,
  async render(job) {
    const { ext } = job.source;
    const found = await probeMedia(job);
    const mayBePlayed = extensions.video.has(ext) || extensions.audio.has(ext);
    // a browser may be able to play the original
    if (!found.ok) return mayBePlayed && !job.services.stopping.aborted && failuresOfFile.has(found.reason) ? unreadable : found;
    const plan = planEncoding(ext, found.media);
    if (plan === 'as-it-is') return asItIs;
    if (plan === undefined && mayBePlayed) return (found.media.picture ?? found.media.sound) === undefined ? unreadable : asItIs;
    if (plan === undefined) return { ok: false, reason: 'unsupported' };
    return scheduleEncoding(job.urgent, () => transcode(job, found.media, plan));
  },
};

const asItIs: RenderResult = { ok: true, content: Buffer.from('as it is'), facts: { asItIs: true } };
/** Failures that mean that ffmpeg cannot read the file. */
const failuresOfFile: ReadonlySet<Failure> = new Set<Failure>(['broken', 'crashed']);
/** Needs the right to download: the file may be anything. */
const unreadable: RenderResult = { ok: true, content: Buffer.from('unread'), facts: { asItIs: true, unread: true } };

async function transcode(job: RenderJob, mediaFacts: MediaFacts, plan: Exclude<EncodingPlan, 'as-it-is'>): Promise<RenderResult> {
  const made = await encode(job, mediaFacts, plan);
  const copied = plan.picture === 'copy' || plan.sound === 'copy';
  if (made.ok || !copied || !['crashed', 'broken', 'no-output'].includes(made.reason)) return made;
  // a stream that cannot be copied can often be decoded
  const anew = (what: 'copy' | 'encode' | 'none') => (what === 'none' ? 'none' : 'encode');
  return encode(job, mediaFacts, { picture: anew(plan.picture), sound: anew(plan.sound) });
}

async function encode(job: RenderJob, mediaFacts: MediaFacts, plan: Exclude<EncodingPlan, 'as-it-is'>): Promise<RenderResult> {
  const { services, folder, source, report } = job;
  const [file, progress] = [join(folder, isSound(source.ext) ? 'made.m4a' : 'made.mp4'), join(folder, 'progress')];
  await rm(file, { force: true });
  const stalled = new AbortController();
  let last = { said: '', at: performance.now() };
  const pollProgress = async (): Promise<void> => {
    const progressText = await readFile(progress, 'utf8').catch(() => '');
    const done = progressIn(progressText, mediaFacts.seconds);
    if (done !== undefined) report(done);
    const now = positionIn(progressText);
    if (now !== last.said) last = { said: now, at: performance.now() };
    else if (performance.now() - last.at > stallMs) stalled.abort();
  };
  const watch = setInterval(() => void pollProgress(), lookEveryMs);
  const ran = await runMediaEngine(job, {
    memoryMb,
    timeoutMs: encodingTimeout(mediaFacts, source.size),
    stop: stalled.signal,
    maxOutput: Math.min(largestFile, await spaceForRendition(services)),
    cores,
    niceness: lowPriority.background,
    tool: 'ffmpeg',
    before: ['-threads', String(cores)],
    after: [...encodingArguments(mediaFacts, plan, cores), '-progress', progress, '-stats_period', '1', file],
  }).finally(() => clearInterval(watch));
  if (!ran.ok) return stalled.signal.aborted ? { ok: false, reason: 'timeout' } : ran;
  const size = (await stat(file).catch(() => undefined))?.size ?? 0;
  return size === 0 ? { ok: false, reason: 'no-output' } : { ok: true, content: { file }, facts: {} };
}

/** The time limit by length or by size, since either may be stated wrongly; up to ten minutes by length. */
export const encodingTimeout = ({ seconds = 0 }: Pick<MediaFacts, 'seconds'>, size: number): number =>
  Math.min(600, 60 + Math.max(4 * seconds, (2 * size) / 1024 ** 2)) * 1000;

/** The progress that ffmpeg reports, from 0 to 1. */
function progressIn(progressText: string, seconds: number | undefined): number | undefined {
  if (seconds === undefined) return undefined;
  const at = Number(/.*out_time_us=(\d+)/s.exec(progressText)?.[1] ?? 0) / 1e6;
  return Math.min(0.99, at / seconds);
}

/** A position in any unit, to detect a stall: some inputs report no times. */
const positionIn = (progressText: string): string =>
  ['frame', 'total_size', 'out_time_us']
    .map((what) => progressText.slice(progressText.lastIndexOf(`${what}=`)).split('\n', 1)[0])
    .join(' ');
