import { codes } from '@dossier/contract/core/codes';
import { objType, right } from '@dossier/contract/core/rights';
import type { Context, Services } from '../../../platform/context.ts';
import { type FileReply, type FileRequest, type ServedFile, tokenOf } from '../../../platform/http/serve.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { requireContainer, requireItem } from '../../access/require-items.ts';
import { authenticateUnrestricted, requireSessionInSpace } from '../../identity/authentication.ts';
import type { QuotaPlace } from '../../identity/quotas.ts';
import { type RunAs, contextForPerson } from '../../identity/run-as.ts';
import { requireChangeable } from '../attachments/attachable.ts';
import { placeOfFlow, requireChangeableFlow } from '../flow-attachments.ts';
import { requireUnlocked } from '../locks.ts';
import { releaseUploads, requireUploadTicket, reserveUpload, type UploadFacts } from '../open-uploads.ts';
import { type ReceivedContent, findFinishedUpload, finishUpload } from '../place-document.ts';
import { type UploadProgress, receivePiece, receivedBytes } from '../receive-bytes.ts';
import { hasArrived } from '../revisions/revisions.queries.ts';

const path = '/upload/:ticket';
/** A piece without new bytes for this long counts as dead when its sender reconnects. */
const stalledAfterMs = 10_000;
const uploadsInProgress = new WeakMap<Services, Map<number, UploadProgress>>();

function progressOf(services: Services, id: number): UploadProgress {
  let all = uploadsInProgress.get(services);
  if (all === undefined) uploadsInProgress.set(services, (all = new Map()));
  let found = all.get(id);
  if (found === undefined) all.set(id, (found = { busy: false, hashed: 0, at: services.now() }));
  return found;
}

/** Forgets uploads without a piece since `before`. */
export function forgetIdleUploads(services: Services, before: number): void {
  const all = uploadsInProgress.get(services);
  for (const [id, upload] of all ?? []) if (!upload.busy && upload.at < before) all?.delete(id);
}

/** An open upload and its sender. */
interface UploadRequest {
  facts: UploadFacts;
  who: RunAs;
}

/** One that may be gone on with, and where its bytes go. */
interface AuthorisedUpload extends UploadRequest {
  ctx: Context;
  place: QuotaPlace;
}

/**
 * The sender of the bytes: the share session; or the live session of the request, of the same user, so that an upload resumes after a new
 * sign-in; or else the session of the ticket.
 */
async function uploaderOf(services: Services, request: FileRequest): Promise<UploadRequest> {
  const facts = requireUploadTicket(services, (request.params as { ticket?: unknown }).ticket);
  const who = { personId: facts.person, spaceId: facts.space, address: request.ip };
  if (facts.shareSessionId !== undefined) return { facts, who: { ...who, shareSessionId: facts.shareSessionId } };
  const token = tokenOf(request);
  const user = token === undefined ? undefined : await authenticateUnrestricted(services, token, services.now()).catch(unlessRefused);
  // in another space of the same user the upload waits
  if (user?.id === facts.person && user.organisationId === (facts.space ?? user.organisationId))
    return { facts, who: { ...who, sessionId: user.sessionId } };
  await requireSessionInSpace(services, { session: facts.session, space: facts.space });
  return { facts, who: { ...who, sessionId: facts.session } };
}

function unlessRefused(error: unknown): undefined {
  if (!(error instanceof Refusal)) throw error;
}

/** Authorises every piece: the session, the account, and the right to upload. */
async function authoriseUpload(services: Services, request: FileRequest, reply: FileReply): Promise<AuthorisedUpload> {
  reply.headers({ 'tus-resumable': '1.0.0', 'cache-control': 'no-store' });
  const { facts, who } = await uploaderOf(services, request);
  const ctx = await contextForPerson(services, services.database.read, who);
  if (facts.attachTo !== undefined) return { facts, who, ctx, place: await requireChangeable(ctx, facts.attachTo) };
  if (facts.attachToFlow !== undefined)
    return { facts, who, ctx, place: placeOfFlow(await requireChangeableFlow(ctx, facts.attachToFlow)) };
  if (facts.document === undefined) {
    const { item } = await requireContainer(ctx, right.visible | right.upload, facts.place ?? 0);
    return { facts, who, ctx, place: item };
  }
  const { item } = await requireItem(ctx, right.visible | right.modify, facts.document, objType.document);
  await requireUnlocked(ctx, item);
  return { facts, who, ctx, place: item };
}

/** Runs `work` alone among the requests of one upload. */
async function runExclusively<T>(services: Services, id: number, work: (upload: UploadProgress) => Promise<T>): Promise<T> {
  const upload = progressOf(services, id);
  if (upload.busy) {
    if (upload.at < services.now() - stalledAfterMs) upload.cut?.();
    throw new Refusal({ ...codes.uploadBusy, status: 423 });
  }
  upload.busy = true;
  upload.at = services.now();
  try {
    return await work(upload);
  } finally {
    upload.busy = false;
  }
}

const partOf = (facts: UploadFacts): string => String(facts.id);

