import { codes } from '@dossier/contract/core/codes';
import type { DeckNow, DeckState, SlideEdit } from '@dossier/contract/editing/slide-edits';
import type { Services } from '../../../platform/context.ts';
import type { ServedFile } from '../../../platform/http/serve.ts';
import { LimitedMap } from '../../../platform/limited-map.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { blobOf } from '../../documents/revisions.ts';
import { unsavedEdits } from '../journals/ordered-edits.ts';
import type { EditSessionRow } from '../sessions/edit-sessions.queries.ts';
import { sessionOfBookTicket } from '../sessions/edit-sessions.ts';
import { deckOf, withEdits } from './edited-slides.ts';

/** A presentation with the edits up to one. */
interface DeckAt extends DeckState {
  seq: number;
}

/** What was asked for last, by session and version: only what came since is read. */
const known = new WeakMap<Services, LimitedMap<DeckAt>>();

/** The presentation of a session with all edits that its version does not have. */
async function deckAtHead(services: Services, session: EditSessionRow): Promise<DeckAt> {
  const decks = known.get(services) ?? new LimitedMap<DeckAt>(20);
  known.set(services, decks);
  const key = [session.id, session.revision_id, session.base_seq].join();
  let deck = decks.get(key);
  if (deck === undefined) {
    const content = await blobOf(services.database.read, session.revision_id);
    if (content === undefined) throw new Refusal(codes.changedMeanwhile);
    deck = { deck: await deckOf(services, content), deleted: [], seq: session.base_seq };
  }
  const { edits, head } = await unsavedEdits<SlideEdit>(services, { id: session.id, base_seq: deck.seq });
  const now = { ...(await withEdits(deck, edits)), seq: head };
  decks.set(key, now);
  return now;
}

/** The presentation of a session as it is now. */
async function deckNow(services: Services, ticketText: unknown): Promise<DeckNow> {
  const { session, ctx } = await sessionOfBookTicket(services, ticketText, 'slides');
  const { seq, deck, deleted } = await deckAtHead(services, session);
  // what was taken out is not a visitor's to read
  return { seq, revisionId: String(session.revision_id), deck, deleted: ctx.shareSession === undefined ? deleted : [] };
}

/** What the pages of presentations begin with. */
export const deckFiles: ServedFile[] = [
  {
    method: 'GET',
    path: '/edit/deck/:ticket',
    handle: async (services, request, reply) =>
      reply.header('cache-control', 'no-store').send(await deckNow(services, (request.params as { ticket?: string }).ticket)),
  },
];
