import { codes } from '@dossier/contract/core/codes';
import { objType, right } from '@dossier/contract/core/rights';
import type { ParsedOf } from '@dossier/contract/core/route';
import { type AgendaDocument, agendaDocuments, meetingLimits, type meetings } from '@dossier/contract/meetings/meetings';
import type { Context } from '../../platform/context.ts';
import { extensionPoint } from '../../platform/extension-point.ts';
import { newId } from '../../platform/ids.ts';
import { Refusal } from '../../platform/refusal.ts';
import { type AuthorisedItem, findVisibleItems, refuseAttachments, requireItem } from '../access/require-items.ts';
import { documentShared } from '../documents/events.ts';
import { requireOwnRevision, shownName } from '../documents/file-tickets.ts';
import { revisionsOfIds } from '../documents/revisions.ts';
import { labelOf } from '../documents/version-labels.ts';
import { contextForPerson } from '../identity/run-as.ts';
import { emitForMeeting } from './events.ts';
import { meetingUpdated } from './events.ts';
import { type AuthorisedMeeting, requireOpenLedMeeting } from './meetings/attendees.ts';
import {
  type AgendaDocumentRow,
  type AttendeeRow,
  type MeetingRow,
  agendaDocumentById,
  agendaDocumentsFor,
  agendaDocumentsOf,
  agendaOf,
  claimAgendaVersion,
  deleteAgendaDocument,
  forgetDocuments,
  holdRevision,
  insertAgendaDocument,
  meetingById,
  namesAmong,
  replaceAgenda,
} from './meetings/meetings.queries.ts';

/** Rules that run in turn before a document is opened to all attendees: each refuses with a code of its own. */
export const agendaDocumentRules = extensionPoint<(ctx: Context) => Promise<void>>();

/** Replaces the agenda, unless it was saved by another user meanwhile (1008). */
export async function saveAgenda(ctx: Context, input: ParsedOf<typeof meetings.saveAgenda>) {
  const { meeting } = await requireOpenLedMeeting(ctx, input.id);
  if (!(await claimAgendaVersion(ctx.db, meeting.id, input.version))) throw new Refusal(codes.changedMeanwhile);
  const known = new Set((await agendaOf(ctx.db, meeting.id)).map((row) => row.id));
  const taken = new Set<number>();
  const rows = input.agenda.map((item, place) => {
    const asked = Number(item.id ?? 0);
    // an unknown or repeated id becomes a new item
    const id = known.has(asked) && !taken.has(asked) ? asked : newId();
    taken.add(id);
    const { title, presenter, minutes, notes } = item;
    return { id, meeting_id: meeting.id, place, title, presenter, minutes, notes };
  });
  await replaceAgenda(ctx.db, meeting.id, rows);
  await emitForMeeting(ctx, meetingUpdated, meeting, { before: { agenda: known.size }, after: { agenda: rows.length } });
  return { version: input.version + 1 };
}

/** The documents of a meeting are open to attendees until it is archived or cancelled. */
const isOpenToInvited = ({ state }: Pick<MeetingRow, 'state'>): boolean => state !== 'archived' && state !== 'cancelled';

const canRead = ({ bits }: AuthorisedItem): boolean => (bits & right.read) !== 0;

/**
 * Whether the access of an attendee depends on the provider of a document alone: it was added after the invitation. For an earlier one the
 * inviter must be able to read it as well; otherwise the inviter would pass on a temporary access.
 */
const wasAddedAfterInvitation = (paperId: number, { invitation_id }: Pick<AttendeeRow, 'invitation_id'>): boolean =>
  paperId > invitation_id;

/** Which documents the provider of agenda documents, or an inviter, may read now; none once the account is disabled. */
async function readableByProvider(ctx: Context, personId: number, ids: readonly number[]): Promise<AuthorisedItem[]> {
  const acting = { personId, spaceId: ctx.user.organisationId, address: ctx.address };
  const provider = await contextForPerson(ctx.services, ctx.db, acting).catch((error: unknown) => {
    if (error instanceof Refusal) return undefined;
    throw error;
  });
  return provider === undefined ? [] : (await findVisibleItems(provider, ids)).filter(canRead);
}

