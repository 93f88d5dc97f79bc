import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import { among, compiled } from '../../platform/db/dialect.ts';
import { worksIn } from './organisations.queries.ts';

const tables = {
  department: { table: 'department_member', column: 'department_id' },
  group: { table: 'user_group_member', column: 'group_id' },
  role: { table: 'role_member', column: 'role_id' },
} as const;

/** Kinds of memberships. */
export type MembershipKind = keyof typeof tables;

const owners = { department: 'department', group: 'user_group', role: 'role' } as const;

/** Removes a user from every department, group or role of an organisation; those of others stay. */
export async function leaveAll(db: Db, kind: MembershipKind, { organisationId, personId }: { organisationId: number; personId: number }) {
  const { table, column } = tables[kind];
  await sql`delete from ${sql.table(table)} where person_id = ${personId} and ${sql.ref(column)} in (
    select id from ${sql.table(owners[kind])} where organisation_id = ${organisationId})`.execute(db);
}

/** Makes one of a user's departments in an organisation the main one there. */
export const setMainDepartment = (
  db: Db,
  { organisationId, personId }: { organisationId: number; personId: number },
  departmentId: number,
) =>
  db
    .updateTable('department_member')
    .set((set) => ({ main: set.case().when('department_id', '=', departmentId).then(1).else(0).end() }))
    .where('person_id', '=', personId)
    .where('department_id', 'in', db.selectFrom('department').select('id').where('organisation_id', '=', organisationId))
    .execute();

export const addRoleMember = (db: Db, roleId: number, personId: number) => addMembers(db, 'role', { id: roleId, people: [personId] });

interface Members {
  id: number;
  people: number[];
}

/** Adds members and answers the new ones; existing ones stay. */
export async function addMembers(db: Db, kind: MembershipKind, { id, people }: Members): Promise<number[]> {
  const { table, column } = tables[kind];
  const added = await sql<{ person_id: number }>`insert into ${sql.table(table)} (${sql.ref(column)}, person_id)
    select cast(${id} as bigint), id from person where id in ${among(db, JSON.stringify(people))}
    on conflict do nothing returning person_id`.execute(db);
  return added.rows.map((row) => row.person_id);
}

/** Removes members; answers who was one. */
export async function removeMembers(db: Db, kind: MembershipKind, { id, people }: Members): Promise<number[]> {
  const { table, column } = tables[kind];
  const removed = await sql<{ person_id: number }>`delete from ${sql.table(table)}
    where ${sql.ref(column)} = ${id} and person_id in ${among(db, JSON.stringify(people))} returning person_id`.execute(db);
  return removed.rows.map((row) => row.person_id);
}

export async function removeAllMembers(db: Db, kind: MembershipKind, id: number): Promise<void> {
  const { table, column } = tables[kind];
  await sql`delete from ${sql.table(table)} where ${sql.ref(column)} = ${id}`.execute(db);
}

/** How many of these users work in the organisation, guests included. */
export async function countPeople(db: Db, organisationId: number, ids: number[]): Promise<number> {
  const row = await db
    .selectFrom('person')
    .select((select) => select.fn.countAll<number>().as('n'))
    .where(worksIn(organisationId))
    .where('id', 'in', among(db, JSON.stringify(ids)))
    .executeTakeFirstOrThrow();
  return row.n;
}

export async function countDepartments(db: Db, organisationId: number, ids: number[]): Promise<number> {
  const row = await db
    .selectFrom('department')
    .select((select) => select.fn.countAll<number>().as('n'))
    .where('organisation_id', '=', organisationId)
    .where('id', 'in', among(db, JSON.stringify(ids)))
    .executeTakeFirstOrThrow();
  return row.n;
}

/** All members of the user's departments in the organisation, the user included. */
export async function colleagueIds(db: Db, personId: number, organisationId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('department_member as own')
    .innerJoin('department', 'department.id', 'own.department_id')
    .innerJoin('department_member as theirs', 'theirs.department_id', 'own.department_id')
    .where('own.person_id', '=', personId)
    .where('department.organisation_id', '=', organisationId)
    .select('theirs.person_id')
    .distinct()
    .execute();
  return rows.map((row) => row.person_id);
}

