import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { House } from '../../ground/ctx.ts';
import type { Db } from '../../ground/db/database.ts';
import { allZips, deleteOldZips, deleteZipsOf } from './queries.ts';

const hour = 3600_000;

const folderOf = (house: House): string => join(house.config.data, 'zips');

/** Where the zips lie that wait to be fetched: beside each a list of the documents in it. */
export async function zipPaths(house: House, id: number): Promise<{ zip: string; list: string; part: string }> {
  const folder = folderOf(house);
  await mkdir(folder, { recursive: true });
  return { zip: join(folder, `${id}.zip`), list: join(folder, `${id}.json`), part: join(folder, `${id}.part`) };
}

/** Clears away zips that nobody may fetch any more, and what a crash left of unfinished ones. */
export function zipSweep(): (house: House) => Promise<void> {
  let partsBefore: number | undefined;
  return async (house) => {
    const now = house.now();
    // what a killed process was writing nobody goes on with, unless others work on the same data
    await sweepZips(house, { partsBefore: partsBefore ?? now - (house.database.engine === 'sqlite' ? 1000 : hour) });
    // the next look comes in an hour, and by then a living one was written to
    partsBefore = now;
  };
}

/** Removes zips whose time is over, and parts that nobody wrote to since a time. */
export async function sweepZips(house: House, { partsBefore }: { partsBefore: number }): Promise<void> {
  const now = house.now();
  await house.database.write((db) => deleteOldZips(db, now));
  const kept = new Set((await allZips(house.database.read)).map((row) => String(row.id)));
  const names = await readdir(folderOf(house)).catch(() => []);
  for (const name of names) {
    if (kept.has(name.split('.')[0] ?? '')) continue;
    const path = join(folderOf(house), name);
    // a part, and the list beside it, may be of a zip that is being written right now
    const found = await stat(path).catch(() => undefined);
    if (found !== undefined && found.mtimeMs < partsBefore) await rm(path, { force: true });
  }
}

/** Lets go of the zips that wait for somebody who is removed. */
export const forgetZipsOf = async (db: Db, personId: number): Promise<void> => void (await deleteZipsOf(db, personId));
