import { rm, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { type Failure, ofTheHour } from '../../ground/confined/job.ts';
import type { House } from '../../ground/ctx.ts';
import { doErrand, type Errand, joinErrand, newErrand, untilOf } from '../../ground/errand.ts';
import { patience, untilNow, withPatience } from '../../ground/patience.ts';
import { NoTurn } from '../../ground/turns.ts';
import { makeRoom, roomToMake } from './bound-shelf.ts';
import { madeOf, notePart } from './made-of.ts';
import type { Made, Maker, Rendition, Source } from './maker.ts';
import { findOnShelf, forgetFailures, keyOf, pathOfSource, putOnShelf, workFolder } from './shelf.ts';

interface Wanted {
  maker: Maker;
  /** What distinguishes it from others of its kind. */
  param?: string;
  /** Whether somebody waits. */
  urgent?: boolean;
}

interface UnderWay {
  promise: Promise<Rendition>;
  /** All who ask for it, and those among them who wait. */
  errand: Errand;
  done: number;
}

/** Whoever waits is told within two minutes, whatever else they have asked for: one file may take 100 s, and the answer has its way too. */
const patienceMs = 110_000;

/** What is being made now, by house and by bytes and key: whoever asks for the same waits for the same. */
const underWay = new WeakMap<House, Map<string, UnderWay>>();

function makingsOf(house: House): Map<string, UnderWay> {
  const known = underWay.get(house) ?? new Map<string, UnderWay>();
  underWay.set(house, known);
  return known;
}

/** A rendition of some bytes: from the shelf, or made now. Never rejects; a failure is kept until `tryAgain`, unless it says nothing of the file. */
export async function render(house: House, source: Source, wanted: Wanted): Promise<Rendition> {
  const rendition = await fromShelfOrNow(house, source, wanted);
  if (rendition.ok) notePart(rendition.path);
  return rendition;
}

async function fromShelfOrNow(house: House, source: Source, wanted: Wanted): Promise<Rendition> {
  const { maker, param = '', urgent = false } = wanted;
  const key = keyOf(maker, source, param);
  const found = await findOnShelf(house, source.sha256, key);
  if (found !== undefined) return found;
  const made = () => madeNow(house, source, { ...wanted, key });
  // what is a part of something has the time of those who wait for that
  const isUnbounded = urgent && maker.patient !== true && patience() === Number.POSITIVE_INFINITY;
  return isUnbounded ? withPatience(patienceMs, made) : made();
}

/** By whoever began it. What is given up is begun again by whoever came later and has time; not by who had asked before, or waits without end: else they would never be told. */
async function madeNow(house: House, source: Source, wanted: Wanted & { key: string }): Promise<Rendition> {
  for (;;) {
    const { making, isNew } = begin(house, source, wanted);
    const rendition = await inTime(making);
    const isGivenUp = !rendition.ok && rendition.reason === 'busy' && patience() > 0;
    if (!isGivenUp || !isNew || (patience() === Number.POSITIVE_INFINITY && wanted.urgent === true)) return rendition;
  }
}

/** Others who ask for the same may have more time than this one. */
async function inTime({ promise, errand }: UnderWay): Promise<Rendition> {
  const { promise: over, resolve } = Promise.withResolvers<Rendition>();
  let timer: NodeJS.Timeout | undefined;
  const look = (): void => {
    const left = patience();
    if (left === Number.POSITIVE_INFINITY) return;
    if (left > 0) timer = setTimeout(look, left).unref();
    // where nobody has more it is being given up, and says so itself
    else if (untilOf(errand) > untilNow()()) resolve({ ok: false, reason: 'busy' });
  };
  look();
  return Promise.race([promise, over]).finally(() => clearTimeout(timer));
}

/** How far a rendition is, without beginning it: made, failed, under way (0 to 1), or not begun. */
export async function stateOf(house: House, source: Source, wanted: Wanted): Promise<Rendition | { done: number } | undefined> {
  const key = keyOf(wanted.maker, source, wanted.param ?? '');
  const now = makingsOf(house).get(`${source.sha256} ${key}`);
  return now === undefined ? findOnShelf(house, source.sha256, key) : { done: now.done };
}

/** Lets all that failed of these bytes be tried again by whoever asks for it next. */
export const tryAgain = (house: House, source: Source): Promise<void> => forgetFailures(house, source);

function begin(house: House, source: Source, wanted: Wanted & { key: string }): { making: UnderWay; isNew: boolean } {
  const makings = makingsOf(house);
  const id = `${source.sha256} ${wanted.key}`;
  const known = makings.get(id);
  const errand = known?.errand ?? newErrand();
  const hasJoined = joinErrand(errand, wanted.urgent === true);
  if (known !== undefined) return { making: known, isNew: hasJoined };
  const making: UnderWay = { errand, done: 0, promise: Promise.resolve({ ok: false, reason: 'crashed' }) };
  makings.set(id, making);
  const made = doErrand(errand, () => make(house, source, { ...wanted, report: (done) => (making.done = done) }));
  making.promise = made.finally(() => makings.delete(id));
  return { making, isNew: false };
}

async function make(house: House, source: Source, wanted: Wanted & { key: string; report: (done: number) => void }): Promise<Rendition> {
  if ((await roomToMake(house)) === 0) return { ok: false, reason: 'no-room' };
  const { folder, done } = await workFolder(house);
  try {
    const { maker, param = '', urgent = false, report } = wanted;
    const path = pathOfSource(house, source);
    const making = madeOf(path, () => maker.make({ house, source, path, folder, param, urgent, report }));
    const made = await making.made;
    // what broke off because the house closes says nothing of the file, nor does a missing program
    if (!made.ok && (house.stopping.aborted || saysNothing.has(made.reason))) return made;
    // what it is made of may have been removed to make room, which says nothing of the file either: that is made again
    if (!made.ok && (await making.isAway())) return { ok: false, reason: 'busy' };
    if (!(await makeRoom(house, await sizeOf(made)))) return { ok: false, reason: 'too-large' };
    return await putOnShelf(house, source.sha256, wanted.key, emptyIsNone(made));
  } catch (error) {
    if (error instanceof NoTurn) return { ok: false, reason: 'busy' };
    house.log.error({ err: error, sha256: source.sha256, kind: wanted.maker.name }, 'a rendition could not be made');
    return { ok: false, reason: 'crashed' };
  } finally {
    await done().catch((error: unknown) => house.log.warn({ err: error, folder: basename(folder) }, 'work of a rendition stays behind'));
  }
}

/** Failures of the house, not of the file. */
const saysNothing: ReadonlySet<Failure> = new Set<Failure>(['no-engine', ...ofTheHour]);

async function sizeOf(made: Made): Promise<number> {
  if (!made.ok) return 0;
  return Buffer.isBuffer(made.content) ? made.content.length : (await stat(made.content.file)).size;
}

/** Nothing is no rendition, whatever the program says that made it. */
const emptyIsNone = (made: Made): Made =>
  made.ok && Buffer.isBuffer(made.content) && made.content.length === 0 ? { ok: false, reason: 'no-output' } : made;

/** Removes a rendition, whatever became of it: for what was made of bytes that are no more. */
export const dropShelf = (folder: string): Promise<void> => rm(folder, { recursive: true, force: true });
