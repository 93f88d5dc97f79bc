import type { Db } from '../../ground/db/database.ts';
import { among, compiled } from '../../ground/db/words.ts';

/** Departments (the main one first), groups and roles of several people at once, in one organisation. */
export async function belongings(db: Db, personIds: number[], organisationId: number) {
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
    .select(['m.person_id', 'r.id', 'r.name', 'r.role_type', 'r.module_types', 'r.deeds', 'r.branch'])
    .where('m.person_id', 'in', among(db, ids))
    .where('r.organisation_id', '=', organisationId)
    .orderBy('r.name_sort')
    .execute();
  return { departments, groups, roles };
}

/** Every department id of an organisation from the person's own up to the top. */
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

/** The roles of an organisation that let do something and that somebody enabled of its own holds; guests come and go. */
export const officesHeld = (db: Db, organisationId: number) =>
  db
    .selectFrom('role as r')
    .select(['r.deeds', 'r.branch'])
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

/** Whether a person has a role that lets them do anything, wherever they work. */
export async function holdsOffice(db: Db, personId: number): Promise<boolean> {
  const held = await db
    .selectFrom('role_member as m')
    .innerJoin('role as r', 'r.id', 'm.role_id')
    .select('r.id')
    .where('m.person_id', '=', personId)
    .where('r.deeds', '<>', '[]')
    .limit(1)
    .executeTakeFirst();
  return held !== undefined;
}
