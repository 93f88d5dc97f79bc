import { codes } from '@dossier/contract/core/codes';
import { objType, right } from '@dossier/contract/core/rights';
import type { Context } from '../../platform/context.ts';
import type { Db } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/refusal.ts';
import { extensionPoint } from '../../platform/extension-point.ts';
import { textOf } from '../../platform/text/texts.ts';
import { findItem, type ItemRow } from '../access/items.queries.ts';
import { type AuthorisedItem, requireItem } from '../access/require-items.ts';
import { personNames } from '../identity/users.ts';
import { documentLocked, documentUnlocked } from './events.ts';
import { clearLock, releaseLockOf, setLock } from './tree/items.queries.ts';

/** Of locked documents, who works under the lock of its holder: a visitor of a share link, by name, under that of the link's giver. */
type LockVisitors = (ctx: Context, items: readonly ItemRow[]) => Promise<Map<number, string>>;

export const lockVisitors = extensionPoint<LockVisitors>();

/** The visitor for whom a user holds the lock of a document. */
async function lockVisitorOf(ctx: Context, item: ItemRow): Promise<string | undefined> {
  for (const visitors of lockVisitors.all()) {
    const name = (await visitors(ctx, [item])).get(item.id);
    if (name !== undefined) return name;
  }
  return undefined;
}

/** Locks a document for the caller: until it is unlocked no other user may change it. */
export async function lockDocument(ctx: Context, input: { id: string }) {
  const { item } = await requireItem(ctx, right.visible | right.modify, input.id, objType.document);
  await lockItem(ctx, item);
  if (item.lock_person_id !== ctx.user.id) await ctx.emit(documentLocked, { objId: item.id, objName: item.name });
  return {};
}

/** Unlocks a document: the holder's own lock, or any lock with the right to manage. */
export async function unlockDocument(ctx: Context, input: { id: string }) {
  const authorised = await requireItem(ctx, right.visible, input.id, objType.document);
  const { item } = authorised;
  if (item.lock_person_id === 0) throw new Refusal(codes.documentNotLocked);
  if (!lockOf(ctx, authorised).mayUnlock) throw await lockedRefusal(ctx, item);
  await unlockItem(ctx, item);
  await ctx.emit(documentUnlocked, { objId: item.id, objName: item.name });
  return {};
}

/** Whether the caller holds a document's lock, and whether the caller may release it. Visitors of a share link never hold a lock. */
export function lockOf(ctx: Context, { item, bits }: AuthorisedItem): { lockedByMe: boolean; mayUnlock: boolean } {
  const lockedByMe = isLockHolder(ctx, item);
  return { lockedByMe, mayUnlock: lockedByMe || (item.lock_person_id !== 0 && (bits & right.manage) !== 0) };
}

export const isLockHolder = (ctx: Context, item: ItemRow): boolean => item.lock_person_id === ctx.user.id && ctx.shareSession === undefined;

/**
 * The refusal of who wants to change a document that another user has locked: 4619 with the name of that user, or of the visitor who works under the
 * lock. Visitors learn the name of the giver of their link alone, which stands on its pages.
 */
async function lockedRefusal(ctx: Context, item: ItemRow): Promise<Refusal> {
  const visitor = await lockVisitorOf(ctx, item);
  const isUnnamed = ctx.shareSession !== undefined && (visitor !== undefined || item.lock_person_id !== ctx.user.id);
  if (isUnnamed) {
    const name = textOf(ctx.user.lang, 'documents')(visitor === undefined ? 'anotherUser' : 'anotherVisitor');
    return new Refusal(codes.documentLocked, { name });
  }
  const nameOf = await personNames(ctx, [item.lock_person_id]);
  return new Refusal(codes.documentLocked, { name: visitor ?? nameOf(item.lock_person_id) });
}

/** Refuses while another user holds the lock of a document, or the caller does so for a visitor; a share link visitor never holds one. */
export async function requireUnlocked(ctx: Context, item: ItemRow): Promise<void> {
  if (item.lock_person_id === 0) return;
  const isOwn = isLockHolder(ctx, item) && (await lockVisitorOf(ctx, item)) === undefined;
  if (!isOwn) throw await lockedRefusal(ctx, item);
}

/** Locks a document for the caller; 4619 while another user holds the lock. */
export async function lockItem(ctx: Context, item: ItemRow): Promise<void> {
  if (await setLock(ctx.db, { id: item.id, personId: ctx.user.id, at: ctx.now })) return;
  throw await lockedRefusal(ctx, (await findItem(ctx.db, item.id)) ?? item);
}

/** Releases a document's lock, also that of another user. */
export const unlockItem = (ctx: Context, item: ItemRow) => clearLock(ctx.db, item.id);

/** A lock by its holder and its time. */
export interface Lock {
  itemId: number;
  personId: number;
  since: number;
}

/** Releases the lock that this user took at `since`, and no later one. */
export const releaseLock = (db: Db, lock: Lock): Promise<unknown> => releaseLockOf(db, lock);

/** Takes a lock for a user as of `since`, on a document that nobody else has locked; answers whether it did. */
export const takeLock = (db: Db, { itemId, personId, since }: Lock): Promise<boolean> => setLock(db, { id: itemId, personId, at: since });
