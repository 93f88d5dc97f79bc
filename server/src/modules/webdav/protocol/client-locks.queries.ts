import { objType } from '@dossier/contract/core/rights';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import { among, compiled } from '../../../platform/db/dialect.ts';
import type { WebdavClientLockTable } from '../../../platform/db/types.generated.ts';

export type ClientLockRow = Selectable<WebdavClientLockTable>;

/** The valid locks that lie on some items themselves. */
export const clientLocksOf = compiled<{ items: string; now: number }, ClientLockRow>((db, p) =>
  db.selectFrom('webdav_client_lock').selectAll().where('item_id', 'in', among(db, p.items)).where('expires_at', '>', p.now),
);

export const insertClientLock = (db: Db, row: Insertable<WebdavClientLockTable>) =>
  db.insertInto('webdav_client_lock').values(row).execute();

export const extendClientLock = (db: Db, token: string, until: number) =>
  db.updateTable('webdav_client_lock').set({ expires_at: until }).where('token', '=', token).execute();

export const deleteClientLock = (db: Db, token: string) => db.deleteFrom('webdav_client_lock').where('token', '=', token).execute();

export const deleteClientLocksOfItems = (db: Db, items: string) =>
  db.deleteFrom('webdav_client_lock').where('item_id', 'in', among(db, items)).execute();

export const deleteClientLocksOfPerson = (db: Db, personId: number) =>
  db.deleteFrom('webdav_client_lock').where('person_id', '=', personId).execute();

export const countClientLocks = compiled<{ person: number; now: number }, { n: number }>((db, p) =>
  db
    .selectFrom('webdav_client_lock')
    .select((select) => select.fn.countAll<number>().as('n'))
    .where('person_id', '=', p.person)
    .where('expires_at', '>', p.now),
);

export const hasEndedClientLocks = compiled<{ now: number }, { token: string }>((db, p) =>
  db.selectFrom('webdav_client_lock').select('token').where('expires_at', '<=', p.now).limit(1),
);

export const deleteEndedClientLocks = (db: Db, now: number) => db.deleteFrom('webdav_client_lock').where('expires_at', '<=', now).execute();

/** The live items in a folder, at any depth, that other users have locked or that any WebDAV client has, up to a limit. */
export async function lockedItemsBelow(
  db: Db,
  top: number,
  { personId, now, limit }: { personId: number; now: number; limit: number },
): Promise<number[]> {
  const found = await sql<{ id: number }>`with recursive below(id) as (
      select id from item where id = ${top}
      union all
      select item.id from item join below on item.parent_id = below.id where item.kind <> ${objType.document}
    )
    select item.id from item where parent_id in (select id from below) and bin_id = 0 and (lock_person_id not in (0, ${personId})
      or exists (select 1 from webdav_lock where item_id = item.id and expires_at > ${now}
        and person_id = item.lock_person_id and locked_at = item.locked_at)
      or id in (select item_id from webdav_client_lock where expires_at > ${now})) limit ${limit}`.execute(db);
  return found.rows.map(({ id }) => id);
}
