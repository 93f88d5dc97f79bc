import type { GranteeType } from '@dossier/contract/core/rights';
import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import { among, containing } from '../../../platform/db/dialect.ts';
import { nameKey } from '../../../platform/text/names.ts';
import { worksIn } from '../organisations.queries.ts';

/** A search for principals: the organisation, and part of a name as its key. */
export interface PrincipalQuery {
  organisationId: number;
  key: string;
  limit: number;
  /** Neither searches nor shows login names. */
  nameless?: boolean;
  /** Restricts the result to these. */
  among?: readonly number[];
}

const startsFirst = (column: string, key: string) =>
  sql<number>`case when substr(${sql.ref(column)}, 1, ${key.length}) = ${key} then 0 else 1 end`;

export async function findPeople(db: Db, { organisationId, key, limit, nameless = false }: PrincipalQuery) {
  const part = containing(key) as never;
  const columns = nameless ? (['full_key', 'pinyin'] as const) : (['full_key', 'login_key', 'pinyin'] as const);
  const rows = await db
    .selectFrom('person')
    .select(['id', 'full_name as name', 'login_name as detail'])
    .where(worksIn(organisationId))
    .where('enabled', '=', 1)
    .where((where) => where.or(columns.map((column) => where(column, 'like', part))))
    .orderBy(startsFirst('full_key', key))
    .orderBy('full_sort')
    .orderBy('id')
    .limit(limit)
    .execute();
  return nameless ? rows.map(({ id, name }) => ({ id, name })) : rows;
}

/** Principals that are found by name only. */
const namedTables = { department: 'department', group: 'user_group', role: 'role' } as const;

/** Departments, groups or roles by part of their names, matches at the start first. */
export async function findNamed(db: Db, type: keyof typeof namedTables, { organisationId, key, limit, among: ids }: PrincipalQuery) {
  const part = containing(key);
  const allowed = ids === undefined ? sql`` : sql` and id in ${among(db, JSON.stringify(ids))}`;
  const above = type === 'department' ? sql`parent_id` : sql`0`;
  const found = await sql<{ id: number; name: string; parent_id: number }>`select id, name, ${above} as parent_id
    from ${sql.table(namedTables[type])}
    where organisation_id = ${organisationId} and (name_key like ${part} or pinyin like ${part})${allowed}
    order by ${startsFirst('name_key', key)}, name_sort, id limit ${limit}`.execute(db);
  return found.rows;
}

const tableOf = { user: 'person', group: 'user_group', department: 'department', organisation: 'organisation', role: 'role' } as const;

/** Principals of one kind by id, within an organisation. */
export async function principalRows(db: Db, type: GranteeType, { ids, organisationId }: { ids: number[]; organisationId: number }) {
  const name = type === 'user' ? sql<string>`full_name` : sql<string>`name`;
  const of = { organisation: sql<boolean>`id = ${organisationId}`, user: worksIn(organisationId) };
  const inside = type === 'organisation' || type === 'user' ? of[type] : sql<boolean>`organisation_id = ${organisationId}`;
  const found = await sql<{ id: number; name: string }>`select id, ${name} as name from ${sql.table(tableOf[type])}
    where id in ${among(db, JSON.stringify(ids))} and ${inside}`.execute(db);
  return found.rows;
}

/** The enabled users of a principal; members of subdepartments count, an organisation's guests do not. */
export async function memberIds(db: Db, { type, id, limit }: { type: GranteeType; id: number; limit: number }): Promise<number[]> {
  const members = {
    // a bare parameter has no type in PostgreSQL
    user: sql`select cast(${id} as bigint) as person_id`,
    group: sql`select person_id from user_group_member where group_id = ${id}`,
    role: sql`select person_id from role_member where role_id = ${id}`,
    organisation: sql`select id as person_id from person where organisation_id = ${id}`,
    department: sql`select m.person_id from department_member m where m.department_id in (
      with recursive down(id) as (select id from department where id = ${id} union select d.id from department d join down on d.parent_id = down.id) select id from down)`,
  }[type];
  const found = await sql<{ id: number }>`select id from person where enabled = 1 and id in (${members}) limit ${limit}`.execute(db);
  return found.rows.map((row) => row.id);
}

/** The ancestors of each of these departments, from the top, by department id. */
export async function departmentsAboveEach(db: Db, ids: readonly number[]): Promise<Map<number, { id: number; name: string }[]>> {
  const found = await sql<{ start: number; id: number; name: string }>`
    with recursive up(start, id, above, height) as (
      select d.id, p.id, p.parent_id, 1 from department d join department p on p.id = d.parent_id where d.id in ${among(db, JSON.stringify(ids))}
      union select up.start, p.id, p.parent_id, up.height + 1 from up join department p on p.id = up.above)
    select up.start as start, d.id as id, d.name as name from up join department d on d.id = up.id order by up.height desc`.execute(db);
  return Map.groupBy(found.rows, (row) => row.start);
}

/** Names of departments by id. */
export async function departmentNames(db: Db, ids: number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('department')
    .select(['id', 'name'])
    .where('id', 'in', among(db, JSON.stringify(ids)))
    .execute();
  return new Map(rows.map((row) => [row.id, row.name]));
}

interface Member {
  principal_id: number;
  person_id: number;
}

/** The members of many principals of one kind, each with the principal; principals of other organisations have none. */
export async function membersOfAll(
  db: Db,
  type: 'group' | 'role' | 'department' | 'organisation',
  { ids, organisationId }: { ids: number[]; organisationId: number },
): Promise<Member[]> {
  const wanted = among(db, JSON.stringify(ids));
  const query = {
    group: sql<Member>`select m.group_id as principal_id, m.person_id from user_group_member m join user_group g on g.id = m.group_id
      where g.id in ${wanted} and g.organisation_id = ${organisationId}`,
    role: sql<Member>`select m.role_id as principal_id, m.person_id from role_member m join role r on r.id = m.role_id
      where r.id in ${wanted} and r.organisation_id = ${organisationId}`,
    organisation: sql<Member>`select organisation_id as principal_id, id as person_id from person
      where organisation_id in ${wanted} and organisation_id = ${organisationId}`,
    department: sql<Member>`with recursive down(top, id) as (
        select id, id from department where id in ${wanted} and organisation_id = ${organisationId}
        union select down.top, d.id from department d join down on d.parent_id = down.id)
      select down.top as principal_id, m.person_id from down join department_member m on m.department_id = down.id`,
  }[type];
  return (await query.execute(db)).rows;
}

/** The users among these who work in an organisation, by name, with their number. */
export async function pageOfThese(
  db: Db,
  filter: { ids: number[]; organisationId: number; keyword?: string | undefined },
  { limit, offset }: { limit: number; offset: number },
) {
  const ids = JSON.stringify(filter.ids);
  let query = db.selectFrom('person').where('id', 'in', among(db, ids)).where(worksIn(filter.organisationId));
  const key = nameKey(filter.keyword?.trim() ?? '');
  if (key !== '') {
    const part = containing(key) as never;
    query = query.where((where) =>
      where.or([where('full_key', 'like', part), where('login_key', 'like', part), where('pinyin', 'like', part)]),
    );
  }
  const { n } = await query.select((select) => select.fn.countAll<number>().as('n')).executeTakeFirstOrThrow();
  const rows = await query
    .select(['id', 'full_name', 'login_name', 'enabled', 'organisation_id'])
    .orderBy('full_sort')
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute();
  return { rows, total: n };
}
