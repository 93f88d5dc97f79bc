import { codes } from '@dossier/contract/codes';
import { meetingPapers, mostOfMeetings, type Paper } from '@dossier/contract/meetings';
import { objType, right } from '@dossier/contract/rights';
import type { ParsedOf } from '@dossier/contract/route';
import type { Ctx } from '../../ground/ctx.ts';
import { newId } from '../../ground/ids.ts';
import { Refusal } from '../../ground/refusal.ts';
import { revisionsOfIds } from '../content/blobs-of.ts';
import { needRevision, shownName } from '../content/file-ticket.ts';
import { findVisible, type Held, needItem } from '../library/need-items.ts';
import { showRules } from '../shares/share-rules.ts';
import { agendaOf, deletePaper, forgetDocuments, holdRevision, insertPaper, paperById, type PaperRow, papersOf } from './agenda-queries.ts';
import { cameAfter, canRead, isOpenToInvited, readByGiver } from './lend-paper.ts';
import { type HeldMeeting, needOpenLed } from './need-meeting.ts';
import { namesAmong } from './people-queries.ts';
import { meetingById } from './queries.ts';

/** Which documents the caller may look at as papers, by paper: with their own right, or as the invitation lends them. */
async function openPapers(ctx: Ctx, { meeting, own: invitation }: HeldMeeting, rows: readonly PaperRow[]): Promise<Map<number, Held>> {
  const own = new Map(
    (await findVisible(ctx, [...new Set(rows.map((row) => row.document_id))])).filter(canRead).map((held) => [held.item.id, held]),
  );
  const lacking = rows.filter((row) => !own.has(row.document_id));
  const lent = isOpenToInvited(meeting) && lacking.length > 0 ? await lentPapers(ctx, invitation, lacking) : new Map<number, Held>();
  return new Map(
    rows.flatMap((row) => {
      const held = own.get(row.document_id) ?? lent.get(row.id);
      return held === undefined ? [] : [[row.id, held] as const];
    }),
  );
}

/** Those of some papers that a meeting lends, by paper: the rule of `isPaper` for many at once. */
async function lentPapers(ctx: Ctx, invitation: HeldMeeting['own'], rows: readonly PaperRow[]): Promise<Map<number, Held>> {
  const byGiver = Map.groupBy(rows, (row) => row.person_id);
  const invited = await namesAmong(ctx.db, [invitation.meeting_id], [...byGiver.keys()]);
  const earlier = rows.filter((row) => !cameAfter(row.id, invitation)).map((row) => row.document_id);
  const byInviter = earlier.length > 0 ? await readByGiver(ctx, invitation.inviter_id, earlier) : [];
  const readByInviter = new Set(byInviter.map(({ item }) => item.id));
  const lent = new Map<number, Held>();
  for (const { person_id: giver } of invited) {
    const papers = (byGiver.get(giver) ?? []).filter((row) => cameAfter(row.id, invitation) || readByInviter.has(row.document_id));
    const read = papers.length > 0 ? await readByGiver(ctx, giver, [...new Set(papers.map((row) => row.document_id))]) : [];
    const byId = new Map(read.map((held) => [held.item.id, held]));
    for (const row of papers) {
      const held = byId.get(row.document_id);
      if (held !== undefined) lent.set(row.id, held);
    }
  }
  return lent;
}

/** The papers of a meeting; one that the caller may not look at keeps its place without a name. */
export async function showPapers(ctx: Ctx, held: HeldMeeting): Promise<Paper[]> {
  const rows = await papersOf(ctx.db, held.meeting.id);
  if (rows.length === 0) return [];
  const open = await openPapers(ctx, held, rows);
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
      open: isOpen,
      newer: isOpen && found.item.revision_id !== revision.id,
      own: row.person_id === ctx.user.id && held.meeting.state !== 'archived',
    };
  });
}

/** Puts a document on an agenda, as it is now or as an older revision: everybody who is invited may then look at that one, and at nothing else of it. */
export async function addPaper(ctx: Ctx, input: ParsedOf<typeof meetingPapers.add>) {
  const { meeting } = await needOpenLed(ctx, input.id);
  // by a right of one's own: what is lent is not lent on
  const need = right.visible | right.read;
  await needItem(ctx, need, input.objId, objType.document);
  const { item, revision } = await needRevision(ctx, need, { id: input.objId, ...(input.currentRev && { currentRev: input.currentRev }) });
  if (!(await showRules(ctx)).may) throw new Refusal(codes.shareNotAllowed);
  const papers = await papersOf(ctx.db, meeting.id);
  if (papers.length >= mostOfMeetings.papers) throw new Refusal(codes.tooManyItems);
  const place = papers.length === 0 ? 0 : Math.max(...papers.map((row) => row.place)) + 1;
  const asked = Number(input.agendaId ?? 0);
  const isOnAgenda = asked !== 0 && (await agendaOf(ctx.db, meeting.id)).some((row) => row.id === asked);
  const id = newId();
  await insertPaper(ctx.db, {
    id,
    meeting_id: meeting.id,
    item_id: isOnAgenda ? asked : 0,
    document_id: item.id,
    revision_id: revision.id,
    person_id: ctx.user.id,
    place,
  });
  await holdRevision(ctx.db, { revisionId: revision.id, paperId: id });
  await ctx.say('document.shared', { objId: item.id, objName: item.name, after: { meeting: meeting.title } });
  return { id: String(id) };
}

/** Takes a document off an agenda: whoever leads the meeting until it is over, and who put it there, invited still or not, until it is archived. */
export async function removePaper(ctx: Ctx, { id }: { id: string }) {
  const [paper] = await paperById(ctx.db, { id: Number(id) });
  if (paper === undefined) throw new Refusal(codes.meetingMissing);
  const [meeting] = await meetingById(ctx.db, { id: paper.meeting_id });
  const isOwn = paper.person_id === ctx.user.id && meeting?.organisation_id === ctx.user.organisationId;
  if (!isOwn) await needOpenLed(ctx, paper.meeting_id);
  else if (meeting.state === 'archived') throw new Refusal(codes.meetingEnded);
  await deletePaper(ctx.db, paper.id);
  return {};
}

/** Lets go of documents that are removed for good. */
export const releasePapers = (ctx: Pick<Ctx, 'db'>, itemIds: number[]) => forgetDocuments(ctx.db, itemIds);
