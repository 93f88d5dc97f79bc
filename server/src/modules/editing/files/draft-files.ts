import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { codes } from '@dossier/contract/core/codes';
import { maxEditedBytes } from '@dossier/contract/core/file-types';
import type { FileSession } from '@dossier/contract/editing/editing';
import type { Context, Services } from '../../../platform/context.ts';
import type { FileReply, FileRequest, ServedFile } from '../../../platform/http/serve.ts';
import { newId } from '../../../platform/ids.ts';
import { identifyByContext } from '../../../platform/jobs/current-work.ts';
import { LimitedMap } from '../../../platform/limited-map.ts';
import { Refusal } from '../../../platform/refusal.ts';
import type { Content } from '../../../platform/storage/storage.ts';
import { freeBlob } from '../../documents/blob-cleanup.ts';
import { holdIncoming, releaseIncoming } from '../../documents/open-uploads.ts';
import {
  BlobGone,
  lockBlobs,
  type ReceivedContent,
  recordBlobs,
  removePart,
  requireLiveSession,
  storeBlob,
} from '../../documents/place-document.ts';
import { receivePiece } from '../../documents/receive-bytes.ts';
import { blobOf } from '../../documents/revisions.ts';
import { whileUploading } from '../../documents/uploads.ts';
import { requireQuota } from '../../identity/quotas.ts';
import { contextForPerson, runAs } from '../../identity/run-as.ts';
import { visitorOf } from '../rooms/room.ts';
import { inLanguage, requireEditable, visitorKeyOf } from '../sessions/edit-sessions.ts';
import { type EditSessionRow, noteWriting, updateSession } from '../sessions/edit-sessions.queries.ts';
import { requireSoundDraft } from './check-draft.ts';
import { requireUndamaged } from './read-word.ts';
import { RestedTurns } from './rested-turns.ts';
import { sendDraft } from './follow-file.ts';
import {
  type FileTicket,
  noteTrial,
  openFileTicket,
  openTrialTicket,
  sessionOfWindow,
  triedBefore,
  untilReplaced,
  whyClosed,
} from './file-sessions.ts';

const ticketOf = (services: Services, request: FileRequest, open = openFileTicket): FileTicket => {
  const ticket = open(services, (request.params as { ticket?: string }).ticket);
  if (ticket === undefined) throw new Refusal(codes.ticketInvalid);
  return ticket;
};

/** The right, the sign-in and the session of a ticket at this moment. */
async function openWindow(services: Services, ticket: FileTicket) {
  const { read } = services.database;
  await requireLiveSession(services, ticket.who);
  const ctx = inLanguage(await contextForPerson(services, read, ticket.who), ticket.lang);
  identifyByContext(ctx);
  const session = await sessionOfWindow(ctx, { sessionId: ticket.editSession, windowId: ticket.window });
  // a window that may no longer write is told why, where others have locked the document
  if (session === undefined) return { ctx };
  const { item } = await requireEditable(ctx, ticket.document, session);
  return { ctx, item, session };
}

/** Sends the file as it was written last. */
async function sendFile(services: Services, request: FileRequest, reply: FileReply) {
  const { ctx, item, session } = await openWindow(services, ticketOf(services, request));
  if (item === undefined) throw new Refusal(codes.changedMeanwhile);
  return sendDraft(ctx, { request, reply }, { name: item.name, session });
}

/** The windows from which a file is coming in: one at a time. */
const receiving = new WeakMap<Services, Set<number>>();

async function oneAtATime<T>(services: Services, window: number, work: () => Promise<T>): Promise<T> {
  const busy = receiving.get(services) ?? new Set<number>();
  receiving.set(services, busy);
  if (busy.has(window)) throw new Refusal(codes.uploadBusy);
  busy.add(window);
  try {
    return await work();
  } finally {
    busy.delete(window);
  }
}

function announcedSize({ headers }: FileRequest, { kind }: EditSessionRow): number {
  const said = headers['content-length'];
  if (headers['content-encoding'] !== undefined || said === undefined || !/^[1-9]\d{0,14}$/.test(said))
    throw new Refusal(codes.invalidParams);
  if (Number(said) > maxEditedBytes(kind === 'pdf' ? 'pdf' : 'word')) throw new Refusal(codes.uploadTooLarge);
  return Number(said);
}

