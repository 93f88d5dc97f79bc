import type { Selectable } from 'kysely';
import type { Db } from '../../ground/db/database.ts';
import type { PersonTable } from '../../ground/db/types.generated.ts';
import { among, compiled, containing } from '../../ground/db/words.ts';
import { nameKey } from '../../ground/text/names.ts';

const personFields = ['id', 'login_name', 'full_name', 'enabled', 'mail', 'lang', 'created_at', 'last_login_at', 'avatar_hash'] as const;

export const findPersonByLogin = (db: Db, loginKey: string) =>
  db.selectFrom('person').selectAll().where('login_key', '=', loginKey).executeTakeFirst();

const personById = compiled<{ id: number }, Selectable<PersonTable>>((db, p) => db.selectFrom('person').selectAll().where('id', '=', p.id));

export const findPerson = async (db: Db, id: number): Promise<Selectable<PersonTable> | undefined> => (await personById(db, { id }))[0];

export const insertPerson = (
  db: Db,
  person: {
    id: number;
    organisation_id: number;
    login_name: string;
    login_key: string;
    full_name: string;
    full_key: string;
    full_sort: string;
    spoken: string;
    password_hash: string;
    lang: string;
    created_at: number;
  },
) => db.insertInto('person').values(person).execute();

export const updatePerson = (
  db: Db,
  id: number,
  changes: Partial<{
    full_name: string;
    full_key: string;
    full_sort: string;
    spoken: string;
    password_hash: string;
    enabled: number;
    lang: string;
    search_type: number;
    double_click: number;
    view_type: number;
    window_type: number;
    list_layout: string;
    last_module: number;
    last_login_at: number;
    avatar_hash: string;
    mail: string | null;
    mail_key: string | null;
    mail_step: number;
  }>,
) => db.updateTable('person').set(changes).where('id', '=', id).execute();

export interface PeopleFilter {
  organisationId: number;
  keyword?: string;
  departmentId?: number;
  groupId?: number;
  roleId?: number;
}

const peopleWhere = (db: Db, filter: PeopleFilter) => {
  let query = db.selectFrom('person').where('organisation_id', '=', filter.organisationId);
  if (filter.keyword !== undefined && filter.keyword !== '') {
    const found = containing(nameKey(filter.keyword)) as never;
    query = query.where((where) =>
      where.or([where('full_key', 'like', found), where('login_key', 'like', found), where('spoken', 'like', found)]),
    );
  }
  if (filter.departmentId !== undefined) {
    query = query.where(
      'id',
      'in',
      db.selectFrom('department_member').select('person_id').where('department_id', '=', filter.departmentId),
    );
  }
  if (filter.groupId !== undefined) {
    query = query.where('id', 'in', db.selectFrom('user_group_member').select('person_id').where('group_id', '=', filter.groupId));
  }
  if (filter.roleId !== undefined) {
    query = query.where('id', 'in', db.selectFrom('role_member').select('person_id').where('role_id', '=', filter.roleId));
  }
  return query;
};

export async function pageOfPeople(db: Db, filter: PeopleFilter, page: { limit: number; offset: number }) {
  const rows = await peopleWhere(db, filter)
    .select(personFields)
    .orderBy('full_sort')
    .orderBy('id')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  const { n } = await peopleWhere(db, filter)
    .select((select) => select.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return { rows, total: n };
}

/** Departments, groups and roles of several people at once. */
export async function belongings(db: Db, personIds: number[]) {
  const ids = JSON.stringify(personIds);
  const departments = await db
    .selectFrom('department_member as m')
    .innerJoin('department as d', 'd.id', 'm.department_id')
    .select(['m.person_id', 'd.id', 'd.name'])
    .where('m.person_id', 'in', among(db, ids))
    .orderBy('d.name_sort')
    .execute();
  const groups = await db
    .selectFrom('user_group_member as m')
    .innerJoin('user_group as g', 'g.id', 'm.group_id')
    .select(['m.person_id', 'g.id', 'g.name'])
    .where('m.person_id', 'in', among(db, ids))
    .orderBy('g.name_sort')
    .execute();
  const roles = await db
    .selectFrom('role_member as m')
    .innerJoin('role as r', 'r.id', 'm.role_id')
    .select(['m.person_id', 'r.id', 'r.name', 'r.role_type', 'r.module_types'])
    .where('m.person_id', 'in', among(db, ids))
    .orderBy('r.name_sort')
    .execute();
  return { departments, groups, roles };
}

/** Every department id from the person's own up to the top. */
export const departmentsAbove = compiled<{ person: number }, { id: number }>((db, p) =>
  db
    .withRecursive('up(id, parent_id)', (with_) =>
      with_
        .selectFrom('department_member as m')
        .innerJoin('department as d', 'd.id', 'm.department_id')
        .select(['d.id', 'd.parent_id'])
        .where('m.person_id', '=', p.person)
        .union(with_.selectFrom('up').innerJoin('department as d', 'd.id', 'up.parent_id').select(['d.id', 'd.parent_id'])),
    )
    .selectFrom('up')
    .select('id'),
);

/** People of the organisation, enabled, that hold a role with one of these bits. */
export async function countWithRoleType(db: Db, organisationId: number, bit: number): Promise<number> {
  const rows = await db
    .selectFrom('role_member as m')
    .innerJoin('role as r', 'r.id', 'm.role_id')
    .innerJoin('person as p', 'p.id', 'm.person_id')
    .select(['m.person_id', 'r.role_type'])
    .where('p.enabled', '=', 1)
    .where('p.organisation_id', '=', organisationId)
    .where('r.role_type', '>', 0)
    .execute();
  return new Set(rows.filter((row) => (row.role_type & bit) !== 0).map((row) => row.person_id)).size;
}

export async function namesOf(db: Db, ids: number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('person')
    .select(['id', 'full_name'])
    .where('id', 'in', among(db, JSON.stringify(ids)))
    .execute();
  return new Map(rows.map((row) => [row.id, row.full_name]));
}

export const findOrganisation = (db: Db, id: number) => db.selectFrom('organisation').selectAll().where('id', '=', id).executeTakeFirst();

export const firstOrganisation = (db: Db) => db.selectFrom('organisation').selectAll().orderBy('id').executeTakeFirst();

export const insertOrganisation = (db: Db, row: { id: number; name: string; name_key: string; created_at: number }) =>
  db.insertInto('organisation').values(row).execute();

/** Keeps a mail address that no other person has. */
export const keepMail = (db: Db, id: number, mail: { mail: string; mail_key: string }) =>
  db
    .updateTable('person')
    .set(mail)
    .where('id', '=', id)
    .where((where) => where.not(where.exists(where.selectFrom('person as p').select('p.id').where('p.mail_key', '=', mail.mail_key))))
    .execute();

/** Puts a person's picture in the place of the one before. */
export const keepAvatar = (db: Db, personId: number, png: string) =>
  db
    .insertInto('avatar')
    .values({ person_id: personId, png })
    .onConflict((conflict) => conflict.column('person_id').doUpdateSet({ png }))
    .execute();

/** The picture of somebody of the organisation, as base64, with its hash. */
export const findAvatar = (db: Db, { personId, organisationId }: { personId: number; organisationId: number }) =>
  db
    .selectFrom('avatar as a')
    .innerJoin('person as p', 'p.id', 'a.person_id')
    .select(['a.png', 'p.avatar_hash as hash'])
    .where('a.person_id', '=', personId)
    .where('p.organisation_id', '=', organisationId)
    .executeTakeFirst();
