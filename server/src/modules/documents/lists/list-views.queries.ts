import { type Updateable, sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import { among } from '../../../platform/db/dialect.ts';
import type { ListViewTable } from '../../../platform/db/types.generated.ts';

export interface Owner {
  personId: number;
  organisationId: number;
}

export const listViewsOf = (db: Db, { personId, organisationId }: Owner) =>
  db
    .selectFrom('list_view')
    .select(['id', 'name', 'settings'])
    .where('person_id', '=', personId)
    .where('organisation_id', '=', organisationId)
    .orderBy('name_sort')
    .orderBy('id')
    .execute();

interface NewView {
  id: number;
  name: string;
  name_key: string;
  name_sort: string;
  settings: string;
  at: number;
  most: number;
}

/** Saves a view, unless the user has so many already; answers whether it was saved. A taken name violates the unique index. */
export async function insertListView(db: Db, { personId, organisationId }: Owner, row: NewView): Promise<boolean> {
  const added = await sql<{ id: number }>`insert into list_view
      (id, person_id, organisation_id, name, name_key, name_sort, settings, updated_at)
    select cast(${row.id} as bigint), cast(${personId} as bigint), cast(${organisationId} as bigint), ${row.name}, ${row.name_key},
      ${row.name_sort}, ${row.settings}, cast(${row.at} as bigint)
    where (select count(*) from list_view where person_id = ${personId} and organisation_id = ${organisationId}) < ${row.most}
    returning id`.execute(db);
  return added.rows.length > 0;
}

/** Changes one of a user's; false where there is none. */
export async function updateListView(
  db: Db,
  { personId, organisationId }: Owner,
  { id, ...changes }: Updateable<ListViewTable> & { id: number },
): Promise<boolean> {
  const done = await db
    .updateTable('list_view')
    .set(changes)
    .where('id', '=', id)
    .where('person_id', '=', personId)
    .where('organisation_id', '=', organisationId)
    .returning('id')
    .execute();
  return done.length > 0;
}

export const deleteListViews = (db: Db, { personId, organisationId }: Owner, ids: number[]) =>
  db
    .deleteFrom('list_view')
    .where('person_id', '=', personId)
    .where('organisation_id', '=', organisationId)
    .where('id', 'in', among(db, JSON.stringify(ids)))
    .execute();

export const deleteAllListViews = (db: Db, personId: number) => db.deleteFrom('list_view').where('person_id', '=', personId).execute();
