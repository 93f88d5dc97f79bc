import { codes } from '@dossier/contract/core/codes';
import { objType, right } from '@dossier/contract/core/rights';
import type { Context } from '../../../platform/context.ts';
import { type Range, safeHeaders, sendRange } from '../../../platform/http/file-response.ts';
import type { FileReply, FileRequest } from '../../../platform/http/serve.ts';
import { newId } from '../../../platform/ids.ts';
import { Refusal } from '../../../platform/refusal.ts';
import type { ItemRow } from '../../access/items.queries.ts';
import { requireItem } from '../../access/require-items.ts';
import { withdrawCurrentRevision } from '../../documents/editor-saves.ts';
import { documentDownloaded } from '../../documents/events.ts';
import { type AuthorisedRevision, requireContentUse, requireRevision } from '../../documents/file-tickets.ts';
import { requireOpenContainer } from '../../documents/folders.ts';
import { countOpenUpload, countersOfPerson, releaseUploads, reserveUpload, uncountOpenUploads } from '../../documents/open-uploads.ts';
import { finishUpload, type IncomingFile, type Place } from '../../documents/place-document.ts';
import { receivePiece } from '../../documents/receive-bytes.ts';
import { requireUploadAllowed } from '../../documents/uploads.ts';
import { requireDownloadAddress } from '../../identity/address-restrictions.ts';
import { externalViewerTerms } from '../../preview/external-viewers.ts';
import { versionOf } from './check-file-info.ts';
import { type Exchange, holdForChange, requireHeldForChange } from './lock-methods.ts';
import { headerOf, lockIn, WopiRefusal } from './messages.ts';
import { lastSave, putSave } from './office-server.queries.ts';
import { requireWritingToken, runAsEditor, type WopiSession } from './wopi-tokens.ts';

/** Larger documents are refused: no office server opens them, and a broken client must not fill the disk. */
const mostBytes = 1024 ** 3;
/** A body takes at most so long; one that comes too slowly is cut off by the server (`slow-bodies.ts`). */
const longestMs = 3_600_000;

/** A client that does not prove to be the office server may be the browser: it gets what the user may have as it is, where they may download, and that is logged. */
async function requireDownload(session: WopiSession, authorised: AuthorisedRevision): Promise<void> {
  const { item, revision } = authorised;
  if (!(await externalViewerTerms(session.ctx, authorised)).unmarked) throw new Refusal(codes.noRightToDownload);
  await requireDownloadAddress(session.ctx);
  await runAsEditor(session, (own) => own.emit(documentDownloaded, { objId: item.id, objName: item.name, revisionId: revision.id }));
}

/** GetFile: the bytes of a document. */
export async function getFile(session: WopiSession, { request, reply }: Exchange): Promise<FileReply> {
  const { ctx, services, facts, isProven } = session;
  const authorised = await requireContentUse(ctx, 'view', { id: String(facts.item) });
  if (!isProven) await requireDownload(session, authorised);
  const { sha256, size, created_at } = authorised.revision;
  const expected = headerOf(request, 'x-wopi-maxexpectedsize');
  if (expected !== undefined && /^\d{1,15}$/.test(expected) && size > Number(expected)) throw new WopiRefusal(412);
  if (!(await services.storage.has(sha256))) {
    services.log.error({ sha256, revision: authorised.revision.id }, 'the bytes of a revision are missing; run fsck');
    throw new WopiRefusal(500);
  }
  reply.headers({ ...safeHeaders(''), 'x-wopi-itemversion': versionOf(authorised.item) });
  const { storage } = services;
  const from = { read: (range: Range) => storage.open(sha256, range), take: (range: Range) => storage.read(sha256, range) };
  return sendRange(request, reply, { size, tag: `${sha256} ${authorised.revision.id}`, changed: created_at, ...from });
}

/** The number of bytes to come. */
export function sizeIn(request: FileRequest): number {
  if (headerOf(request, 'content-encoding') !== undefined || headerOf(request, 'content-range') !== undefined) throw new WopiRefusal(400);
  // a request with neither header has no body (RFC 9112, 6.3)
  const unsaid = headerOf(request, 'transfer-encoding') === undefined ? '0' : headerOf(request, 'x-wopi-size');
  const said = headerOf(request, 'content-length') ?? unsaid;
  if (said === undefined || !/^\d{1,15}$/.test(said)) throw new WopiRefusal(411);
  if (Number(said) > mostBytes) throw new WopiRefusal(413, { headers: { connection: 'close' } });
  return Number(said);
}

interface Receiving {
  request: FileRequest;
  /** Where the bytes are placed: their space is asked for there. */
  place: Place;
  /** Asked in the transaction before the rows are written. */
  before: (ctx: Context) => Promise<void>;
  after?: (ctx: Context) => Promise<void>;
  /** Told the hash of the bytes; true where they are not to be stored. */
  isKnown?: (sha256: string) => boolean;
}

