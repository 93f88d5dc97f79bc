import { sql } from 'kysely';
import type { Db } from '../../ground/db/database.ts';
import { among } from '../../ground/db/words.ts';

/** Who heads these departments, by name. */
export const headsOf = (db: Db, departmentIds: readonly number[]) =>
  db
    .selectFrom('department_head as h')
    .innerJoin('person as p', 'p.id', 'h.person_id')
    .select(['h.department_id', 'p.id', 'p.full_name as name'])
    .where('h.department_id', 'in', among(db, JSON.stringify(departmentIds)))
    .orderBy('p.full_sort')
    .execute();

/** Lets a department be headed by exactly these people. */
export async function setHeadRows(db: Db, departmentId: number, people: readonly number[]): Promise<void> {
  await db.deleteFrom('department_head').where('department_id', '=', departmentId).execute();
  for (const id of people) await db.insertInto('department_head').values({ department_id: departmentId, person_id: id }).execute();
}

/** Takes a person from the head of every department of an organisation. */
export const stepDown = (db: Db, organisationId: number, personId: number) =>
  db
    .deleteFrom('department_head')
    .where('person_id', '=', personId)
    .where('department_id', 'in', db.selectFrom('department').select('id').where('organisation_id', '=', organisationId))
    .execute();

/** Everybody who heads a department of an organisation. */
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

/** Who heads a department and each one above it: the nearest first, with how far above. */
export const headsUpward = async (db: Db, departmentId: number): Promise<{ person_id: number; height: number }[]> =>
  (
    await sql<{ person_id: number; height: number }>`with recursive up(id, above, height) as (
      select id, parent_id, 0 from department where id = ${departmentId}
      union all select d.id, d.parent_id, up.height + 1 from up join department d on d.id = up.above where up.height < 100)
      select h.person_id, up.height from up join department_head h on h.department_id = up.id order by up.height, h.person_id`.execute(db)
  ).rows;

/** Everybody who holds a role of an organisation that lets do this throughout. */
export const holdersOfDeed = async (db: Db, organisationId: number, deed: string): Promise<number[]> =>
  (
    await db
      .selectFrom('role as r')
      .innerJoin('role_member as m', 'm.role_id', 'r.id')
      .select('m.person_id')
      .distinct()
      .where('r.organisation_id', '=', organisationId)
      .where('r.branch', '=', 0)
      .where('r.deeds', 'like', `%"${deed}"%`)
      .orderBy('m.person_id')
      .execute()
  ).map((row) => row.person_id);

/** Everybody who holds a role. */
export const holdersOf = async (db: Db, roleId: number): Promise<number[]> =>
  (await db.selectFrom('role_member').select('person_id').where('role_id', '=', roleId).execute()).map((row) => row.person_id);
