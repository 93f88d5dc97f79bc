import type { Db } from '../../ground/db/database.ts';
import { among } from '../../ground/db/words.ts';

export const clearDepartments = (db: Db, personId: number) =>
  db.deleteFrom('department_member').where('person_id', '=', personId).execute();

export const clearRoles = (db: Db, personId: number) => db.deleteFrom('role_member').where('person_id', '=', personId).execute();

export const addDepartmentMember = (db: Db, departmentId: number, personId: number) =>
  db
    .insertInto('department_member')
    .values({ department_id: departmentId, person_id: personId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();

export const addRoleMember = (db: Db, roleId: number, personId: number) =>
  db
    .insertInto('role_member')
    .values({ role_id: roleId, person_id: personId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();

export async function countDepartments(db: Db, organisationId: number, ids: number[]): Promise<number> {
  const row = await db
    .selectFrom('department')
    .select((select) => select.fn.countAll<number>().as('n'))
    .where('organisation_id', '=', organisationId)
    .where('id', 'in', among(db, JSON.stringify(ids)))
    .executeTakeFirstOrThrow();
  return row.n;
}

export const rolesByIds = (db: Db, organisationId: number, ids: number[]) =>
  db
    .selectFrom('role')
    .selectAll()
    .where('organisation_id', '=', organisationId)
    .where('id', 'in', among(db, JSON.stringify(ids)))
    .execute();

/** The built-in role that new people get. */
export const staffRole = (db: Db, organisationId: number) =>
  db
    .selectFrom('role')
    .selectAll()
    .where('organisation_id', '=', organisationId)
    .where('built_in', '=', 1)
    .where('role_type', '=', 0)
    .executeTakeFirstOrThrow();

export const insertRole = (
  db: Db,
  role: { id: number; organisation_id: number; name: string; name_key: string; role_type: number; module_types: string; built_in: number },
) => db.insertInto('role').values(role).execute();
