import { type Updateable, sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import { among, compiled, containing } from '../../platform/db/dialect.ts';
import type { OrganisationTable } from '../../platform/db/types.generated.ts';
import { nameKey } from '../../platform/text/names.ts';

export const findOrganisation = (db: Db, id: number) => db.selectFrom('organisation').selectAll().where('id', '=', id).executeTakeFirst();

/** The first organisation, from which the site is administrated. */
export const firstOrganisation = (db: Db) => db.selectFrom('organisation').selectAll().orderBy('id').limit(1).executeTakeFirst();

/** The organisations of the site, the first one first. */
export const organisationIds = async (db: Db): Promise<number[]> =>
  (await db.selectFrom('organisation').select('id').orderBy('id').execute()).map((row) => row.id);

export const insertOrganisation = (
  db: Db,
  row: { id: number; name: string; name_key: string; created_at: number; description?: string; expires_at?: number },
) => db.insertInto('organisation').values(row).execute();

export const updateOrganisationRow = (db: Db, id: number, changes: Updateable<OrganisationTable>) =>
  db.updateTable('organisation').set(changes).where('id', '=', id).execute();

export async function organisationNames(db: Db, ids: number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('organisation')
    .select(['id', 'name'])
    .where('id', 'in', among(db, JSON.stringify(ids)))
    .execute();
  return new Map(rows.map((row) => [row.id, row.name]));
}

const organisationsWhere = (db: Db, keyword: string | undefined) => {
  const query = db.selectFrom('organisation');
  return keyword === undefined || keyword === '' ? query : query.where('name_key', 'like', containing(nameKey(keyword)) as never);
};

/** A page of organisations, the first one first, with the number of users and guests in each. */
export async function pageOfOrganisations(
  db: Db,
  { keyword, limit, offset }: { keyword: string | undefined; limit: number; offset: number },
) {
  const first = (await firstOrganisation(db))?.id ?? 0;
  const rows = await organisationsWhere(db, keyword)
    .selectAll()
    .select((select) => [
      select
        .selectFrom('person')
        .select((inner) => inner.fn.countAll<number>().as('n'))
        .whereRef('person.organisation_id', '=', 'organisation.id')
        .as('people'),
      select
        .selectFrom('guest_membership')
        .select((inner) => inner.fn.countAll<number>().as('n'))
        .whereRef('guest_membership.organisation_id', '=', 'organisation.id')
        .as('guests'),
    ])
    .orderBy((order) => order.case().when('id', '=', first).then(0).else(1).end())
    .orderBy('name_key')
    .limit(limit)
    .offset(offset)
    .execute();
  const { n } = await organisationsWhere(db, keyword)
    .select((select) => select.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return { rows, total: n, first };
}

/**
 * Live documents and their bytes by organisation: one scan of the covering index on sizes, on the long-running reader. The unary plus keeps
 * SQLite from an index that would look up each row.
 */
export async function usageOfOrganisations(db: Db) {
  const found = await sql<{ organisation_id: number; documents: number; bytes: number }>`
    select acl.organisation_id, count(*) as documents, cast(sum(item.size) as bigint) as bytes
    from item join acl on acl.id = abs(item.acl_id) where +item.kind = 33 and +item.bin_id = 0 group by acl.organisation_id`.execute(db);
  return found.rows;
}

/** The present or former organisation of users. */
export const homeOrganisationRows = (db: Db, ids: string) =>
  db
    .selectFrom('person')
    .select(['id', 'organisation_id'])
    .where('id', 'in', among(db, ids))
    .union(db.selectFrom('former_person').select(['id', 'organisation_id']).where('id', 'in', among(db, ids)))
    .execute();

interface PlaceRow {
  home_id: number;
  home_enabled: number;
  home_expires: number;
  enabled: number;
  expires_at: number;
  first_id: number | null;
  guest: number | null;
  elsewhere: number | null;
}

/** A user's relation to an organisation: the own one, the state of both, whether a guest there, and the number of others. */
export const positionIn = compiled<{ person: number; space: number }, PlaceRow>((db, p) =>
  db
    .selectFrom('person as u')
    .innerJoin('organisation as o', (join) => join.on('o.id', '=', p.space))
    .innerJoin('organisation as h', 'h.id', 'u.organisation_id')
    .select(['h.id as home_id', 'h.enabled as home_enabled', 'h.expires_at as home_expires', 'o.enabled', 'o.expires_at'])
    .select((select) => [
      select
        .selectFrom('organisation as f')
        .select((inner) => inner.fn.min('f.id').as('id'))
        .as('first_id'),
      select
        .selectFrom('guest_membership as m')
        .select((inner) => inner.fn.countAll<number>().as('n'))
        .whereRef('m.organisation_id', '=', 'o.id')
        .whereRef('m.person_id', '=', 'u.id')
        .as('guest'),
      select
        .selectFrom('guest_membership as m')
        .innerJoin('organisation as g', 'g.id', 'm.organisation_id')
        .select((inner) => inner.fn.countAll<number>().as('n'))
        .whereRef('m.person_id', '=', 'u.id')
        .where('g.enabled', '=', 1)
        .as('elsewhere'),
    ])
    .where('u.id', '=', p.person),
);

/** Users of an organisation, its guests included: for the alias `person`. */
export const worksIn = (organisationId: number) =>
  sql<boolean>`(person.organisation_id = ${organisationId}
    or person.id in (select person_id from guest_membership where organisation_id = ${organisationId}))`;

export const isMember = async (db: Db, organisationId: number, personId: number): Promise<boolean> =>
  (await db
    .selectFrom('guest_membership')
    .select('person_id')
    .where('organisation_id', '=', organisationId)
    .where('person_id', '=', personId)
    .executeTakeFirst()) !== undefined;

/** Adds a guest; false for one who is a guest already. */
export const insertMember = async (db: Db, row: { organisation_id: number; person_id: number; since: number }): Promise<boolean> =>
  (await db
    .insertInto('guest_membership')
    .values(row)
    .onConflict((conflict) => conflict.columns(['organisation_id', 'person_id']).doNothing())
    .returning('person_id')
    .executeTakeFirst()) !== undefined;

/** Ends a guest's membership; false when there is none. */
export const deleteMember = async (db: Db, organisationId: number, personId: number): Promise<boolean> =>
  (await db
    .deleteFrom('guest_membership')
    .where('organisation_id', '=', organisationId)
    .where('person_id', '=', personId)
    .returning('person_id')
    .executeTakeFirst()) !== undefined;

export interface SpaceRow {
  id: number;
  name: string;
  own: number;
}

interface SpaceFilter {
  personId: number;
  now: number;
  keyword?: string;
}

const spacesWhere = (db: Db, { personId, now, keyword }: SpaceFilter) => {
  const own = db.selectFrom('person').select('organisation_id').where('id', '=', personId);
  const query = db
    .selectFrom('organisation')
    .where((where) =>
      where.or([
        where('id', 'in', own),
        where('id', 'in', db.selectFrom('guest_membership').select('organisation_id').where('person_id', '=', personId)),
      ]),
    )
    .where('enabled', '=', 1)
    .where((where) => where.or([where('expires_at', '=', 0), where('expires_at', '>', now)]));
  return keyword === undefined || keyword === '' ? query : query.where('name_key', 'like', containing(keyword) as never);
};

/** A page of the organisations that a user may work in, the own one first. */
export async function pageOfSpaces(db: Db, filter: SpaceFilter, { limit, offset }: { limit: number; offset: number }) {
  const own = sql<number>`case when id = (select organisation_id from person where id = ${filter.personId}) then 1 else 0 end`;
  const rows: SpaceRow[] = await spacesWhere(db, filter)
    .select(['id', 'name'])
    .select(own.as('own'))
    .orderBy('own', 'desc')
    .orderBy('name_key')
    .limit(limit)
    .offset(offset)
    .execute();
  const { n } = await spacesWhere(db, filter)
    .select((select) => select.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return { rows, total: n };
}

/** A stored logo: its kind, and its bytes as base64. */
export interface LogoRow {
  kind: string;
  bytes: string;
}

/** Replaces an organisation's logo. */
export const putLogo = (db: Db, organisationId: number, logo: LogoRow) =>
  db
    .insertInto('logo')
    .values({ organisation_id: organisationId, ...logo })
    .onConflict((conflict) => conflict.column('organisation_id').doUpdateSet(logo))
    .execute();

export const dropLogo = (db: Db, organisationId: number) => db.deleteFrom('logo').where('organisation_id', '=', organisationId).execute();

export const findLogo = (db: Db, organisationId: number) =>
  db
    .selectFrom('logo')
    .innerJoin('organisation', 'organisation.id', 'logo.organisation_id')
    .select(['kind', 'bytes', 'logo_hash'])
    .where('organisation_id', '=', organisationId)
    .executeTakeFirst();

/** The organisations that share guests with one, in either direction, or are set as related; with both facts. */
export async function relatedTo(db: Db, id: number): Promise<Array<{ id: number; name: string; guests: number; related: number }>> {
  const found = await sql<{ id: number; name: string; guests: number; related: number }>`
    select o.id, o.name, max(r.guests) as guests, max(r.related) as related from (
      select person.organisation_id as id, 1 as guests, 0 as related from guest_membership
        join person on person.id = guest_membership.person_id where guest_membership.organisation_id = ${id}
      union all select guest_membership.organisation_id, 1, 0 from guest_membership
        join person on person.id = guest_membership.person_id where person.organisation_id = ${id}
      union all select high_id, 0, 1 from related_organisation where low_id = ${id}
      union all select low_id, 0, 1 from related_organisation where high_id = ${id}
    ) as r join organisation as o on o.id = r.id where o.enabled = 1 and o.id <> ${id}
    group by o.id, o.name, o.name_key order by o.name_key`.execute(db);
  return found.rows;
}

/** The organisations that are set as related to one, closed ones too. */
export async function idsRelated(db: Db, id: number): Promise<number[]> {
  const rows = await db
    .selectFrom('related_organisation')
    .select(['low_id', 'high_id'])
    .where((where) => where.or([where('low_id', '=', id), where('high_id', '=', id)]))
    .execute();
  return rows.map((row) => (row.low_id === id ? row.high_id : row.low_id));
}

export async function dropRelations(db: Db, id: number): Promise<void> {
  await db
    .deleteFrom('related_organisation')
    .where((where) => where.or([where('low_id', '=', id), where('high_id', '=', id)]))
    .execute();
}

export const putRelation = (db: Db, one: number, other: number) =>
  db
    .insertInto('related_organisation')
    .values({ low_id: Math.min(one, other), high_id: Math.max(one, other) })
    .execute();

const administratorFields = ['person.id', 'person.full_name', 'person.login_name', 'person.enabled'] as const;

/** The organisation's own users who hold its role of this id. */
export const administratorsWithRole = (db: Db, { organisationId, roleId }: { organisationId: number; roleId: number }) =>
  db
    .selectFrom('role_member')
    .innerJoin('person', 'person.id', 'role_member.person_id')
    .select(administratorFields)
    .where('role_member.role_id', '=', roleId)
    .where('person.organisation_id', '=', organisationId)
    .orderBy('person.full_sort')
    .orderBy('person.id')
    .execute();

/** Enabled own users of an organisation by part of their name. */
export function searchOwnUsers(db: Db, { organisationId, keyword, limit }: { organisationId: number; keyword: string; limit: number }) {
  const found = containing(nameKey(keyword)) as never;
  return db
    .selectFrom('person')
    .select(administratorFields)
    .where('organisation_id', '=', organisationId)
    .where('enabled', '=', 1)
    .where((where) => where.or([where('full_key', 'like', found), where('login_key', 'like', found), where('pinyin', 'like', found)]))
    .orderBy('full_sort')
    .orderBy('id')
    .limit(limit)
    .execute();
}
