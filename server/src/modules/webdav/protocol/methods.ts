import { codes } from '@dossier/contract/core/codes';
import { objType, right } from '@dossier/contract/core/rights';
import type { Context } from '../../../platform/context.ts';
import { disposition, etagOf, type Range, safeHeaders, sendRange } from '../../../platform/http/file-response.ts';
import type { FileReply, FileRequest } from '../../../platform/http/serve.ts';
import { newId } from '../../../platform/ids.ts';
import { LimitedMap } from '../../../platform/limited-map.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { extOf, nameKey } from '../../../platform/text/names.ts';
import { type AuthorisedItem, findVisibleItems, requireContainer, requireItem } from '../../access/require-items.ts';
import { copyBudget } from '../../access/write-budget.ts';
import { deleteItems } from '../../documents/bin.ts';
import { copyOne } from '../../documents/copy-items.ts';
import { documentDownloaded } from '../../documents/events.ts';
import { requireContentUse } from '../../documents/file-tickets.ts';
import { createFolder } from '../../documents/folder-plans.ts';
import { requireOpenContainer } from '../../documents/folders.ts';
import { nameColumns, requireAcceptedName } from '../../documents/item-names.ts';
import { requireUnlocked } from '../../documents/locks.ts';
import { moveItems } from '../../documents/move-items.ts';
import { countOpenUpload, countersOfPerson, releaseUploads, reserveUpload, uncountOpenUploads } from '../../documents/open-uploads.ts';
import { addRevision, finishUpload, type IncomingFile, lockBlobs, reviseDocument } from '../../documents/place-document.ts';
import { receivePiece } from '../../documents/receive-bytes.ts';
import { changeItem } from '../../documents/update-item.ts';
import { requireUploadAllowed } from '../../documents/uploads.ts';
import { childNamed } from '../../documents/walk-tree.ts';
import { requireDownloadAddress } from '../../identity/address-restrictions.ts';
import { notifyFilledQuota, requireAllowedFileName } from '../../identity/quotas.ts';
import { lockForDevice, relockForDevice } from '../locks.ts';
import { copyFolderProperties, replaceProperties } from '../dead-properties.ts';
import { locksAround, releaseLocks, requireTokens } from './active-locks.ts';
import { type DeviceSession, requireWritableDevice, requireWriteMode, runAsDevice, runAsReader } from './authenticate-device.ts';
import { bearerOf, requireConditions } from './conditions.ts';
import { type DavPath, davPathOf, DavRefusal, destinationOf } from './messages.ts';
import { type NameReservation, requireUnreserved, unreserve } from './name-reservations.ts';
import { findResource, isCollection, requireMovable, requireParent, requireResource, revisionTag } from './resources.ts';
import type { LockRow } from './webdav.queries.ts';

/** Players and viewers fetch a document in many ranges: within this time they count as one download. */
const onceMs = 10 * 60_000;
const recentDownloads = new LimitedMap<number>(5000);

/** The bytes of a document, for users with the right to the original. */
export async function get(session: DeviceSession, path: DavPath, { request, reply }: { request: FileRequest; reply: FileReply }) {
  const { ctx, services, terms, device } = session;
  const found = await requireResource(ctx, terms, path);
  if (found.at !== 'item' || isCollection(found)) throw new DavRefusal(405);
  const authorised = await requireContentUse(ctx, 'download', { id: String(found.authorised.item.id) });
  await requireDownloadAddress(ctx);
  const { sha256, size } = authorised.revision;
  if (!(await services.storage.has(sha256))) {
    services.log.error({ sha256, revision: authorised.revision.id }, 'the bytes of a revision are missing; run fsck');
    throw new Refusal(codes.bytesMissing);
  }
  const key = `${device.id} ${authorised.revision.id}`;
  if (request.method === 'GET' && (recentDownloads.get(key) ?? 0) < ctx.now - onceMs) {
    const { id: objId, name: objName } = authorised.item;
    await runAsReader(session, (inner) => inner.emit(documentDownloaded, { objId, objName, revisionId: authorised.revision.id }));
    recentDownloads.set(key, ctx.now);
  }
  reply.headers({ ...safeHeaders(authorised.item.ext), 'content-disposition': disposition('attachment', authorised.item.name) });
  const { storage } = services;
  const from = { read: (range: Range) => storage.open(sha256, range), take: (range: Range) => storage.read(sha256, range) };
  return sendRange(request, reply, { size, tag: revisionTag(authorised.revision.id), changed: authorised.item.updated_at, ...from });
}

const silentMs = 120_000;
const longestMs = 24 * 3_600_000;

/** The target of a PUT: an existing document, or a free name in a container. */
type PutTarget = { document: AuthorisedItem['item'] } | { place: AuthorisedItem['item']; name: string };

