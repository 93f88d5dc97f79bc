import { moduleType, objType } from '@dossier/contract/core/rights';
import { type Insertable, type Updateable, sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import { among } from '../../../platform/db/dialect.ts';
import type { AccessReviewLineTable } from '../../../platform/db/types.generated.ts';

export const reviewById = (db: Db, id: number) => db.selectFrom('access_review').selectAll().where('id', '=', id).executeTakeFirst();

export const openReviewOf = (db: Db, itemId: number) =>
  db.selectFrom('access_review').selectAll().where('item_id', '=', itemId).where('closed_at', '=', 0).executeTakeFirst();

export const insertReview = (db: Db, row: { id: number; organisation_id: number; item_id: number; opener_id: number; opened_at: number }) =>
  db.insertInto('access_review').values(row).execute();

interface Closing {
  closer_id: number;
  closed_at: number;
  notes: string;
  confirmed: number;
  taken: number;
  gone: number;
}

export const closeReviewRow = (db: Db, id: number, row: Closing) => db.updateTable('access_review').set(row).where('id', '=', id).execute();

/** The reviews of an item, newest first. */
export async function pageOfReviews(db: Db, itemId: number, { limit, offset }: { limit: number; offset: number }) {
  const all = db.selectFrom('access_review').where('item_id', '=', itemId);
  const { n } = await all.select(({ fn }) => fn.countAll<number>().as('n')).executeTakeFirstOrThrow();
  const rows = await all.selectAll().orderBy('opened_at', 'desc').orderBy('id', 'desc').limit(limit).offset(offset).execute();
  return { rows, total: n };
}

export const linesOf = (db: Db, reviewId: number) =>
  db.selectFrom('access_review_line').selectAll().where('review_id', '=', reviewId).orderBy('id').execute();

export type LineRow = Awaited<ReturnType<typeof linesOf>>[number];

const inOneInsert = 200;

export async function insertLines(db: Db, rows: Insertable<AccessReviewLineTable>[]): Promise<void> {
  for (let at = 0; at < rows.length; at += inOneInsert)
    await db
      .insertInto('access_review_line')
      .values(rows.slice(at, at + inOneInsert))
      .execute();
}

export const updateLine = (db: Db, id: number, row: Updateable<AccessReviewLineTable>) =>
  db.updateTable('access_review_line').set(row).where('id', '=', id).execute();

/** Sets the result of lines whose grants are gone, or changed after they were confirmed. */
export const setResults = (db: Db, ids: number[], result: string) =>
  db
    .updateTable('access_review_line')
    .set({ result })
    .where('id', 'in', among(db, JSON.stringify(ids)))
    .execute();

export const planOf = (db: Db, itemId: number) =>
  db.selectFrom('access_review_plan').selectAll().where('item_id', '=', itemId).executeTakeFirst();

export const savePlan = (db: Db, row: { item_id: number; organisation_id: number; months: number; next_at: number }) =>
  db
    .insertInto('access_review_plan')
    .values(row)
    .onConflict((conflict) => conflict.column('item_id').doUpdateSet({ months: row.months, next_at: row.next_at }))
    .execute();

/** When the last review of an item was closed; 0 without one. */
export async function lastClosed(db: Db, itemId: number): Promise<number> {
  const { at } = await db
    .selectFrom('access_review')
    .select(({ fn }) => fn.max('closed_at').as('at'))
    .where('item_id', '=', itemId)
    .executeTakeFirstOrThrow();
  return at ?? 0;
}

/** Removes the reviews of purged items. */
export async function forgetReviews(db: Db, itemIds: number[]): Promise<void> {
  const ids = JSON.stringify(itemIds);
  const theirs = db.selectFrom('access_review').select('id').where('item_id', 'in', among(db, ids));
  await db.deleteFrom('access_review_line').where('review_id', 'in', theirs).execute();
  await db.deleteFrom('access_review').where('item_id', 'in', among(db, ids)).execute();
  await db.deleteFrom('access_review_plan').where('item_id', 'in', among(db, ids)).execute();
}

const cabinets = (db: Db, organisationId: number) =>
  db
    .selectFrom('item as i')
    .leftJoin('access_review_plan as p', (join) => join.onRef('p.item_id', '=', 'i.id').on('p.months', '>', 0))
    .where('i.kind', '=', objType.cabinet)
    .where('i.bin_id', '=', 0)
    .where('i.area', '!=', moduleType.my)
    .where('i.organisation_id', '=', organisationId);

interface ReviewStatesFilter {
  organisationId: number;
  /** JSON of the access lists of the cabinets. */
  acls: string;
}

/** Cabinets of the shared areas: the longest overdue first, then by due date, then those without a plan by name. */
export async function pageOfStates(db: Db, filter: ReviewStatesFilter, { limit, offset }: { limit: number; offset: number }) {
  const all = cabinets(db, filter.organisationId).where('i.acl_id', 'in', among(db, filter.acls));
  const { n } = await all.select(({ fn }) => fn.countAll<number>().as('n')).executeTakeFirstOrThrow();
  const rows = await all
    .leftJoin('access_review as o', (join) => join.onRef('o.item_id', '=', 'i.id').on('o.closed_at', '=', 0))
    .select(['i.id', 'i.name', 'i.area', 'i.acl_id', 'i.owner_id', 'p.months', 'p.next_at', 'o.id as open_id'])
    .orderBy(sql`coalesce(p.next_at, ${Number.MAX_SAFE_INTEGER})`)
    .orderBy('i.name_sort')
    .orderBy('i.id')
    .limit(limit)
    .offset(offset)
    .execute();
  return { rows, total: n };
}

/** The number of cabinets, whoever sees them, and of overdue ones. */
export async function countStates(db: Db, organisationId: number, { acls, now }: { acls?: string; now: number }) {
  const all = cabinets(db, organisationId);
  const seen = acls === undefined ? all : all.where('i.acl_id', 'in', among(db, acls));
  const { n } = await seen.select(({ fn }) => fn.countAll<number>().as('n')).executeTakeFirstOrThrow();
  const late = await seen
    .where('p.next_at', '<=', now)
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return { all: n, overdue: late.n };
}

/** The last closed review of each item. */
export const lastReviews = (db: Db, itemIds: number[]) =>
  db
    .selectFrom('access_review as r')
    .select(['r.item_id', 'r.closed_at', 'r.closer_id'])
    .where('r.item_id', 'in', among(db, JSON.stringify(itemIds)))
    .where('r.closed_at', '>', 0)
    .where((where) =>
      where.not(
        where.exists(
          where
            .selectFrom('access_review as later')
            .select('later.id')
            .whereRef('later.item_id', '=', 'r.item_id')
            .whereRef('later.closed_at', '>', 'r.closed_at'),
        ),
      ),
    )
    .execute();

/** Due plans of live cabinets without a reminder. */
export const duePlans = (db: Db, now: number, limit: number) =>
  db
    .selectFrom('access_review_plan as p')
    .innerJoin('item as i', 'i.id', 'p.item_id')
    .select(['p.item_id', 'p.next_at', 'i.name', 'i.kind', 'i.acl_id', 'i.owner_id', 'i.organisation_id'])
    .where('p.months', '>', 0)
    .where('p.next_at', '<=', now)
    .whereRef('p.reminded_for', '!=', 'p.next_at')
    .where('i.bin_id', '=', 0)
    .orderBy('p.next_at')
    .limit(limit)
    .execute();

export const markPlanReminded = (db: Db, itemId: number, nextAt: number) =>
  db.updateTable('access_review_plan').set({ reminded_for: nextAt }).where('item_id', '=', itemId).execute();
