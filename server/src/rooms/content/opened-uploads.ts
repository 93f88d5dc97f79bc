import { stat } from 'node:fs/promises';
import { codes } from '@dossier/contract/codes';
import type { House } from '../../ground/ctx.ts';
import { Refusal } from '../../ground/refusal.ts';
import { arrivedAmong, revisionsByIds } from './queries.ts';

/** What one person may have open and unfinished at a time: whoever leaves uploads lying fills the disk for all. One upload alone may be larger. */
export const mostOpen = { uploads: 1000, bytes: 64 * 1024 ** 3 };
/** The same for visitors of a link: one of them, all who come from one address, and all together. The last is high enough that few cannot keep others out. */
export const mostOpenOfVisitors = {
  one: { uploads: 50, bytes: 64 * 1024 ** 3 },
  address: { uploads: 300, bytes: 64 * 1024 ** 3 },
  // bytes that are only announced lie nowhere: whoever announces much must not use up what others may send
  all: { uploads: 3000, bytes: Number.POSITIVE_INFINITY },
};

/** Under whose name uploads are counted, and up to how many. */
export interface Counter {
  key: number | string;
  most: { uploads: number; bytes: number };
}

/** The counter of a person. */
export const ofPerson = (person: number): Counter[] => [{ key: person, most: mostOpen }];

/** How often a list that only grows is gone through. */
const lookEvery = 100;

interface Opened {
  id: number;
  revision: number;
  size: number;
  until: number;
}

const opened = new WeakMap<House, Map<Counter['key'], Opened[]>>();

function allOf(house: House): Map<Counter['key'], Opened[]> {
  const known = opened.get(house) ?? new Map<Counter['key'], Opened[]>();
  opened.set(house, known);
  return known;
}

const bytesOf = (list: readonly Opened[]): number => list.reduce((sum, one) => sum + one.size, 0);
const isFull = (list: readonly Opened[], { most, size }: { most: Counter['most']; size: number }): boolean =>
  list.length >= most.uploads || (list.length > 0 && bytesOf(list) + size > most.bytes);

/** Counts an upload under each name until it is finished, ended by its owner, or its address is of no use any more; 4603, and under none, where one is full. */
export async function countOpened(house: House, counters: readonly Counter[], upload: Opened): Promise<void> {
  const all = allOf(house);
  const { id, revision, size, until } = upload;
  const needFree = ({ key, most }: Counter): void => {
    if (isFull(all.get(key) ?? [], { most, size })) throw new Refusal(codes.uploadTotalTooLarge);
  };
  for (const counter of counters) {
    await goThrough(house, counter, size);
    needFree(counter);
  }
  // others came in while the disk was looked at
  for (const counter of counters) needFree(counter);
  for (const { key } of counters) all.set(key, [...(all.get(key) ?? []), { id, revision, size, until }]);
}

/** Goes through a list that is full, or has grown: what is finished or ended counts no more. */
async function goThrough(house: House, { key, most }: Counter, size: number): Promise<void> {
  const all = allOf(house);
  const known = all.get(key) ?? [];
  if (!isFull(known, { most, size }) && (known.length === 0 || known.length % lookEvery !== 0)) return;
  const open = await stillOpen(house, known);
  // others may have come in while the disk was looked at
  const since = (all.get(key) ?? []).filter((one) => !known.includes(one));
  all.set(key, [...open, ...since]);
}

/** Counts uploads no more that left nothing lying. */
export function uncountOpened(house: House, person: number, ids: ReadonlySet<number>): void {
  const all = allOf(house);
  const left = (all.get(person) ?? []).filter((one) => !ids.has(one.id));
  if (left.length === 0) all.delete(person);
  else all.set(person, left);
}

async function stillOpen(house: House, list: readonly Opened[]): Promise<Opened[]> {
  const db = house.database.read;
  const revisions = new Set((await revisionsByIds(db, { ids: JSON.stringify(list.map((one) => one.revision)) })).map((row) => row.id));
  const archives = new Set((await arrivedAmong(db, JSON.stringify(list.map((one) => one.id)))).map((row) => row.id));
  const open: Opened[] = [];
  for (const one of list) {
    if (one.until <= house.now() || revisions.has(one.revision) || archives.has(one.id)) continue;
    const part = await stat(house.blobs.partPath(String(one.id))).catch(() => undefined);
    // a folder in the part's place marks an upload that its owner ended
    if (part?.isDirectory() !== true) open.push(one);
  }
  return open;
}

/** Forgets uploads whose addresses are of no use any more. */
export function forgetOpened(house: House): void {
  const all = allOf(house);
  for (const [person, list] of all) {
    const left = list.filter((one) => one.until > house.now());
    if (left.length === 0) all.delete(person);
    else all.set(person, left);
  }
}

/** How many uploads of a person are neither finished nor ended, of those that this process knows. */
export const openedUploads = async (house: House, person: number): Promise<number> =>
  (await stillOpen(house, opened.get(house)?.get(person) ?? [])).length;
