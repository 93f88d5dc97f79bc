import { type Selectable, type SqlBool, sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import { among, amongTexts, compiled, containing } from '../../../platform/db/dialect.ts';
import type { PersonTable } from '../../../platform/db/types.generated.ts';
import { nameKey } from '../../../platform/text/names.ts';
import { worksIn } from '../organisations.queries.ts';

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
  'mail_step',
] as const;

export const findPersonByLogin = (db: Db, loginKey: string) =>
  db.selectFrom('person').selectAll().where('login_key', '=', loginKey).executeTakeFirst();

export const findPersonByMail = (db: Db, mailKey: string) =>
  db.selectFrom('person').selectAll().where('mail_key', '=', mailKey).executeTakeFirst();

const personById = compiled<{ id: number }, Selectable<PersonTable>>((db, p) => db.selectFrom('person').selectAll().where('id', '=', p.id));

export const findPerson = async (db: Db, id: number): Promise<Selectable<PersonTable> | undefined> => (await personById(db, { id }))[0];

/** Whether an organisation has anybody enabled but these. */
export async function hasOthersThan(db: Db, organisationId: number, ids: number[]): Promise<boolean> {
  const others = db.selectFrom('person').select('id').where('organisation_id', '=', organisationId).where('enabled', '=', 1);
  return (await others.where('id', 'not in', ids).limit(1).executeTakeFirst()) !== undefined;
}

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
    pinyin: string;
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
    pinyin: string;
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
  state?: 'enabled' | 'disabled' | 'guests' | undefined;
  secondStep?: 'on' | 'off' | undefined;
  /** Who has not signed in since. */
  idleSince?: number | undefined;
  personId?: number;
}

export interface PeoplePage {
  limit: number;
  offset: number;
  sort?: 'name' | 'lastLogin' | 'created';
  direction?: 'asc' | 'desc';
}

/** What each order sorts by, as its index has it. */
const orders = {
  name: sql<string | number>`full_sort`,
  lastLogin: sql<string | number>`coalesce(last_login_at, 0)`,
  created: sql<string | number>`created_at`,
};

/** Whether a sign-in asks for a code: by mail, or of an authenticator that was confirmed. */
const hasSecondStep = sql<SqlBool>`(mail_step = 1 or exists (
  select 1 from authenticator where authenticator.person_id = person.id and authenticator.confirmed_at is not null))`;

/** Own users, which an index sorts, and guests, which are few. */
type Part = 'own' | 'guests';

