import { sql } from 'kysely';
import type { Db } from '../../ground/db/database.ts';

/** A logo as it is kept: what it is, and its bytes as base64. */
export interface LogoRow {
  kind: string;
  bytes: string;
}

/** Puts an organisation's logo in the place of the one before. */
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

/** The organisations that share guests with one, in either direction, or are related to it; with both facts. */
export async function relatedTo(db: Db, id: number): Promise<Array<{ id: number; name: string; guests: number; related: number }>> {
  const found = await sql<{ id: number; name: string; guests: number; related: number }>`
    select o.id, o.name, max(r.guests) as guests, max(r.related) as related from (
      select person.organisation_id as id, 1 as guests, 0 as related from space_member
        join person on person.id = space_member.person_id where space_member.organisation_id = ${id}
      union all select space_member.organisation_id, 1, 0 from space_member
        join person on person.id = space_member.person_id where person.organisation_id = ${id}
      union all select high_id, 0, 1 from related_organisation where low_id = ${id}
      union all select low_id, 0, 1 from related_organisation where high_id = ${id}
    ) as r join organisation as o on o.id = r.id where o.enabled = 1 and o.id <> ${id}
    group by o.id, o.name, o.name_key order by o.name_key`.execute(db);
  return found.rows;
}

/** The organisations that one was said to be related to, closed ones too. */
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