/** Locks whose tokens the request contains, to be kept. */
interface HeldLocks {
  document?: number;
  row?: LockRow | undefined;
  reserved?: NameReservation | undefined;
}

async function putTargetOf({ ctx, terms }: DeviceSession, path: DavPath): Promise<PutTarget> {
  const found = await findResource(ctx, terms, path);
  if (found === undefined) return requireParent(ctx, terms, path);
  if (found.at !== 'item' || isCollection(found)) throw new DavRefusal(405);
  return { document: found.authorised.item };
}

/** All checks of a PUT; run before the bytes arrive, and again in the transaction that stores them. */
async function requirePutAllowed(session: DeviceSession, ctx: Context, target: PutTarget, request: FileRequest): Promise<HeldLocks> {
  const path = davPathOf(request.raw.url ?? '');
  const by = bearerOf(ctx, request);
  if ('document' in target) {
    const { item } = await requireItem(ctx, right.visible | right.modify, target.document.id, objType.document);
    await requireConditions({ ctx, terms: session.terms }, request);
    await requireUnlocked(ctx, item);
    const { own } = await locksAround(ctx, item);
    requireTokens(by, own, path);
    return { document: item.id, row: own.find(({ row }) => row !== undefined)?.row };
  }
  const { item: place } = await requireContainer(ctx, right.visible | right.upload, target.place.id);
  // another request may have created it meanwhile: then its own lock counts
  const come = await childNamed(ctx, place, target.name);
  if (come?.item.kind === objType.document) return requirePutAllowed(session, ctx, { document: come.item }, request);
  await requireConditions({ ctx, terms: session.terms }, request);
  requireTokens(by, (await locksAround(ctx, place)).own, path.slice(0, -1));
  return { reserved: requireUnreserved(ctx.services, { placeId: place.id, name: target.name }, by) };
}

/** The number of bytes to come: a client with chunked encoding must announce it (the Finder does). */
function sizeOf({ headers }: FileRequest): number {
  const said = headers['content-length'] ?? headers['x-expected-entity-length'];
  if (headers['content-range'] !== undefined) throw new DavRefusal(400);
  // content-encoded bytes would be stored encoded
  if (headers['content-encoding'] !== undefined) throw new DavRefusal(415);
  if (typeof said !== 'string' || !/^\d{1,15}$/.test(said)) throw new DavRefusal(411);
  return Number(said);
}

/** Keeps the device's locks: a new revision releases the document, and a new document has no lock yet. */
async function keepLocks(ctx: Context, { row, reserved, document }: HeldLocks, madeId: number): Promise<void> {
  const [authorised] = row === undefined && reserved === undefined ? [] : await findVisibleItems(ctx, [document ?? madeId]);
  if (authorised === undefined) return;
  if (row !== undefined) await relockForDevice(ctx, authorised.item, row);
  else if (reserved !== undefined) await lockForDevice(ctx, authorised.item, { ...reserved, expires_at: reserved.until });
}

/** Stores a new document, or a new revision of the one with that name. Nothing is visible until all bytes have arrived. */
export async function put(session: DeviceSession, path: DavPath, { request, reply }: { request: FileRequest; reply: FileReply }) {
  requireWriteMode(session);
  const { ctx, services } = session;
  const size = sizeOf(request);
  const target = await putTargetOf(session, path);
  await requirePutAllowed(session, ctx, target, request);
  const { place, name } = 'document' in target ? { place: target.document, name: target.document.name } : target;
  const checked = await requireUploadAllowed(ctx, place, { name, size, folderPath: undefined, same: 'any' });
  const [id, revision] = [newId(), newId()];
  const same: IncomingFile['same'] = request.headers['if-none-match'] === undefined ? 'revision' : 'refuse';
  const where = 'document' in target ? { document: target.document.id } : { place: target.place.id, same };
  const facts: IncomingFile = { id, revision, name: checked.name, size, ...where };
  await countOpenUpload(services, countersOfPerson(ctx.user.id), { id, revision, size, until: ctx.now + longestMs });
  try {
    await reserveUpload(ctx, place, { id, size });
    await receiveInto(session, facts, { request, target }).catch(async (error: unknown) => {
      await releaseUploads(services, [id]);
      throw error;
    });
  } finally {
    uncountOpenUploads(services, ctx.user.id, new Set([id]));
  }
  if ('name' in target) unreserve(services, { placeId: target.place.id, name: target.name });
  return reply
    .status('document' in target ? 204 : 201)
    .header('etag', etagOf(revisionTag(revision)))
    .send();
}