const peopleWhere = (db: Db, filter: PeopleFilter, part: Part) => {
  const guests = db
    .selectFrom('guest_membership')
    .select('person_id')
    .where('guest_membership.organisation_id', '=', filter.organisationId);
  let query = db.selectFrom('person');
  query = part === 'own' ? query.where('organisation_id', '=', filter.organisationId) : query.where('id', 'in', guests);
  if (filter.personId !== undefined) query = query.where('id', '=', filter.personId);
  if (filter.state === 'enabled' || filter.state === 'disabled') query = query.where('enabled', '=', filter.state === 'enabled' ? 1 : 0);
  if (filter.secondStep !== undefined) query = query.where(filter.secondStep === 'on' ? hasSecondStep : sql<boolean>`not ${hasSecondStep}`);
  if (filter.idleSince !== undefined) query = query.where(orders.lastLogin, '<', filter.idleSince);
  if (filter.keyword !== undefined && filter.keyword !== '') {
    const found = containing(nameKey(filter.keyword)) as never;
    query = query.where((where) =>
      where.or([where('full_key', 'like', found), where('login_key', 'like', found), where('pinyin', 'like', found)]),
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

/** The parts that a filter can find anybody in: what it says of accounts is not told of guests. */
function partsOf({ state, secondStep, idleSince }: PeopleFilter): ReadonlySet<Part> {
  if (state === 'guests') return new Set(secondStep === undefined && idleSince === undefined ? ['guests'] : []);
  return new Set(state === undefined && secondStep === undefined && idleSince === undefined ? ['own', 'guests'] : ['own']);
}

export async function pageOfPeople(db: Db, filter: PeopleFilter, { sort = 'name', direction = 'asc', ...page }: PeoplePage) {
  const parts = partsOf(filter);
  const count = async (part: Part) =>
    parts.has(part)
      ? (
          await peopleWhere(db, filter, part)
            .select((select) => select.fn.countAll<number>().as('n'))
            .executeTakeFirstOrThrow()
        ).n
      : 0;
  const [own, guests] = [await count('own'), await count('guests')];
  const rowsOf = async (part: Part, { limit, offset }: { limit: number; offset: number }) =>
    parts.has(part)
      ? peopleWhere(db, filter, part)
          .select(personFields)
          .select(hasSecondStep.as('has_second_step'))
          .select(orders[sort].as('sort_key'))
          .orderBy(orders[sort], direction)
          .orderBy('id', direction)
          .limit(limit)
          .offset(offset)
          .execute()
      : [];
  if (guests === 0) return { rows: await rowsOf('own', page), total: own };
  // guests shift the own users by at most their number: from there on both are merged in order
  const from = Math.max(0, page.offset - guests);
  const before = page.offset - from;
  const both = [
    ...(await rowsOf('own', { limit: before + page.limit, offset: from })),
    ...(await rowsOf('guests', { limit: guests, offset: 0 })),
  ];
  const sign = direction === 'asc' ? 1 : -1;
  const merged = both.toSorted((a, b) => sign * (compareKeys(a.sort_key, b.sort_key) || a.id - b.id));
  return { rows: merged.slice(before, before + page.limit), total: own + guests };
}

const compareKeys = (a: string | number, b: string | number): number =>
  typeof a === 'number' && typeof b === 'number' ? a - b : compareTexts(String(a), String(b));

/** Compares UTF-8 bytes, as both engines sort texts. */
const compareTexts = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));

/** The avatars of users who have an account. */
export const avatarsOf = (db: Db, ids: readonly number[]) =>
  db
    .selectFrom('person')
    .select(['id', 'avatar_hash'])
    .where('id', 'in', among(db, JSON.stringify(ids)))
    .execute();

export async function namesOf(db: Db, ids: number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('person')
    .select(['id', 'full_name'])
    .where('id', 'in', among(db, JSON.stringify(ids)))
    // removed users keep their name at what they created
    .unionAll(
      db
        .selectFrom('former_person')
        .select(['id', 'full_name'])
        .where('id', 'in', among(db, JSON.stringify(ids))),
    )
    .execute();
  return new Map(rows.map((row) => [row.id, row.full_name]));
}

/** Stores a mail address that no other user has. */
export const storeMail = (db: Db, id: number, mail: { mail: string; mail_key: string; mail_proven: number }) =>
  db
    .updateTable('person')
    .set(mail)
    .where('id', '=', id)
    .where((where) => where.not(where.exists(where.selectFrom('person as p').select('p.id').where('p.mail_key', '=', mail.mail_key))))
    .execute();

/** Replaces a user's avatar. */
export const putAvatar = (db: Db, personId: number, png: string) =>
  db
    .insertInto('avatar')
    .values({ person_id: personId, png })
    .onConflict((conflict) => conflict.column('person_id').doUpdateSet({ png }))
    .execute();

/** The avatar of a user in the organisation, as base64, with its hash. */
export const findAvatar = (db: Db, { personId, organisationId }: { personId: number; organisationId: number }) =>
  db
    .selectFrom('avatar as a')
    .innerJoin('person', 'person.id', 'a.person_id')
    .select(['a.png', 'person.avatar_hash as hash'])
    .where('a.person_id', '=', personId)
    .where(worksIn(organisationId))
    .executeTakeFirst();

const accountFields = [
  'id',
  'organisation_id',
  'login_name',
  'login_key',
  'full_name',
  'mail',
  'mail_key',
  'enabled',
  'lang',
  'created_at',
  'password_hash',
] as const;

/** The accounts of the site with one of these login names or mail addresses. */
export const accountsKnownAs = (db: Db, { logins, mails }: { logins: string[]; mails: string[] }) =>
  db
    .selectFrom('person')
    .select(accountFields)
    .where('login_key', 'in', amongTexts(db, JSON.stringify(logins)))
    .union(
      db
        .selectFrom('person')
        .select(accountFields)
        .where('mail_key', 'in', amongTexts(db, JSON.stringify(mails))),
    )
    .execute();

/** A batch of an organisation's own accounts by name, after the last one of the previous batch. */
export const accountsAfter = (
  db: Db,
  organisationId: number,
  { after, limit }: { after: { full_sort: string; id: number }; limit: number },
) =>
  db
    .selectFrom('person')
    .select(['id', 'login_name', 'full_name', 'full_sort', 'mail', 'enabled', 'lang'])
    .where('organisation_id', '=', organisationId)
    .where(sql<boolean>`(full_sort, id) > (${after.full_sort}, ${after.id})`)
    .orderBy('full_sort')
    .orderBy('id')
    .limit(limit)
    .execute();

export const insertFormerUser = (
  db: Db,
  row: { id: number; organisation_id: number; login_name: string; full_name: string; heir_id: number; removed_at: number },
) => db.insertInto('former_person').values(row).execute();

/** Deletes a user and all memberships, in every organisation. */
export async function deleteUserRows(db: Db, id: number): Promise<void> {
  const tables = [
    'department_member',
    'department_head',
    'user_group_member',
    'role_member',
    'guest_membership',
    'avatar',
    'former_password',
  ] as const;
  for (const table of tables) await db.deleteFrom(table).where('person_id', '=', id).execute();
  await db.deleteFrom('person').where('id', '=', id).execute();
}

/** The departments of an organisation that a user heads, with their number of heads. */
export const departmentsHeadedBy = (db: Db, { id, organisation_id }: { id: number; organisation_id: number }) =>
  db
    .selectFrom('department_head as h')
    .innerJoin('department as d', 'd.id', 'h.department_id')
    .select(['d.id', 'd.name'])
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

/** The number of organisations where a user is a guest. */
export const countSpaces = (db: Db, personId: number): Promise<number> => countRows(db, 'guest_membership', personId);

async function countRows(db: Db, table: 'user_group_member' | 'guest_membership', personId: number): Promise<number> {
  const { n } = await db
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .where('person_id', '=', personId)
    .executeTakeFirstOrThrow();
  return n;
}

/** The administrator of an organisation with the oldest account. */
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

/** The hashes of a user's former passwords, the last one first. */
export const formerPasswords = (db: Db, personId: number, limit: number) =>
  db.selectFrom('former_password').select(['id', 'hash']).where('person_id', '=', personId).orderBy('id', 'desc').limit(limit).execute();

export const insertFormerPassword = (db: Db, row: { id: number; person_id: number; hash: string }) =>
  db.insertInto('former_password').values(row).execute();

/** Deletes all former passwords of a user but these. */
export const deleteFormerPasswords = (db: Db, personId: number, kept: number[]) =>
  db
    .deleteFrom('former_password')
    .where('person_id', '=', personId)
    .where('id', 'not in', among(db, JSON.stringify(kept)))
    .execute();
