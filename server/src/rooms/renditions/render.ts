import { rm, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Failure } from '../../ground/confined/job.ts';
import type { House } from '../../ground/ctx.ts';
import { TooManyWait } from '../../ground/turns.ts';
import { makeRoom, roomToMake } from './bound-shelf.ts';
import type { Made, Maker, Rendition, Source } from './maker.ts';
import { findOnShelf, forgetFailure, keyOf, pathOfSource, putOnShelf, workFolder } from './shelf.ts';

interface Wanted {
  maker: Maker;
  /** What distinguishes it from others of its kind. */
  param?: string;
  /** Whether somebody waits. */
  urgent?: boolean;
}

interface UnderWay {
  promise: Promise<Rendition>;
  done: number;
}

/** What is being made now, by house and by bytes and key: whoever asks for the same waits for the same. */
const underWay = new WeakMap<House, Map<string, UnderWay>>();

function makingsOf(house: House): Map<string, UnderWay> {
  const known = underWay.get(house) ?? new Map<string, UnderWay>();
  underWay.set(house, known);
  return known;
}

/** A rendition of some bytes: from the shelf, or made now. Never rejects; a failure is kept until `tryAgain`. */
export async function render(house: House, source: Source, wanted: Wanted): Promise<Rendition> {
  const key = keyOf(wanted.maker, source, wanted.param ?? '');
  return (await findOnShelf(house, source.sha256, key)) ?? (await begin(house, source, { ...wanted, key }).promise);
}

/** How far a rendition is, without beginning it: made, failed, under way (0 to 1), or not begun. */
export async function stateOf(house: House, source: Source, wanted: Wanted): Promise<Rendition | { done: number } | undefined> {
  const key = keyOf(wanted.maker, source, wanted.param ?? '');
  const now = makingsOf(house).get(`${source.sha256} ${key}`);
  return now === undefined ? findOnShelf(house, source.sha256, key) : { done: now.done };
}

/** Lets a rendition that failed be tried again by whoever asks for it next. */
export const tryAgain = (house: House, source: Source, wanted: Wanted): Promise<void> =>
  forgetFailure(house, source.sha256, keyOf(wanted.maker, source, wanted.param ?? ''));

function begin(house: House, source: Source, wanted: Wanted & { key: string }): UnderWay {
  const makings = makingsOf(house);
  const id = `${source.sha256} ${wanted.key}`;
  const known = makings.get(id);
  if (known !== undefined) return known;
  const made: UnderWay = { done: 0, promise: Promise.resolve({ ok: false, reason: 'crashed' }) };
  makings.set(id, made);
  made.promise = make(house, source, { ...wanted, report: (done) => (made.done = done) }).finally(() => makings.delete(id));
  return made;
}

async function make(house: House, source: Source, wanted: Wanted & { key: string; report: (done: number) => void }): Promise<Rendition> {
  if ((await roomToMake(house)) === 0) return { ok: false, reason: 'no-room' };
  const { folder, done } = await workFolder(house);
  try {
    const { maker, param = '', urgent = false, report } = wanted;
    const path = pathOfSource(house, source);
    const made = await maker.make({ house, source, path, folder, param, urgent, report });
    // what broke off because the house closes says nothing of the file, nor does a missing program
    if (!made.ok && (house.stopping.aborted || saysNothing.has(made.reason))) return made;
    if (!made.ok && (await isAway(house, source))) return made;
    if (!(await makeRoom(house, await sizeOf(made)))) return { ok: false, reason: 'no-room' };
    return await putOnShelf(house, source.sha256, wanted.key, emptyIsNone(made));
  } catch (error) {
    if (error instanceof TooManyWait) return { ok: false, reason: 'busy' };
    house.log.error({ err: error, sha256: source.sha256, kind: wanted.maker.name }, 'a rendition could not be made');
    return { ok: false, reason: 'crashed' };
  } finally {
    await done().catch((error: unknown) => house.log.warn({ err: error, folder: basename(folder) }, 'work of a rendition stays behind'));
  }
}

/** Failures of the house, not of the file. */
const saysNothing: ReadonlySet<Failure> = new Set<Failure>(['no-engine', 'no-room', 'busy']);

/** A file out of an archive may have been removed meanwhile: that says nothing of it, and it is unpacked again when it is opened again. */
const isAway = async (house: House, source: Source): Promise<boolean> =>
  source.part !== undefined &&
  (await stat(pathOfSource(house, source)).then(
    () => false,
    () => true,
  ));

async function sizeOf(made: Made): Promise<number> {
  if (!made.ok) return 0;
  return Buffer.isBuffer(made.content) ? made.content.length : (await stat(made.content.file)).size;
}

/** Nothing is no rendition, whatever the program says that made it. */
const emptyIsNone = (made: Made): Made =>
  made.ok && Buffer.isBuffer(made.content) && made.content.length === 0 ? { ok: false, reason: 'no-output' } : made;

/** Removes a rendition, whatever became of it: for what was made of bytes that are no more. */
export const dropShelf = (folder: string): Promise<void> => rm(folder, { recursive: true, force: true });
