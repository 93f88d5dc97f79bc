import type { Db } from '../../ground/db/database.ts';

export const insertFormer = (
  db: Db,
  row: { id: number; organisation_id: number; login_name: string; full_name: string; heir_id: number; removed_at: number },
) => db.insertInto('former_person').values(row).execute();

/** Removes a person and takes them out of everything that they are in, in every organisation. */
export async function deletePersonRows(db: Db, id: number): Promise<void> {
  const tables = [
    'department_member',
    'department_head',
    'user_group_member',
    'role_member',
    'space_member',
    'avatar',
    'former_password',
  ] as const;
  for (const table of tables) await db.deleteFrom(table).where('person_id', '=', id).execute();
  await db.deleteFrom('person').where('id', '=', id).execute();
}

/** The departments of an organisation that a person heads, and how many do. */
export const departmentsHeadedBy = (db: Db, { id, organisation_id }: { id: number; organisation_id: number }) =>
  db
    .selectFrom('department_head as h')
    .innerJoin('department as d', 'd.id', 'h.department_id')
    .select('d.name')
    .select((select) =>
      select
        .selectFrom('department_head as o')
        .select((inner) => inner.fn.countAll<number>().as('n'))
        .whereRef('o.department_id', '=', 'd.id')
        .as('heads'),
    )
    .where('h.person_id', '=', id)
    .where('d.organisation_id', '=', organisation_id)
    .orderBy('d.name_sort')
    .execute();

export const countGroups = (db: Db, personId: number): Promise<number> => countRows(db, 'user_group_member', personId);

/** In how many organisations a person is a guest. */
export const countSpaces = (db: Db, personId: number): Promise<number> => countRows(db, 'space_member', personId);

async function countRows(db: Db, table: 'user_group_member' | 'space_member', personId: number): Promise<number> {
  const { n } = await db
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('person_id', '=', personId)
    .executeTakeFirstOrThrow();
  return n;
}

/** Of an organisation's administrators the one whose account stands longest. */
export const eldestAdministrator = (db: Db, organisationId: number) =>
  db
    .selectFrom('person as p')
    .innerJoin('role_member as m', 'm.person_id', 'p.id')
    .innerJoin('role as r', 'r.id', 'm.role_id')
    .select('p.id')
    .where('p.organisation_id', '=', organisationId)
    .where('p.enabled', '=', 1)
    .where('r.organisation_id', '=', organisationId)
    .where('r.kind', '=', 'administrators')
    .orderBy('p.id')
    .limit(1)
    .executeTakeFirst();
