import type { Readable } from 'node:stream';
import { codes } from '@dossier/contract/core/codes';
import { editorOf, isFileEditor } from '@dossier/contract/core/file-types';
import { objType, right } from '@dossier/contract/core/rights';
import type { ParsedOf } from '@dossier/contract/core/route';
import type { Lang } from '@dossier/contract/core/shapes';
import type { editing, FileSession, OpenedFile } from '@dossier/contract/editing/editing';
import type { Context, Services } from '../../../platform/context.ts';
import { inTransaction } from '../../../platform/http/serve.ts';
import { newId } from '../../../platform/ids.ts';
import { LimitedMap } from '../../../platform/limited-map.ts';
import { Refusal } from '../../../platform/refusal.ts';
import type { Content } from '../../../platform/storage/storage.ts';
import { textOf } from '../../../platform/text/texts.ts';
import type { ItemRow } from '../../access/items.queries.ts';
import { requireItem } from '../../access/require-items.ts';
import { blobOf, revisionsOfIds } from '../../documents/revisions.ts';
import { visitorName } from '../../documents/show-items.ts';
import { requireDownloadAddress } from '../../identity/address-restrictions.ts';
import { type RunAs, runAs } from '../../identity/run-as.ts';
import { personNames } from '../../identity/users.ts';
import { recordUse } from '../../preview/views.ts';
import type { FileKind } from '../journals/journal.ts';
import { requireEditablePdf } from '../pdf/edited-pdfs.ts';
import { visitorOf } from '../rooms/room.ts';
import { documentReaders } from '../visitor-edits.ts';
import {
  callerOf,
  createSession,
  inLanguage,
  isFileSession,
  isLockedBySession,
  lockForSession,
  requireEditable,
  visitorKeyOf,
} from '../sessions/edit-sessions.ts';
import {
  deletePresence,
  deletePresenceOf,
  deleteSessions,
  type EditSessionRow,
  forgetWriters,
  insertPresence,
  presenceById,
  renewWindow,
  sessionById,
  sessionOfDocument,
  updateSession,
  visitorsOf,
  windowOfSession,
  writersOf,
} from '../sessions/edit-sessions.queries.ts';
import { endSession, inTurnOfSaves, keepUnsaved, saveAtEnd, saveSession, untilVisitorsMaySave } from '../sessions/save-session.ts';

const purpose = 'editing.file';
const trialPurpose = 'editing.trial';
/** A window may be open for so long without opening the document anew. */
const ticketSeconds = 3 * 24 * 3600;

/** Which window of an editing session reads and writes which file, as the ticket tells. */
export interface FileTicket {
  editSession: number;
  window: number;
  document: number;
  who: RunAs;
  /** The language in which a visitor is told who else writes; a user has their own. */
  lang?: Lang;
}

export const openFileTicket = (services: Services, ticket: unknown): FileTicket | undefined =>
  typeof ticket === 'string' ? services.tickets.open<FileTicket>(purpose, ticket) : undefined;

/** What allows one trial: the contents are those that the session began with. */
export const openTrialTicket = (services: Services, ticket: unknown): FileTicket | undefined =>
  typeof ticket === 'string' ? services.tickets.open<FileTicket>(trialPurpose, ticket) : undefined;

/** Contents that the editor kept untouched in the browser of a user. */
const keptContents = new LimitedMap<true>(10_000);
/** What browsers said otherwise, and those of visitors: each speaks for its own person and document alone. */
const ownTrials = new LimitedMap<boolean>(10_000);

interface Trial {
  ctx: Context;
  sha256: string;
  document: number;
}

const trialKey = ({ ctx, sha256, document }: Trial): string => `${ctx.user.id} ${visitorKeyOf(ctx)} ${document} ${sha256}`;

/** Whether the editor keeps contents untouched, as far as the caller may know; undefined where that was not tried. */
export const triedBefore = (trial: Trial): boolean | undefined => keptContents.get(trial.sha256) ?? ownTrials.get(trialKey(trial));

/** Notes the end of a trial; a good one of a user is good for all. */
export function noteTrial(trial: Trial, isKept: boolean): void {
  if (isKept && trial.ctx.shareSession === undefined) keptContents.set(trial.sha256, true);
  else ownTrials.set(trialKey(trial), isKept);
}

