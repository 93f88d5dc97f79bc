import { stat } from 'node:fs/promises';
import { codes } from '@dossier/contract/codes';
import type { House } from '../../ground/ctx.ts';
import { Refusal } from '../../ground/refusal.ts';
import { arrivedAmong, revisionsByIds } from './queries.ts';

/** What one person may have open and unfinished at a time: whoever leaves uploads lying fills the disk for all. One upload alone may be larger. */
export const mostOpen = { uploads: 1000, bytes: 64 * 1024 ** 3 };
/** How often a list that only grows is gone through. */
const look = 100;

interface Opened {
  id: number;
  revision: number;
  size: number;
  until: number;
}

const opened = new WeakMap<House, Map<number, Opened[]>>();

function allOf(house: House): Map<number, Opened[]> {
  const known = opened.get(house) ?? new Map<number, Opened[]>();
  opened.set(house, known);
  return known;
}

const bytesOf = (list: readonly Opened[]): number => list.reduce((sum, one) => sum + one.size, 0);
const isFull = (list: readonly Opened[], size: number): boolean =>
  list.length >= mostOpen.uploads || (list.length > 0 && bytesOf(list) + size > mostOpen.bytes);

/** Counts an upload to its person until it is finished, ended by its owner, or its address is of no use any more; 4603 beyond the limits. */
export async function countOpened(house: House, person: number, upload: Opened): Promise<void> {
  const all = allOf(house);
  const known = all.get(person) ?? [];
  if (isFull(known, upload.size) || (known.length > 0 && known.length % look === 0)) {
    const open = await stillOpen(house, known);
    // others may have come in while the disk was looked at
    const since = (all.get(person) ?? []).filter((one) => !known.includes(one));
    all.set(person, [...open, ...since]);
  }
  const list = all.get(person) ?? [];
  if (isFull(list, upload.size)) throw new Refusal(codes.uploadTotalTooLarge);
  const { id, revision, size, until } = upload;
  all.set(person, [...list, { id, revision, size, until }]);
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
