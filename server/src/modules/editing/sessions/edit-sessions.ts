import { codes } from '@dossier/contract/core/codes';
import { editorOf, editorPage, maxEditedBytes } from '@dossier/contract/core/file-types';
import { objType, right } from '@dossier/contract/core/rights';
import type { ParsedOf } from '@dossier/contract/core/route';
import type { Lang } from '@dossier/contract/core/shapes';
import { editType, type editing, type OpenedDocument } from '@dossier/contract/editing/editing';
import type { Context, Services } from '../../../platform/context.ts';
import { newId } from '../../../platform/ids.ts';
import { identifyByContext } from '../../../platform/jobs/current-work.ts';
import { Refusal } from '../../../platform/refusal.ts';
import type { Content } from '../../../platform/storage/storage.ts';
import { findItem, type ItemRow } from '../../access/items.queries.ts';
import { requireItem } from '../../access/require-items.ts';
import { type AuthorisedRevision, requireRevision } from '../../documents/file-tickets.ts';
import { requireOpenContainer } from '../../documents/folders.ts';
import { editorsOfDocument, officePageOf } from '../office-server.ts';
import { isLockHolder, type Lock, requireUnlocked, takeLock } from '../../documents/locks.ts';
import { blobOf } from '../../documents/revisions.ts';
import { visitorName } from '../../documents/show-items.ts';
import { requireLiveSession } from '../../documents/place-document.ts';
import { contextForPerson, type RunAs, runAs } from '../../identity/run-as.ts';
import { personNames } from '../../identity/users.ts';
import { externalViewerTerms } from '../../preview/external-viewers.ts';
import { recordUse } from '../../preview/views.ts';
import { type Beginning, isFileKind, type RoomKind, type SessionKind, sessionKindOf } from '../journals/journal.ts';
import { journals } from '../journals/journals.ts';
import { visitorIdentity } from '../journals/ordered-edits.ts';
import {
  deleteSessions,
  type EditSessionRow,
  insertSession,
  insertUpdates,
  lastUpdate,
  noLock,
  presenceSince,
  type SessionLock,
  sessionById,
  sessionOfDocument,
  updateSession,
} from './edit-sessions.queries.ts';
import { stays } from './visitor-stays.ts';

/** A connection that was not seen for this long counts as lost: its server is gone. */
export const lostAfterMs = 90_000;

const purpose = 'editing.room';
const bookPurpose = 'editing.book';
/** A ticket must be used within this time; the connection then lasts as long as the right. */
const secondsToConnect = 60;
/** A window fetches its workbook or presentation anew for so long without opening the document again. */
const bookSeconds = 3 * 24 * 3600;

/** Who enters which room, as the ticket tells. */
export interface RoomTicket {
  editSession: number;
  document: number;
  who: RunAs;
  /** The language of a visitor; a user has their own. */
  lang?: Lang;
  /** The number in the order of the session up to which all was written before a visitor came. */
  seesAfter?: number;
}

export const openRoomTicket = (services: Services, ticket: string): RoomTicket | undefined =>
  services.tickets.open<RoomTicket>(purpose, ticket);

/**
 * The session of the ticket for what a room's page is filled with, by the right and the sign-in of this moment, or by the link of a visitor. Refuses by 1008 a session that is over
 * or of another kind.
 */
export async function sessionOfBookTicket(services: Services, ticketText: unknown, kind: SessionKind) {
  const ticket = typeof ticketText === 'string' ? services.tickets.open<RoomTicket>(bookPurpose, ticketText) : undefined;
  if (ticket === undefined) throw new Refusal(codes.ticketInvalid);
  const { read } = services.database;
  await requireLiveSession(services, ticket.who);
  const [session] = await sessionById(read, { id: ticket.editSession });
  const ctx = await contextForPerson(services, read, ticket.who);
  identifyByContext(ctx);
  const { item } = await requireEditable(ctx, ticket.document, session);
  if (session?.kind !== kind || session.ended_at !== 0) throw new Refusal(codes.changedMeanwhile);
  return { session, item, ctx };
}

/** The lock that an editing session took; undefined where a user's own lock stood before. */
export const lockOfSession = (session: EditSessionRow): Lock | undefined =>
  session.lock_person_id === 0 ? undefined : { itemId: session.document_id, personId: session.lock_person_id, since: session.locked_at };

/** Whether the document's lock is that of an editing session. */
export const isLockedBySession = (session: EditSessionRow | undefined, item: ItemRow): boolean =>
  session?.ended_at === 0 &&
  session.lock_person_id !== 0 &&
  session.lock_person_id === item.lock_person_id &&
  session.locked_at === item.locked_at;

