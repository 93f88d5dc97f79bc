import { sql } from 'kysely';
import type { Db } from './database.ts';
import { compiled, knownIn } from './dialect.ts';

/** Counters that rise with every change of users, rights or site settings: cache entries of an older version are discarded. */
export interface Versions {
  people: number;
  rights: number;
  site: number;
}

const all = compiled<object, { name: string; value: number }>((db) => db.selectFrom('cache_version').select(['name', 'value']));

/** Reads the counters; cheap enough for every call, and correct across several processes. */
export async function readVersions(db: Db): Promise<Versions> {
  return knownIn(db)?.read('versions', () => askVersions(db)) ?? askVersions(db);
}

async function askVersions(db: Db): Promise<Versions> {
  const versions: Versions = { people: 0, rights: 0, site: 0 };
  for (const row of await all(db, {})) versions[row.name as keyof Versions] = row.value;
  return versions;
}

/** Invalidates the caches of users, rights or settings, in the transaction of the change. */
export async function bumpVersion(db: Db, name: keyof Versions): Promise<void> {
  await db.updateTable('cache_version').set({ value: sql<number>`value + 1` }).where('name', '=', name).execute();
}
