import type { Context, Services } from '../../platform/context.ts';
import type { ItemRow } from '../access/items.queries.ts';
import { documentLocked, documentUnlocked } from '../documents/events.ts';
import { hasOwnLock, isLockHolder, lockItem, releaseLock, unlockItem } from '../documents/locks.ts';
import { deleteLock, endedLocks, lockRow, type OfficeLockRow, putLock } from './office-server/office-server.queries.ts';

/** Locks end by themselves after this time, as the protocol says; the client renews them. */
const lockMs = 30 * 60_000;

/** Who holds a document, as an office server sees it: a lock of the protocol, nobody, or somebody by other means. */
export type LockState = { by: 'office'; row: OfficeLockRow } | { by: 'nobody' } | { by: 'other' };

/** Whether a lock of the protocol is the document's present lock: it may have been released in the browser and taken again. */
export const isPresentLock = (row: OfficeLockRow, item: ItemRow): boolean =>
  row.person_id === item.lock_person_id && row.locked_at === item.locked_at;

/**
 * The lock of a document for the caller. The lock of an office server is shared by all who edit in it, so that another user may save with
 * its id; not so where its user has locked the document by hand, as that lock keeps others out.
 */
export async function lockStateOf(ctx: Context, item: ItemRow): Promise<LockState> {
  if (item.lock_person_id === 0) return { by: 'nobody' };
  const [row] = await lockRow(ctx.db, { item: item.id });
  const isOwn = await hasOwnLock(ctx, item);
  if (row === undefined || !isPresentLock(row, item) || (row.held_before === 1 && !isOwn)) return { by: isOwn ? 'nobody' : 'other' };
  if (row.expires_at > ctx.now) return { by: 'office', row };
  // expired, and not yet swept
  return { by: 'nobody' };
}

const unlocked = (item: ItemRow): ItemRow => ({ ...item, lock_person_id: 0, locked_at: 0 });

/** Locks an unlocked document for the caller with an id of the protocol. */
export async function takeOfficeLock(ctx: Context, item: ItemRow, lockId: string): Promise<void> {
  const [known] = await lockRow(ctx.db, { item: item.id });
  const isOwn = isLockHolder(ctx, item);
  // an expired lock of another user
  const isLeft = !isOwn && known !== undefined && isPresentLock(known, item);
  if (isLeft) await unlockItem(ctx, item);
  const { isByHand } = await lockItem(ctx, isLeft ? unlocked(item) : item);
  await putLock(ctx.db, {
    item_id: item.id,
    lock_id: lockId,
    person_id: ctx.user.id,
    held_before: Number(isByHand),
    locked_at: isOwn ? item.locked_at : ctx.now,
    expires_at: ctx.now + lockMs,
  });
  if (!isOwn) await ctx.emit(documentLocked, { objId: item.id, objName: item.name });
}

/** Renews a lock, or gives it another id. */
export const renewOfficeLock = (ctx: Context, row: OfficeLockRow, lockId = row.lock_id): Promise<unknown> =>
  putLock(ctx.db, { ...row, lock_id: lockId, expires_at: ctx.now + lockMs });

/** Makes the caller the holder of the document's lock, which another user of the same editing session has taken. */
export async function passOfficeLock(ctx: Context, item: ItemRow, row: OfficeLockRow): Promise<void> {
  if (row.person_id === ctx.user.id) return;
  await unlockItem(ctx, item);
  await lockItem(ctx, unlocked(item));
  await putLock(ctx.db, { ...row, person_id: ctx.user.id, locked_at: ctx.now });
}

/** Ends a lock of the protocol and the document's, unless the user has locked the document by hand. */
export async function endOfficeLock(ctx: Context, item: ItemRow, row: OfficeLockRow): Promise<void> {
  await deleteLock(ctx.db, item.id);
  if (row.held_before === 1) return;
  await unlockItem(ctx, item);
  await ctx.emit(documentUnlocked, { objId: item.id, objName: item.name });
}

/** Releases documents whose office servers have not renewed their locks. */
export async function releaseExpiredOfficeLocks(services: Services): Promise<void> {
  if ((await endedLocks(services.database.read, { now: services.now() })).length === 0) return;
  await services.database.write(async (db) => {
    for (const row of await endedLocks(db, { now: services.now() })) {
      await deleteLock(db, row.item_id);
      if (row.held_before === 0) await releaseLock(db, { itemId: row.item_id, personId: row.person_id, since: row.locked_at });
    }
  });
}