/** Who acts in the name of a caller later: a user with the session, or a visitor with the share session. */
export const callerOf = ({ user, address, shareSession }: Context): RunAs => ({
  personId: user.id,
  spaceId: user.organisationId,
  address,
  ...(shareSession === undefined ? { sessionId: user.sessionId } : { shareSessionId: shareSession.id }),
});

/** Of the visitors of a link only those edit whose name is proven, and only where the link hands out the bytes as they are. */
export function requireVisitorMayEdit({ shareSession }: Context): void {
  if (shareSession === undefined) return;
  if (!shareSession.mayEdit) throw new Refusal(codes.editFallsBackToView);
  if (!shareSession.isProven) throw new Refusal(codes.shareNeedsName);
}

/** The context of a visitor, who is told names in a language of their own: its user is the giver of the link. */
export const inLanguage = <C extends Context>(ctx: C, lang: Lang | undefined): C =>
  lang === undefined ? ctx : { ...ctx, user: { ...ctx.user, lang } };

/** Tells the visitors of links apart for whom sessions hold a lock; '' for users. */
export const visitorKeyOf = ({ shareSession }: Context): string =>
  shareSession === undefined ? '' : `${shareSession.shareId} ${shareSession.key}`;

/** Whether a caller may join an open session: a room takes everybody, a whole file only who writes in it. */
const mayJoin = (ctx: Context, session: EditSessionRow): boolean =>
  !isFileSession(session) || (session.lock_person_id === ctx.user.id && session.lock_visitor_key === visitorKeyOf(ctx));

/** A document is opened so often while it gets another revision each time, as it does from a session that ends meanwhile. */
const mostOpenings = 4;

/** The document was given another revision or a session, or something was written in its session, since it was read. Other reasons of 1008, as a busy sandbox, last longer. */
class Overtaken extends Refusal {
  constructor() {
    super(codes.changedMeanwhile);
  }
}

async function retryOvertaken<T>(attempt: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++)
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof Overtaken) || tries === mostOpenings) throw error;
    }
}

/**
 * Requires a document that the caller may edit now: right, place, and no lock but that of the session, if the caller may join it. 1008 where a session
 * that the caller may join began since `session` was looked for.
 */
export async function requireEditable(ctx: Context, id: string | number, session?: EditSessionRow): Promise<AuthorisedRevision> {
  requireVisitorMayEdit(ctx);
  const authorised = await requireRevision(ctx, right.visible | right.read | right.modify, { id: String(id) });
  await requireOpenContainer(ctx, authorised.item);
  // an editor has the bytes as they are
  if (!(await externalViewerTerms(ctx, authorised)).unmarked) throw new Refusal(codes.editFallsBackToView);
  const { item } = authorised;
  const isJoined = (one: EditSessionRow): boolean => isLockedBySession(one, item) && mayJoin(ctx, one);
  if (session !== undefined && isJoined(session)) return authorised;
  if (item.lock_person_id !== 0) {
    // a room may have been opened, with the lock, after the caller looked for a session
    const [begun] = await sessionOfDocument(ctx.db, { document: item.id });
    if (begun !== undefined && !isFileSession(begun) && isJoined(begun)) throw new Overtaken();
  }
  await requireUnlocked(ctx, item);
  return authorised;
}

/** Whether a session edits a whole file: it has a draft from its beginning, and no journal. */
export const isFileSession = (session: EditSessionRow): boolean => isFileKind(session.kind);

/**
 * Where a document is edited; 4614 where it can only be viewed, by its type, its size or the caller's rights. A chosen editor that does not open it is
 * refused by 4659, as another one does.
 */
export async function preEdit(ctx: Context, input: ParsedOf<typeof editing.preEdit>) {
  const authorised = await requireItem(ctx, right.visible | right.read, input.id, objType.document);
  const { item, bits } = authorised;
  if ((bits & right.modify) === 0) throw new Refusal(codes.editFallsBackToView);
  const editors = await editorsOfDocument(ctx, authorised);
  const editor = input.editor ?? editors[0];
  if (editor === undefined || editors.length === 0) throw new Refusal(codes.editFallsBackToView);
  if (!editors.includes(editor)) throw new Refusal(codes.editorUnavailable);
  if (editor === editType.officeServer) {
    await requireOpenContainer(ctx, item);
    return { editType: editor, pageUrl: officePageOf(item.id), onlyUrl: officePageOf(item.id) };
  }
  const session = await retryOvertaken(async () => {
    const [open] = await sessionOfDocument(ctx.db, { document: item.id });
    await requireEditable(ctx, input.id, open);
    return open;
  });
  return {
    editType: editType.own,
    pageUrl: `${editorPage(item.ext)}?id=${item.id}`,
    onlyUrl: `${editorPage(item.ext)}Only?id=${item.id}`,
    ...(await joinedEditor(ctx, item, session)),
  };
}

