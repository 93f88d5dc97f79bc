import type { Insertable, Selectable } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import { among, compiled, containing } from '../../../platform/db/dialect.ts';
import type { WebdavDeviceTable, WebdavLockTable } from '../../../platform/db/types.generated.ts';
import type { Lock } from '../../documents/locks.ts';

export type DeviceRow = Selectable<WebdavDeviceTable>;

export const devicesOf = (db: Db, of: { personId: number; organisationId: number }) =>
  db
    .selectFrom('webdav_device')
    .selectAll()
    .where('person_id', '=', of.personId)
    .where('organisation_id', '=', of.organisationId)
    .orderBy('id', 'desc')
    .execute();

export async function countDevices(db: Db, personId: number): Promise<number> {
  const row = await db
    .selectFrom('webdav_device')
    .select((select) => select.fn.countAll<number>().as('n'))
    .where('person_id', '=', personId)
    .executeTakeFirst();
  return row?.n ?? 0;
}

export const insertDevice = (db: Db, row: Insertable<WebdavDeviceTable>) => db.insertInto('webdav_device').values(row).execute();

/** The device of a password. */
export const deviceByHash = compiled<{ hash: string }, DeviceRow>((db, p) =>
  db.selectFrom('webdav_device').selectAll().where('password_hash', '=', p.hash),
);

export const deviceById = compiled<{ id: number }, DeviceRow>((db, p) => db.selectFrom('webdav_device').selectAll().where('id', '=', p.id));

export const noteUse = (db: Db, { id, at, address }: { id: number; at: number; address: string }) =>
  db.updateTable('webdav_device').set({ used_at: at, address }).where('id', '=', id).execute();

/** Removes an own device; answers its name. */
export async function deleteDevice(db: Db, { id, personId }: { id: number; personId: number }): Promise<string | undefined> {
  const row = await db
    .deleteFrom('webdav_device')
    .where('id', '=', id)
    .where('person_id', '=', personId)
    .returning('name')
    .executeTakeFirst();
  return row?.name;
}

/** Removes all devices of a user; false when there were none. */
export const deleteDevicesOf = async (db: Db, personId: number): Promise<boolean> =>
  (await db.deleteFrom('webdav_device').where('person_id', '=', personId).returning('id').execute()).length > 0;

/** Disables or enables a device of an organisation; undefined when it has none with this id, or nothing changes. */
export const setClosed = (db: Db, { id, organisationId, closed }: { id: number; organisationId: number; closed: number }) =>
  db
    .updateTable('webdav_device')
    .set({ closed })
    .where('id', '=', id)
    .where('organisation_id', '=', organisationId)
    .where('closed', '<>', closed)
    .returning(['person_id', 'name'])
    .executeTakeFirst();

/** A user's own setting. */
export const ownSetting = compiled<{ person: number; organisation: number }, { allowed: number }>((db, p) =>
  db.selectFrom('webdav_user_access').select('allowed').where('person_id', '=', p.person).where('organisation_id', '=', p.organisation),
);

export const setAllowed = (db: Db, row: { person_id: number; organisation_id: number; allowed: number }) =>
  db
    .insertInto('webdav_user_access')
    .values(row)
    .onConflict((conflict) => conflict.columns(['person_id', 'organisation_id']).doUpdateSet({ allowed: row.allowed }))
    .execute();

export const forgetSettings = (db: Db, personId: number) => db.deleteFrom('webdav_user_access').where('person_id', '=', personId).execute();

/** A page of the devices of an organisation, the newest first. */
export async function pageOfDevices(
  db: Db,
  filter: { organisationId: number; keyword: string; closed: number | undefined; limit: number; offset: number },
) {
  let found = db
    .selectFrom('webdav_device as d')
    .innerJoin('person as p', 'p.id', 'd.person_id')
    .leftJoin('webdav_user_access as s', (join) =>
      join.onRef('s.person_id', '=', 'd.person_id').onRef('s.organisation_id', '=', 'd.organisation_id'),
    )
    .where('d.organisation_id', '=', filter.organisationId);
  if (filter.closed !== undefined) found = found.where('d.closed', '=', filter.closed);
  if (filter.keyword !== '') {
    const part = containing(filter.keyword) as never;
    found = found.where((where) => where.or([where('p.full_key', 'like', part), where('d.name_key', 'like', part)]));
  }
  const { n } = await found.select((select) => select.fn.countAll<number>().as('n')).executeTakeFirstOrThrow();
  const rows = await found
    .selectAll('d')
    .select(['p.full_name', 's.allowed'])
    .orderBy('d.id', 'desc')
    .limit(filter.limit)
    .offset(filter.offset)
    .execute();
  return { rows, total: n };
}

export type LockRow = Selectable<WebdavLockTable>;

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

/** Notes that the document's lock stays when this one ends; answers the rows of which it would not have stayed. */
export const leaveLock = (db: Db, { itemId, personId, since }: Lock) =>
  db
    .updateTable('webdav_lock')
    .set({ held_before: 1 })
    .where('item_id', '=', itemId)
    .where('person_id', '=', personId)
    .where('locked_at', '=', since)
    .where('held_before', '=', 0)
    .returning('item_id')
    .execute();

/** Expired locks. */
export const endedLocks = compiled<{ now: number }, LockRow>((db, p) =>
  db.selectFrom('webdav_lock').selectAll().where('expires_at', '<=', p.now).orderBy('expires_at').limit(500),
);
