import type { Insertable, Selectable } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import { among, compiled } from '../../../platform/db/dialect.ts';
import type { WebdavLockTable } from '../../../platform/db/types.generated.ts';

export type LockRow = Selectable<WebdavLockTable>;

export const lockRow = compiled<{ item: number }, LockRow>((db, p) =>
  db.selectFrom('webdav_lock').selectAll().where('item_id', '=', p.item),
);

export const lockRows = compiled<{ items: string }, LockRow>((db, p) =>
  db.selectFrom('webdav_lock').selectAll().where('item_id', 'in', among(db, p.items)),
);

export const putLock = (db: Db, row: Insertable<WebdavLockTable>) =>
  db
    .insertInto('webdav_lock')
    .values(row)
    .onConflict((conflict) => conflict.column('item_id').doUpdateSet(row))
    .execute();

export const extendLock = (db: Db, item: number, until: number) =>
  db.updateTable('webdav_lock').set({ expires_at: until }).where('item_id', '=', item).execute();

export const deleteLock = (db: Db, item: number) => db.deleteFrom('webdav_lock').where('item_id', '=', item).execute();

/** Expired locks. */
export const endedLocks = compiled<{ now: number }, LockRow>((db, p) =>
  db.selectFrom('webdav_lock').selectAll().where('expires_at', '<=', p.now).orderBy('expires_at').limit(500),
);
