import { randomUUID } from 'node:crypto';
import type { Ctx, House } from '../../../ground/ctx.ts';
import type { Db } from '../../../ground/db/database.ts';
import { nameKey } from '../../../ground/text/names.ts';
import { releaseLock } from '../../library/release-lock.ts';
import type { Held } from '../../library/need-items.ts';
import { lockItem, unlockItem } from '../../library/place-document.ts';
import { DavRefusal } from './dav-refusal.ts';
import { deleteLock, endedLocks, type LockRow, lockRow, putLock } from './lock-queries.ts';

/** A name that somebody locked before anything has it: kept in memory, as nothing is lost with it. */
export interface Reserved {
  token: string;
  personId: number;
  owner: string;
  until: number;
}

/** So many names one person may hold at a time, and all together: whoever holds more must not undo what others hold. */
const mostReserved = { one: 200, all: 5000 };
const reserved = new WeakMap<House, Map<string, Reserved>>();

function reservedOf(house: House): Map<string, Reserved> {
  const known = reserved.get(house) ?? new Map<string, Reserved>();
  reserved.set(house, known);
  return known;
}

function needRoomFor(house: House, personId: number): void {
  const all = reservedOf(house);
  let own = 0;
  for (const [key, lock] of all) {
    if (lock.until <= house.now()) all.delete(key);
    else if (lock.personId === personId) own++;
  }
  if (own >= mostReserved.one || all.size >= mostReserved.all) throw new DavRefusal(507);
}

const keyOf = (placeId: number, name: string): string => `${placeId} ${nameKey(name)}`;

/** The lock on a name that nothing has, while it lasts. */
export function reservation(house: House, placeId: number, name: string): Reserved | undefined {
  const found = reservedOf(house).get(keyOf(placeId, name));
  return found === undefined || found.until <= house.now() ? undefined : found;
}

/** Holds a name, or holds it on; 507 where too many are held. */
export function reserve(house: House, at: { placeId: number; name: string }, lock: Reserved): void {
  const key = keyOf(at.placeId, at.name);
  if (reservation(house, at.placeId, at.name)?.token !== lock.token) needRoomFor(house, lock.personId);
  reservedOf(house).set(key, lock);
}

export const unreserve = (house: House, at: { placeId: number; name: string }): void =>
  void reservedOf(house).delete(keyOf(at.placeId, at.name));

export const newToken = (): string => `opaquelocktoken:${randomUUID()}`;

/** Whether a device's lock is the one that a document has: its person may have given it back in the browser since, and taken another. */
export const isLockOf = (row: LockRow, item: Held['item']): boolean =>
  row.person_id === item.lock_person_id && row.locked_at === item.locked_at;

/** The lock of a device on a document, where it still is one: its time is not over, and nobody took the document's lock from it since. */
export async function lockOf(db: Db, item: Held['item'], now: number): Promise<LockRow | undefined> {
  const [row] = await lockRow(db, { item: item.id });
  return row === undefined || row.expires_at <= now || !isLockOf(row, item) ? undefined : row;
}

/** Refuses with 423 where a device holds the document and the request does not show its token. Locks of other people the library refuses itself. */
export async function needToken(ctx: Ctx, item: Held['item'], tokens: readonly string[]): Promise<LockRow | undefined> {
  const row = await lockOf(ctx.db, item, ctx.now);
  if (row !== undefined && !(tokens.includes(row.token) && row.person_id === ctx.user.id))
    throw new DavRefusal(423, { condition: 'lock-token-submitted' });
  return row;
}

/** The document's lock for the caller, and the device's beside it. */
export async function hold(ctx: Ctx, item: Held['item'], lock: Pick<LockRow, 'token' | 'owner' | 'expires_at'>): Promise<void> {
  const [known] = await lockRow(ctx.db, { item: item.id });
  // one whose time is over may still hold it
  const isDevices = known !== undefined && isLockOf(known, item);
  const isOwn = item.lock_person_id === ctx.user.id;
  const held_before = isDevices ? known.held_before : Number(isOwn);
  const locked_at = isOwn ? item.locked_at : ctx.now;
  await lockItem(ctx, item);
  const { token, owner, expires_at } = lock;
  await putLock(ctx.db, { item_id: item.id, person_id: ctx.user.id, held_before, locked_at, token, owner, expires_at });
  if (item.lock_person_id === 0) await ctx.say('document.locked', { objId: item.id, objName: item.name });
}

/** Holds a document on for a device whose new revision has just let go of it. */
export async function holdOn(ctx: Ctx, item: Held['item'], row: LockRow): Promise<void> {
  await lockItem(ctx, item);
  await putLock(ctx.db, { ...row, locked_at: ctx.now });
}

/** Ends a device's lock, and the document's with it, unless its person had locked it in the browser before. */
export async function letGo(ctx: Ctx, item: Held['item'], row: LockRow): Promise<void> {
  await deleteLock(ctx.db, item.id);
  if (row.held_before === 1) return;
  await unlockItem(ctx, item);
  await ctx.say('document.unlocked', { objId: item.id, objName: item.name });
}

/** Lets documents go whose devices did not come back in time. */
export async function endLocks(house: House): Promise<void> {
  if ((await endedLocks(house.database.read, { now: house.now() })).length === 0) return;
  await house.database.write(async (db) => {
    for (const row of await endedLocks(db, { now: house.now() })) {
      await deleteLock(db, row.item_id);
      if (row.held_before === 0) await releaseLock(db, { itemId: row.item_id, personId: row.person_id, since: row.locked_at });
    }
  });
}
