import { objType } from '@dossier/contract/core/rights';
import type { Context } from '../../../platform/context.ts';
import { findItem, findItems, type ItemRow, withAncestors } from '../../access/items.queries.ts';
import { findVisibleItems } from '../../access/require-items.ts';
import { isLockOf, unlockForDevice } from '../locks.ts';
import { type ClientLockRow, clientLocksOf, deleteClientLock, lockedItemsBelow } from './client-locks.queries.ts';
import { type DavPath, DavRefusal, type FailedMember, hrefOf } from './messages.ts';
import { type LockRow, lockRows } from './webdav.queries.ts';

/** A valid lock that a WebDAV client holds, as it affects a resource. */
export interface ActiveLock {
  /** The item that was locked. */
  itemId: number;
  /** How many levels above the resource that is. */
  height: number;
  token: string;
  personId: number;
  owner: string;
  until: number;
  shared: boolean;
  /** Of a folder: with everything in it. */
  deep: boolean;
  /** Present for the exclusive lock of a document, which is the document's lock in the browser too. The others bind WebDAV clients alone. */
  row?: LockRow;
}

const lockOfRow = (row: LockRow): ActiveLock => ({
  itemId: row.item_id,
  height: 0,
  token: row.token,
  personId: row.person_id,
  owner: row.owner,
  until: row.expires_at,
  shared: false,
  deep: false,
  row,
});

const lockOfClient = (row: ClientLockRow, height = 0): ActiveLock => ({
  itemId: row.item_id,
  height,
  token: row.token,
  personId: row.person_id,
  owner: row.owner,
  until: row.expires_at,
  shared: row.shared === 1,
  deep: row.deep === 1,
});

/** The locks that lie on some items themselves, by item. */
export async function locksOn(ctx: Context, items: readonly ItemRow[]): Promise<Map<number, ActiveLock[]>> {
  const ids = JSON.stringify(items.map(({ id }) => id));
  const byId = new Map(items.map((item) => [item.id, item]));
  const found = new Map<number, ActiveLock[]>(items.map(({ id }) => [id, []]));
  const locked = items.filter((item) => item.lock_person_id !== 0);
  const rows = locked.length === 0 ? [] : await lockRows(ctx.db, { items: JSON.stringify(locked.map(({ id }) => id)) });
  for (const row of rows) {
    const item = byId.get(row.item_id);
    if (item !== undefined && row.expires_at > ctx.now && isLockOf(row, item)) found.get(row.item_id)?.push(lockOfRow(row));
  }
  for (const row of await clientLocksOf(ctx.db, { items: ids, now: ctx.now })) found.get(row.item_id)?.push(lockOfClient(row));
  return found;
}

interface LocksAround {
  /** On the item, or on a folder above it with everything in it. */
  own: ActiveLock[];
  /** The same of the folder that it is in: who creates, removes or renames something in a locked folder needs its token. */
  parent: ActiveLock[];
}

/** The locks that affect an item, and those that affect the folder around it. */
export async function locksAround(ctx: Context, item: ItemRow): Promise<LocksAround> {
  const above = await withAncestors(ctx.db, item.id);
  const heights = new Map(above.map(({ id }, height) => [id, height]));
  const rows = await clientLocksOf(ctx.db, { items: JSON.stringify([...heights.keys()]), now: ctx.now });
  const all = rows.map((row) => lockOfClient(row, heights.get(row.item_id)));
  const [device] = item.lock_person_id === 0 ? [] : await lockRows(ctx.db, { items: JSON.stringify([item.id]) });
  const isValid = device !== undefined && device.expires_at > ctx.now && isLockOf(device, item);
  return {
    own: [...(isValid ? [lockOfRow(device)] : []), ...all.filter(({ height, deep }) => height === 0 || deep)],
    parent: all.filter(({ height, deep }) => height === 1 || (height > 1 && deep)),
  };
}

/** Who sent a request, and the lock tokens in it. */
export interface TokenBearer {
  personId: number;
  tokens: readonly string[];
}

const isHeld = (by: TokenBearer, lock: ActiveLock): boolean => lock.personId === by.personId && by.tokens.includes(lock.token);

/** Whether the tokens suffice: all of exclusive locks, and one where there are shared ones alone (RFC 4918, 6.2). */
const suffices = (by: TokenBearer, locks: readonly ActiveLock[]): boolean =>
  locks.length === 0 || (locks.every((lock) => lock.shared || isHeld(by, lock)) && locks.some((lock) => isHeld(by, lock)));

/** Refuses with 423 where the request lacks the token of a lock. */
export function requireTokens(by: TokenBearer, locks: readonly ActiveLock[], path: DavPath): void {
  if (!suffices(by, locks)) throw new DavRefusal(423, { condition: 'lock-token-submitted', hrefs: rootsOf(locks, path) });
}

