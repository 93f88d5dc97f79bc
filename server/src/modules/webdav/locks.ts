import { randomUUID } from 'node:crypto';
import { objType, right } from '@dossier/contract/core/rights';
import type { Context, Services } from '../../platform/context.ts';
import type { Db } from '../../platform/db/database.ts';
import type { FileReply, FileRequest } from '../../platform/http/serve.ts';
import { nameKey } from '../../platform/text/names.ts';
import { type AuthorisedItem, requireContainer, requireItem } from '../access/require-items.ts';
import { documentLocked, documentUnlocked } from '../documents/events.ts';
import { nameColumns } from '../documents/item-names.ts';
import { lockItem, releaseLock, unlockItem } from '../documents/place-document.ts';
import { needUnlocked } from '../documents/update-item.ts';
import { type LockRow, deleteLock, endedLocks, extendLock, lockRow, putLock } from './locks/locks.queries.ts';
import { type DeviceSession, requireWritableDevice, requireWriteMode, runAsDevice } from './protocol/authenticate-device.ts';
import { DavRefusal, type Element, childOf, davElement, readXml } from './protocol/messages.ts';
import { type DavPath, hrefOf, tokensOf } from './protocol/request.ts';
import { activeLock, findResource, isCollection, requireParent } from './protocol/resources.ts';

/** A name that somebody locked before anything has it: kept in memory, as nothing is lost with it. */
export interface NameReservation {
  token: string;
  personId: number;
  owner: string;
  until: number;
}

/** So many names one person may hold at a time, and all together: whoever holds more must not undo what others hold. */
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

/** The lock on a name that nothing has, while it lasts. */
export function reservationOf(services: Services, placeId: number, name: string): NameReservation | undefined {
  const found = reservedOf(services).get(keyOf(placeId, name));
  return found === undefined || found.until <= services.now() ? undefined : found;
}

/** Holds a name, or holds it on; 507 where too many are held. */
function reserve(services: Services, at: { placeId: number; name: string }, reservation: NameReservation): void {
  const key = keyOf(at.placeId, at.name);
  if (reservationOf(services, at.placeId, at.name)?.token !== reservation.token) requireReservationCapacity(services, reservation.personId);
  reservedOf(services).set(key, reservation);
}

export const unreserve = (services: Services, at: { placeId: number; name: string }): void =>
  void reservedOf(services).delete(keyOf(at.placeId, at.name));

const newToken = (): string => `opaquelocktoken:${randomUUID()}`;

/** Whether a device's lock is the one that a document has: its person may have given it back in the browser since, and taken another. */
export const isLockOf = (row: LockRow, item: AuthorisedItem['item']): boolean =>
  row.person_id === item.lock_person_id && row.locked_at === item.locked_at;

/** The lock of a device on a document, where it still is one: its time is not over, and nobody took the document's lock from it since. */
async function lockOf(db: Db, item: AuthorisedItem['item'], now: number): Promise<LockRow | undefined> {
  const [row] = await lockRow(db, { item: item.id });
  return row === undefined || row.expires_at <= now || !isLockOf(row, item) ? undefined : row;
}

/** Refuses with 423 where a device holds the document and the request does not show its token. Locks of other people the library refuses itself. */
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

/** The document's lock for the caller, and the device's beside it. */
export async function lockForDevice(
  ctx: Context,
  item: AuthorisedItem['item'],
  deviceLock: Pick<LockRow, 'token' | 'owner' | 'expires_at'>,
): Promise<void> {
  const [known] = await lockRow(ctx.db, { item: item.id });
  // one whose time is over may still hold it
  const isDevices = known !== undefined && isLockOf(known, item);
  const isOwn = item.lock_person_id === ctx.user.id;
  const held_before = isDevices ? known.held_before : Number(isOwn);
  const locked_at = isOwn ? item.locked_at : ctx.now;
  await lockItem(ctx, item);
  const { token, owner, expires_at } = deviceLock;
  await putLock(ctx.db, { item_id: item.id, person_id: ctx.user.id, held_before, locked_at, token, owner, expires_at });
  if (item.lock_person_id === 0) await ctx.emit(documentLocked, { objId: item.id, objName: item.name });
}

/** Holds a document on for a device whose new revision has just let go of it. */
export async function relockForDevice(ctx: Context, item: AuthorisedItem['item'], row: LockRow): Promise<void> {
  await lockItem(ctx, item);
  await putLock(ctx.db, { ...row, locked_at: ctx.now });
}

/** Ends a device's lock, and the document's with it, unless its person had locked it in the browser before. */
export async function unlockForDevice(ctx: Context, item: AuthorisedItem['item'], row: LockRow): Promise<void> {
  await deleteLock(ctx.db, item.id);
  if (row.held_before === 1) return;
  await unlockItem(ctx, item);
  await ctx.emit(documentUnlocked, { objId: item.id, objName: item.name });
}

/** Lets documents go whose devices did not come back in time. */
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

/** For how long, in seconds: as asked for within bounds, so that whoever does not come back holds nothing for ever. */
function secondsOf({ headers }: FileRequest): number {
  const [, asked] = /second-(\d{1,10})/i.exec(String(headers['timeout'] ?? '')) ?? [];
  return Math.min(timeoutLimits.most, Math.max(timeoutLimits.least, asked === undefined ? timeoutLimits.usual : Number(asked)));
}

