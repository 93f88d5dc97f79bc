import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import { among } from '../../../platform/db/dialect.ts';
import type { ItemRow } from '../../access/items.queries.ts';

/** Which documents of a list of due ones: of an owner or in a cabinet, due until a time, under the caller's access lists. */
export interface DueFilter {
  organisationId: number;
  ownerId?: number | undefined;
  cabinetId?: number | undefined;
  until: number;
  acls: string;
}

// repeats the condition of the partial indexes literally: with a bound value the database does not see that they apply
const isDue = sql<boolean>`due_at <> 0`;

function dueDocuments(db: Db, { organisationId, ownerId, cabinetId, until, acls }: DueFilter) {
  const all = db
    .selectFrom('item')
    .where(isDue)
    .where('organisation_id', '=', organisationId)
    .where('due_at', '<=', until)
    .where('bin_id', '=', 0)
    .where('acl_id', 'in', among(db, acls));
  return cabinetId === undefined ? all.where('owner_id', '=', ownerId ?? 0) : all.where('cabinet_id', '=', cabinetId);
}

/** A page of documents that are due, the next one first. */
export const pageOfDue = (db: Db, filter: DueFilter, { limit, offset }: { limit: number; offset: number }): Promise<ItemRow[]> =>
  dueDocuments(db, filter).selectAll().orderBy('due_at').orderBy('id').limit(limit).offset(offset).execute();

export async function countDue(db: Db, filter: DueFilter): Promise<number> {
  const { n } = await dueDocuments(db, filter)
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return n;
}

const toExpire = (db: Db, now: number) =>
  db.selectFrom('item').select('id').where(sql<boolean>`valid_until <> 0 and acl_id > 0`).where('valid_until', '<=', now);

export const hasToExpire = async (db: Db, now: number): Promise<boolean> =>
  (await toExpire(db, now).limit(1).executeTakeFirst()) !== undefined;

/** Marks documents as expired, by the minus sign at their access list; answers how many. */
export async function expireDocuments(db: Db, now: number, limit: number): Promise<number> {
  const done = await db
    .updateTable('item')
    .set({ acl_id: sql<number>`-acl_id` })
    .where('id', 'in', toExpire(db, now).limit(limit))
    .where(sql<boolean>`acl_id > 0`)
    .returning('id')
    .execute();
  return done.length;
}

/** A date of documents that owners are reminded of. */
export type DateKind = 'expiry' | 'review';

const dates = {
  expiry: { at: 'valid_until', stage: 'expiry_stage', isOpen: sql<boolean>`valid_until <> 0 and expiry_stage < 2` },
  review: { at: 'review_at', stage: 'review_stage', isOpen: sql<boolean>`review_at <> 0 and review_stage < 2` },
} as const;

/** Live documents whose date lies between two times and whose owner has not had the reminder of this stage. */
export const toRemindOf = (
  db: Db,
  kind: DateKind,
  { stage, after, until, limit }: { stage: number; after: number; until: number; limit: number },
): Promise<ItemRow[]> => {
  const date = dates[kind];
  return db
    .selectFrom('item')
    .selectAll()
    .where(date.isOpen)
    .where(date.stage, '<', stage)
    .where(date.at, '>', after)
    .where(date.at, '<=', until)
    .where('bin_id', '=', 0)
    .orderBy(date.at)
    .limit(limit)
    .execute();
};

/** Marks the reminder of a stage as sent; false where it was, or the date changed meanwhile. */
export async function claimReminder(db: Db, kind: DateKind, { item, stage }: { item: ItemRow; stage: number }): Promise<boolean> {
  const date = dates[kind];
  const done = await db
    .updateTable('item')
    .set({ [date.stage]: stage })
    .where('id', '=', item.id)
    .where(date.stage, '<', stage)
    .where(date.at, '=', item[date.at])
    .returning('id')
    .execute();
  return done.length > 0;
}
