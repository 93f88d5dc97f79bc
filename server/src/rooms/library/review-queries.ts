import type { Insertable, Updateable } from 'kysely';
import type { Db } from '../../ground/db/database.ts';
import type { ReviewLineTable } from '../../ground/db/types.generated.ts';
import { among } from '../../ground/db/words.ts';

export const reviewById = (db: Db, id: number) => db.selectFrom('review').selectAll().where('id', '=', id).executeTakeFirst();

export const openReviewOf = (db: Db, itemId: number) =>
  db.selectFrom('review').selectAll().where('item_id', '=', itemId).where('closed_at', '=', 0).executeTakeFirst();

export const insertReview = (db: Db, row: { id: number; organisation_id: number; item_id: number; opener_id: number; opened_at: number }) =>
  db.insertInto('review').values(row).execute();

interface Closing {
  closer_id: number;
  closed_at: number;
  notes: string;
  confirmed: number;
  taken: number;
  gone: number;
}

export const closeReviewRow = (db: Db, id: number, row: Closing) => db.updateTable('review').set(row).where('id', '=', id).execute();

/** The reviews of a place, newest first. */
export async function pageOfReviews(db: Db, itemId: number, { limit, offset }: { limit: number; offset: number }) {
  const all = db.selectFrom('review').where('item_id', '=', itemId);
  const { n } = await all.select(({ fn }) => fn.countAll<number>().as('n')).executeTakeFirstOrThrow();
  const rows = await all.selectAll().orderBy('opened_at', 'desc').orderBy('id', 'desc').limit(limit).offset(offset).execute();
  return { rows, total: n };
}

export const linesOf = (db: Db, reviewId: number) =>
  db.selectFrom('review_line').selectAll().where('review_id', '=', reviewId).orderBy('id').execute();

export type LineRow = Awaited<ReturnType<typeof linesOf>>[number];

const inOneInsert = 200;

export async function insertLines(db: Db, rows: Insertable<ReviewLineTable>[]): Promise<void> {
  for (let at = 0; at < rows.length; at += inOneInsert)
    await db
      .insertInto('review_line')
      .values(rows.slice(at, at + inOneInsert))
      .execute();
}

export const updateLine = (db: Db, id: number, row: Updateable<ReviewLineTable>) =>
  db.updateTable('review_line').set(row).where('id', '=', id).execute();

/** Lines of grants that are gone, or that changed after they were confirmed. */
export const setResults = (db: Db, ids: number[], result: string) =>
  db
    .updateTable('review_line')
    .set({ result })
    .where('id', 'in', among(db, JSON.stringify(ids)))
    .execute();

export const planOf = (db: Db, itemId: number) => db.selectFrom('review_plan').selectAll().where('item_id', '=', itemId).executeTakeFirst();

export const savePlan = (db: Db, row: { item_id: number; organisation_id: number; months: number; next_at: number }) =>
  db
    .insertInto('review_plan')
    .values(row)
    .onConflict((conflict) => conflict.column('item_id').doUpdateSet({ months: row.months, next_at: row.next_at }))
    .execute();

/** When the last review of a place was closed; 0 where none was. */
export async function lastClosed(db: Db, itemId: number): Promise<number> {
  const { at } = await db
    .selectFrom('review')
    .select(({ fn }) => fn.max('closed_at').as('at'))
    .where('item_id', '=', itemId)
    .executeTakeFirstOrThrow();
  return at ?? 0;
}

/** Removes what is kept about reviews of items that are gone for good. */
export async function forgetReviews(db: Db, itemIds: number[]): Promise<void> {
  const ids = JSON.stringify(itemIds);
  const theirs = db.selectFrom('review').select('id').where('item_id', 'in', among(db, ids));
  await db.deleteFrom('review_line').where('review_id', 'in', theirs).execute();
  await db.deleteFrom('review').where('item_id', 'in', among(db, ids)).execute();
  await db.deleteFrom('review_plan').where('item_id', 'in', among(db, ids)).execute();
}
