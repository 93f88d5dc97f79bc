import { codes } from '@dossier/contract/core/codes';
import { editorOf } from '@dossier/contract/core/file-types';
import type { ParsedOf } from '@dossier/contract/core/route';
import type { editing, FileSession } from '@dossier/contract/editing/editing';
import type { Context, Services } from '../../../platform/context.ts';
import { newId } from '../../../platform/ids.ts';
import { LimitedMap } from '../../../platform/limited-map.ts';
import { Refusal } from '../../../platform/refusal.ts';
import type { Content } from '../../../platform/storage/storage.ts';
import { blobOf } from '../../documents/revisions.ts';
import { type RunAs, runAs } from '../../identity/run-as.ts';
import { createSession, isFileSession, isLockedBySession, lockForSession, requireEditable } from '../sessions/edit-sessions.ts';
import {
  deletePresence,
  deletePresenceOf,
  deleteSessions,
  type EditSessionRow,
  forgetWriters,
  insertPresence,
  presenceById,
  renewPresence,
  sessionById,
  sessionOfDocument,
  updateSession,
} from '../sessions/edit-sessions.queries.ts';
import { endSession, keepUnsaved, saveSession } from '../sessions/save-session.ts';

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
}

export const openFileTicket = (services: Services, ticket: unknown): FileTicket | undefined =>
  typeof ticket === 'string' ? services.tickets.open<FileTicket>(purpose, ticket) : undefined;

/** What allows one trial: the contents are those that the session began with. */
export const openTrialTicket = (services: Services, ticket: unknown): FileTicket | undefined =>
  typeof ticket === 'string' ? services.tickets.open<FileTicket>(trialPurpose, ticket) : undefined;

/** Contents that the editor kept untouched. */
const keptContents = new LimitedMap<true>(10_000);
/** Contents of which a browser said otherwise: it speaks for its own person and document alone. */
const failedTrials = new LimitedMap<true>(10_000);

interface Trial {
  sha256: string;
  document: number;
  personId: number;
}

const trialKey = ({ sha256, document, personId }: Trial): string => `${personId} ${document} ${sha256}`;

/** Whether the editor keeps contents untouched, as far as the person may know; undefined where that was not tried. */
export function triedBefore(trial: Trial): boolean | undefined {
  if (keptContents.get(trial.sha256)) return true;
  return failedTrials.get(trialKey(trial)) ? false : undefined;
}

/** Notes the end of a trial; a good one of anybody stays good. */
export function noteTrial(trial: Trial, isKept: boolean): void {
  if (isKept) keptContents.set(trial.sha256, true);
  else failedTrials.set(trialKey(trial), true);
}

/**
 * Opens a Word document for editing: locks it for the caller, whose other windows may no longer write. A session goes on with its draft as long as the
 * document has no revision from elsewhere.
 */
export async function openFile(ctx: Context, input: ParsedOf<typeof editing.openFile>) {
  const { services, user, address } = ctx;
  const who: RunAs = { personId: user.id, spaceId: user.organisationId, address, sessionId: user.sessionId };
  const { item } = await requireEditable(ctx, input.id);
  if (editorOf(item.ext, item.size) !== 'word') throw new Refusal(codes.editFallsBackToView);
  const [known] = await sessionOfDocument(ctx.db, { document: item.id });
  if (known !== undefined && known.revision_id !== item.revision_id && known.changed_at !== 0) await keepUnsaved(services, known, who);
  const blob = await blobOf(ctx.db, item.revision_id);
  if (blob === undefined) throw new Refusal(codes.bytesMissing);
  const tried = triedBefore({ sha256: blob.sha256, document: item.id, personId: user.id });
  if (tried === false) throw new Refusal(codes.editFallsBackToView);
  const { session, window } = await runAs(services, who, (own) =>
    joinFileSession(own, { id: item.id, revisionId: item.revision_id, blob }),
  );
  const ticket: FileTicket = { editSession: session.id, window, document: item.id, who };
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
  };
}

