import type { Insertable } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import type { ZipFileTable } from '../../../platform/db/types.generated.ts';

export const insertZip = (db: Db, row: Insertable<ZipFileTable>) => db.insertInto('zip_file').values(row).execute();

export const zipById = (db: Db, id: number) => db.selectFrom('zip_file').selectAll().where('id', '=', id).executeTakeFirst();

/** Deletes expired zips; answers their ids. */
export const deleteOldZips = (db: Db, now: number) => db.deleteFrom('zip_file').where('expires_at', '<', now).returning('id').execute();

/** Deletes the zips of a user but for so many of the newest; answers their ids. */
export const deleteZipsBeyond = (db: Db, personId: number, kept: number) =>
  db
    .deleteFrom('zip_file')
    .where('person_id', '=', personId)
    .where('id', 'not in', (of) =>
      of
        .selectFrom('zip_file')
        .select('id')
        .where('person_id', '=', personId)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .limit(kept),
    )
    .returning('id')
    .execute();

export const allZips = (db: Db) => db.selectFrom('zip_file').select('id').execute();

/** Deletes the zips of a user; their files are swept. */
export const deleteZipsOf = (db: Db, personId: number) => db.deleteFrom('zip_file').where('person_id', '=', personId).execute();