async function receiveInto(
  session: DeviceSession,
  facts: IncomingFile,
  { request, target }: { request: FileRequest; target: PutTarget },
): Promise<void> {
  const { services, who, ctx } = session;
  const part = String(facts.id);
  let kept: HeldLocks = {};
  const before = async (inner: Context): Promise<void> => {
    await requireWritableDevice(inner.db, session);
    kept = await requirePutAllowed(session, inner, target, request);
  };
  const afterwards = (inner: Context) => keepLocks(inner, kept, facts.id);
  request.raw.socket.setTimeout(silentMs);
  try {
    const got = await receivePiece(
      services,
      { busy: true, hashed: 0, at: ctx.now },
      { part, offset: 0, size: facts.size, body: request.raw },
    );
    if (got.sha256 === undefined) throw new DavRefusal(400);
    await finishUpload(services, facts, { who: { ...who, before, after: afterwards }, whole: { part, ...got } });
  } catch (error) {
    await services.storage.parts.remove(part);
    const raced = error instanceof Refusal && error.answer === codes.documentNameExists && facts.same === 'refuse';
    throw raced ? new DavRefusal(412) : error;
  }
}

interface Exchange {
  request: FileRequest;
  reply: FileReply;
}

/** An item as the transaction sees it, without the locks on it and in it: the request must have their tokens. */
async function withoutLocks(ctx: Context, id: number, { request, path }: { request: FileRequest; path: DavPath }) {
  const { item } = await requireItem(ctx, right.visible, id);
  await releaseLocks(ctx, item, { by: bearerOf(ctx, request), path });
  return (await requireItem(ctx, right.visible, id)).item;
}

const moveToBin = (ctx: Context, item: { id: number }) => deleteItems(ctx, { objIds: [String(item.id)] });

/** DELETE: moves into the recycle bin. */
export async function deleteResource(session: DeviceSession, path: DavPath, { request, reply }: Exchange) {
  requireWriteMode(session);
  const { item } = await requireMovable(session.ctx, session.terms, path);
  await runAsDevice(session, async (ctx) => {
    await requireConditions({ ctx, terms: session.terms }, request);
    await moveToBin(ctx, await withoutLocks(ctx, item.id, { request, path }));
  });
  return reply.status(204).send();
}

/** Refuses where a lock of the container or of the name keeps it from getting this member. */
async function requireNewMember(
  ctx: Context,
  place: AuthorisedItem['item'],
  { name, request, path }: { name: string; request: FileRequest; path: DavPath },
): Promise<void> {
  const by = bearerOf(ctx, request);
  requireTokens(by, (await locksAround(ctx, place)).own, path.slice(0, -1));
  requireUnreserved(ctx.services, { placeId: place.id, name }, by);
}

/** MKCOL: a new folder. */
export async function makeCollection(session: DeviceSession, path: DavPath, { request, reply }: Exchange) {
  requireWriteMode(session);
  const { headers } = request;
  if (Number(headers['content-length'] ?? 0) > 0 || headers['transfer-encoding'] !== undefined) throw new DavRefusal(415);
  if ((await findResource(session.ctx, session.terms, path)) !== undefined) throw new DavRefusal(405);
  const { place, name } = await requireParent(session.ctx, session.terms, path);
  await runAsDevice(session, async (ctx) => {
    await requireConditions({ ctx, terms: session.terms }, request);
    await requireNewMember(ctx, place, { name, request, path });
    await createFolder(ctx, { parentId: String(place.id), name });
  }).catch((error: unknown) => {
    throw error instanceof Refusal && error.answer === codes.folderNameExists ? new DavRefusal(405) : error;
  });
  unreserve(session.services, { placeId: place.id, name });
  return reply.status(201).send();
}

/** The parsed request of a MOVE or COPY. */
interface Transfer {
  source: AuthorisedItem['item'];
  place: AuthorisedItem['item'];
  name: string;
  to: DavPath;
  /** The existing item of that name, if not the source itself. */
  existing: AuthorisedItem['item'] | undefined;
}

const isWithin = (outer: DavPath, inner: DavPath): boolean =>
  outer.length < inner.length && outer.every((name, at) => nameKey(name) === nameKey(inner[at] ?? ''));

async function transferOf({ ctx, terms }: DeviceSession, path: DavPath, request: FileRequest): Promise<Transfer> {
  const to = destinationOf(request);
  const { item: source } = await requireMovable(ctx, terms, path);
  if (isWithin(path, to) || isWithin(to, path)) throw new DavRefusal(403);
  const { place, name } = await requireParent(ctx, terms, to);
  const found = await findResource(ctx, terms, to);
  const item = found?.at === 'item' ? found.authorised.item : undefined;
  if (item !== undefined && request.headers['overwrite'] === 'F' && item.id !== source.id) throw new DavRefusal(412);
  return { source, place, name, to, existing: item?.id === source.id ? undefined : item };
}

