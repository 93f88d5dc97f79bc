import { codes } from '@dossier/contract/core/codes';
import { languages } from '@dossier/contract/core/languages';
import { objType, right } from '@dossier/contract/core/rights';
import type { Context, Services } from '../../platform/context.ts';
import type { Db } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/refusal.ts';
import { extensionPoint } from '../../platform/extension-point.ts';
import { textOf } from '../../platform/text/texts.ts';
import { findItem, type ItemRow } from '../access/items.queries.ts';
import { type AuthorisedItem, requireItem } from '../access/require-items.ts';
import { personNames } from '../identity/users.ts';
import { documentCheckedOut, documentCheckOutUndone, documentLocked, documentUnlocked } from './events.ts';
import { requireManagedInPublishing } from './folders.ts';
import { clearLock, releaseLockOf, setLock } from './tree/items.queries.ts';

/** Of locked documents, who works under the lock of its holder: a visitor of a share link, by name, under that of the link's giver. */
type LockVisitors = (ctx: Context, items: readonly ItemRow[]) => Promise<Map<number, string>>;

export const lockVisitors = extensionPoint<LockVisitors>();

/**
 * Of an editing session, an office server or a device: leaves the lock that it took to its user, so that it stays when the session or the program ends.
 * Answers whether it would have ended the lock.
 */
type LeaveLock = (db: Db, lock: Lock) => Promise<boolean>;

export const passingLocks = extensionPoint<LeaveLock>();

/** What editors know of documents that are open in them. */
interface OpenEditors {
  /** The documents that have an open editing session. */
  openDocuments(ctx: Context): Promise<number[]>;
  /** Who else than the caller writes in the document, by the names that the caller reads; nobody where a lock keeps others from writing. */
  otherWriters(ctx: Context, item: ItemRow): Promise<string[]>;
  /** Whether the document's lock is that of an editor, with which it ends. */
  holdsLock(ctx: Context, item: ItemRow): Promise<boolean>;
  /** Saves what is written in the document as a version; outside of a transaction. What cannot be saved stays in the editor. */
  saveWritten(services: Services, documentId: number): Promise<void>;
}

export const openEditors = extensionPoint<OpenEditors>();

/** The visitor for whom a user holds the lock of a document. */
async function lockVisitorOf(ctx: Context, item: ItemRow): Promise<string | undefined> {
  for (const visitors of lockVisitors.all()) {
    const name = (await visitors(ctx, [item])).get(item.id);
    if (name !== undefined) return name;
  }
  return undefined;
}

/** Locks a document for the caller: until it is unlocked no other user may change it. */
export async function lockDocument(ctx: Context, input: { id: string }, how: { checkedOut?: boolean } = {}) {
  const authorised = await requireItem(ctx, right.visible | right.modify, input.id, objType.document);
  await requireManagedInPublishing(ctx, authorised);
  const { item } = authorised;
  const { isByHand } = await lockItem(ctx, item, how);
  // a lock by hand that becomes a check-out is told, too
  if (!isByHand || (how.checkedOut === true && item.checked_out === 0))
    await ctx.emit(how.checkedOut === true ? documentCheckedOut : documentLocked, { objId: item.id, objName: item.name });
  return {};
}

/** Unlocks a document: the holder's own lock, or any lock with the right to manage. */
export async function unlockDocument(ctx: Context, input: { id: string }) {
  const authorised = await requireItem(ctx, right.visible, input.id, objType.document);
  const { item } = authorised;
  if (item.lock_person_id === 0) throw new Refusal(codes.documentNotLocked);
  if (!lockOf(ctx, authorised).mayUnlock) throw await lockedRefusal(ctx, item);
  // whoever manages takes over: what was written stays in the editor, and is saved
  if (!mayTakeOver(authorised)) await requireNoOtherWriters(ctx, authorised);
  await unlockItem(ctx, item);
  await ctx.emit(item.checked_out === 1 ? documentCheckOutUndone : documentUnlocked, { objId: item.id, objName: item.name });
  return {};
}

