import { sql } from 'kysely';
import type { Db } from '../../ground/db/database.ts';
import { among } from '../../ground/db/words.ts';
import { worksIn } from '../organisations/spaces.ts';

const tables = {
  department: { table: 'department_member', column: 'department_id' },
  group: { table: 'user_group_member', column: 'group_id' },
  role: { table: 'role_member', column: 'role_id' },
} as const;

/** What people can be members of. */
export type Circle = keyof typeof tables;

const owners = { department: 'department', group: 'user_group', role: 'role' } as const;

/** Takes a person out of every circle of a kind that an organisation has; those of others stay. */
export async function leaveCircles(db: Db, circle: Circle, { organisationId, personId }: { organisationId: number; personId: number }) {
  const { table, column } = tables[circle];
  await sql`delete from ${sql.table(table)} where person_id = ${personId} and ${sql.ref(column)} in (
    select id from ${sql.table(owners[circle])} where organisation_id = ${organisationId})`.execute(db);
}

/** Makes one of a person's departments in an organisation the main one there. */
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

/** Makes people members; who is one already stays one. Answers who became one. */
export async function addMembers(db: Db, circle: Circle, { id, people }: Members): Promise<number[]> {
  const { table, column } = tables[circle];
  const added = await sql<{ person_id: number }>`insert into ${sql.table(table)} (${sql.ref(column)}, person_id)
    select cast(${id} as bigint), id from person where id in ${among(db, JSON.stringify(people))}
    on conflict do nothing returning person_id`.execute(db);
  return added.rows.map((row) => row.person_id);
}

/** Takes people out again; answers who was in it. */
export async function removeMembers(db: Db, circle: Circle, { id, people }: Members): Promise<number[]> {
  const { table, column } = tables[circle];
  const removed = await sql<{ person_id: number }>`delete from ${sql.table(table)}
    where ${sql.ref(column)} = ${id} and person_id in ${among(db, JSON.stringify(people))} returning person_id`.execute(db);
  return removed.rows.map((row) => row.person_id);
}

export async function removeAllMembers(db: Db, circle: Circle, id: number): Promise<void> {
  const { table, column } = tables[circle];
  await sql`delete from ${sql.table(table)} where ${sql.ref(column)} = ${id}`.execute(db);
}

/** How many of these people work in the organisation, guests included. */
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

/** Everybody who shares a department of the organisation with a person, the person among them. */
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
