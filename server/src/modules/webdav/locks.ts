import type { Context, Services } from '../../platform/context.ts';
import type { Db } from '../../platform/db/database.ts';
import type { AuthorisedItem } from '../access/require-items.ts';
import { documentLocked, documentUnlocked } from '../documents/events.ts';
import { type Lock, lockItem, releaseLock, unlockItem } from '../documents/locks.ts';
import { deleteEndedClientLocks, hasEndedClientLocks } from './protocol/client-locks.queries.ts';
import { type LockRow, deleteLock, endedLocks, leaveLock, putLock } from './protocol/webdav.queries.ts';

/** Whether a device's lock is the document's present lock: the user may have released it in the browser and locked again. */
export const isLockOf = (row: LockRow, item: AuthorisedItem['item']): boolean =>
  row.person_id === item.lock_person_id && row.locked_at === item.locked_at;

/** Locks the document for the caller, and stores the device's lock. */
export async function lockForDevice(
  ctx: Context,
  item: AuthorisedItem['item'],
  deviceLock: Pick<LockRow, 'token' | 'owner' | 'expires_at'>,
): Promise<void> {
  const { isByHand } = await lockItem(ctx, item);
  const [held_before, locked_at] = [Number(isByHand), item.lock_person_id === 0 ? ctx.now : item.locked_at];
  const { token, owner, expires_at } = deviceLock;
  await putLock(ctx.db, { item_id: item.id, person_id: ctx.user.id, held_before, locked_at, token, owner, expires_at });
  if (item.lock_person_id === 0) await ctx.emit(documentLocked, { objId: item.id, objName: item.name });
}

/** Locks a document again for a device whose new revision released the lock. */
export async function relockForDevice(ctx: Context, item: AuthorisedItem['item'], row: LockRow): Promise<void> {
  await lockItem(ctx, item);
  await putLock(ctx.db, { ...row, locked_at: ctx.now });
}

/** Ends a device's lock and the document's, unless the user has locked it in the browser. */
export async function unlockForDevice(ctx: Context, item: AuthorisedItem['item'], row: LockRow): Promise<void> {
  await deleteLock(ctx.db, item.id);
  if (row.held_before === 1) return;
  await unlockItem(ctx, item);
  await ctx.emit(documentUnlocked, { objId: item.id, objName: item.name });
}

/** Leaves the document's lock to its user when the device's ends. */
export const leaveDeviceLock = async (db: Db, left: Lock): Promise<boolean> => (await leaveLock(db, left)).length > 0;

/** Releases documents whose device locks have expired, and ends the locks that bind WebDAV clients alone. */
export async function releaseExpiredLocks(services: Services): Promise<void> {
  const [read, now] = [services.database.read, services.now()];
  if ((await endedLocks(read, { now })).length === 0 && (await hasEndedClientLocks(read, { now })).length === 0) return;
  await services.database.write(async (db) => {
    await deleteEndedClientLocks(db, services.now());
    for (const row of await endedLocks(db, { now: services.now() })) {
      await deleteLock(db, row.item_id);
      if (row.held_before === 0) await releaseLock(db, { itemId: row.item_id, personId: row.person_id, since: row.locked_at });
    }
  });
}
