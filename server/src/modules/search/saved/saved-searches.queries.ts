import { type Updateable, sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import { among } from '../../../platform/db/dialect.ts';
import type { SavedSearchTable } from '../../../platform/db/types.generated.ts';

export interface Owner {
  personId: number;
  organisationId: number;
}

export const recentSearchesOf = (db: Db, { personId, organisationId }: Owner, limit: number) =>
  db
    .selectFrom('recent_search')
    .select(['id', 'terms', 'searched_at'])
    .where('person_id', '=', personId)
    .where('organisation_id', '=', organisationId)
    .orderBy('searched_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();

/** Adds a search, or moves the one with its key up, unless its user keeps none. */
export const putRecentSearch = (
  db: Db,
  { personId, organisationId }: Owner,
  row: { id: number; key: string; terms: string; at: number },
): Promise<unknown> =>
  sql`insert into recent_search (id, person_id, organisation_id, terms_key, terms, searched_at)
    select cast(${row.id} as bigint), cast(${personId} as bigint), cast(${organisationId} as bigint), ${row.key}, ${row.terms},
      cast(${row.at} as bigint)
    where not exists (select 1 from recent_search_off where person_id = ${personId})
    on conflict (person_id, organisation_id, terms_key) do update set terms = excluded.terms, searched_at = excluded.searched_at`.execute(
    db,
  );

/** Deletes what lies behind the newest ones. */
export const trimRecentSearches = (db: Db, { personId, organisationId }: Owner, limit: number): Promise<unknown> =>
  sql`delete from recent_search where person_id = ${personId} and organisation_id = ${organisationId} and id not in (
    select id from recent_search where person_id = ${personId} and organisation_id = ${organisationId}
    order by searched_at desc, id desc limit ${limit})`.execute(db);

/** Deletes some of a user's last searches, in one organisation or everywhere. */
export const deleteRecentSearches = (db: Db, personId: number, { organisationId, ids }: { organisationId?: number; ids?: number[] } = {}) =>
  db
    .deleteFrom('recent_search')
    .where('person_id', '=', personId)
    .$if(organisationId !== undefined, (all) => all.where('organisation_id', '=', organisationId ?? 0))
    .$if(ids !== undefined, (all) => all.where('id', 'in', among(db, JSON.stringify(ids))))
    .execute();

export const keepsRecentSearches = async (db: Db, personId: number): Promise<boolean> =>
  (await db.selectFrom('recent_search_off').select('person_id').where('person_id', '=', personId).executeTakeFirst()) === undefined;

export const turnRecentSearchesOff = (db: Db, personId: number) =>
  db
    .insertInto('recent_search_off')
    .values({ person_id: personId })
    .onConflict((conflict) => conflict.column('person_id').doNothing())
    .execute();

export const turnRecentSearchesOn = (db: Db, personId: number) =>
  db.deleteFrom('recent_search_off').where('person_id', '=', personId).execute();

export const savedSearchesOf = (db: Db, { personId, organisationId }: Owner) =>
  db
    .selectFrom('saved_search')
    .select(['id', 'name', 'name_key', 'terms'])
    .where('person_id', '=', personId)
    .where('organisation_id', '=', organisationId)
    .orderBy('name_sort')
    .orderBy('id')
    .execute();

interface NewSearch {
  id: number;
  name: string;
  name_key: string;
  name_sort: string;
  terms: string;
  at: number;
  most: number;
}

/** Saves a search, unless the user has so many already; answers whether it was saved. A taken name violates the unique index. */
export async function insertSavedSearch(db: Db, { personId, organisationId }: Owner, row: NewSearch): Promise<boolean> {
  const added = await sql<{ id: number }>`insert into saved_search
      (id, person_id, organisation_id, name, name_key, name_sort, terms, updated_at)
    select cast(${row.id} as bigint), cast(${personId} as bigint), cast(${organisationId} as bigint), ${row.name}, ${row.name_key},
      ${row.name_sort}, ${row.terms}, cast(${row.at} as bigint)
    where (select count(*) from saved_search where person_id = ${personId} and organisation_id = ${organisationId}) < ${row.most}
    returning id`.execute(db);
  return added.rows.length > 0;
}

/** Changes one of a user's; false where there is none. */
export async function updateSavedSearch(
  db: Db,
  { personId, organisationId }: Owner,
  { id, ...changes }: Updateable<SavedSearchTable> & { id: number },
): Promise<boolean> {
  const done = await db
    .updateTable('saved_search')
    .set(changes)
    .where('id', '=', id)
    .where('person_id', '=', personId)
    .where('organisation_id', '=', organisationId)
    .returning('id')
    .execute();
  return done.length > 0;
}

export const deleteSavedSearches = (db: Db, { personId, organisationId }: Owner, ids: number[]) =>
  db
    .deleteFrom('saved_search')
    .where('person_id', '=', personId)
    .where('organisation_id', '=', organisationId)
    .where('id', 'in', among(db, JSON.stringify(ids)))
    .execute();

export const deleteAllSavedSearches = (db: Db, personId: number) =>
  db.deleteFrom('saved_search').where('person_id', '=', personId).execute();