/** A save that may meet users whom a visitor does not know: the visitor is refused without their names. */
export async function withoutNames<T>({ shareSession }: Context, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (shareSession !== undefined && error instanceof Refusal) throw new Refusal(error.answer);
    throw error;
  }
}

/** Whether all that was written in a session since its last version is the caller's. */
async function isAllOwn(ctx: Context, session: EditSessionRow): Promise<boolean> {
  if (session.changed_at === 0) return true;
  const visitor = visitorOf(ctx);
  const people = await writersOf(ctx.db, session.id);
  const visitors = await visitorsOf(ctx.db, session.id);
  if (visitor === undefined) return visitors.length === 0 && people.every((one) => one.person_id === ctx.user.id);
  return people.length === 0 && visitors.every((one) => one.share_id === visitor.share_id && one.visitor_key === visitor.visitor_key);
}

/** A visitor decides on nothing that others wrote. */
const mayDecide = async (ctx: Context, session: EditSessionRow): Promise<boolean> =>
  ctx.shareSession === undefined || (await isAllOwn(ctx, session));

/**
 * Opens a Word document or a PDF for editing: locks it for the caller, whose other windows may no longer write. A session goes on with its draft as long as the
 * document has no revision from elsewhere.
 */
export async function openFile(ctx: Context, input: ParsedOf<typeof editing.openFile> & { lang?: Lang }): Promise<OpenedFile> {
  const { services } = ctx;
  const { lang } = input;
  const who = callerOf(ctx);
  await requireDownloadAddress(ctx);
  const item = await requireSavedBefore(ctx, input.id);
  const blob = await blobOf(services.database.read, item.revision_id);
  if (blob === undefined) throw new Refusal(codes.bytesMissing);
  const kind = fileKindOf(item);
  const { isSigned } = kind === 'pdf' ? await requireEditablePdf(services, blob) : { isSigned: false };
  // a PDF is appended to, and keeps all that is in it
  const tried = kind === 'pdf' || triedBefore({ ctx, sha256: blob.sha256, document: item.id });
  if (tried === false) throw new Refusal(codes.editFallsBackToView);
  const { session, window } = await runAs(services, who, (own) =>
    joinFileSession(inLanguage(own, lang), { id: item.id, revisionId: item.revision_id, blob, kind }),
  );
  cutReplaced(services, { session: session.id, window });
  const ticket: FileTicket = { editSession: session.id, window, document: item.id, who, ...(lang !== undefined && { lang }) };
  const signed = services.tickets.sign(purpose, { ...ticket }, ticketSeconds);
  return {
    sessionId: String(session.id),
    windowId: String(window),
    name: item.name,
    ext: item.ext,
    fileUrl: `/edit/file/${signed}`,
    draftUrl: `/edit/draft/${signed}`,
    // a session that went on before has a file that the editor wrote
    ...(session.changed_at === 0 &&
      tried === undefined && { trialUrl: `/edit/trial/${services.tickets.sign(trialPurpose, { ...ticket }, ticketSeconds)}` }),
    hasUnsaved: session.changed_at !== 0,
    author: ctx.shareSession?.name ?? ctx.user.fullName,
    ...(isSigned && { isSigned }),
  };
}

/** What is edited of a document that is a whole file; 4614 for others. */
function fileKindOf({ ext, size }: ItemRow): FileKind {
  const editor = editorOf(ext, size);
  if (!isFileEditor(editor)) throw new Refusal(codes.editFallsBackToView);
  return editor === 'pdf' ? 'pdf' : 'file';
}

/**
 * Requires a whole file that the caller may edit now, and saves what a session before could not: beside another revision, and what others wrote, so
 * that a version has the authors who wrote it.
 */
