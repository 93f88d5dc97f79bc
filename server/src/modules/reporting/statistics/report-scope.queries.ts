import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import { among } from '../../../platform/db/dialect.ts';

/** The requested rows of a table and their order; `order` names a column of its select. */
export interface PageRequest {
  order: string | undefined;
  ascends: boolean;
  limit: number;
  offset: number;
}

/** The requested rows of a select, and the total. Without `order` the select's own order applies. */
export async function pageOf<R>(
  db: Db,
  select: RawBuilder<R>,
  { order, ascends, limit, offset }: PageRequest,
): Promise<{ rows: R[]; total: number }> {
  const direction = sql.raw(ascends ? 'asc' : 'desc');
  const ordered = order === undefined ? sql`` : sql`order by ${sql.ref(order)} ${direction} nulls last, id ${direction}`;
  const found = await sql<R>`select * from (${select}) as asked ${ordered} limit ${limit} offset ${offset}`.execute(db);
  if (offset === 0 && found.rows.length < limit) return { rows: found.rows, total: found.rows.length };
  const counted = await sql<{ n: number }>`select count(*) as n from (${select}) as asked`.execute(db);
  return { rows: found.rows, total: counted.rows[0]?.n ?? 0 };
}

/** Restricts a column to some users; no restriction when undefined. */
export const restrictedTo = (db: Db, column: string, ids: string | undefined): RawBuilder<unknown> =>
  ids === undefined ? sql`` : sql`and ${sql.ref(column)} in ${among(db, ids)}`;

/** A department of an organisation and all below it; empty for another organisation's. */
export async function departmentsUnder(db: Db, organisationId: number, id: number): Promise<number[]> {
  const found = await sql<{ id: number }>`with recursive down(id) as (
      select id from department where id = ${id} and organisation_id = ${organisationId}
      union select d.id from department d join down on d.parent_id = down.id)
    select id from down`.execute(db);
  return found.rows.map((row) => row.id);
}

/** All members of some departments. */
export const membersOf = async (db: Db, departmentIds: readonly number[]): Promise<number[]> =>
  (
    await db
      .selectFrom('department_member')
      .select('person_id')
      .distinct()
      .where('department_id', 'in', among(db, JSON.stringify(departmentIds)))
      .execute()
  ).map((row) => row.person_id);

/** Names of users, removed ones too. */
export async function userNamesIncludingRemoved(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  const json = JSON.stringify([...new Set(ids)]);
  const found = await sql<{ id: number; name: string }>`select id, full_name as name from person where id in ${among(db, json)}
    union all select id, full_name as name from former_person where id in ${among(db, json)}`.execute(db);
  return new Map(found.rows.map((row) => [row.id, row.name]));
}

/** Whether a user belongs or belonged to an organisation, or is its guest. */
export async function isKnownUser(db: Db, organisationId: number, id: number): Promise<boolean> {
  const found = await sql`select 1 from person where id = ${id} and organisation_id = ${organisationId}
    union all select 1 from guest_membership where person_id = ${id} and organisation_id = ${organisationId}
    union all select 1 from former_person where id = ${id} and organisation_id = ${organisationId}`.execute(db);
  return found.rows.length > 0;
}
