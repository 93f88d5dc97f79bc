import { randomUUID } from 'node:crypto';
import { objType, right } from '@dossier/contract/core/rights';
import type { Context, Services } from '../../platform/context.ts';
import type { Db } from '../../platform/db/database.ts';
import type { FileReply, FileRequest } from '../../platform/http/serve.ts';
import { nameKey } from '../../platform/text/names.ts';
import { type AuthorisedItem, requireContainer, requireItem } from '../access/require-items.ts';
import { documentLocked, documentUnlocked } from '../documents/events.ts';
import { nameColumns } from '../documents/item-names.ts';
import { type Lock, lockItem, releaseLock, unlockItem, requireUnlocked } from '../documents/locks.ts';
import { type DeviceSession, requireWritableDevice, requireWriteMode, runAsDevice } from './protocol/authenticate-device.ts';
import { childOf, davElement, type DavPath, DavRefusal, type Element, hrefOf, readXml, tokensOf } from './protocol/messages.ts';
import { activeLock, findResource, isCollection, requireParent } from './protocol/resources.ts';
import { type LockRow, deleteLock, endedLocks, extendLock, leaveLock, lockRow, putLock } from './protocol/webdav.queries.ts';

/** A lock on an unused name (RFC 4918, 7.3): kept in memory, as losing it does no harm. */
export interface NameReservation {
  token: string;
  personId: number;
  owner: string;
  until: number;
}

/** Reserved names per user, and in all: a user with many must not displace those of others. */
const reservationLimits = { one: 200, all: 5000 };
const reserved = new WeakMap<Services, Map<string, NameReservation>>();

function reservedOf(services: Services): Map<string, NameReservation> {
  const known = reserved.get(services) ?? new Map<string, NameReservation>();
  reserved.set(services, known);
  return known;
}

function requireReservationCapacity(services: Services, personId: number): void {
  const all = reservedOf(services);
  let own = 0;
  for (const [key, reservation] of all) {
    if (reservation.until <= services.now()) all.delete(key);
    else if (reservation.personId === personId) own++;
  }
  if (own >= reservationLimits.one || all.size >= reservationLimits.all) throw new DavRefusal(507);
}

const keyOf = (placeId: number, name: string): string => `${placeId} ${nameKey(name)}`;

/** The reservation of an unused name, while it lasts. */
export function reservationOf(services: Services, placeId: number, name: string): NameReservation | undefined {
  const found = reservedOf(services).get(keyOf(placeId, name));
  return found === undefined || found.until <= services.now() ? undefined : found;
}

/** Reserves a name, or renews the reservation; 507 beyond the limits. */
function reserve(services: Services, at: { placeId: number; name: string }, reservation: NameReservation): void {
  const key = keyOf(at.placeId, at.name);
  if (reservationOf(services, at.placeId, at.name)?.token !== reservation.token) requireReservationCapacity(services, reservation.personId);
  reservedOf(services).set(key, reservation);
}

export const unreserve = (services: Services, at: { placeId: number; name: string }): void =>
  void reservedOf(services).delete(keyOf(at.placeId, at.name));

const newToken = (): string => `opaquelocktoken:${randomUUID()}`;

/** Whether a device's lock is the document's present lock: the user may have released it in the browser and locked again. */
export const isLockOf = (row: LockRow, item: AuthorisedItem['item']): boolean =>
  row.person_id === item.lock_person_id && row.locked_at === item.locked_at;

/** The device's lock on a document, while it is valid: not expired, and the document's lock not replaced since. */
async function lockOf(db: Db, item: AuthorisedItem['item'], now: number): Promise<LockRow | undefined> {
  const [row] = await lockRow(db, { item: item.id });
  return row === undefined || row.expires_at <= now || !isLockOf(row, item) ? undefined : row;
}

/**
 * Refuses with 423 when a device has locked the document and the request lacks its token. The `documents` module itself refuses locks of
 * other users.
 */
export async function requireLockToken(
  ctx: Context,
  item: AuthorisedItem['item'],
  tokens: readonly string[],
): Promise<LockRow | undefined> {
  const row = await lockOf(ctx.db, item, ctx.now);
  if (row !== undefined && !(tokens.includes(row.token) && row.person_id === ctx.user.id))
    throw new DavRefusal(423, { condition: 'lock-token-submitted' });
  return row;
}

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

/** Releases documents whose device locks have expired. */
export async function releaseExpiredLocks(services: Services): Promise<void> {
  if ((await endedLocks(services.database.read, { now: services.now() })).length === 0) return;
  await services.database.write(async (db) => {
    for (const row of await endedLocks(db, { now: services.now() })) {
      await deleteLock(db, row.item_id);
      if (row.held_before === 0) await releaseLock(db, { itemId: row.item_id, personId: row.person_id, since: row.locked_at });
    }
  });
}

interface Exchange {
  request: FileRequest;
  reply: FileReply;
}

const timeoutLimits = { least: 60, usual: 1800, most: 3600 };

/** The lock duration in seconds: as requested, within bounds, so that lost clients do not lock for ever. */
function secondsOf({ headers }: FileRequest): number {
  const [, requested] = /second-(\d{1,10})/i.exec(String(headers['timeout'] ?? '')) ?? [];
  return Math.min(timeoutLimits.most, Math.max(timeoutLimits.least, requested === undefined ? timeoutLimits.usual : Number(requested)));
}

const allText = (element: Element): string => `${element.text} ${element.children.map(allText).join(' ')}`;