/** Who else edits a document now, and may be joined. */
async function joinedEditor(ctx: Context, item: ItemRow, session: EditSessionRow | undefined): Promise<{ lockUserName?: string }> {
  if (session === undefined || !isLockedBySession(session, item)) return {};
  if (session.lock_visitor !== '') return { lockUserName: visitorName(ctx.user.lang, session.lock_visitor) };
  if (isLockHolder(ctx, item)) return {};
  const nameOf = await personNames(ctx, [item.lock_person_id]);
  return { lockUserName: nameOf(item.lock_person_id) };
}

/** Called before a session whose document has a revision from elsewhere is replaced: keeps what was typed in it. */
export type KeepUnsaved = (services: Services, session: EditSessionRow, helper: RunAs | undefined) => Promise<void>;

/**
 * Opens a document for editing in a room: locks it for the caller, or joins those who edit it. A session goes on where it ended as long as the document
 * has no revision from elsewhere, so that who was cut off for minutes can send what was written meanwhile.
 */
export async function openForEditing(
  ctx: Context,
  input: ParsedOf<typeof editing.open> & { lang?: Lang },
  keepUnsaved: KeepUnsaved,
): Promise<OpenedDocument> {
  return retryOvertaken(() => openAsIs(ctx, input, keepUnsaved));
}

/** Opens a document as it is now; 1008 where it changes meanwhile. */
async function openAsIs(
  ctx: Context,
  input: ParsedOf<typeof editing.open> & { lang?: Lang },
  keepUnsaved: KeepUnsaved,
): Promise<OpenedDocument> {
  const { services } = ctx;
  const who = callerOf(ctx);
  const [known] = await sessionOfDocument(ctx.db, { document: Number(input.id) });
  const { item } = await requireEditable(ctx, input.id, known);
  const editor = editorOf(item.ext, item.size);
  if (editor === undefined) throw new Refusal(codes.editFallsBackToView);
  const kind = sessionKindOf(editor);
  if (isFileKind(kind)) throw new Refusal(codes.editFallsBackToView);
  // a visitor's rights save nothing that others wrote
  const helper = ctx.shareSession === undefined ? who : undefined;
  if (known !== undefined && known.changed_at !== 0 && !goesOn(known, item, kind)) await keepUnsaved(services, known, helper);
  const content = await blobOf(services.database.read, item.revision_id);
  if (content === undefined) throw (await isRevised(services, item)) ? new Overtaken() : new Refusal(codes.bytesMissing);
  if (content.size > maxEditedBytes(editor)) throw new Refusal(codes.editFallsBackToView);
  const { encoding, session } = await enterSession(services, {
    who,
    lang: input.lang,
    item,
    content,
    kind,
    goes: known !== undefined && goesOn(known, item, kind),
  });
  const visitor = ctx.shareSession;
  const seesAfter =
    visitor &&
    (await stays(services).seesAfter({ identity: visitorIdentity(visitor.shareId, visitor.key), sessionId: session }, () =>
      lastUpdate(services.database.read, session),
    ));
  const ticket: RoomTicket = {
    editSession: session,
    document: item.id,
    who,
    ...(input.lang !== undefined && { lang: input.lang }),
    ...(seesAfter !== undefined && { seesAfter }),
  };
  return {
    sessionId: String(session),
    name: item.name,
    ext: item.ext,
    encoding,
    roomUrl: `/edit/room?ticket=${services.tickets.sign(purpose, { ...ticket }, secondsToConnect)}`,
    ...fileAddresses(kind, services.tickets.sign(bookPurpose, { ...ticket }, bookSeconds)),
  };
}

/** Whether a document has another revision than it had: a save of its session may have taken back the one that was read. */
const isRevised = async ({ database }: Services, { id, revision_id }: ItemRow): Promise<boolean> =>
  (await findItem(database.read, id))?.revision_id !== revision_id;

interface SessionEntry {
  who: RunAs;
  lang: Lang | undefined;
  item: ItemRow;
  content: Content;
  kind: RoomKind;
  /** Whether the document has a session that goes on. */
  goes: boolean;
}