/** Departments (the main one first), groups and roles of several users in one organisation. */
export async function membershipsOf(db: Db, personIds: number[], organisationId: number) {
  const ids = JSON.stringify(personIds);
  const departments = await db
    .selectFrom('department_member as m')
    .innerJoin('department as d', 'd.id', 'm.department_id')
    .select(['m.person_id', 'd.id', 'd.name', 'm.main'])
    .where('m.person_id', 'in', among(db, ids))
    .where('d.organisation_id', '=', organisationId)
    .orderBy('m.main', 'desc')
    .orderBy('d.name_sort')
    .execute();
  const groups = await db
    .selectFrom('user_group_member as m')
    .innerJoin('user_group as g', 'g.id', 'm.group_id')
    .select(['m.person_id', 'g.id', 'g.name'])
    .where('m.person_id', 'in', among(db, ids))
    .where('g.organisation_id', '=', organisationId)
    .orderBy('g.name_sort')
    .execute();
  const roles = await db
    .selectFrom('role_member as m')
    .innerJoin('role as r', 'r.id', 'm.role_id')
    .select(['m.person_id', 'r.id', 'r.name', 'r.role_type', 'r.module_types', 'r.permissions', 'r.department_scope'])
    .where('m.person_id', 'in', among(db, ids))
    .where('r.organisation_id', '=', organisationId)
    .orderBy('r.name_sort')
    .execute();
  return { departments, groups, roles };
}

/** The ids of a user's departments in an organisation and of their ancestors. */
export const departmentsAbove = compiled<{ person: number; space: number }, { id: number }>((db, p) =>
  db
    .withRecursive('up(id, parent_id)', (with_) =>
      with_
        .selectFrom('department_member as m')
        .innerJoin('department as d', 'd.id', 'm.department_id')
        .select(['d.id', 'd.parent_id'])
        .where('m.person_id', '=', p.person)
        .where('d.organisation_id', '=', p.space)
        .union(with_.selectFrom('up').innerJoin('department as d', 'd.id', 'up.parent_id').select(['d.id', 'd.parent_id'])),
    )
    .selectFrom('up')
    .select('id'),
);

/** The roles of an organisation with permissions that an enabled user of its own holds; guests do not count, as they may leave. */
export const assignedRolePermissions = (db: Db, organisationId: number) =>
  db
    .selectFrom('role as r')
    .select(['r.permissions', 'r.department_scope'])
    .where('r.organisation_id', '=', organisationId)
    .where('r.role_type', '>', 0)
    .where((where) =>
      where.exists(
        where
          .selectFrom('role_member as m')
          .innerJoin('person as p', 'p.id', 'm.person_id')
          .select('m.person_id')
          .whereRef('m.role_id', '=', 'r.id')
          .where('p.enabled', '=', 1)
          .where('p.organisation_id', '=', organisationId),
      ),
    )
    .execute();

/** Whether a user has a role with any permission, in any organisation. */
export async function hasAnyPermission(db: Db, personId: number): Promise<boolean> {
  const role = await db
    .selectFrom('role_member as m')
    .innerJoin('role as r', 'r.id', 'm.role_id')
    .select('r.id')
    .where('m.person_id', '=', personId)
    .where('r.permissions', '<>', '[]')
    .limit(1)
    .executeTakeFirst();
  return role !== undefined;
}

export const allDepartments = (db: Db, organisationId: number) =>
  db.selectFrom('department').select(['id', 'parent_id', 'name', 'name_key']).where('organisation_id', '=', organisationId).execute();

export const allRoles = (db: Db, organisationId: number) =>
  db
    .selectFrom('role')
    .select(['id', 'name', 'name_key', 'kind', 'permissions', 'department_scope'])
    .where('organisation_id', '=', organisationId)
    .execute();

export const allGroups = (db: Db, organisationId: number) =>
  db.selectFrom('user_group').select(['id', 'name', 'name_key']).where('organisation_id', '=', organisationId).execute();
