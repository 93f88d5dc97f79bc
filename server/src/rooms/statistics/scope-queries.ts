import { sql } from 'kysely';
import type { Db } from '../../ground/db/database.ts';
import { among } from '../../ground/db/words.ts';

/** A department of an organisation with all that is below it; none where it is another's. */
export async function departmentsUnder(db: Db, organisationId: number, id: number): Promise<number[]> {
  const found = await sql<{ id: number }>`with recursive down(id) as (
      select id from department where id = ${id} and organisation_id = ${organisationId}
      union select d.id from department d join down on d.parent_id = down.id)
    select id from down`.execute(db);
  return found.rows.map((row) => row.id);
}

/** Everybody who is in one of some departments. */
export const membersOf = async (db: Db, departmentIds: readonly number[]): Promise<number[]> =>
  (
    await db
      .selectFrom('department_member')
      .select('person_id')
      .distinct()
      .where('department_id', 'in', among(db, JSON.stringify(departmentIds)))
      .execute()
  ).map((row) => row.person_id);

/** Names of people, removed ones among them. */
export async function namesOfAll(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  const json = JSON.stringify([...new Set(ids)]);
  const found = await sql<{ id: number; name: string }>`select id, full_name as name from person where id in ${among(db, json)}
    union all select id, full_name as name from former_person where id in ${among(db, json)}`.execute(db);
  return new Map(found.rows.map((row) => [row.id, row.name]));
}

/** Whether somebody belongs to an organisation, is its guest, or belonged to it. */
export async function isKnown(db: Db, organisationId: number, id: number): Promise<boolean> {
  const found = await sql`select 1 from person where id = ${id} and organisation_id = ${organisationId}
    union all select 1 from space_member where person_id = ${id} and organisation_id = ${organisationId}
    union all select 1 from former_person where id = ${id} and organisation_id = ${organisationId}`.execute(db);
  return found.rows.length > 0;
}
