import { randomUUID } from 'node:crypto';
import type { Ctx, House } from '../../../ground/ctx.ts';
import type { Db } from '../../../ground/db/database.ts';
import { LimitedMap } from '../../../ground/limited-map.ts';
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

const reserved = new WeakMap<House, LimitedMap<Reserved>>();

function reservedOf(house: House): LimitedMap<Reserved> {
  const known = reserved.get(house) ?? new LimitedMap<Reserved>(5000);
  reserved.set(house, known);
  return known;
}

const keyOf = (placeId: number, name: string): string => `${placeId} ${nameKey(name)}`;

/** The lock on a name that nothing has, while it lasts. */
export function reservation(house: House, placeId: number, name: string): Reserved | undefined {
  const found = reservedOf(house).get(keyOf(placeId, name));
  return found === undefined || found.until <= house.now() ? undefined : found;
}

export const reserve = (house: House, at: { placeId: number; name: string }, lock: Reserved): void =>
  reservedOf(house).set(keyOf(at.placeId, at.name), lock);

export const unreserve = (house: House, at: { placeId: number; name: string }): void =>
  reservedOf(house).delete(keyOf(at.placeId, at.name));

export const newToken = (): string => `opaquelocktoken:${randomUUID()}`;

/** The lock of a device on a document, where it still is one: its time is not over, and nobody took the document's lock from it since. */
export async function lockOf(db: Db, item: Held['item'], now: number): Promise<LockRow | undefined> {
  const [row] = await lockRow(db, { item: item.id });
  return row === undefined || row.expires_at <= now || item.lock_person_id !== row.person_id ? undefined : row;
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
  const isDevices = known !== undefined && known.person_id === item.lock_person_id;
  const heldBefore = isDevices ? known.held_before : Number(item.lock_person_id === ctx.user.id);
  await lockItem(ctx, item);
  const { token, owner, expires_at } = lock;
  await putLock(ctx.db, { item_id: item.id, person_id: ctx.user.id, held_before: heldBefore, token, owner, expires_at });
  if (item.lock_person_id === 0) await ctx.say('document.locked', { objId: item.id, objName: item.name });
}

/** Holds a document on for a device whose new revision has just let go of it. */
export async function holdOn(ctx: Ctx, item: Held['item'], row: LockRow): Promise<void> {
  await lockItem(ctx, item);
  await putLock(ctx.db, row);
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
      if (row.held_before === 0) await releaseLock(db, { itemId: row.item_id, personId: row.person_id });
    }
  });
}
