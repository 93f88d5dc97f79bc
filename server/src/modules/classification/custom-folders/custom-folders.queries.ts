import { sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import { among } from '../../../platform/db/dialect.ts';

interface Owner {
  personId: number;
  organisationId: number;
}

/** The custom folders of a user in an organisation, in their order. */
export const customFoldersOf = (db: Db, { personId, organisationId }: Owner) =>
  db
    .selectFrom('custom_folder')
    .select(['id', 'item_id', 'name'])
    .where('person_id', '=', personId)
    .where('organisation_id', '=', organisationId)
    .orderBy('place')
    .orderBy('id')
    .execute();

/** Adds a custom folder as the last one, unless the user has so many already; answers whether it was added. */
export async function insertCustomFolder(
  db: Db,
  { personId, organisationId }: Owner,
  row: { id: number; itemId: number; name: string; most: number },
): Promise<boolean> {
  const added = await sql<{ id: number }>`insert into custom_folder (id, person_id, organisation_id, item_id, name, place)
    select cast(${row.id} as bigint), cast(${personId} as bigint), cast(${organisationId} as bigint), cast(${row.itemId} as bigint), ${row.name},
      coalesce(max(place), 0) + 1
    from custom_folder where person_id = ${personId} and organisation_id = ${organisationId}
    having count(*) < ${row.most}
    returning id`.execute(db);
  return added.rows.length > 0;
}

export const hasCustomFolder = async (db: Db, { personId, organisationId }: Owner, itemId: number): Promise<boolean> =>
  (await db
    .selectFrom('custom_folder')
    .select('id')
    .where('person_id', '=', personId)
    .where('organisation_id', '=', organisationId)
    .where('item_id', '=', itemId)
    .executeTakeFirst()) !== undefined;

/** Renames one of a user's; false where there is none. */
export async function renameCustomFolder(db: Db, personId: number, { id, name }: { id: number; name: string }): Promise<boolean> {
  const done = await db
    .updateTable('custom_folder')
    .set({ name })
    .where('id', '=', id)
    .where('person_id', '=', personId)
    .returning('id')
    .execute();
  return done.length > 0;
}

export const placeCustomFolder = (db: Db, personId: number, { id, place }: { id: number; place: number }) =>
  db.updateTable('custom_folder').set({ place }).where('id', '=', id).where('person_id', '=', personId).execute();

export const deleteCustomFolders = (db: Db, personId: number, ids: number[]) =>
  db
    .deleteFrom('custom_folder')
    .where('person_id', '=', personId)
    .where('id', 'in', among(db, JSON.stringify(ids)))
    .execute();

/** Deletes the entries of folders that are purged. */
export const forgetCustomFolderItems = (db: Db, itemIds: number[]) =>
  db
    .deleteFrom('custom_folder')
    .where('item_id', 'in', among(db, JSON.stringify(itemIds)))
    .execute();

export const forgetCustomFoldersOfPerson = (db: Db, personId: number) =>
  db.deleteFrom('custom_folder').where('person_id', '=', personId).execute();
