import { randomUUID } from 'node:crypto';
import { objType, right } from '@dossier/contract/core/rights';
import type { Context } from '../../../platform/context.ts';
import type { FileReply, FileRequest } from '../../../platform/http/serve.ts';
import { type AuthorisedItem, requireContainer, requireItem, requireRightBelow } from '../../access/require-items.ts';
import { requireManagedInPublishing } from '../../documents/folders.ts';
import { nameColumns } from '../../documents/item-names.ts';
import { requireUnlocked } from '../../documents/locks.ts';
import { lockForDevice } from '../locks.ts';
import { type ActiveLock, endLock, locksAround, requireNoConflict, rootPath, rootsOf } from './active-locks.ts';
import { type DeviceSession, requireWritableDevice, requireWriteMode, runAsDevice } from './authenticate-device.ts';
import { countClientLocks, extendClientLock, insertClientLock } from './client-locks.queries.ts';
import { bearerOf, requireConditions } from './conditions.ts';
import { davElement, type DavPath, DavRefusal, hrefOf } from './messages.ts';
import { reservationOf, reserve, unreserve } from './name-reservations.ts';
import { activeLock, findResource, requireParent } from './resources.ts';
import { extendLock } from './webdav.queries.ts';
import { childOf, type Element, readXml, textIn } from './xml.ts';

interface Exchange {
  request: FileRequest;
  reply: FileReply;
}

const timeoutLimits = { least: 60, usual: 1800, most: 3600 };
/** Locks that bind WebDAV clients alone, of one user, and shared ones of one item. */
const lockLimits = { person: 200, item: 20 };

/** The lock duration in seconds: as requested, within bounds, so that lost clients do not lock for ever. */
function secondsOf({ headers }: FileRequest): number {
  const [, requested] = /second-(\d{1,10})/i.exec(String(headers['timeout'] ?? '')) ?? [];
  return Math.min(timeoutLimits.most, Math.max(timeoutLimits.least, requested === undefined ? timeoutLimits.usual : Number(requested)));
}

/** The owner that a client sends: text that is only shown to other clients. */
const ownerIn = (body: Element): string => {
  const owner = childOf(body, 'owner');
  return owner === undefined ? '' : textIn(owner).replaceAll(/\s+/g, ' ').trim().slice(0, 200);
};

/** The lock that a request asks for. */
interface WantedLock {
  token: string;
  owner: string;
  seconds: number;
  shared: boolean;
  deep: boolean;
}

function wantedIn(body: Element, request: FileRequest): WantedLock {
  const scope = childOf(body, 'lockscope');
  const shared = childOf(scope, 'shared') !== undefined;
  if (body.name !== 'lockinfo' || (!shared && childOf(scope, 'exclusive') === undefined)) throw new DavRefusal(400);
  if (childOf(childOf(body, 'locktype'), 'write') === undefined) throw new DavRefusal(422);
  const depth = request.headers['depth'] ?? 'infinity';
  if (depth !== '0' && depth !== 'infinity') throw new DavRefusal(400);
  return {
    token: `opaquelocktoken:${randomUUID()}`,
    owner: ownerIn(body),
    seconds: secondsOf(request),
    shared,
    deep: depth === 'infinity',
  };
}

function sendLock(reply: FileReply, root: string, { status, ...given }: WantedLock & { status: number }): FileReply {
  const inner = davElement('lockdiscovery', activeLock({ ...given, root }));
  const body = `<?xml version="1.0" encoding="utf-8"?>\n<D:prop xmlns:D="DAV:">${inner}</D:prop>`;
  return reply.status(status).header('lock-token', `<${given.token}>`).type('application/xml; charset=utf-8').send(body);
}

/**
 * Locks an item for the device's user. An exclusive lock of a document is that of the browser; shared ones and those of folders bind WebDAV
 * clients alone. An unused name is reserved until its bytes arrive.
 */
export async function lock(session: DeviceSession, path: DavPath, { request, reply }: Exchange) {
  requireWriteMode(session);
  const body = await readXml(request);
  if (body === undefined) return refresh(session, path, { request, reply });
  const wanted = wantedIn(body, request);
  const found = await findResource(session.ctx, session.terms, path);
  if (found === undefined) {
    // nothing is there yet that several could work on
    if (wanted.shared) throw new DavRefusal(403);
    await requireConditions(session, request);
    await reserveName(session, path, wanted);
    return sendLock(reply, hrefOf(path, false), { ...wanted, deep: false, status: 201 });
  }
  if (found.at !== 'item' || found.authorised.item.kind === objType.cabinet) throw new DavRefusal(403);
  const { id, kind } = found.authorised.item;
  const isFolder = kind !== objType.document;
  const given = { ...wanted, deep: wanted.deep && isFolder };
  await runAsDevice(session, async (ctx) => {
    const authorised = await requireItem(ctx, right.visible | right.modify, id, kind);
    await requireManagedInPublishing(ctx, authorised);
    await requireConditions({ ctx, terms: session.terms }, request);
    await (isFolder ? lockFolder : lockDocument)(ctx, authorised.item, { ...given, path });
  });
  return sendLock(reply, hrefOf(path, isFolder), { ...given, status: 200 });
}

