import type { Db } from '../../ground/db/database.ts';
import { among } from '../../ground/db/words.ts';

/** The hashes of passwords that a person had before, the last one first. */
export const formerPasswords = (db: Db, personId: number, limit: number) =>
  db.selectFrom('former_password').select(['id', 'hash']).where('person_id', '=', personId).orderBy('id', 'desc').limit(limit).execute();

export const insertFormerPassword = (db: Db, row: { id: number; person_id: number; hash: string }) =>
  db.insertInto('former_password').values(row).execute();

/** Lets go of all former passwords of a person but these. */
export const deleteFormerPasswords = (db: Db, personId: number, kept: number[]) =>
  db
    .deleteFrom('former_password')
    .where('person_id', '=', personId)
    .where('id', 'not in', among(db, JSON.stringify(kept)))
    .execute();
