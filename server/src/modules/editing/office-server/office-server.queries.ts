import type { Insertable, Selectable } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import { among, compiled } from '../../../platform/db/dialect.ts';
import type { OfficeLockTable, OfficeSaveTable } from '../../../platform/db/types.generated.ts';
import type { Lock } from '../../documents/locks.ts';

export type OfficeLockRow = Selectable<OfficeLockTable>;

export const lockRow = compiled<{ item: number }, OfficeLockRow>((db, p) =>
  db.selectFrom('office_lock').selectAll().where('item_id', '=', p.item),
);

/** The locks of some documents that have not ended. */
export const locksOf = compiled<{ ids: string; now: number }, OfficeLockRow>((db, p) =>
  db.selectFrom('office_lock').selectAll().where('item_id', 'in', among(db, p.ids)).where('expires_at', '>', p.now),
);

/** All locks that have not ended. */
export const presentLocks = compiled<{ now: number }, OfficeLockRow>((db, p) =>
  db.selectFrom('office_lock').selectAll().where('expires_at', '>', p.now),
);

export const putLock = (db: Db, row: Insertable<OfficeLockTable>) =>
  db
    .insertInto('office_lock')
    .values(row)
    .onConflict((conflict) => conflict.column('item_id').doUpdateSet(row))
    .execute();

export const deleteLock = (db: Db, item: number) => db.deleteFrom('office_lock').where('item_id', '=', item).execute();

/** Notes that the document's lock stays when this one ends; answers the rows of which it would not have stayed. */
export const leaveLockOfOffice = (db: Db, { itemId, personId, since }: Lock) =>
  db
    .updateTable('office_lock')
    .set({ held_before: 1 })
    .where('item_id', '=', itemId)
    .where('person_id', '=', personId)
    .where('locked_at', '=', since)
    .where('held_before', '=', 0)
    .returning('item_id')
    .execute();

/** Locks that ended. */
export const endedLocks = compiled<{ now: number }, OfficeLockRow>((db, p) =>
  db.selectFrom('office_lock').selectAll().where('expires_at', '<=', p.now).orderBy('expires_at').limit(500),
);

/** The last save of a document by an office server. */
export const lastSave = compiled<{ item: number }, Selectable<OfficeSaveTable>>((db, p) =>
  db.selectFrom('office_save').selectAll().where('item_id', '=', p.item),
);

export const putSave = (db: Db, row: Insertable<OfficeSaveTable>) =>
  db
    .insertInto('office_save')
    .values(row)
    .onConflict((conflict) => conflict.column('item_id').doUpdateSet(row))
    .execute();

/** Deletes what is kept about documents. */
export async function deleteRowsOf(db: Db, itemIds: readonly number[]): Promise<void> {
  const ids = among(db, JSON.stringify(itemIds));
  await db.deleteFrom('office_lock').where('item_id', 'in', ids).execute();
  await db.deleteFrom('office_save').where('item_id', 'in', ids).execute();
}

/** What an office server keeps about a user. */
export const userInfo = compiled<{ person: number }, { info: string }>((db, p) =>
  db.selectFrom('office_user_info').select('info').where('person_id', '=', p.person),
);

export const putUserInfo = (db: Db, row: { person_id: number; info: string }) =>
  db
    .insertInto('office_user_info')
    .values(row)
    .onConflict((conflict) => conflict.column('person_id').doUpdateSet({ info: row.info }))
    .execute();

export const deleteUserInfo = (db: Db, personId: number) => db.deleteFrom('office_user_info').where('person_id', '=', personId).execute();