/** The owner that a client sends: text that is only shown to other clients. */
const ownerIn = (body: Element): string => {
  const owner = childOf(body, 'owner');
  return owner === undefined ? '' : allText(owner).replaceAll(/\s+/g, ' ').trim().slice(0, 200);
};

interface GrantedLock {
  token: string;
  owner: string;
  seconds: number;
  status: number;
}

function sendLock(reply: FileReply, path: DavPath, { token, owner, seconds, status }: GrantedLock): FileReply {
  const inner = davElement('lockdiscovery', activeLock({ token, owner, seconds }, hrefOf(path, false)));
  const body = `<?xml version="1.0" encoding="utf-8"?>\n<D:prop xmlns:D="DAV:">${inner}</D:prop>`;
  return reply.status(status).header('lock-token', `<${token}>`).type('application/xml; charset=utf-8').send(body);
}

/** Locks a document for the device's user, as the browser would; an unused name is reserved until its bytes arrive. */
export async function lock(session: DeviceSession, path: DavPath, { request, reply }: Exchange) {
  requireWriteMode(session);
  const body = await readXml(request);
  if (body === undefined) return refresh(session, path, { request, reply });
  if (body.name !== 'lockinfo') throw new DavRefusal(400);
  // a shared lock does not prevent overwriting
  if (childOf(childOf(body, 'lockscope'), 'exclusive') === undefined) throw new DavRefusal(403);
  const given = { token: newToken(), owner: ownerIn(body), seconds: secondsOf(request) };
  const found = await findResource(session.ctx, session.terms, path);
  if (found === undefined) {
    await reserveName(session, path, given);
    return sendLock(reply, path, { ...given, status: 201 });
  }
  if (found.at !== 'item' || isCollection(found)) throw new DavRefusal(403);
  await runAsDevice(session, async (ctx) => {
    const { item } = await requireItem(ctx, right.visible | right.modify, found.authorised.item.id, objType.document);
    await requireUnlocked(ctx, item);
    if ((await lockOf(ctx.db, item, ctx.now)) !== undefined) throw new DavRefusal(423, { condition: 'no-conflicting-lock' });
    await lockForDevice(ctx, item, { token: given.token, owner: given.owner, expires_at: ctx.now + given.seconds * 1000 });
  });
  return sendLock(reply, path, { ...given, status: 200 });
}

async function reserveName(session: DeviceSession, path: DavPath, { token, owner, seconds }: Omit<GrantedLock, 'status'>): Promise<void> {
  const { ctx, services, terms } = session;
  const { place, name } = await requireParent(ctx, terms, path);
  await requireContainer(ctx, right.visible | right.upload, place.id);
  await requireWritableDevice(ctx.db, session);
  nameColumns(name);
  if (reservationOf(services, place.id, name) !== undefined) throw new DavRefusal(423, { condition: 'no-conflicting-lock' });
  reserve(services, { placeId: place.id, name }, { token, owner, personId: ctx.user.id, until: ctx.now + seconds * 1000 });
}

/** Renews a lock. */
async function refresh(session: DeviceSession, path: DavPath, { request, reply }: Exchange) {
  const seconds = secondsOf(request);
  const tokens = tokensOf(request);
  const found = await findResource(session.ctx, session.terms, path);
  if (found?.at !== 'item') {
    const { place, name } = await requireParent(session.ctx, session.terms, path);
    const known = reservationOf(session.services, place.id, name);
    if (known === undefined || known.personId !== session.ctx.user.id || !tokens.includes(known.token)) throw new DavRefusal(412);
    reserve(session.services, { placeId: place.id, name }, { ...known, until: session.ctx.now + seconds * 1000 });
    return sendLock(reply, path, { token: known.token, owner: known.owner, seconds, status: 200 });
  }
  const row = await runAsDevice(session, async (ctx) => {
    const { item } = await requireItem(ctx, right.visible | right.modify, found.authorised.item.id);
    const known = await lockOf(ctx.db, item, ctx.now);
    if (known === undefined || known.person_id !== ctx.user.id || !tokens.includes(known.token)) throw new DavRefusal(412);
    await extendLock(ctx.db, item.id, ctx.now + seconds * 1000);
    return known;
  });
  return sendLock(reply, path, { token: row.token, owner: row.owner, seconds, status: 200 });
}

/** Releases a lock of the device's user. */
export async function unlock(session: DeviceSession, path: DavPath, { request, reply }: Exchange) {
  requireWriteMode(session);
  const [, token] = /^<([^<>]{1,200})>$/.exec(String(request.headers['lock-token'] ?? '').trim()) ?? [];
  if (token === undefined) throw new DavRefusal(400);
  const found = await findResource(session.ctx, session.terms, path);
  if (found?.at !== 'item') {
    const { place, name } = await requireParent(session.ctx, session.terms, path);
    const known = reservationOf(session.services, place.id, name);
    if (known?.token !== token || known.personId !== session.ctx.user.id)
      throw new DavRefusal(409, { condition: 'lock-token-matches-request-uri' });
    unreserve(session.services, { placeId: place.id, name });
    return reply.status(204).send();
  }
  await runAsDevice(session, async (ctx) => {
    const { item } = await requireItem(ctx, right.visible, found.authorised.item.id);
    const row = await lockOf(ctx.db, item, ctx.now);
    if (row?.token !== token) throw new DavRefusal(409, { condition: 'lock-token-matches-request-uri' });
    if (row.person_id !== ctx.user.id) throw new DavRefusal(403);
    await unlockForDevice(ctx, item, row);
  });
  return reply.status(204).send();
}
