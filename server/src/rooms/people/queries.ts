import type { Selectable } from 'kysely';
import type { Db } from '../../ground/db/database.ts';
import type { PersonTable } from '../../ground/db/types.generated.ts';
import { among, compiled, containing } from '../../ground/db/words.ts';
import { nameKey } from '../../ground/text/names.ts';
import { worksIn } from '../organisations/spaces.ts';

const personFields = [
  'id',
  'organisation_id',
  'login_name',
  'full_name',
  'enabled',
  'mail',
  'lang',
  'created_at',
  'last_login_at',
  'avatar_hash',
] as const;

export const findPersonByLogin = (db: Db, loginKey: string) =>
  db.selectFrom('person').selectAll().where('login_key', '=', loginKey).executeTakeFirst();

export const findPersonByMail = (db: Db, mailKey: string) =>
  db.selectFrom('person').selectAll().where('mail_key', '=', mailKey).executeTakeFirst();

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
    password_at: number;
    password_due: number;
    lang: string;
    lang_chosen: number;
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
    password_at: number;
    password_due: number;
    enabled: number;
    lang: string;
    lang_chosen: number;
    search_type: number;
    double_click: number;
    view_type: number;
    window_type: number;
    list_layout: string;
    last_module: number;
    last_login_at: number;
    last_space: number;
    avatar_hash: string;
    mail: string | null;
    mail_key: string | null;
    mail_step: number;
    mail_proven: number;
  }>,
) => db.updateTable('person').set(changes).where('id', '=', id).execute();

export interface PeopleFilter {
  organisationId: number;
  keyword?: string;
  departmentIds?: readonly number[];
  groupId?: number;
  roleId?: number;
}

/** Its own people, whom an index has in order, and its guests, who are few. */
type Part = 'own' | 'guests';

const peopleWhere = (db: Db, filter: PeopleFilter, part: Part) => {
  const guests = db.selectFrom('space_member').select('person_id').where('space_member.organisation_id', '=', filter.organisationId);
  let query = db.selectFrom('person');
  query = part === 'own' ? query.where('organisation_id', '=', filter.organisationId) : query.where('id', 'in', guests);
  if (filter.keyword !== undefined && filter.keyword !== '') {
    const found = containing(nameKey(filter.keyword)) as never;
    query = query.where((where) =>
      where.or([where('full_key', 'like', found), where('login_key', 'like', found), where('spoken', 'like', found)]),
    );
  }
  if (filter.departmentIds !== undefined) {
    query = query.where(
      'id',
      'in',
      db
        .selectFrom('department_member')
        .innerJoin('department', 'department.id', 'department_member.department_id')
        .select('person_id')
        .where('department.id', 'in', among(db, JSON.stringify(filter.departmentIds)))
        .where('department.organisation_id', '=', filter.organisationId),
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
  const count = async (part: Part) =>
    (
      await peopleWhere(db, filter, part)
        .select((select) => select.fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow()
    ).n;
  const [own, guests] = [await count('own'), await count('guests')];
  const rowsOf = (part: Part, { limit, offset }: { limit: number; offset: number }) =>
    peopleWhere(db, filter, part)
      .select(personFields)
      .select('full_sort')
      .orderBy('full_sort')
      .orderBy('id')
      .limit(limit)
      .offset(offset)
      .execute();
  if (guests === 0) return { rows: await rowsOf('own', page), total: own };
  // guests push the others back by their number at most: from there on both are merged in the order that each has
  const from = Math.max(0, page.offset - guests);
  const before = page.offset - from;
  const both = [
    ...(await rowsOf('own', { limit: before + page.limit, offset: from })),
    ...(await rowsOf('guests', { limit: guests, offset: 0 })),
  ];
  const merged = both.toSorted((a, b) => compareTexts(a.full_sort, b.full_sort) || a.id - b.id);
  return { rows: merged.slice(before, before + page.limit), total: own + guests };
}

/** By their UTF-8 bytes, as both engines sort texts. */
const compareTexts = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

export async function namesOf(db: Db, ids: number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('person')
    .select(['id', 'full_name'])
    .where('id', 'in', among(db, JSON.stringify(ids)))
    // what people made keeps their name when they are gone
    .unionAll(
      db
        .selectFrom('former_person')
        .select(['id', 'full_name'])
        .where('id', 'in', among(db, JSON.stringify(ids))),
    )
    .execute();
  return new Map(rows.map((row) => [row.id, row.full_name]));
}

/** Keeps a mail address that no other person has. */
export const keepMail = (db: Db, id: number, mail: { mail: string; mail_key: string; mail_proven: number }) =>
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

/** The picture of somebody who works in the organisation, as base64, with its hash. */
export const findAvatar = (db: Db, { personId, organisationId }: { personId: number; organisationId: number }) =>
  db
    .selectFrom('avatar as a')
    .innerJoin('person', 'person.id', 'a.person_id')
    .select(['a.png', 'person.avatar_hash as hash'])
    .where('a.person_id', '=', personId)
    .where(worksIn(organisationId))
    .executeTakeFirst();
