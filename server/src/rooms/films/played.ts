import { readFile, rm, stat } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { extensions, isSound } from '@dossier/contract/file-types';
import type { Failure } from '../../ground/confined/job.ts';
import { turnsOf } from '../../ground/turns.ts';
import { roomToMake } from '../renditions/bound-shelf.ts';
import type { Made, Maker, Making } from '../renditions/maker.ts';
import { argumentsOf } from './encoding.ts';
import { type Plan, planOf } from './plan-of.ts';
import { type Probed, probe } from './probe.ts';
import { runFilmEngine } from './run-film-engine.ts';

const memoryMb = 4096;
const largestFile = 4 * 1024 ** 3;
/** Half of the cores are left to people. */
const cores = Math.max(1, Math.min(4, Math.floor(availableParallelism() / 2)));
const lookEveryMs = 1000;
/** Who gets no further for so long is stopped: putting the index of a large film to its front is the longest step that says nothing. */
const stallMs = 120_000;

/** Two films at a time, of two askers: nobody waits for all that somebody else brings. */
const inTurn = turnsOf(2);

/** A film or a sound as every browser plays it, as MP4 with H.264 and AAC; of what is played as it is only that is kept: `asItIs`. */
export const played: Maker = {
  name: 'played',
  version: 2,
  patient: true,
  async make(making) {
    const { ext } = making.source;
    const found = await probe(making);
    const mayBePlayed = extensions.video.has(ext) || extensions.audio.has(ext);
    // a browser may know better what it gets as it is
    if (!found.ok) return mayBePlayed && !making.house.stopping.aborted && ofTheFile.has(found.reason) ? unread : found;
    const plan = planOf(ext, found.film);
    if (plan === 'as-it-is') return asItIs;
    if (plan === undefined && mayBePlayed) return (found.film.picture ?? found.film.sound) === undefined ? unread : asItIs;
    if (plan === undefined) return { ok: false, reason: 'unsupported' };
    return inTurn(making.urgent, () => makeAnew(making, found.film, plan));
  },
};

const asItIs: Made = { ok: true, content: Buffer.from('as it is'), facts: { asItIs: true } };
/** What says that the program cannot read it. */
const ofTheFile: ReadonlySet<Failure> = new Set<Failure>(['broken', 'crashed']);
/** Only for who may have the file: it may be anything. */
const unread: Made = { ok: true, content: Buffer.from('unread'), facts: { asItIs: true, unread: true } };

async function makeAnew(making: Making, film: Probed, plan: Exclude<Plan, 'as-it-is'>): Promise<Made> {
  const made = await encode(making, film, plan);
  const copied = plan.picture === 'copy' || plan.sound === 'copy';
  if (made.ok || !copied || !['crashed', 'broken', 'no-output'].includes(made.reason)) return made;
  // what cannot be taken over can often still be read
  const anew = (what: 'copy' | 'encode' | 'none') => (what === 'none' ? 'none' : 'encode');
  return encode(making, film, { picture: anew(plan.picture), sound: anew(plan.sound) });
}

async function encode(making: Making, film: Probed, plan: Exclude<Plan, 'as-it-is'>): Promise<Made> {
  const { house, folder, source, report } = making;
  const [file, progress] = [join(folder, isSound(source.ext) ? 'made.m4a' : 'made.mp4'), join(folder, 'progress')];
  await rm(file, { force: true });
  const stalled = new AbortController();
  let last = { said: '', at: performance.now() };
  const look = async (): Promise<void> => {
    const said = await readFile(progress, 'utf8').catch(() => '');
    const done = doneIn(said, film.seconds);
    if (done !== undefined) report(done);
    const now = whereIn(said);
    if (now !== last.said) last = { said: now, at: performance.now() };
    else if (performance.now() - last.at > stallMs) stalled.abort();
  };
  const watch = setInterval(() => void look(), lookEveryMs);
  const ran = await runFilmEngine(making, {
    memoryMb,
    timeoutMs: timeFor(film, source.size),
    stop: stalled.signal,
    maxOutput: Math.min(largestFile, await roomToMake(house)),
    cores,
    behind: true,
    tool: 'ffmpeg',
    before: ['-threads', String(cores)],
    after: [...argumentsOf(film, plan, cores), '-progress', progress, '-stats_period', '1', file],
  }).finally(() => clearInterval(watch));
  if (!ran.ok) return stalled.signal.aborted ? { ok: false, reason: 'timeout' } : ran;
  const size = (await stat(file).catch(() => undefined))?.size ?? 0;
  return size === 0 ? { ok: false, reason: 'no-output' } : { ok: true, content: { file }, facts: {} };
}

/** How long it may take: by its length or its size, as either may be told wrongly, up to ten minutes. */
export const timeFor = ({ seconds = 0 }: Pick<Probed, 'seconds'>, size: number): number =>
  Math.min(600, 60 + Math.max(4 * seconds, (2 * size) / 1024 ** 2)) * 1000;

/** How far the program says that it is, from 0 to 1. */
function doneIn(said: string, seconds: number | undefined): number | undefined {
  if (seconds === undefined) return undefined;
  const at = Number(/.*out_time_us=(\d+)/s.exec(said)?.[1] ?? 0) / 1e6;
  return Math.min(0.99, at / seconds);
}

/** What it has got to, in one way or another: some films tell no times. */
const whereIn = (said: string): string =>
  ['frame', 'total_size', 'out_time_us'].map((what) => said.slice(said.lastIndexOf(`${what}=`)).split('\n', 1)[0]).join(' ');