/**
 * Whether a meeting gives the caller temporary access to a revision, with a watermark: the caller is invited, the meeting is neither
 * archived nor cancelled, and the provider of the document is invited too and may still read it. Evaluated each time.
 */
export async function hasAgendaAccess(
  ctx: Context,
  { documentId, revisionId }: { documentId: number; revisionId: number },
): Promise<false | 'marked'> {
  const { db, user, shareSession: session } = ctx;
  if (session !== undefined || user.viewer !== undefined) return false;
  const rows = await agendaDocumentsFor(db, { documentId, revisionId, personId: user.id, organisationId: user.organisationId });
  const reads = async (person: number): Promise<boolean> => (await readableByProvider(ctx, person, [documentId])).length > 0;
  for (const row of rows.filter(isOpenToInvited)) {
    if (row.person_id === user.id || !(await reads(row.person_id))) continue;
    if (wasAddedAfterInvitation(row.id, row) || (await reads(row.inviter_id))) return 'marked';
  }
  return false;
}

/** The agenda documents that the caller may view, by agenda document id: by their own right, or by the invitation. */
async function openAgendaDocuments(
  ctx: Context,
  { meeting, own: invitation }: AuthorisedMeeting,
  rows: readonly AgendaDocumentRow[],
): Promise<Map<number, AuthorisedItem>> {
  const own = new Map(
    (await findVisibleItems(ctx, [...new Set(rows.map((row) => row.document_id))]))
      .filter(canRead)
      .map((authorised) => [authorised.item.id, authorised]),
  );
  const lacking = rows.filter((row) => !own.has(row.document_id));
  const byInvitation =
    isOpenToInvited(meeting) && lacking.length > 0
      ? await documentsByInvitation(ctx, invitation, lacking)
      : new Map<number, AuthorisedItem>();
  return new Map(
    rows.flatMap((row) => {
      const authorised = own.get(row.document_id) ?? byInvitation.get(row.id);
      return authorised === undefined ? [] : [[row.id, authorised] as const];
    }),
  );
}

/** The agenda documents that a meeting gives access to, by id: the rule of `hasAgendaAccess` for many at once. */
async function documentsByInvitation(
  ctx: Context,
  invitation: AuthorisedMeeting['own'],
  rows: readonly AgendaDocumentRow[],
): Promise<Map<number, AuthorisedItem>> {
  const byGiver = Map.groupBy(rows, (row) => row.person_id);
  const invited = await namesAmong(ctx.db, [invitation.meeting_id], [...byGiver.keys()]);
  const earlier = rows.filter((row) => !wasAddedAfterInvitation(row.id, invitation)).map((row) => row.document_id);
  const byInviter = earlier.length > 0 ? await readableByProvider(ctx, invitation.inviter_id, earlier) : [];
  const readByInviter = new Set(byInviter.map(({ item }) => item.id));
  const byInvitation = new Map<number, AuthorisedItem>();
  for (const { person_id: provider } of invited) {
    const papers = (byGiver.get(provider) ?? []).filter(
      (row) => wasAddedAfterInvitation(row.id, invitation) || readByInviter.has(row.document_id),
    );
    const read = papers.length > 0 ? await readableByProvider(ctx, provider, [...new Set(papers.map((row) => row.document_id))]) : [];
    const byId = new Map(read.map((authorised) => [authorised.item.id, authorised]));
    for (const row of papers) {
      const authorised = byId.get(row.document_id);
      if (authorised !== undefined) byInvitation.set(row.id, authorised);
    }
  }
  return byInvitation;
}

