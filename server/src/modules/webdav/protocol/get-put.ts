import { codes } from '@dossier/contract/core/codes';
import { objType, right } from '@dossier/contract/core/rights';
import type { Context } from '../../../platform/context.ts';
import { type Range, disposition, etagOf, safeHeaders, sendRange } from '../../../platform/http/file-response.ts';
import type { FileReply, FileRequest } from '../../../platform/http/serve.ts';
import { newId } from '../../../platform/ids.ts';
import { LimitedMap } from '../../../platform/limited-map.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { type AuthorisedItem, findVisibleItems, requireContainer, requireItem } from '../../access/require-items.ts';
import { documentDownloaded } from '../../documents/events.ts';
import { requireContentUse } from '../../documents/file-tickets.ts';
import { needUnlocked } from '../../documents/locks.ts';
import { countOpenUpload, countersOfPerson, uncountOpenUploads } from '../../documents/open-uploads.ts';
import { type IncomingFile, finishUpload } from '../../documents/place-document.ts';
import { receivePiece } from '../../documents/receive-bytes.ts';
import { releaseUploads, reserveUpload } from '../../documents/storage-space.ts';
import { requireUploadAllowed } from '../../documents/uploads.ts';
import { childNamed } from '../../documents/walk-tree.ts';
import { requireDownloadAddress } from '../../identity/address-restrictions.ts';
import { type NameReservation, lockForDevice, relockForDevice, requireLockToken, reservationOf, unreserve } from '../locks.ts';
import type { LockRow } from '../locks/locks.queries.ts';
import { type DeviceSession, requireWritableDevice, requireWriteMode, runAsReader } from './authenticate-device.ts';
import { DavRefusal } from './messages.ts';
import { type DavPath, requireConditions, tokensOf } from './request.ts';
import { findResource, isCollection, requireParent, requireResource, revisionTag } from './resources.ts';

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
async function requirePutAllowed(ctx: Context, target: PutTarget, request: FileRequest): Promise<HeldLocks> {
  const tokens = tokensOf(request);
  if ('document' in target) {
    const { item } = await requireItem(ctx, right.visible | right.modify, target.document.id, objType.document);
    needUnlocked(ctx, item);
    const row = await requireLockToken(ctx, item, tokens);
    requireConditions(request, { tag: etagOf(revisionTag(item.revision_id)), holds: (token) => token === row?.token });
    return { document: item.id, row };
  }
  const { item: place } = await requireContainer(ctx, right.visible | right.upload, target.place.id);
  // another request may have created it meanwhile: then its own lock counts
  const come = await childNamed(ctx, place, target.name);
  if (come?.item.kind === objType.document) return requirePutAllowed(ctx, { document: come.item }, request);
  const reserved = reservationOf(ctx.services, target.place.id, target.name);
  if (reserved !== undefined && !(tokens.includes(reserved.token) && reserved.personId === ctx.user.id))
    throw new DavRefusal(423, { condition: 'lock-token-submitted' });
  requireConditions(request, { tag: undefined, holds: (token) => token === reserved?.token });
  return { reserved };
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
  await requirePutAllowed(ctx, target, request);
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
    kept = await requirePutAllowed(inner, target, request);
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
