import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../ground/db/database.ts';
import { among } from '../../ground/db/words.ts';

/** Which rows of a table are wanted, and in which order; `order` is the name of a column of its select. */
export interface Wanted {
  order: string | undefined;
  ascends: boolean;
  limit: number;
  offset: number;
}

/** The rows of a select as asked, and how many there are in all. A select without an `order` stands in its own. */
export async function pageOf<R>(
  db: Db,
  select: RawBuilder<R>,
  { order, ascends, limit, offset }: Wanted,
): Promise<{ rows: R[]; total: number }> {
  const direction = sql.raw(ascends ? 'asc' : 'desc');
  const ordered = order === undefined ? sql`` : sql`order by ${sql.ref(order)} ${direction} nulls last, id ${direction}`;
  const found = await sql<R>`select * from (${select}) as asked ${ordered} limit ${limit} offset ${offset}`.execute(db);
  if (offset === 0 && found.rows.length < limit) return { rows: found.rows, total: found.rows.length };
  const counted = await sql<{ n: number }>`select count(*) as n from (${select}) as asked`.execute(db);
  return { rows: found.rows, total: counted.rows[0]?.n ?? 0 };
}

/** That a column is one of some people, where there are any to keep to. */
export const only = (db: Db, column: string, ids: string | undefined): RawBuilder<unknown> =>
  ids === undefined ? sql`` : sql`and ${sql.ref(column)} in ${among(db, ids)}`;