/** The documents of an agenda; one that the caller may not view keeps its entry without a name. */
export async function describeAgendaDocuments(ctx: Context, authorised: AuthorisedMeeting): Promise<AgendaDocument[]> {
  const rows = await agendaDocumentsOf(ctx.db, authorised.meeting.id);
  if (rows.length === 0) return [];
  const open = await openAgendaDocuments(ctx, authorised, rows);
  const revisions = new Map(
    (
      await revisionsOfIds(
        ctx.db,
        rows.map((row) => row.revision_id),
      )
    ).map((row) => [row.id, row]),
  );
  return rows.map((row) => {
    const found = open.get(row.id);
    const revision = revisions.get(row.revision_id);
    const isOpen = found !== undefined && revision?.document_id === row.document_id;
    const shown = isOpen ? shownName({ ...found, revision }) : { name: '', ext: '' };
    return {
      id: String(row.id),
      itemId: row.item_id === 0 ? undefined : String(row.item_id),
      ...(isOpen && { documentId: String(row.document_id), revisionId: String(row.revision_id) }),
      ...shown,
      version: isOpen ? revision.number : 0,
      versionLabel: isOpen ? labelOf(revision) : '',
      open: isOpen,
      newer: isOpen && found.item.revision_id !== revision.id,
      own: row.person_id === ctx.user.id && authorised.meeting.state !== 'archived',
    };
  });
}

/**
 * Adds a document to an agenda, in its current or an older revision: every attendee may then view that revision, and nothing else of the
 * document.
 */
export async function addAgendaDocument(ctx: Context, input: ParsedOf<typeof agendaDocuments.add>) {
  const { meeting } = await requireOpenLedMeeting(ctx, input.id);
  // needs a right of the caller's own: temporary access cannot be passed on
  const need = right.visible | right.read;
  refuseAttachments([await requireItem(ctx, need, input.objId, objType.document)]);
  const { item, revision } = await requireOwnRevision(ctx, need, {
    id: input.objId,
    ...(input.currentRev && { currentRev: input.currentRev }),
  });
  for (const rule of agendaDocumentRules.all()) await rule(ctx);
  const papers = await agendaDocumentsOf(ctx.db, meeting.id);
  if (papers.length >= meetingLimits.papers) throw new Refusal(codes.tooManyItems);
  const place = papers.length === 0 ? 0 : Math.max(...papers.map((row) => row.place)) + 1;
  const asked = Number(input.agendaId ?? 0);
  const isOnAgenda = asked !== 0 && (await agendaOf(ctx.db, meeting.id)).some((row) => row.id === asked);
  const id = newId();
  await insertAgendaDocument(ctx.db, {
    id,
    meeting_id: meeting.id,
    item_id: isOnAgenda ? asked : 0,
    document_id: item.id,
    revision_id: revision.id,
    person_id: ctx.user.id,
    place,
  });
  await holdRevision(ctx.db, { revisionId: revision.id, paperId: id });
  await ctx.emit(documentShared, { objId: item.id, objName: item.name, after: { meeting: meeting.title } });
  return { id: String(id) };
}

/** Removes a document from an agenda: leaders until the meeting is over; the provider, invited still or not, until it is archived. */
export async function removeAgendaDocument(ctx: Context, { id }: { id: string }) {
  const [agendaDocument] = await agendaDocumentById(ctx.db, { id: Number(id) });
  if (agendaDocument === undefined) throw new Refusal(codes.meetingMissing);
  const [meeting] = await meetingById(ctx.db, { id: agendaDocument.meeting_id });
  const isOwn = agendaDocument.person_id === ctx.user.id && meeting?.organisation_id === ctx.user.organisationId;
  if (!isOwn) await requireOpenLedMeeting(ctx, agendaDocument.meeting_id);
  else if (meeting.state === 'archived') throw new Refusal(codes.meetingEnded);
  await deleteAgendaDocument(ctx.db, agendaDocument.id);
  return {};
}

/** Deletes agenda documents of items that are purged. */
export const releaseAgendaDocuments = (ctx: Pick<Context, 'db'>, itemIds: number[]) => forgetDocuments(ctx.db, itemIds);
