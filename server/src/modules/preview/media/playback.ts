import { readFile, rm, stat } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { extensions, isSound } from '@dossier/contract/core/file-types';
import type { Failure } from '@dossier/formats/task';
import { createFairScheduler } from '../../../platform/jobs/fair-scheduler.ts';
import type { RenderJob, RenderResult, Renderer } from '../renderer.ts';
import { spaceForRendition } from '../rendition-cache.ts';
import { type MediaFacts, probeMedia, runMediaEngine } from './media-engine.ts';

/** What becomes of a film: it is played as it is, or made anew, each stream taken over where browsers know it. */
type EncodingPlan = 'as-it-is' | { picture: 'copy' | 'encode' | 'none'; sound: 'copy' | 'encode' | 'none' };

const set = (words: string): ReadonlySet<string> => new Set(words.split(' '));

/** What browsers play, by the container that an extension promises; `by` is what the program calls it. */
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

/** The largest picture that is taken over, and made. */
const largestImage = { long: 1920, short: 1080 };
/** Containers that tell the time of each of their parts, without which nothing can be taken over. */
const timed = ['mp4', 'matroska', 'flv', 'mpegts'];
const plainPixels = set('yuv420p yuvj420p');

/** Decides by what a film is made of; undefined where there is nothing to see, or for a sound nothing to hear. */
function planEncoding(ext: string, film: MediaFacts): EncodingPlan | undefined {
  const { picture, sound } = film;
  if (isSound(ext) ? sound === undefined : picture === undefined) return undefined;
  if (isBrowserFormat(ext, film)) return 'as-it-is';
  const names = film.container.split(',');
  const isTimed = timed.some((name) => names.includes(name));
  return {
    picture: isSound(ext) || picture === undefined ? 'none' : isTimed && isPlain(film) && fits(film) ? 'copy' : 'encode',
    sound: sound === undefined ? 'none' : isTimed && sound.codec_name === 'aac' ? 'copy' : 'encode',
  };
}

function isBrowserFormat(ext: string, film: MediaFacts): boolean {
  const { container, picture, sound } = film;
  if (!extensions.video.has(ext) && !extensions.audio.has(ext)) return false;
  const kind = browserFormats.find(({ exts }) => exts.has(ext));
  if (kind === undefined || !container.split(',').includes(kind.by)) return false;
  // of a song only its sound is played
  const isSeen = isSound(ext) || (picture !== undefined && kind.pictures.has(picture.codec_name ?? '') && isOfBrowsers(film));
  return isSeen && (sound === undefined || kind.sounds.has(sound.codec_name ?? ''));
}

const isOfBrowsers = (film: MediaFacts): boolean => film.picture?.codec_name !== 'h264' || isPlain(film);

/** H.264 with the colours that every decoder knows. */
const isPlain = ({ picture }: MediaFacts): boolean => picture?.codec_name === 'h264' && plainPixels.has(picture.pix_fmt ?? '');

function fits({ picture }: MediaFacts): boolean {
  const [width = 0, height = 0] = [picture?.width, picture?.height];
  return Math.max(width, height) <= largestImage.long && Math.min(width, height) <= largestImage.short;
}

/** Films beyond so many seconds are made smaller and with less care, so that they are made at all. */
const longSeconds = 40 * 60;

/** What the program is told to make of a film. Nothing but picture and sound is taken over: no names, places, chapters or files in it. */
function encodingArguments(film: MediaFacts, plan: Exclude<EncodingPlan, 'as-it-is'>, cores: number): string[] {
  const picture =
    plan.picture === 'none' ? ['-vn'] : ['-map', '0:V:0', ...(plan.picture === 'copy' ? words('-c:v copy') : videoArguments(film, cores))];
  const sound = plan.sound === 'none' ? ['-an'] : words(`-map 0:a:0 ${plan.sound === 'copy' ? '-c:a copy' : '-c:a aac -b:a 128k -ac 2'}`);
  const rest = words('-sn -dn -map_metadata -1 -map_chapters -1 -movflags +faststart -max_muxing_queue_size 4096 -f mp4');
  return [...picture, ...sound, ...rest];
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
    // fields are joined where a film says that it has them
    '-vf',
    `yadif=deint=interlaced,${scale}`,
  ];
}

const memoryMb = 4096;
const largestFile = 4 * 1024 ** 3;
/** Half of the cores are left to people. */
const cores = Math.max(1, Math.min(4, Math.floor(availableParallelism() / 2)));
const lookEveryMs = 1000;
/** Who gets no further for so long is stopped: putting the index of a large film to its front is the longest step that says nothing. */
const stallMs = 120_000;

