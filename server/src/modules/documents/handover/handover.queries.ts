import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import { among } from '../../../platform/db/dialect.ts';

/** Documents that a user owns, with their bytes, by organisation. */
export const documentsOwned = (db: Db, ownerId: number) =>
  db
    .selectFrom('item')
    .select(({ fn }) => ['organisation_id', fn.countAll<number>().as('n'), sql<number>`cast(sum(size) as bigint)`.as('bytes')])
    .where('owner_id', '=', ownerId)
    .where('kind', '=', 33)
    .groupBy('organisation_id')
    .execute();

export async function countLocks(db: Db, personId: number): Promise<number> {
  const { n } = await db
    .selectFrom('item')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('lock_person_id', '=', personId)
    .where(sql<boolean>`lock_person_id <> 0`)
    .executeTakeFirstOrThrow();
  return n;
}

export const freeLocks = (db: Db, personId: number) =>
  db
    .updateTable('item')
    .set({ lock_person_id: 0, locked_at: 0 })
    .where('lock_person_id', '=', personId)
    .where(sql<boolean>`lock_person_id <> 0`)
    .execute();

/** The personal cabinets of a user in every organisation, including deleted ones. */
export const personalCabinets = (db: Db, personId: number) =>
  db
    .selectFrom('item')
    .select(['id', 'name', 'name_key', 'bin_id', 'organisation_id'])
    .where('parent_id', '=', 0)
    .where('kind', '=', 31)
    .where('area', '=', 2)
    .where('area_owner_id', '=', personId)
    .orderBy('name_sort')
    .orderBy('id')
    .execute();

/** Moves cabinets with all their contents, deleted items included, to the personal documents of another user. */
export async function movePersonalCabinets(db: Db, cabinets: number[], shelfId: number): Promise<void> {
  await sql`with recursive below(id) as (
      select id from item where id in ${among(db, JSON.stringify(cabinets))}
      union all
      select item.id from item join below on item.parent_id = below.id where item.kind <> 33)
    update item set area_owner_id = ${shelfId} where parent_id in (select id from below)`.execute(db);
}

export const giveItems = (db: Db, { from, to, organisationId }: { from: number; to: number; organisationId: number }) =>
  db.updateTable('item').set({ owner_id: to }).where('owner_id', '=', from).where('organisation_id', '=', organisationId).execute();
