import { open, readFile } from 'node:fs/promises';
import { syncFolder } from '../../ground/blobs/disk.ts';
import type { House } from '../../ground/ctx.ts';
import { newId } from '../../ground/ids.ts';

/** Of the document and the revision that one entry of an archive becomes. */
export type EntryIds = [document: number, revision: number];

const pathOf = (house: House, job: number): string => house.blobs.partPath(`${job}.ids`);

async function keep(house: House, job: number, what: EntryIds[] | 'done'): Promise<void> {
  const path = pathOf(house, job);
  const file = await open(path, 'w');
  try {
    await file.writeFile(JSON.stringify(what));
    await file.datasync();
  } finally {
    await file.close();
  }
  await syncFolder(house.blobs.partPath('.'));
}

async function read(house: House, job: number): Promise<EntryIds[] | 'done' | undefined> {
  try {
    return JSON.parse(await readFile(pathOf(house, job), 'utf8')) as EntryIds[] | 'done';
  } catch {
    // not there, or cut short by a kill: then nothing was placed yet
    return undefined;
  }
}

/** The ids of all that a job will make, the same ones when it is done again after a kill: what stands already is known by them. */
export async function reserveIds(house: House, job: number, count: number): Promise<EntryIds[]> {
  const known = await read(house, job);
  if (known !== undefined && known !== 'done' && known.length === count) return known;
  const ids = Array.from({ length: count }, (): EntryIds => [newId(), newId()]);
  await keep(house, job, ids);
  return ids;
}

/** Notes that a job came to its end and told so; the note is swept with the parts. */
export const noteDone = (house: House, job: number): Promise<void> => keep(house, job, 'done');

export const isDone = async (house: House, job: number): Promise<boolean> => (await read(house, job)) === 'done';
