import type { Db } from '../../ground/db/database.ts';
import * as queries from './queries.ts';

/** The bytes of all kept revisions of the documents in these people's own areas, by person. */
export const bytesOfPeople = (db: Db, asked: { ids: string; organisationId: number }) => queries.bytesOfPeople(db, asked);

/** What an organisation may hold and holds; undefined where nothing limits it. */
export async function spaceQuota(db: Db, organisationId: number): Promise<{ used: number; most: number } | undefined> {
  const row = await queries.anyQuota(db, 'space', organisationId);
  return row === undefined ? undefined : { used: row.used, most: row.most };
}

/** The same of all organisations that are limited. */
export async function spaceQuotas(db: Db): Promise<Map<number, { used: number; most: number }>> {
  return new Map((await queries.quotasOfSpaces(db)).map(({ holder_id: id, used, most }) => [id, { used, most }]));
}

/** Sets what new people of an organisation start with; null: what the site says. */
export const setOwnDefault = async (db: Db, organisationId: number, most: number | null): Promise<void> =>
  void (await queries.putOwnDefault(db, organisationId, most));

/** A limit as it stands, the end of the licence too. */
export const limitOf = (db: Db, kind: string, holderId: number) => queries.anyQuota(db, kind, holderId);

/** Notes up to which mark whoever it concerns was told; answers false where somebody did already. */
export const noteTold = (db: Db, row: Parameters<typeof queries.noteTold>[1]) => queries.noteTold(db, row);
