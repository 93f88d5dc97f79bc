import type { Db } from '../../ground/db/database.ts';
import { bumpVersion } from '../../ground/db/versions.ts';
import * as queries from './owner-queries.ts';

/** What this room knows of a person whom somebody wants to remove: places owned by organisation, and rights given in their name. */
export async function rightsOfPerson(db: Db, personId: number): Promise<{ places: Map<number, number>; grants: number }> {
  const places = new Map((await queries.rootsOwned(db, personId)).map((row) => [row.organisation_id, row.n]));
  return { places, grants: await queries.countGrantsTo(db, personId) };
}

/** Gives every place that somebody owns in an organisation to another one, who has full control of it from now on. */
export async function giveRoots(db: Db, change: { from: number; to: number; organisationId: number }): Promise<void> {
  await queries.giveRoots(db, change);
  await bumpVersion(db, 'rights');
}
