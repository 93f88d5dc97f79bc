import { readdir, rm, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { House } from '../../ground/ctx.ts';
import { shelves } from './shelf.ts';

const gib = 1 << 30;
/** So many bytes of the disk are left to what people bring. */
const reserve = gib;
/** Where the operator says nothing, this part of the disk, within these bounds. */
const [partOfDisk, leastOfDisk, mostOfDisk] = [0.1, gib, 50 * gib];
/** What is too much goes down to this part, so that the next rendition does not find it too much again. */
const downTo = 0.9;
/** What was of use a moment ago is being read, or something is being made of it: it stays, whatever that costs. */
const inUseMs = 15 * 60_000;
/** Where that alone is too much, nothing is looked for again so soon. */
const restMs = 60_000;
/** A single rendition takes no more than a quarter of all, or half where that is little: else it would drive out all others. A film may take 4 GiB. */
const mostOfOne = (limit: number): number => Math.max(limit / 4, Math.min(limit / 2, 4 * gib));
/** What a file takes of the disk, however small it is. */
const block = 4096;
/** Uses are told apart by the minute: what lies longest unused is found without holding the names of a million files. */
const stepMs = 60_000;

/** What is known of the shelf of a house: what is kept, as it was counted last and has come since, and a look at it that is under way. */
interface Ledger {
  bytes: number;
  limit?: number;
  looking?: Promise<void>;
  /** No look before then would find anything that may go. */
  restUntil?: number;
}

const ledgers = new WeakMap<House, Ledger>();

function ledgerOf(house: House): Ledger {
  const ledger = ledgers.get(house) ?? { bytes: 0 };
  ledgers.set(house, ledger);
  return ledger;
}

async function limitOf(house: House): Promise<number> {
  const ledger = ledgerOf(house);
  ledger.limit ??= house.config.renditionBytes ?? (await ofDisk(house.config.data));
  return ledger.limit;
}

async function ofDisk(data: string): Promise<number> {
  const { blocks, bsize } = await statfs(data);
  return Math.min(mostOfDisk, Math.max(leastOfDisk, blocks * bsize * partOfDisk));
}

/** How many bytes something may have that is made now; nothing where the disk is nearly full, also without what may go. */
export async function roomToMake(house: House): Promise<number> {
  const most = mostOfOne(await limitOf(house));
  const left = (await house.blobs.free()) - reserve;
  if (left > 0) return Math.min(left, most);
  await lookAgain(house, 0);
  return Math.max(0, Math.min((await house.blobs.free()) - reserve, most));
}

/** Makes room for something on the shelf, at the cost of what nobody looked at for longest; false where it is too much for one. */
export async function makeRoom(house: House, bytes: number): Promise<boolean> {
  const limit = await limitOf(house);
  if (bytes > mostOfOne(limit)) return false;
  const ledger = ledgerOf(house);
  ledger.bytes += onDisk(bytes) + block;
  if (ledger.bytes > limit) await lookAgain(house, onDisk(bytes) + block);
  return true;
}

async function lookAgain(house: House, coming: number): Promise<void> {
  if ((ledgerOf(house).restUntil ?? 0) <= house.now()) await boundShelf(house, coming);
}

/** Counts what is kept, and removes what nobody looked at for longest where it is too much with what is `coming`. */
export function boundShelf(house: House, coming = 0): Promise<void> {
  const ledger = ledgerOf(house);
  ledger.looking ??= bound(house, ledger, coming).finally(() => delete ledger.looking);
  return ledger.looking;
}

async function bound(house: House, ledger: Ledger, coming: number): Promise<void> {
  const most = await limitOf(house);
  const atStart = ledger.bytes;
  const steps = new Map<number, number>();
  const inUse = house.now() - inUseMs;
  let total = 0;
  for await (const { bytes, used } of kept(house)) {
    total += bytes;
    if (used < inUse) steps.set(stepOf(used), (steps.get(stepOf(used)) ?? 0) + bytes);
  }
  // the disk is there for what people bring first
  const limit = Math.max(0, Math.min(most, total + (await house.blobs.free()) - reserve));
  let over = total + coming > limit ? total + coming - limit * downTo : 0;
  if (over > 0) {
    const last = lastToGo(steps, over);
    for await (const { path, bytes, used } of kept(house)) {
      if (over <= 0) break;
      if (used >= inUse || stepOf(used) > last) continue;
      await rm(path, { force: true });
      await rm(`${path}.json`, { force: true });
      over -= bytes;
      total -= bytes;
    }
  }
  if (over > 0) ledger.restUntil = house.now() + restMs;
  // what came while this looked may be counted twice: the next look knows
  ledger.bytes += coming + total - atStart;
}

const onDisk = (bytes: number): number => Math.ceil(bytes / block) * block;
const stepOf = (ms: number): number => Math.floor(ms / stepMs);

/** The last step that has to go so that so many bytes go. */
function lastToGo(steps: Map<number, number>, bytes: number): number {
  let left = bytes;
  for (const [step, held] of [...steps].toSorted(([a], [b]) => a - b)) {
    left -= held;
    if (left <= 0) return step;
  }
  return Number.POSITIVE_INFINITY;
}

/** All that is kept, with what it takes of the disk together with its note, and when it was last of use. */
async function* kept(house: House): AsyncGenerator<{ path: string; bytes: number; used: number }> {
  for await (const { folder } of shelves(house)) {
    if (house.stopping.aborted) return;
    const names = new Set(await readdir(folder).catch(() => []));
    for (const name of names) {
      const isNote = name.endsWith('.json');
      // a note beside what it tells of goes with that
      if (isNote && names.has(name.slice(0, -'.json'.length))) continue;
      const found = await stat(join(folder, name)).catch(() => undefined);
      if (found === undefined) continue;
      const path = join(folder, isNote ? name.slice(0, -'.json'.length) : name);
      yield { path, bytes: onDisk(found.size) + (isNote ? 0 : block), used: Math.max(found.atimeMs, found.mtimeMs) };
    }
  }
}
