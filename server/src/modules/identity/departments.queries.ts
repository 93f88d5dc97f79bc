import type { Permission } from '@dossier/contract/core/administrative-permissions';
import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import { among, compiled } from '../../platform/db/dialect.ts';

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
    pinyin: string;
    sort_number: number;
  },
) => db.insertInto('department').values(department).execute();

export const updateDepartmentRow = (
  db: Db,
  id: number,
  changes: Partial<{ parent_id: number; name: string; name_key: string; name_sort: string; pinyin: string; sort_number: number }>,
) => db.updateTable('department').set(changes).where('id', '=', id).execute();

export const deleteDepartmentRow = (db: Db, id: number) => db.deleteFrom('department').where('id', '=', id).execute();

/** The departments directly below one (0: the top level), with their counts. */
export const departmentsBelow = (db: Db, organisationId: number, parentId: number) =>
  departmentsWithCounts(db, organisationId).where('d.parent_id', '=', parentId).execute();

/** The departments among these that are not below another of them, with their counts. */
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

/** Whether a department has subdepartments or members. */
export async function departmentInUse(db: Db, id: number): Promise<boolean> {
  const child = await db.selectFrom('department').select('id').where('parent_id', '=', id).limit(1).executeTakeFirst();
  const member = await db.selectFrom('department_member').select('person_id').where('department_id', '=', id).limit(1).executeTakeFirst();
  return child !== undefined || member !== undefined;
}

/** A department and its ancestors. */
export const departmentAncestors = compiled<{ id: number }, { id: number }>((db, p) =>
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

/** The departments of an organisation that a user heads, and all below them. */
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

/** Users and departments below departments at any depth; the department's own members included, each user once. */
export async function countsBelow(db: Db, ids: readonly number[]): Promise<Map<number, { people: number; departments: number }>> {
  const found = await sql<{ top: number; people: number; departments: number }>`
    with recursive down(top, id) as (
      select id, id from department where id in ${among(db, JSON.stringify(ids))}
      union select down.top, d.id from department d join down on d.parent_id = down.id)
    select down.top as top, count(distinct down.id) - 1 as departments, count(distinct m.person_id) as people
    from down left join department_member m on m.department_id = down.id group by down.top`.execute(db);
  return new Map(found.rows.map(({ top, people, departments }) => [top, { people, departments }]));
}

/** A department and all below it. */
export async function departmentSubtree(db: Db, id: number): Promise<number[]> {
  const found = await sql<{ id: number }>`
    with recursive down(id) as (
      select id from department where id = ${id} union select d.id from department d join down on d.parent_id = down.id)
    select id from down`.execute(db);
  return found.rows.map((row) => row.id);
}

/** The departments of one level in order. */
export const siblingDepartments = (db: Db, organisationId: number, parentId: number) =>
  db
    .selectFrom('department')
    .select(['id', 'sort_number'])
    .where('organisation_id', '=', organisationId)
    .where('parent_id', '=', parentId)
    .orderBy('sort_number')
    .orderBy('name_sort')
    .orderBy('id')
    .execute();

/** The heads of these departments, by name. */
export const headsOf = (db: Db, departmentIds: readonly number[]) =>
  db
    .selectFrom('department_head as h')
    .innerJoin('person as p', 'p.id', 'h.person_id')
    .select(['h.department_id', 'p.id', 'p.full_name as name'])
    .where('h.department_id', 'in', among(db, JSON.stringify(departmentIds)))
    .orderBy('p.full_sort')
    .execute();

/** Replaces the heads of a department. */
export async function setHeadRows(db: Db, departmentId: number, people: readonly number[]): Promise<void> {
  await db.deleteFrom('department_head').where('department_id', '=', departmentId).execute();
  for (const id of people) await db.insertInto('department_head').values({ department_id: departmentId, person_id: id }).execute();
}

/** Removes a user as head of every department of an organisation. */
export const removeAsHead = (db: Db, organisationId: number, personId: number) =>
  db
    .deleteFrom('department_head')
    .where('person_id', '=', personId)
    .where('department_id', 'in', db.selectFrom('department').select('id').where('organisation_id', '=', organisationId))
    .execute();

/** All heads of departments of an organisation. */
export const everyHead = async (db: Db, organisationId: number): Promise<number[]> =>
  (
    await db
      .selectFrom('department_head as h')
      .innerJoin('department as d', 'd.id', 'h.department_id')
      .select('h.person_id')
      .distinct()
      .where('d.organisation_id', '=', organisationId)
      .execute()
  ).map((row) => row.person_id);

/** The heads of a department and of its ancestors, the nearest first, with the distance. */
export const headsUpward = async (db: Db, departmentId: number): Promise<{ person_id: number; height: number }[]> =>
  (
    await sql<{ person_id: number; height: number }>`with recursive up(id, above, height) as (
      select id, parent_id, 0 from department where id = ${departmentId}
      union all select d.id, d.parent_id, up.height + 1 from up join department d on d.id = up.above where up.height < 100)
      select h.person_id, up.height from up join department_head h on h.department_id = up.id order by up.height, h.person_id`.execute(db)
  ).rows;

/** All holders of a role of an organisation with this permission throughout. */
export const holdersOfPermission = async (db: Db, organisationId: number, permission: string): Promise<number[]> =>
  (
    await db
      .selectFrom('role as r')
      .innerJoin('role_member as m', 'm.role_id', 'r.id')
      .select('m.person_id')
      .distinct()
      .where('r.organisation_id', '=', organisationId)
      .where('r.department_scope', '=', 0)
      .where('r.permissions', 'like', `%"${permission}"%`)
      .orderBy('m.person_id')
      .execute()
  ).map((row) => row.person_id);

/** The enabled users with an administrative permission for the site, which only its first organisation gives. */
export const holdersOfSitePermission = async (db: Db, permission: Permission): Promise<number[]> =>
  (
    await db
      .selectFrom('role as r')
      .innerJoin('role_member as m', 'm.role_id', 'r.id')
      .innerJoin('person as p', 'p.id', 'm.person_id')
      .select('m.person_id')
      .distinct()
      .where('r.organisation_id', '=', (of) => of.selectFrom('organisation').select(({ fn }) => fn.min('id').as('id')))
      .where('r.permissions', 'like', `%"${permission}"%`)
      .where('p.enabled', '=', 1)
      .execute()
  ).map((row) => row.person_id);

/** All holders of a role. */
export const holdersOf = async (db: Db, roleId: number): Promise<number[]> =>
  (await db.selectFrom('role_member').select('person_id').where('role_id', '=', roleId).execute()).map((row) => row.person_id);
