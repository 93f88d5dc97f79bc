import { sql } from 'kysely';
import type { Db } from '../../ground/db/database.ts';
import { compiled, containing } from '../../ground/db/words.ts';

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

/** Where a person stands to an organisation: the own one, how both are, whether a guest there, and in how many others. */
export const placeOf = compiled<{ person: number; space: number }, PlaceRow>((db, p) =>
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
        .selectFrom('space_member as m')
        .select((inner) => inner.fn.countAll<number>().as('n'))
        .whereRef('m.organisation_id', '=', 'o.id')
        .whereRef('m.person_id', '=', 'u.id')
        .as('guest'),
      select
        .selectFrom('space_member as m')
        .innerJoin('organisation as g', 'g.id', 'm.organisation_id')
        .select((inner) => inner.fn.countAll<number>().as('n'))
        .whereRef('m.person_id', '=', 'u.id')
        .where('g.enabled', '=', 1)
        .as('elsewhere'),
    ])
    .where('u.id', '=', p.person),
);

/** People of an organisation, its guests included: for the alias `person`. */
export const worksIn = (organisationId: number) =>
  sql<boolean>`(person.organisation_id = ${organisationId}
    or person.id in (select person_id from space_member where organisation_id = ${organisationId}))`;

export const isMember = async (db: Db, organisationId: number, personId: number): Promise<boolean> =>
  (await db
    .selectFrom('space_member')
    .select('person_id')
    .where('organisation_id', '=', organisationId)
    .where('person_id', '=', personId)
    .executeTakeFirst()) !== undefined;

/** Makes somebody a guest; false where they are one already. */
export const insertMember = async (db: Db, row: { organisation_id: number; person_id: number; since: number }): Promise<boolean> =>
  (await db
    .insertInto('space_member')
    .values(row)
    .onConflict((conflict) => conflict.columns(['organisation_id', 'person_id']).doNothing())
    .returning('person_id')
    .executeTakeFirst()) !== undefined;

/** Ends a guest's membership; false where there is none. */
export const deleteMember = async (db: Db, organisationId: number, personId: number): Promise<boolean> =>
  (await db
    .deleteFrom('space_member')
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
        where('id', 'in', db.selectFrom('space_member').select('organisation_id').where('person_id', '=', personId)),
      ]),
    )
    .where('enabled', '=', 1)
    .where((where) => where.or([where('expires_at', '=', 0), where('expires_at', '>', now)]));
  return keyword === undefined || keyword === '' ? query : query.where('name_key', 'like', containing(keyword) as never);
};

/** A page of the organisations that a person may work in, the own one first. */
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
