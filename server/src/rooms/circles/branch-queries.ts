import { sql } from 'kysely';
import type { Db } from '../../ground/db/database.ts';
import { among } from '../../ground/db/words.ts';

/** What lies below departments, however deep: people, those of the department included and each counted once, and departments. */
export async function countsBelow(db: Db, ids: readonly number[]): Promise<Map<number, { people: number; departments: number }>> {
  const found = await sql<{ top: number; people: number; departments: number }>`
    with recursive down(top, id) as (
      select id, id from department where id in ${among(db, JSON.stringify(ids))}
      union select down.top, d.id from department d join down on d.parent_id = down.id)
    select down.top as top, count(distinct down.id) - 1 as departments, count(distinct m.person_id) as people
    from down left join department_member m on m.department_id = down.id group by down.top`.execute(db);
  return new Map(found.rows.map(({ top, people, departments }) => [top, { people, departments }]));
}

/** A department and everything below it. */
export async function branchIds(db: Db, id: number): Promise<number[]> {
  const found = await sql<{ id: number }>`
    with recursive down(id) as (
      select id from department where id = ${id} union select d.id from department d join down on d.parent_id = down.id)
    select id from down`.execute(db);
  return found.rows.map((row) => row.id);
}

/** The departments of a level in their order. */
export const levelOf = (db: Db, organisationId: number, parentId: number) =>
  db
    .selectFrom('department')
    .select(['id', 'sort_number'])
    .where('organisation_id', '=', organisationId)
    .where('parent_id', '=', parentId)
    .orderBy('sort_number')
    .orderBy('name_sort')
    .orderBy('id')
    .execute();