/** The path of what was locked, by that of a resource that the lock affects. Of what lies above the topmost container that the user sees, that one. */
export const rootPath = ({ height }: ActiveLock, path: DavPath): DavPath => path.slice(0, Math.max(2, path.length - height));

export const rootsOf = (locks: readonly ActiveLock[], path: DavPath): string[] => [
  ...new Set(locks.map((lock) => hrefOf(rootPath(lock, path), lock.height > 0 || lock.deep))),
];

/** More locked documents than a request can have tokens for. */
const mostBelow = 100;

interface LockedBelow {
  item: ItemRow;
  locks: ActiveLock[];
}

/** What is locked in a folder, at any depth: by WebDAV clients, or by other users in the browser. */
async function lockedBelow(ctx: Context, folder: ItemRow): Promise<LockedBelow[]> {
  const ids = await lockedItemsBelow(ctx.db, folder.id, { personId: ctx.user.id, now: ctx.now, limit: mostBelow });
  const items = await findItems(ctx.db, ids);
  const locks = await locksOn(ctx, items);
  return items.map((item) => ({ item, locks: locks.get(item.id) ?? [] }));
}

/** The addresses of items in a folder with a status, as far as the user sees them. */
async function membersBelow(
  ctx: Context,
  { folder, path, status }: { folder: ItemRow; path: DavPath; status: string },
  ids: number[],
): Promise<FailedMember[]> {
  const members: FailedMember[] = [];
  for (const { item } of await findVisibleItems(ctx, ids.slice(0, 20))) {
    const above = await withAncestors(ctx.db, item.id);
    const names = above.slice(
      0,
      above.findIndex(({ id }) => id === folder.id),
    );
    const full = [...path, ...names.map(({ name }) => name).toReversed()];
    members.push({ href: hrefOf(full, item.kind !== objType.document), status });
  }
  return members;
}

/**
 * Ends the locks of an item that is about to be moved or deleted, and of everything in it: the request must have their tokens. What is in it
 * and locked otherwise is named in a 207.
 */
export async function releaseLocks(ctx: Context, item: ItemRow, { by, path }: { by: TokenBearer; path: DavPath }): Promise<void> {
  const { own, parent } = await locksAround(ctx, item);
  requireTokens(by, own, path);
  requireTokens(by, parent, path.slice(0, -1));
  const below = item.kind === objType.document ? [] : await lockedBelow(ctx, item);
  // documents that other users have locked in the browser are refused by the use case itself
  const refused = below.filter(({ locks }) => !suffices(by, locks)).map((locked) => locked.item.id);
  if (refused.length > 0) {
    const members = await membersBelow(ctx, { folder: item, path, status: '423 Locked' }, refused);
    throw members.length > 0 ? new DavRefusal(207, { members }) : new DavRefusal(423, { condition: 'lock-token-submitted' });
  }
  for (const lock of [...own.filter(({ height }) => height === 0), ...below.flatMap(({ locks }) => locks)]) await endLock(ctx, lock);
}

/** Ends a lock, and with that of a document the lock in the browser. */
export async function endLock(ctx: Context, { itemId, token, row }: ActiveLock): Promise<void> {
  if (row === undefined) return void (await deleteClientLock(ctx.db, token));
  const item = await findItem(ctx.db, itemId);
  if (item !== undefined) await unlockForDevice(ctx, item, row);
}

/** Refuses a new lock that contradicts one on the item, above it, or in it (RFC 4918, 9.10.5). */
export async function requireNoConflict(
  ctx: Context,
  item: ItemRow,
  wanted: { shared: boolean; deep: boolean; path: DavPath },
): Promise<ActiveLock[]> {
  const contradicts = (lock: ActiveLock): boolean => !(lock.shared && wanted.shared);
  const { own } = await locksAround(ctx, item);
  const conflicts = own.filter(contradicts);
  if (conflicts.length > 0) throw new DavRefusal(423, { condition: 'no-conflicting-lock', hrefs: rootsOf(conflicts, wanted.path) });
  if (!wanted.deep) return own;
  const isTaken = ({ item: { lock_person_id: holder } }: LockedBelow): boolean => holder !== 0 && holder !== ctx.user.id;
  const ids = (await lockedBelow(ctx, item)).filter((one) => isTaken(one) || one.locks.some(contradicts)).map((one) => one.item.id);
  if (ids.length === 0) return own;
  const members = await membersBelow(ctx, { folder: item, path: wanted.path, status: '423 Locked' }, ids);
  if (members.length === 0) throw new DavRefusal(423, { condition: 'no-conflicting-lock' });
  throw new DavRefusal(207, { members: [...members, { href: hrefOf(wanted.path, true), status: '424 Failed Dependency' }] });
}