async function lockDocument(ctx: Context, item: AuthorisedItem['item'], wanted: WantedLock & { path: DavPath }): Promise<void> {
  await requireUnlocked(ctx, item);
  const others = await requireNoConflict(ctx, item, wanted);
  if (wanted.shared) return addClientLock(ctx, item, { ...wanted, others });
  await lockForDevice(ctx, item, { token: wanted.token, owner: wanted.owner, expires_at: ctx.now + wanted.seconds * 1000 });
}

async function lockFolder(ctx: Context, item: AuthorisedItem['item'], wanted: WantedLock & { path: DavPath }): Promise<void> {
  // nobody locks what they could not change
  if (wanted.deep) await requireRightBelow(ctx, item, right.modify);
  const others = await requireNoConflict(ctx, item, wanted);
  await addClientLock(ctx, item, { ...wanted, others });
}

async function addClientLock(
  ctx: Context,
  item: AuthorisedItem['item'],
  { others, ...wanted }: WantedLock & { others: ActiveLock[] },
): Promise<void> {
  const [count] = await countClientLocks(ctx.db, { person: ctx.user.id, now: ctx.now });
  if ((count?.n ?? 0) >= lockLimits.person || others.length >= lockLimits.item) throw new DavRefusal(507);
  await insertClientLock(ctx.db, {
    token: wanted.token,
    item_id: item.id,
    person_id: ctx.user.id,
    owner: wanted.owner,
    shared: Number(wanted.shared),
    deep: Number(wanted.deep),
    expires_at: ctx.now + wanted.seconds * 1000,
  });
}

async function reserveName(session: DeviceSession, path: DavPath, { token, owner, seconds }: WantedLock): Promise<void> {
  const { ctx, services, terms } = session;
  const { place, name } = await requireParent(ctx, terms, path);
  await requireContainer(ctx, right.visible | right.upload, place.id);
  await requireWritableDevice(ctx.db, session);
  nameColumns(name);
  const around = (await locksAround(ctx, place)).own.filter(({ deep }) => deep);
  if (around.length > 0) throw new DavRefusal(423, { condition: 'no-conflicting-lock', hrefs: rootsOf(around, path.slice(0, -1)) });
  if (reservationOf(services, place.id, name) !== undefined) throw new DavRefusal(423, { condition: 'no-conflicting-lock' });
  reserve(services, { placeId: place.id, name }, { token, owner, personId: ctx.user.id, until: ctx.now + seconds * 1000 });
}

/** Renews a lock, by any resource that it affects. */
async function refresh(session: DeviceSession, path: DavPath, { request, reply }: Exchange) {
  const seconds = secondsOf(request);
  const by = bearerOf(session.ctx, request);
  const found = await findResource(session.ctx, session.terms, path);
  if (found?.at !== 'item') {
    const { place, name } = await requireParent(session.ctx, session.terms, path);
    const known = reservationOf(session.services, place.id, name);
    if (known === undefined || known.personId !== by.personId || !by.tokens.includes(known.token)) throw new DavRefusal(412);
    // as with locks, the name that a user who lost the right has reserved becomes free by itself
    await requireContainer(session.ctx, right.visible | right.upload, place.id);
    reserve(session.services, { placeId: place.id, name }, { ...known, until: session.ctx.now + seconds * 1000 });
    return sendLock(reply, hrefOf(path, false), { ...known, seconds, shared: false, deep: false, status: 200 });
  }
  const renewed = await runAsDevice(session, async (ctx) => {
    const { item } = await requireItem(ctx, right.visible, found.authorised.item.id);
    const { own } = await locksAround(ctx, item);
    const known = own.find(({ token, personId }) => personId === by.personId && by.tokens.includes(token));
    if (known === undefined) throw new DavRefusal(412);
    // the lock of a user who lost the right ends by itself
    const root = await requireItem(ctx, right.visible | right.modify, known.itemId);
    if (known.deep) await requireRightBelow(ctx, root.item, right.modify);
    const until = ctx.now + seconds * 1000;
    await (known.row === undefined ? extendClientLock(ctx.db, known.token, until) : extendLock(ctx.db, known.itemId, until));
    return known;
  });
  const root = hrefOf(
    rootPath(renewed, path),
    renewed.row === undefined && (renewed.height > 0 || found.authorised.item.kind !== objType.document),
  );
  return sendLock(reply, root, { ...renewed, seconds, status: 200 });
}

/** Ends a lock of the device's user, by any resource that it affects. */
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
    const { own } = await locksAround(ctx, item);
    const known = own.find((one) => one.token === token);
    if (known === undefined) throw new DavRefusal(409, { condition: 'lock-token-matches-request-uri' });
    if (known.personId !== ctx.user.id) throw new DavRefusal(403);
    await endLock(ctx, known);
  });
  return reply.status(204).send();
}