/** The session of a document, with a window of the caller as the only one. Takes the lock of the document where nobody holds it. */
async function joinFileSession(
  ctx: Context,
  { id, revisionId, blob }: { id: number; revisionId: number; blob: Content },
): Promise<{ session: EditSessionRow; window: number }> {
  const { item } = await requireEditable(ctx, id);
  // changed since it was looked up
  if (item.revision_id !== revisionId) throw new Refusal(codes.changedMeanwhile);
  const session = await continueSession(ctx, await sessionOfDocument(ctx.db, { document: id }), revisionId);
  const window = newId();
  if (session !== undefined) {
    if (session.ended_at !== 0 || !isLockedBySession(session, item))
      await updateSession(ctx.db, session.id, {
        ended_at: 0,
        active_at: ctx.now,
        opened_at: ctx.now,
        ...(await lockForSession(ctx, item)),
      });
    await deletePresenceOf(ctx.db, session.id);
    await insertPresence(ctx.db, { id: window, session_id: session.id, person_id: ctx.user.id, seen_at: ctx.now });
    return { session, window };
  }
  const created = await createSession(ctx, item, { kind: 'file', draft: blob });
  await insertPresence(ctx.db, { id: window, session_id: created.id, person_id: ctx.user.id, seen_at: ctx.now });
  return { session: created, window };
}

/** The known session where it can go on; one of another revision, or of a text, is removed unless it has changes. */
async function continueSession(ctx: Context, [session]: EditSessionRow[], revisionId: number): Promise<EditSessionRow | undefined> {
  if (session === undefined) return undefined;
  if (session.revision_id === revisionId && isFileSession(session)) return session;
  if (session.changed_at !== 0) throw new Refusal(codes.changedMeanwhile);
  await deleteSessions(ctx.db, [session.id]);
  return undefined;
}

type WindowIds = ParsedOf<typeof editing.keepFile>;

/** The open session of a window of the caller; undefined where it is over or another window took its place. */
export async function sessionOfWindow(ctx: Context, ids: { sessionId: number; windowId: number }): Promise<EditSessionRow | undefined> {
  const [session] = await sessionById(ctx.db, { id: ids.sessionId });
  const [window] = await presenceById(ctx.db, { id: ids.windowId });
  const isOwn = window?.session_id === ids.sessionId && window.person_id === ctx.user.id;
  return session !== undefined && isFileSession(session) && session.ended_at === 0 && isOwn ? session : undefined;
}

/** Why a window may no longer write. */
export async function whyClosed(ctx: Context, sessionId: number): Promise<FileSession> {
  const [session] = await sessionById(ctx.db, { id: sessionId });
  if (session === undefined) return { isOpen: false, reason: 'revised' };
  return { isOpen: false, reason: session.ended_at === 0 ? 'taken' : 'rest' };
}

const idsOf = (input: WindowIds) => ({ sessionId: Number(input.sessionId), windowId: Number(input.windowId) });

/** Keeps a window; one whose document has a revision from elsewhere is told so, and what it wrote is kept beside that. */
export async function keepFile(ctx: Context, input: WindowIds): Promise<FileSession> {
  const ids = idsOf(input);
  const session = await sessionOfWindow(ctx, ids);
  if (session === undefined) return whyClosed(ctx, ids.sessionId);
  const { item } = await requireEditable(ctx, session.document_id);
  if (item.revision_id !== session.revision_id) return closeRevised(ctx.services, session);
  const window = { id: ids.windowId, session_id: session.id, person_id: ctx.user.id, seen_at: ctx.now };
  await ctx.services.database.write((db) => renewPresence(db, [window], ctx.now));
  return { isOpen: true };
}

/** Ends a session whose document has a revision from elsewhere; what was written in it becomes a document beside that. */
async function closeRevised(services: Services, session: EditSessionRow): Promise<FileSession> {
  const result = await saveSession(services, session.id);
  await services.database.write((db) => deletePresenceOf(db, session.id));
  await endSession(services, session.id);
  const copy = result.kind === 'copied' && result.copy !== undefined ? { id: String(result.copy.id), name: result.copy.name } : undefined;
  return { isOpen: false, reason: 'revised', ...(copy && { copy }) };
}

/** Makes a version of the draft; 4647 where it is damaged. */
export async function saveFile(ctx: Context, input: WindowIds): Promise<FileSession> {
  const ids = idsOf(input);
  const session = await sessionOfWindow(ctx, ids);
  if (session === undefined) return whyClosed(ctx, ids.sessionId);
  const { item } = await requireEditable(ctx, session.document_id);
  if (item.revision_id !== session.revision_id) return closeRevised(ctx.services, session);
  await saveSession(ctx.services, session.id);
  return { isOpen: true };
}

/** Takes back what was written since the last version: the way on from a draft that cannot be saved. */
export async function discardFile(ctx: Context, input: WindowIds): Promise<FileSession> {
  const ids = idsOf(input);
  const session = await sessionOfWindow(ctx, ids);
  if (session === undefined) return whyClosed(ctx, ids.sessionId);
  const { item } = await requireEditable(ctx, session.document_id);
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
    await saveSession(services, session.id);
  } finally {
    // what could not be saved stays as the draft
    await endSession(services, session.id);
  }
  return { isOpen: false };
}