/** Receives bytes and then places them: nothing is visible until all have arrived. False where they were known. */
export async function receiveDocument(
  { services, ctx, who }: WopiSession,
  facts: IncomingFile,
  { request, place, before, after, isKnown }: Receiving,
): Promise<boolean> {
  const { id, revision, size } = facts;
  await requireUploadAllowed(ctx, place, { name: facts.name, size, folderPath: undefined, same: 'any' });
  await countOpenUpload(services, countersOfPerson(ctx.user.id), { id, revision, size, until: ctx.now + longestMs });
  const part = String(id);
  const late = setTimeout(() => void request.raw.destroy(), longestMs).unref();
  try {
    await reserveUpload(ctx, place, { id, size });
    const got = await receivePiece(services, { busy: true, hashed: 0, at: ctx.now }, { part, offset: 0, size, body: request.raw });
    if (got.sha256 === undefined) throw new WopiRefusal(400);
    if (isKnown?.(got.sha256) === true) {
      await services.storage.parts.remove(part);
      await releaseUploads(services, [id]);
      return false;
    }
    await finishUpload(services, facts, { who: { ...who, before, ...(after && { after }) }, whole: { part, ...got } });
    return true;
  } catch (error) {
    await services.storage.parts.remove(part);
    await releaseUploads(services, [id]);
    throw error;
  } finally {
    clearTimeout(late);
    uncountOpenUploads(services, ctx.user.id, new Set([id]));
  }
}

/** Collabora names the time of the content that it began with; the answer by which it tells the user that the document changed elsewhere. */
const changedElsewhere = { COOLStatusCode: 1010, LOOLStatusCode: 1010 };

async function requireUnchanged(ctx: Context, request: FileRequest, id: number): Promise<void> {
  const known = headerOf(request, 'x-cool-wopi-timestamp') ?? headerOf(request, 'x-lool-wopi-timestamp');
  if (known === undefined || known === '') return;
  const authorised = await requireRevision(ctx, right.visible | right.read, { id: String(id) });
  if (Date.parse(known) === authorised.revision.created_at) return;
  throw new WopiRefusal(409, {
    headers: { 'x-wopi-lock': '', 'x-wopi-lockfailurereason': 'The document was changed elsewhere.' },
    body: changedElsewhere,
  });
}

/** Whether the client says that nobody has changed the document since it was opened or last saved. */
const isUnmodified = (request: FileRequest): boolean =>
  (headerOf(request, 'x-cool-wopi-ismodifiedbyuser') ?? headerOf(request, 'x-lool-wopi-ismodifiedbyuser')) === 'false';

/** PutFile: a save. All saves of one session make one revision, as long as no other save came between. */
export async function putFile(session: WopiSession, { request, reply }: Exchange): Promise<FileReply> {
  requireWritingToken(session);
  const { ctx, facts } = session;
  const size = sizeIn(request);
  const lockId = lockIn(request);
  const writable = async (at: Context): Promise<ItemRow> => {
    const { item } = await requireItem(at, right.visible | right.modify | right.read, facts.item, objType.document);
    await requireOpenContainer(at, item);
    await requireUnchanged(at, request, item.id);
    return item;
  };
  // a document that was made empty may get its first content without a lock
  const holding = (item: ItemRow) => ({ lockId, isFreeOk: item.size === 0 });
  const item = await writable(ctx);
  await requireHeldForChange(ctx, item, holding(item));
  const incoming: IncomingFile = { id: newId(), revision: newId(), name: item.name, size, document: item.id, keepLock: true };
  const { revision: current } = await requireRevision(ctx, right.visible, { id: String(item.id) });
  let savedAt = 0;
  const isStored = await receiveDocument(session, incoming, {
    request,
    place: item,
    isKnown: (sha256) => isUnmodified(request) && sha256 === current.sha256,
    before: async (inner) => {
      const now = await writable(inner);
      await holdForChange(inner, now, holding(now));
      await foldSave(inner, now, facts.editing);
    },
    after: async (inner) => {
      savedAt = inner.now;
      await putSave(inner.db, { item_id: item.id, revision_id: incoming.revision, session: facts.editing });
    },
  });
  return reply
    .status(200)
    .header('x-wopi-itemversion', versionOf({ revision_id: isStored ? incoming.revision : current.id }))
    .type('application/json; charset=utf-8')
    .send({ LastModifiedTime: new Date(isStored ? savedAt : current.created_at).toISOString() });
}

/** Takes back the revision of the session's own last save, where it is still the current one and nothing holds it. */
async function foldSave(ctx: Context, item: ItemRow, editing: string): Promise<void> {
  const [last] = await lastSave(ctx.db, { item: item.id });
  if (last?.session === editing && last.revision_id === item.revision_id) await withdrawCurrentRevision(ctx, item);
}