async function requireSavedBefore(ctx: Context, id: string): Promise<ItemRow> {
  const { services } = ctx;
  const [known] = await sessionOfDocument(ctx.db, { document: Number(id) });
  const { item } = await requireEditable(ctx, id, known);
  const kind = fileKindOf(item);
  if (known === undefined || known.changed_at === 0) return item;
  const isPresent = known.revision_id === item.revision_id;
  if (isPresent && known.kind === kind && (await isAllOwn(ctx, known))) return item;
  if (isPresent && known.ended_at === 0) await runAs(services, callerOf(ctx), (own) => takeOver(own, item.id));
  // a visitor's rights save nothing that others wrote
  const helper = ctx.shareSession === undefined ? callerOf(ctx) : undefined;
  // each of several visitors who open a document in turn would make a version of what the one before wrote
  if (ctx.shareSession !== undefined) await untilVisitorsMaySave(services, item.id);
  /** A draft that could not be saved beside another revision is left to a user, who takes it back for that. */
  let isLeft = false;
  try {
    await withoutNames(ctx, () => keepUnsaved(services, known, helper));
  } catch (error) {
    const isKept = isPresent || (ctx.shareSession === undefined && error instanceof Refusal && error.answer === codes.editDamaged);
    if (!isKept || !(error instanceof Refusal)) throw error;
    // a user goes on with a draft that cannot be saved, or takes it back
    if (ctx.shareSession !== undefined) {
      await endSession(services, known.id);
      throw error;
    }
    isLeft = !isPresent;
  }
  await services.database.write((db) =>
    updateSession(db, known.id, { own_revision_id: 0, ...(isLeft && { revision_id: item.revision_id }) }),
  );
  const [saved] = await sessionOfDocument(services.database.read, { document: item.id });
  return (await requireEditable(ctx, id, saved)).item;
}

/** Takes an open session from others who wrote in it, whose lock was released: their windows write no more while what they wrote is saved. */
async function takeOver(ctx: Context, id: number): Promise<void> {
  const [session] = await sessionOfDocument(ctx.db, { document: id });
  const { item } = await requireEditable(ctx, id, session);
  if (session === undefined || session.ended_at !== 0) return;
  if (!isLockedBySession(session, item)) await updateSession(ctx.db, session.id, await lockForSession(ctx, item));
  await deletePresenceOf(ctx.db, session.id);
}

interface ComingFile {
  session: number;
  window: number;
  body: Readable;
}

/** Files that are coming in from windows. */
const comingFiles = new WeakMap<Services, Set<ComingFile>>();

function comingOf(services: Services): Set<ComingFile> {
  const known = comingFiles.get(services) ?? new Set<ComingFile>();
  comingFiles.set(services, known);
  return known;
}

/** Receives a file from a window, which ends when another window takes its place. */
export async function untilReplaced<T>(services: Services, coming: ComingFile, work: () => Promise<T>): Promise<T> {
  comingOf(services).add(coming);
  try {
    return await work();
  } finally {
    comingOf(services).delete(coming);
  }
}

/** Cuts off what windows send that were replaced; what has come in whole is answered. */
function cutReplaced(services: Services, { session, window }: { session: number; window: number }): void {
  for (const one of comingOf(services)) if (one.session === session && one.window !== window && !one.body.readableEnded) one.body.destroy();
}

/** The session of a document, with a window of the caller as the only one. Takes the lock of the document where nobody holds it. */
async function joinFileSession(
  ctx: Context,
  { id, revisionId, blob, kind }: { id: number; revisionId: number; blob: Content; kind: FileKind },
): Promise<{ session: EditSessionRow; window: number }> {
  const [known] = await sessionOfDocument(ctx.db, { document: id });
  const authorised = await requireEditable(ctx, id, known);
  const { item } = authorised;
  await ctx.shareSession?.viewed(ctx, item);
  await recordUse(ctx, authorised);
  // changed since it was looked up
  if (item.revision_id !== revisionId) throw new Refusal(codes.changedMeanwhile);
  const session = await continueSession(ctx, known, { revisionId, kind });
  // without changes the file is the version
  if (session?.changed_at === 0)
    await updateSession(ctx.db, session.id, {
      draft_sha256: blob.sha256,
      draft_size: blob.size,
      ...(kind === 'pdf' && { base_seq: blob.size }),
    });
  const window = newId();
  const presence = (sessionId: number) => presenceOf(ctx, { sessionId, windowId: window });
  if (session !== undefined) {
    if (session.ended_at !== 0 || !isLockedBySession(session, item))
      await updateSession(ctx.db, session.id, {
        ended_at: 0,
        ...(await ownRevisionFor(ctx, session, item)),
        active_at: ctx.now,
        opened_at: ctx.now,
        ...(await lockForSession(ctx, item)),
      });
    await deletePresenceOf(ctx.db, session.id);
    await insertPresence(ctx.db, presence(session.id));
    return { session, window };
  }
  const created = await createSession(ctx, item, { kind, draft: blob });
  await insertPresence(ctx.db, presence(created.id));
  return { session: created, window };
}

/** A visitor who comes back within this time goes on with the own version. */
const goesOnForMs = 30 * 60_000;