/** Whether the caller holds a document's lock, and whether the caller may release it. Visitors of a share link never hold a lock. */
export function lockOf(ctx: Context, { item, bits }: AuthorisedItem): { lockedByMe: boolean; mayUnlock: boolean } {
  const personId = ctx.shareSession === undefined ? ctx.user.id : 0;
  return { lockedByMe: isLockHolder(ctx, item), mayUnlock: mayUnlock(item, { personId, bits }) };
}

/** Whether a user, or with 0 a visitor of a share link, may release the lock of a document: its holder, for whomever, and who may manage the document. */
export const mayUnlock = ({ lock_person_id: holder }: ItemRow, { personId, bits }: { personId: number; bits: number }): boolean =>
  holder !== 0 && (holder === personId || (bits & right.manage) !== 0);

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

/** Whether the caller holds the lock of a document, and not for a visitor. */
export const hasOwnLock = async (ctx: Context, item: ItemRow): Promise<boolean> =>
  isLockHolder(ctx, item) && (await lockVisitorOf(ctx, item)) === undefined;

/** Refuses while another user holds the lock of a document, or the caller does so for a visitor; a share link visitor never holds one. */
export async function requireUnlocked(ctx: Context, item: ItemRow): Promise<void> {
  if (item.lock_person_id === 0) return;
  if (!(await hasOwnLock(ctx, item))) throw await lockedRefusal(ctx, item);
}

const mayTakeOver = ({ bits }: AuthorisedItem): boolean => (bits & right.manage) !== 0;

/**
 * Refuses by 4619 while others than the caller write in a document, with their names: whoever opened it first has the lock, but not alone. Who manages
 * may take the lock over first.
 */
export async function requireNoOtherWriters(ctx: Context, authorised: AuthorisedItem): Promise<void> {
  const { item } = authorised;
  if (item.kind !== objType.document || (item.lock_person_id === 0 && mayTakeOver(authorised))) return;
  for (const editors of openEditors.all()) {
    const names = await editors.otherWriters(ctx, item);
    if (names.length > 0)
      throw new Refusal(codes.documentLocked, { name: new Intl.ListFormat(languages[ctx.user.lang].tag).format(names) });
  }
}

/** A use case of whoever may modify a document, refused while others write in it. */
export const unlessOthersWrite =
  <I extends { id: string }, O>(handler: (ctx: Context, input: I) => Promise<O>) =>
  async (ctx: Context, input: I): Promise<O> => {
    await requireNoOtherWriters(ctx, await requireItem(ctx, right.visible | right.modify, input.id, objType.document));
    return handler(ctx, input);
  };

/** Whether the caller has locked a document by hand, has checked it out, or holds it by a program: the lock does not end with an editor. */
export async function hasLockByHand(ctx: Context, item: ItemRow): Promise<boolean> {
  if (!isLockHolder(ctx, item)) return false;
  for (const editors of openEditors.all()) if (await editors.holdsLock(ctx, item)) return false;
  return true;
}

/**
 * Locks a document for the caller; 4619 while another user holds the lock, or the caller does so for a visitor. A lock that an editing session or a program
 * of the caller holds does not end with these any more. Answers whether the caller had locked the document by hand, or checked it out.
 */
export async function lockItem(ctx: Context, item: ItemRow, how: { checkedOut?: boolean } = {}): Promise<{ isByHand: boolean }> {
  await requireUnlocked(ctx, item);
  if (!(await setLock(ctx.db, { id: item.id, personId: ctx.user.id, at: ctx.now, ...how })))
    throw await lockedRefusal(ctx, (await findItem(ctx.db, item.id)) ?? item);
  let isByHand = item.lock_person_id !== 0;
  const lock: Lock = { itemId: item.id, personId: ctx.user.id, since: item.locked_at };
  if (isByHand) for (const leave of passingLocks.all()) if (await leave(ctx.db, lock)) isByHand = false;
  return { isByHand };
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