const allText = (element: Element): string => `${element.text} ${element.children.map(allText).join(' ')}`;

/** Who a client says it is for: a text that only other clients show. */
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

function sendLock(reply: FileReply, way: DavPath, { token, owner, seconds, status }: GrantedLock): FileReply {
  const inner = davElement('lockdiscovery', activeLock({ token, owner, seconds }, hrefOf(way, false)));
  const body = `<?xml version="1.0" encoding="utf-8"?>\n<D:prop xmlns:D="DAV:">${inner}</D:prop>`;
  return reply.status(status).header('lock-token', `<${token}>`).type('application/xml; charset=utf-8').send(body);
}

/** Locks a document for the person of the device, as the browser would; a name that nothing has is held until its bytes come. */
export async function lock(door: DeviceSession, way: DavPath, { request, reply }: Exchange) {
  requireWriteMode(door);
  const body = await readXml(request);
  if (body === undefined) return refresh(door, way, { request, reply });
  if (body.name !== 'lockinfo') throw new DavRefusal(400);
  // what everybody may hold at once keeps nobody from overwriting
  if (childOf(childOf(body, 'lockscope'), 'exclusive') === undefined) throw new DavRefusal(403);
  const given = { token: newToken(), owner: ownerIn(body), seconds: secondsOf(request) };
  const found = await findResource(door.ctx, door.terms, way);
  if (found === undefined) {
    await reserveName(door, way, given);
    return sendLock(reply, way, { ...given, status: 201 });
  }
  if (found.at !== 'item' || isCollection(found)) throw new DavRefusal(403);
  await runAsDevice(door, async (ctx) => {
    const { item } = await requireItem(ctx, right.visible | right.modify, found.held.item.id, objType.document);
    needUnlocked(ctx, item);
    if ((await lockOf(ctx.db, item, ctx.now)) !== undefined) throw new DavRefusal(423, { condition: 'no-conflicting-lock' });
    await lockForDevice(ctx, item, { token: given.token, owner: given.owner, expires_at: ctx.now + given.seconds * 1000 });
  });
  return sendLock(reply, way, { ...given, status: 200 });
}

async function reserveName(door: DeviceSession, way: DavPath, { token, owner, seconds }: Omit<GrantedLock, 'status'>): Promise<void> {
  const { ctx, services, terms } = door;
  const { place, name } = await requireParent(ctx, terms, way);
  await requireContainer(ctx, right.visible | right.upload, place.id);
  await requireWritableDevice(ctx.db, door);
  nameColumns(name);
  if (reservationOf(services, place.id, name) !== undefined) throw new DavRefusal(423, { condition: 'no-conflicting-lock' });
  reserve(services, { placeId: place.id, name }, { token, owner, personId: ctx.user.id, until: ctx.now + seconds * 1000 });
}

/** Holds on to what is held. */
async function refresh(door: DeviceSession, way: DavPath, { request, reply }: Exchange) {
  const seconds = secondsOf(request);
  const tokens = tokensOf(request);
  const found = await findResource(door.ctx, door.terms, way);
  if (found?.at !== 'item') {
    const { place, name } = await requireParent(door.ctx, door.terms, way);
    const known = reservationOf(door.services, place.id, name);
    if (known === undefined || known.personId !== door.ctx.user.id || !tokens.includes(known.token)) throw new DavRefusal(412);
    reserve(door.services, { placeId: place.id, name }, { ...known, until: door.ctx.now + seconds * 1000 });
    return sendLock(reply, way, { token: known.token, owner: known.owner, seconds, status: 200 });
  }
  const row = await runAsDevice(door, async (ctx) => {
    const { item } = await requireItem(ctx, right.visible | right.modify, found.held.item.id);
    const known = await lockOf(ctx.db, item, ctx.now);
    if (known === undefined || known.person_id !== ctx.user.id || !tokens.includes(known.token)) throw new DavRefusal(412);
    await extendLock(ctx.db, item.id, ctx.now + seconds * 1000);
    return known;
  });
  return sendLock(reply, way, { token: row.token, owner: row.owner, seconds, status: 200 });
}

/** Gives a lock back that the device's person has. */
export async function unlock(door: DeviceSession, way: DavPath, { request, reply }: Exchange) {
  requireWriteMode(door);
  const [, token] = /^<([^<>]{1,200})>$/.exec(String(request.headers['lock-token'] ?? '').trim()) ?? [];
  if (token === undefined) throw new DavRefusal(400);
  const found = await findResource(door.ctx, door.terms, way);
  if (found?.at !== 'item') {
    const { place, name } = await requireParent(door.ctx, door.terms, way);
    const known = reservationOf(door.services, place.id, name);
    if (known?.token !== token || known.personId !== door.ctx.user.id)
      throw new DavRefusal(409, { condition: 'lock-token-matches-request-uri' });
    unreserve(door.services, { placeId: place.id, name });
    return reply.status(204).send();
  }
  await runAsDevice(door, async (ctx) => {
    const { item } = await requireItem(ctx, right.visible, found.held.item.id);
    const row = await lockOf(ctx.db, item, ctx.now);
    if (row?.token !== token) throw new DavRefusal(409, { condition: 'lock-token-matches-request-uri' });
    if (row.person_id !== ctx.user.id) throw new DavRefusal(403);
    await unlockForDevice(ctx, item, row);
  });
  return reply.status(204).send();
}