/**
 * The version that a session saved at last may be of others. A visitor who comes back soon in the same share session goes on with their own, unless
 * somebody else has read it: what was read does not change under its number.
 */
async function ownRevisionFor(
  { db, now, shareSession }: Context,
  session: EditSessionRow,
  item: ItemRow,
): Promise<Pick<EditSessionRow, 'own_revision_id' | 'share_session_id'>> {
  const begun = { own_revision_id: 0, share_session_id: shareSession?.id ?? 0 };
  if (shareSession === undefined || session.share_session_id !== shareSession.id || session.own_revision_id === 0) return begun;
  const [own] = await revisionsOfIds(db, [session.own_revision_id]);
  if (own === undefined || own.created_at < now - goesOnForMs) return begun;
  const reader = { since: own.created_at, visitor: shareSession.name };
  for (const wasRead of documentReaders.all()) if (await wasRead(db, item, reader)) return begun;
  return { ...begun, own_revision_id: own.id };
}

/** A window of the caller as it is noted. */
const presenceOf = ({ user, shareSession, now }: Context, { sessionId, windowId }: FileWindow) => ({
  id: windowId,
  session_id: sessionId,
  person_id: user.id,
  visitor: shareSession?.name ?? '',
  seen_at: now,
});

/** The known session where it can go on; one of another revision, or of another kind, is removed unless it has changes. */
async function continueSession(
  ctx: Context,
  session: EditSessionRow | undefined,
  { revisionId, kind }: { revisionId: number; kind: FileKind },
): Promise<EditSessionRow | undefined> {
  if (session === undefined) return undefined;
  // what others wrote was saved before, and they have written more meanwhile
  if (!(await mayDecide(ctx, session))) throw new Refusal(codes.changedMeanwhile);
  if (session.revision_id === revisionId && session.kind === kind) return session;
  if (session.changed_at !== 0) throw new Refusal(codes.changedMeanwhile);
  await deleteSessions(ctx.db, [session.id]);
  return undefined;
}

type WindowIds = ParsedOf<typeof editing.keepFile>;

/** A window by numbers. */
interface FileWindow {
  sessionId: number;
  windowId: number;
}

/**
 * The open session of a window of the caller; undefined where it is over or another window took its place. The one window of a session is of whom the
 * session has its lock for: visitors of links have their giver's user id, and each a key of their own.
 */
export async function sessionOfWindow(ctx: Context, ids: FileWindow): Promise<EditSessionRow | undefined> {
  const [session] = await sessionById(ctx.db, { id: ids.sessionId });
  if (session === undefined || !isFileSession(session) || session.ended_at !== 0) return undefined;
  const [window] = await presenceById(ctx.db, { id: ids.windowId });
  const isOwn = window?.session_id === ids.sessionId && window.person_id === ctx.user.id;
  return isOwn && session.lock_visitor_key === visitorKeyOf(ctx) ? session : undefined;
}

/** Why a window may no longer write. */
export async function whyClosed(ctx: Context, sessionId: number): Promise<FileSession> {
  const [session] = await sessionById(ctx.db, { id: sessionId });
  if (session === undefined) return { isOpen: false, reason: 'revised' };
  if (session.ended_at !== 0) return { isOpen: false, reason: 'rest' };
  const [window] = await windowOfSession(ctx.db, { id: session.id });
  const personId = window?.person_id ?? session.lock_person_id;
  const isOwn = session.lock_visitor_key === visitorKeyOf(ctx) && (ctx.shareSession !== undefined || personId === ctx.user.id);
  if (isOwn) return { isOpen: false, reason: 'taken' };
  const isVisible = await maySee(ctx, session.document_id);
  return { isOpen: false, reason: 'takenOver', ...(isVisible && { writerName: await writerName(ctx, session, personId) }) };
}