/** Whether the upload is finished, and as which document. */
async function completionOf(services: Services, facts: UploadFacts): Promise<{ documentId?: number } | undefined> {
  if (facts.extract === true) return (await hasArrived(services.database.read, facts.id)) ? {} : undefined;
  const documentId = await findFinishedUpload(services, facts);
  return documentId === undefined ? undefined : { documentId };
}

async function requireReceived(services: Services, facts: UploadFacts): Promise<number> {
  const received = await receivedBytes(services, partOf(facts));
  if (received === undefined) throw new Refusal({ ...codes.uploadMissing, status: 410 });
  return received;
}

async function finish(services: Services, { facts, who }: UploadRequest, whole: ReceivedContent) {
  const documentId = await finishUpload(services, facts, { who, whole });
  uploadsInProgress.get(services)?.delete(facts.id);
  return documentId;
}

function answer(reply: FileReply, status: number, facts: { offset: number; size?: number; documentId?: number }): FileReply {
  reply.header('upload-offset', String(facts.offset));
  if (facts.size !== undefined) reply.header('upload-length', String(facts.size));
  if (facts.documentId !== undefined) reply.header('dossier-document', String(facts.documentId));
  return reply.status(status).send();
}

/**
 * The progress of an upload. Complete bytes without a document, as after a crash, are placed first: a client that reads the full size
 * stops.
 */
async function head(services: Services, request: FileRequest, reply: FileReply) {
  const { facts, who } = await authoriseUpload(services, request, reply);
  const { size } = facts;
  const done = await completionOf(services, facts);
  if (done !== undefined) return answer(reply, 200, { offset: size, size, ...done });
  return runExclusively(services, facts.id, async () => {
    const offset = await requireReceived(services, facts);
    if (offset < size) return answer(reply, 200, { offset, size });
    const part = partOf(facts);
    const whole: ReceivedContent = size === 0 ? { part, bytes: Buffer.alloc(0), sha256: emptySha } : { part };
    return answer(reply, 200, { offset, size, documentId: await finish(services, { facts, who }, whole) });
  });
}

const emptySha = 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855';

async function patch(services: Services, request: FileRequest, reply: FileReply) {
  const { facts, who, ctx, place } = await authoriseUpload(services, request, reply);
  const { headers } = request;
  const claimed = headers['upload-offset'];
  if (headers['content-type'] !== 'application/offset+octet-stream' || typeof claimed !== 'string' || !/^\d{1,16}$/.test(claimed))
    throw new Refusal(codes.invalidParams);
  const { id, size } = facts;
  const start = Number(claimed);
  return runExclusively(services, id, async (upload) => {
    const done = await completionOf(services, facts);
    if (done !== undefined && start === size) return answer(reply, 204, { offset: size, ...done });
    if (done !== undefined || start !== (await requireReceived(services, facts))) throw new Refusal(codes.uploadOffsetWrong);
    if (start + Number(headers['content-length'] ?? 0) > size) throw new Refusal(codes.uploadSizeWrong);
    const part = partOf(facts);
    // the sweep lowered what was promised to an upload that rested
    await reserveUpload(ctx, place, { id, size });
    const got = await receivePiece(services, upload, { part, offset: start, size, body: request.raw }).catch((error: unknown) =>
      discard(services, { facts, error }),
    );
    if (got.offset < size) return answer(reply, 204, { offset: got.offset });
    return answer(reply, 204, { offset: size, documentId: await finish(services, { facts, who }, { part, ...got }) });
  });
}

/** What came of an upload that is refused goes at once: it would take room, of the disk and of a quota, that others wait for. */
async function discard(services: Services, { facts, error }: { facts: UploadFacts; error: unknown }): Promise<never> {
  if (error instanceof Refusal) {
    await services.storage.parts.remove(partOf(facts));
    await releaseUploads(services, [facts.id]);
  }
  throw error;
}

/** Cancels an upload and removes its bytes. */
async function terminate(services: Services, request: FileRequest, reply: FileReply) {
  reply.header('tus-resumable', '1.0.0');
  const { facts } = await uploaderOf(services, request);
  const known = progressOf(services, facts.id);
  if (known.busy) known.cut?.();
  return runExclusively(services, facts.id, async () => {
    const part = partOf(facts);
    if ((await completionOf(services, facts)) === undefined && (await receivedBytes(services, part)) !== undefined)
      await services.storage.parts.end(part);
    await releaseUploads(services, [facts.id]);
    return reply.status(204).send();
  });
}

async function options(_services: Services, _request: FileRequest, reply: FileReply) {
  return reply.status(204).headers({ 'tus-resumable': '1.0.0', 'tus-version': '1.0.0', 'tus-extension': 'termination' }).send();
}

/** The tus 1.0 protocol at the URL of one upload. */
export const uploadEndpoints: ServedFile[] = [
  { method: 'HEAD', path, handle: head },
  { method: 'PATCH', path, handle: patch },
  { method: 'DELETE', path, handle: terminate },
  { method: 'OPTIONS', path, handle: options },
];
