import { sql } from 'kysely';
import type { Db } from '../../ground/db/database.ts';
import { among, compiled } from '../../ground/db/words.ts';

export const findDepartment = (db: Db, organisationId: number, id: number) =>
  db
    .selectFrom('department')
    .select(['id', 'name', 'parent_id', 'sort_number'])
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .executeTakeFirst();

export const insertDepartment = (
  db: Db,
  department: {
    id: number;
    organisation_id: number;
    parent_id: number;
    name: string;
    name_key: string;
    name_sort: string;
    spoken: string;
    sort_number: number;
  },
) => db.insertInto('department').values(department).execute();

export const updateDepartmentRow = (
  db: Db,
  id: number,
  changes: Partial<{ parent_id: number; name: string; name_key: string; name_sort: string; spoken: string; sort_number: number }>,
) => db.updateTable('department').set(changes).where('id', '=', id).execute();

export const deleteDepartmentRow = (db: Db, id: number) => db.deleteFrom('department').where('id', '=', id).execute();

/** The departments right below one (0: the top ones), with what stands in each. */
export const departmentsBelow = (db: Db, organisationId: number, parentId: number) =>
  departmentsWithCounts(db, organisationId).where('d.parent_id', '=', parentId).execute();

/** Those of these departments that lie in none of them, with what stands in each. */
export const topmostAmong = (db: Db, organisationId: number, ids: readonly number[]) =>
  departmentsWithCounts(db, organisationId)
    .where(sql<boolean>`d.id in ${among(db, JSON.stringify(ids))} and d.parent_id not in ${among(db, JSON.stringify(ids))}`)
    .execute();

const departmentsWithCounts = (db: Db, organisationId: number) =>
  db
    .selectFrom('department as d')
    .select(['d.id', 'd.parent_id', 'd.name', 'd.sort_number'])
    .select((select) => [
      select
        .selectFrom('department as c')
        .select((inner) => inner.fn.countAll<number>().as('n'))
        .whereRef('c.parent_id', '=', 'd.id')
        .as('child_count'),
      select
        .selectFrom('department_member as m')
        .select((inner) => inner.fn.countAll<number>().as('n'))
        .whereRef('m.department_id', '=', 'd.id')
        .as('member_count'),
    ])
    .where('d.organisation_id', '=', organisationId)
    .orderBy('d.sort_number')
    .orderBy('d.name_sort')
    .orderBy('d.id');

/** Whether a department has departments below it or people in it. */
export async function departmentInUse(db: Db, id: number): Promise<boolean> {
  const child = await db.selectFrom('department').select('id').where('parent_id', '=', id).limit(1).executeTakeFirst();
  const member = await db.selectFrom('department_member').select('person_id').where('department_id', '=', id).limit(1).executeTakeFirst();
  return child !== undefined || member !== undefined;
}

/** A department and everything above it. */
export const departmentPath = compiled<{ id: number }, { id: number }>((db, p) =>
  db
    .withRecursive('up(id, parent_id)', (with_) =>
      with_
        .selectFrom('department as d')
        .select(['d.id', 'd.parent_id'])
        .where('d.id', '=', p.id)
        .union(with_.selectFrom('up').innerJoin('department as d', 'd.id', 'up.parent_id').select(['d.id', 'd.parent_id'])),
    )
    .selectFrom('up')
    .select('id'),
);

/** The departments of an organisation that a person heads, with everything below them. */
export const departmentsHeaded = compiled<{ person: number; space: number }, { id: number }>((db, p) =>
  db
    .withRecursive('down(id)', (with_) =>
      with_
        .selectFrom('department_head as h')
        .innerJoin('department as d', 'd.id', 'h.department_id')
        .select('d.id')
        .where('h.person_id', '=', p.person)
        .where('d.organisation_id', '=', p.space)
        .union(with_.selectFrom('down').innerJoin('department as d', 'd.parent_id', 'down.id').select('d.id')),
    )
    .selectFrom('down')
    .select('id'),
);