/** Whether the caller sees a document, whose windows are asked for by numbers. */
async function maySee(ctx: Context, id: number): Promise<boolean> {
  try {
    await requireItem(ctx, right.visible, id, objType.document);
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

/** Who writes in a session, as the caller may know it: visitors learn the name of the giver of their link alone. */
async function writerName(ctx: Context, { lock_visitor: visitor }: EditSessionRow, personId: number): Promise<string> {
  const { user, shareSession } = ctx;
  if (shareSession !== undefined && visitor !== '') return textOf(user.lang, 'documents')('anotherVisitor');
  if (visitor !== '') return visitorName(user.lang, visitor);
  if (personId === 0 || (shareSession !== undefined && personId !== user.id)) return textOf(user.lang, 'documents')('anotherUser');
  return (await personNames(ctx, [personId]))(personId);
}

const idsOf = (input: WindowIds) => ({ sessionId: Number(input.sessionId), windowId: Number(input.windowId) });

/** Keeps a window; one whose document has a revision from elsewhere is told so, and what it wrote is kept beside that. */
export async function keepFile(ctx: Context, input: WindowIds): Promise<FileSession> {
  const ids = idsOf(input);
  const session = await sessionOfWindow(ctx, ids);
  if (session === undefined) return whyClosed(ctx, ids.sessionId);
  const { item } = await requireEditable(ctx, session.document_id, session);
  if (item.revision_id !== session.revision_id) return closeRevised(ctx, session);
  const isOpen = await ctx.services.database.write((db) => renewWindow(db, { ...ids, at: ctx.now }));
  return isOpen ? { isOpen } : whyClosed(ctx, ids.sessionId);
}

/** Ends a session whose document has a revision from elsewhere; what was written in it becomes a document beside that. */
async function closeRevised(ctx: Context, session: EditSessionRow): Promise<FileSession> {
  const { services } = ctx;
  const result = await withoutNames(ctx, () => saveSession(services, session.id));
  await services.database.write((db) => deletePresenceOf(db, session.id));
  await endSession(services, session.id);
  // the copy lies beside the document, where a visitor need not see it
  const copy = result.kind === 'copied' && ctx.shareSession === undefined ? result.copy : undefined;
  return { isOpen: false, reason: 'revised', ...(copy && { copy: { id: String(copy.id), name: copy.name } }) };
}

/** Makes a version of the draft; 4647 where it is damaged. */
export async function saveFile(ctx: Context, input: WindowIds): Promise<FileSession> {
  const ids = idsOf(input);
  const session = await sessionOfWindow(ctx, ids);
  if (session === undefined) return whyClosed(ctx, ids.sessionId);
  const { item } = await requireEditable(ctx, session.document_id, session);
  if (item.revision_id !== session.revision_id) return closeRevised(ctx, session);
  if (ctx.shareSession !== undefined && session.changed_at !== 0) {
    await untilVisitorsMaySave(ctx.services, session.document_id);
    // another window may have taken its place meanwhile
    if ((await sessionOfWindow(ctx, ids)) === undefined) return whyClosed(ctx, ids.sessionId);
  }
  await withoutNames(ctx, () => saveSession(ctx.services, session.id));
  return { isOpen: true };
}

/**
 * Takes back what was written since the last version: the way on from a draft that cannot be saved. In the queue of the saves, so that none places what
 * is taken back.
 */
export function discardFile(ctx: Context, input: WindowIds): Promise<FileSession> {
  const ids = idsOf(input);
  return inTurnOfSaves(ctx.services, ids.sessionId, () => inTransaction(ctx, (own) => discardDraft(inLanguage(own, ctx.user.lang), ids)));
}

async function discardDraft(ctx: Context, ids: FileWindow): Promise<FileSession> {
  const session = await sessionOfWindow(ctx, ids);
  if (session === undefined) return whyClosed(ctx, ids.sessionId);
  const { item } = await requireEditable(ctx, session.document_id, session);
  if (!(await mayDecide(ctx, session))) throw new Refusal(codes.changedMeanwhile);
  const blob = await blobOf(ctx.db, item.revision_id);
  if (blob === undefined) throw new Refusal(codes.bytesMissing);
  await updateSession(ctx.db, session.id, {
    revision_id: item.revision_id,
    draft_sha256: blob.sha256,
    draft_size: blob.size,
    changed_at: 0,
  });
  await forgetWriters(ctx.db, session.id);
  return { isOpen: true };
}

/** Closes a window: with the last one the session ends with a version of what was written. */
export async function closeFile(ctx: Context, input: WindowIds): Promise<FileSession> {
  const ids = idsOf(input);
  const { services } = ctx;
  const session = await sessionOfWindow(ctx, ids);
  if (session === undefined) return whyClosed(ctx, ids.sessionId);
  await services.database.write((db) => deletePresence(db, ids.windowId));
  try {
    await withoutNames(ctx, () => saveAtEnd(services, session.id));
  } finally {
    // what could not be saved stays as the draft
    await endSession(services, session.id);
  }
  return { isOpen: false };
}