type ReceivedFile = ReceivedContent & Content;

type OpenWindow = Required<Awaited<ReturnType<typeof openWindow>>>;

/**
 * Receives a whole file into a part, or into memory where it is small; checks room before, and hands it to `use`. While it comes in, a file of a visitor is
 * one of their uploads.
 */
async function withReceivedFile<T>(
  { ctx, item, session }: OpenWindow,
  { request, window }: { request: FileRequest; window: number },
  use: (file: ReceivedFile) => Promise<T>,
): Promise<T> {
  const { services } = ctx;
  const size = announcedSize(request, session);
  const coming = { session: session.id, window, body: request.raw };
  const receive = (): Promise<T> => untilReplaced(services, coming, () => receiveFile(services, { request, size }, use));
  if (ctx.shareSession !== undefined) return whileUploading(ctx, item, { size, work: receive });
  const id = newId();
  await holdIncoming(services, { id, size });
  try {
    return await receive();
  } finally {
    releaseIncoming(services, [id]);
  }
}

async function receiveFile<T>(
  services: Services,
  { request, size }: { request: FileRequest; size: number },
  use: (file: ReceivedFile) => Promise<T>,
): Promise<T> {
  const part = `draft-${randomUUID()}`;
  try {
    const received = await receivePiece(services, { busy: true, hashed: 0, at: 0 }, { part, offset: 0, size, body: request.raw });
    if (received.sha256 === undefined) throw new Refusal(codes.uploadSizeWrong);
    return await use({ part, size, sha256: received.sha256, ...(received.bytes && { bytes: received.bytes }) });
  } finally {
    await removePart(services, { part });
  }
}

/** Answers like a call; the rest of a refused body is read, so that its sender receives the answer. */
const served =
  (
    work: (services: Services, request: FileRequest, ticket: FileTicket) => Promise<FileSession>,
    openTicket = openFileTicket,
  ): ServedFile['handle'] =>
  async (services, request, reply) => {
    try {
      const ticket = ticketOf(services, request, openTicket);
      const data = await oneAtATime(services, ticket.window, () => work(services, request, ticket));
      return reply.header('cache-control', 'no-store').send({ code: codes.ok.code, message: 'OK', data });
    } catch (error) {
      request.raw.resume();
      throw error;
    }
  };

/** By visitor: the checks of drafts and of untouched files. */
export const fileChecks = new RestedTurns();

/** The checks of a visitor come one after the other, in whichever windows and documents. */
function inTurn<T>(ctx: Context, work: () => Promise<T>): Promise<T> {
  if (ctx.shareSession === undefined) return work();
  const { stopping } = ctx.services;
  return fileChecks.take(visitorKeyOf(ctx), {
    work,
    rest: (ms) => delay(ms, undefined, { signal: stopping, ref: false }).catch(() => undefined),
  });
}

/** Refuses with 4647 the draft of a visitor that is no file of the kind which it was edited from: others would meet it. */
async function requireSoundFromVisitor({ ctx, session }: OpenWindow, draft: Content): Promise<void> {
  const { services } = ctx;
  const base = await blobOf(services.database.read, session.revision_id);
  if (ctx.shareSession === undefined || base?.sha256 === draft.sha256) return;
  await inTurn(ctx, () => requireSoundDraft(services, session, { base: base ?? draft, draft, mayComeAgain: true }));
}

/** Frees a draft that was stored and not taken. Without its row it would be found by the sweep alone. */
async function freeStored(services: Services, draft: Content): Promise<void> {
  await recordBlobs(services, [draft]);
  await freeBlob(services, draft.sha256);
}