/** The session of a document and its encoding. The document is read for a new session only, as reading it may take long. */
async function enterSession(
  services: Services,
  { who, lang, item, content, kind, goes }: SessionEntry,
): Promise<{ session: number; encoding: string }> {
  const journal = journals[kind];
  if (goes) {
    const encoding = await journal.encodingOf(services, content);
    const session = await runAs(services, who, (own) => joinSession(inLanguage(own, lang), item, { kind }));
    if (session !== undefined) return { session, encoding };
  }
  const begun = await journal.begin(services, content);
  const session = await runAs(services, who, (own) => joinSession(inLanguage(own, lang), item, { kind, begun }));
  if (session === undefined) throw new Overtaken();
  return { session, encoding: begun.encoding };
}

/** Where what a room edits is fetched from. */
function fileAddresses(kind: SessionKind, ticket: string): { bookUrl?: string; deckUrl?: string; pictureUrl?: string } {
  if (kind === 'workbook') return { bookUrl: `/edit/book/${ticket}` };
  return kind === 'slides' ? { deckUrl: `/edit/deck/${ticket}`, pictureUrl: `/edit/picture/${ticket}` } : {};
}

/** Whether a session goes on: it has the present revision, and the document was not given an extension of another editor. */
const goesOn = (session: EditSessionRow, item: ItemRow, kind: SessionKind): boolean =>
  session.revision_id === item.revision_id && session.kind === kind;

interface NewSession {
  kind: SessionKind;
  begun?: Beginning;
}

/** The session of a document: the open one, the ended one opened again, or, where it was read for that, a new one. Takes the lock of the document where nobody holds it. */
async function joinSession(ctx: Context, { id, revision_id }: ItemRow, { kind, begun }: NewSession): Promise<number | undefined> {
  const [session] = await sessionOfDocument(ctx.db, { document: id });
  const authorised = await requireEditable(ctx, id, session);
  const { item } = authorised;
  await ctx.shareSession?.viewed(ctx, item);
  await recordUse(ctx, authorised);
  // changed since its bytes were read
  if (item.revision_id !== revision_id) throw new Overtaken();
  if (session !== undefined && goesOn(session, item, kind)) {
    if (session.ended_at !== 0 || item.lock_person_id === 0) {
      const since = ctx.now - lostAfterMs;
      const isEmpty = (await presenceSince(ctx.db, { sessionId: session.id, since })) === 0;
      await updateSession(ctx.db, session.id, {
        ended_at: 0,
        // the version that the session saved at last is of people with whom the caller never wrote
        ...(isEmpty && { own_revision_id: 0 }),
        active_at: ctx.now,
        opened_at: ctx.now,
        ...(await lockForSession(ctx, item)),
      });
    }
    return session.id;
  }
  if (begun === undefined) return undefined;
  if (session !== undefined) {
    if (session.changed_at !== 0) throw new Overtaken();
    await deleteSessions(ctx.db, [session.id]);
  }
  const created = await createSession(ctx, item, { kind });
  if (begun.first !== undefined) await insertUpdates(ctx.db, [{ id: newId(), session_id: created.id, person_id: 0, data: begun.first }]);
  return created.id;
}

/**
 * A new session of a document at its present revision, with the lock of the document; `draft` where it edits a whole file. Drafts of a PDF begin with the
 * file that their window opened, whose size is kept as `base_seq`.
 */
export async function createSession(
  ctx: Context,
  item: ItemRow,
  { kind, draft = { sha256: '', size: 0 } }: { kind: SessionKind; draft?: Content },
): Promise<EditSessionRow> {
  const session: EditSessionRow = {
    id: newId(),
    document_id: item.id,
    organisation_id: item.organisation_id,
    revision_id: item.revision_id,
    own_revision_id: 0,
    opened_at: ctx.now,
    active_at: ctx.now,
    changed_at: 0,
    ended_at: 0,
    draft_sha256: draft.sha256,
    draft_size: draft.size,
    kind,
    base_seq: kind === 'pdf' ? draft.size : 0,
    share_session_id: isFileKind(kind) ? (ctx.shareSession?.id ?? 0) : 0,
    ...(await lockForSession(ctx, item)),
  };
  await insertSession(ctx.db, session);
  return session;
}

/**
 * Locks the document for the session, unless the caller has locked it by hand: that lock stays when the session ends. For a visitor of a share link
 * the giver of the link holds the lock, and the session notes for whom.
 */
export async function lockForSession(ctx: Context, item: ItemRow): Promise<SessionLock> {
  const { user, shareSession, now } = ctx;
  if (item.lock_person_id !== 0) return noLock;
  await takeLock(ctx.db, { itemId: item.id, personId: user.id, since: now });
  const visitor = { lock_visitor: shareSession?.name ?? '', lock_visitor_key: visitorKeyOf(ctx) };
  return { lock_person_id: user.id, locked_at: now, ...visitor };
}