/** What a MOVE or COPY stores over an existing document. */
interface Replacement {
  from: number;
  existing: number;
  to: DavPath;
  request: FileRequest;
}

/** Stores the bytes of one document as the next revision of another: keeps the history for programs that save beside and rename. */
async function replaceContent(ctx: Context, { from, existing, to, request }: Replacement): Promise<void> {
  const { revision } = await requireContentUse(ctx, 'download', { id: String(from) });
  const { item } = await requireItem(ctx, right.visible | right.modify, existing, objType.document);
  const { own } = await locksAround(ctx, item);
  requireTokens(bearerOf(ctx, request), own, to);
  const { sha256, size } = revision;
  await lockBlobs(ctx, [{ sha256, size }]);
  const placed = await reviseDocument(ctx, item, { revisionId: newId(), size });
  await addRevision(ctx, placed, { sha256, size, name: item.name });
  await replaceProperties(ctx.db, { from, to: item.id });
  const row = own.find((lock) => lock.row !== undefined)?.row;
  if (row !== undefined) await relockForDevice(ctx, { ...item, lock_person_id: 0 }, row);
}

const areDocuments = (...items: AuthorisedItem['item'][]): boolean => items.every(({ kind }) => kind === objType.document);

/** MOVE: to another name, another container, or both. */
export async function moveResource(session: DeviceSession, path: DavPath, { request, reply }: Exchange) {
  requireWriteMode(session);
  const { source, place, name, to, existing } = await transferOf(session, path, request);
  await runAsDevice(session, async (ctx) => {
    await requireConditions({ ctx, terms: session.terms }, request);
    const item = await withoutLocks(ctx, source.id, { request, path });
    if (existing !== undefined && areDocuments(item, existing)) {
      await replaceContent(ctx, { from: item.id, existing: existing.id, to, request });
      await moveToBin(ctx, item);
      return;
    }
    if (existing === undefined) await requireNewMember(ctx, place, { name, request, path: to });
    else await moveToBin(ctx, await withoutLocks(ctx, existing.id, { request, path: to }));
    const id = String(item.id);
    if (item.parent_id !== place.id) await moveItems(ctx, { objIds: [id], parentId: String(place.id), onSameName: 'rename' });
    const moved = await requireItem(ctx, right.visible, id);
    if (moved.item.name !== name) await changeItem()(ctx, { id, name });
  });
  return reply.status(existing === undefined ? 201 : 204).send();
}

/** COPY: includes the content that the user may download. */
export async function copyResource(session: DeviceSession, path: DavPath, { request, reply }: Exchange) {
  requireWriteMode(session);
  const { source, place, name, to, existing } = await transferOf(session, path, request);
  if (source.parent_id === place.id && source.name_key === nameKey(name)) throw new DavRefusal(403);
  await runAsDevice(session, async (ctx) => {
    const authorised = await requireItem(ctx, right.visible, source.id);
    await requireConditions({ ctx, terms: session.terms }, request);
    if (existing !== undefined && areDocuments(authorised.item, existing))
      return replaceContent(ctx, { from: authorised.item.id, existing: existing.id, to, request });
    if (existing === undefined) await requireNewMember(ctx, place, { name, request, path: to });
    else await moveToBin(ctx, await withoutLocks(ctx, existing.id, { request, path: to }));
    if (request.headers['depth'] === '0' && !areDocuments(authorised.item)) {
      const made = await createFolder(ctx, { parentId: String(place.id), name });
      return copyFolderProperties(ctx, { from: authorised.item, to: Number(made.id) });
    }
    return copyAs(ctx, authorised, { placeId: place.id, name });
  });
  return reply.status(existing === undefined ? 201 : 204).send();
}

async function copyAs(ctx: Context, authorised: AuthorisedItem, { placeId, name }: { placeId: number; name: string }): Promise<void> {
  const { item: place } = await requireContainer(ctx, right.visible | right.upload, placeId);
  await requireOpenContainer(ctx, place);
  const isDocument = areDocuments(authorised.item);
  if (isDocument && (authorised.bits & right.download) === 0) throw new Refusal(codes.pasteNoRight);
  if (isDocument) await requireAllowedFileName(ctx, name);
  // the name of a copied document is checked here, that of a folder when it is created
  if (isDocument && nameKey(name) !== authorised.item.name_key) await requireAcceptedName(ctx, name);
  const item = { ...authorised.item, ...nameColumns(name), ...(isDocument && { ext: extOf(name) }) };
  await copyOne(ctx, { ...authorised, item }, { place, onSameName: 'refuse', budget: copyBudget() });
  await notifyFilledQuota(ctx, place);
}