/** Takes a draft: it is on disk and noted when this is answered. The draft before it is freed. */
async function receiveDraft(services: Services, request: FileRequest, ticket: FileTicket): Promise<FileSession> {
  const { ctx, item, session } = await openWindow(services, ticket);
  if (item === undefined) {
    request.raw.resume();
    return whyClosed(ctx, ticket.editSession);
  }
  await requireQuota(ctx, item, { name: item.name, size: announcedSize(request, session) });
  const opened = { ctx, item, session };
  return withReceivedFile(opened, { request, window: ticket.window }, async (file) => {
    for (let attempt = 1; ; attempt++) {
      const isNew = await storeBlob(services, file);
      try {
        await requireSoundFromVisitor(opened, file);
        const before = await noteDraft(services, ticket, file);
        if (before === undefined) {
          if (isNew) await freeStored(services, file);
          return whyClosed(ctx, ticket.editSession);
        }
        if (before !== file.sha256) await freeBlob(services, before);
        return { isOpen: true };
      } catch (error) {
        if (error instanceof BlobGone && attempt < 3) continue;
        if (isNew) await freeStored(services, file);
        throw error;
      }
    }
  });
}

/** Notes the newest draft of a session; answers the one before, undefined where the window may no longer write. */
function noteDraft(services: Services, ticket: FileTicket, { sha256, size }: Content): Promise<string | undefined> {
  return runAs(services, ticket.who, async (own) => {
    const ctx = inLanguage(own, ticket.lang);
    await requireLiveSession(services, ticket.who, ctx.db);
    await lockBlobs(ctx, [{ sha256, size }]);
    const session = await sessionOfWindow(ctx, { sessionId: ticket.editSession, windowId: ticket.window });
    if (session === undefined) return undefined;
    await requireEditable(ctx, ticket.document, session);
    await updateSession(ctx.db, session.id, { draft_sha256: sha256, draft_size: size });
    const visitor = visitorOf(ctx);
    const writers = visitor === undefined ? { personIds: [ctx.user.id] } : { personIds: [], visitors: [visitor] };
    await noteWriting(ctx.db, { id: session.id, ...writers, at: ctx.now });
    return session.draft_sha256;
  });
}

/** Whether a file was kept untouched, by its hash and that of what an editor made of it. */
const comparisons = new LimitedMap<boolean>(10_000);

/** Whether the editor keeps a file untouched, told by what it made of that. */
async function isKept(services: Services, base: Content, file: ReceivedFile): Promise<boolean> {
  const known = comparisons.get(`${base.sha256} ${file.sha256}`);
  if (known !== undefined) return known;
  await storeBlob(services, file);
  await recordBlobs(services, [file]);
  let kept = true;
  try {
    await requireUndamaged(services, { base, draft: file, isUntouched: true, mayComeAgain: true });
  } catch (error) {
    if (!(error instanceof Refusal) || error.answer !== codes.editDamaged) throw error;
    kept = false;
  } finally {
    await freeBlob(services, file.sha256);
  }
  comparisons.set(`${base.sha256} ${file.sha256}`, kept);
  return kept;
}

/**
 * Compares what the editor makes of a file untouched with that file; 4614 where it would lose something, and from then on for this person. After the
 * verdict a ticket starts no other comparison.
 */
async function tryFile(services: Services, request: FileRequest, ticket: FileTicket): Promise<FileSession> {
  const { ctx, item, session } = await openWindow(services, ticket);
  if (item === undefined) {
    request.raw.resume();
    return whyClosed(ctx, ticket.editSession);
  }
  const base = await blobOf(services.database.read, session.revision_id);
  if (base === undefined) throw new Refusal(codes.bytesMissing);
  const trial = { ctx, sha256: base.sha256, document: ticket.document };
  const verdict = triedBefore(trial);
  if (verdict === false) throw new Refusal(codes.editFallsBackToView);
  if (verdict === true) {
    request.raw.resume();
    return { isOpen: true };
  }
  return withReceivedFile({ ctx, item, session }, { request, window: ticket.window }, async (file) => {
    const kept = await inTurn(ctx, () => isKept(services, base, file));
    noteTrial(trial, kept);
    if (!kept) throw new Refusal(codes.editFallsBackToView);
    return { isOpen: true };
  });
}

/** The bytes of Word documents and PDFs that are being edited. */
export const draftFiles: ServedFile[] = [
  { method: 'GET', path: '/edit/file/:ticket', handle: sendFile },
  { method: 'PUT', path: '/edit/draft/:ticket', handle: served(receiveDraft) },
  { method: 'PUT', path: '/edit/trial/:ticket', handle: served(tryFile, openTrialTicket) },
];