/** Two films at a time, of two askers: nobody waits for all that somebody else brings. */
const scheduleEncoding = createFairScheduler(2);

/** A film or a sound as every browser plays it, as MP4 with H.264 and AAC; of what is played as it is only that is kept: `asItIs`. */
export const playbackRenderer: Renderer = {
  name: 'played',
  version: 2,
  patient: true,
  async render(making) {
    const { ext } = making.source;
    const found = await probeMedia(making);
    const mayBePlayed = extensions.video.has(ext) || extensions.audio.has(ext);
    // a browser may know better what it gets as it is
    if (!found.ok) return mayBePlayed && !making.services.stopping.aborted && failuresOfFile.has(found.reason) ? unreadable : found;
    const plan = planEncoding(ext, found.film);
    if (plan === 'as-it-is') return asItIs;
    if (plan === undefined && mayBePlayed) return (found.film.picture ?? found.film.sound) === undefined ? unreadable : asItIs;
    if (plan === undefined) return { ok: false, reason: 'unsupported' };
    return scheduleEncoding(making.urgent, () => transcode(making, found.film, plan));
  },
};

const asItIs: RenderResult = { ok: true, content: Buffer.from('as it is'), facts: { asItIs: true } };
/** What says that the program cannot read it. */
const failuresOfFile: ReadonlySet<Failure> = new Set<Failure>(['broken', 'crashed']);
/** Only for who may have the file: it may be anything. */
const unreadable: RenderResult = { ok: true, content: Buffer.from('unread'), facts: { asItIs: true, unread: true } };

async function transcode(making: RenderJob, film: MediaFacts, plan: Exclude<EncodingPlan, 'as-it-is'>): Promise<RenderResult> {
  const made = await encode(making, film, plan);
  const copied = plan.picture === 'copy' || plan.sound === 'copy';
  if (made.ok || !copied || !['crashed', 'broken', 'no-output'].includes(made.reason)) return made;
  // what cannot be taken over can often still be read
  const anew = (what: 'copy' | 'encode' | 'none') => (what === 'none' ? 'none' : 'encode');
  return encode(making, film, { picture: anew(plan.picture), sound: anew(plan.sound) });
}

async function encode(making: RenderJob, film: MediaFacts, plan: Exclude<EncodingPlan, 'as-it-is'>): Promise<RenderResult> {
  const { services, folder, source, report } = making;
  const [file, progress] = [join(folder, isSound(source.ext) ? 'made.m4a' : 'made.mp4'), join(folder, 'progress')];
  await rm(file, { force: true });
  const stalled = new AbortController();
  let last = { said: '', at: performance.now() };
  const look = async (): Promise<void> => {
    const said = await readFile(progress, 'utf8').catch(() => '');
    const done = progressIn(said, film.seconds);
    if (done !== undefined) report(done);
    const now = positionIn(said);
    if (now !== last.said) last = { said: now, at: performance.now() };
    else if (performance.now() - last.at > stallMs) stalled.abort();
  };
  const watch = setInterval(() => void look(), lookEveryMs);
  const ran = await runMediaEngine(making, {
    memoryMb,
    timeoutMs: encodingTimeout(film, source.size),
    stop: stalled.signal,
    maxOutput: Math.min(largestFile, await spaceForRendition(services)),
    cores,
    behind: true,
    tool: 'ffmpeg',
    before: ['-threads', String(cores)],
    after: [...encodingArguments(film, plan, cores), '-progress', progress, '-stats_period', '1', file],
  }).finally(() => clearInterval(watch));
  if (!ran.ok) return stalled.signal.aborted ? { ok: false, reason: 'timeout' } : ran;
  const size = (await stat(file).catch(() => undefined))?.size ?? 0;
  return size === 0 ? { ok: false, reason: 'no-output' } : { ok: true, content: { file }, facts: {} };
}

/** How long it may take: by its length or its size, as either may be told wrongly, up to ten minutes. */
export const encodingTimeout = ({ seconds = 0 }: Pick<MediaFacts, 'seconds'>, size: number): number =>
  Math.min(600, 60 + Math.max(4 * seconds, (2 * size) / 1024 ** 2)) * 1000;

/** How far the program says that it is, from 0 to 1. */
function progressIn(said: string, seconds: number | undefined): number | undefined {
  if (seconds === undefined) return undefined;
  const at = Number(/.*out_time_us=(\d+)/s.exec(said)?.[1] ?? 0) / 1e6;
  return Math.min(0.99, at / seconds);
}

/** What it has got to, in one way or another: some films tell no times. */
const positionIn = (said: string): string =>
  ['frame', 'total_size', 'out_time_us'].map((what) => said.slice(said.lastIndexOf(`${what}=`)).split('\n', 1)[0]).join(' ');
