import { codes } from '@dossier/contract/core/codes';
import type { DeckNow, SlideEdit } from '@dossier/contract/editing/slide-edits';
import type { Services } from '../../../platform/context.ts';
import type { ServedFile } from '../../../platform/http/serve.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { blobOf } from '../../documents/revisions.ts';
import { unsavedEdits } from '../journals/ordered-edits.ts';
import { sessionOfBookTicket } from '../sessions/edit-sessions.ts';
import { deckWith } from './edited-slides.ts';

/** The presentation of a session as it is now. */
async function deckNow(services: Services, ticketText: unknown): Promise<DeckNow> {
  const { session, ctx } = await sessionOfBookTicket(services, ticketText, 'slides');
  const content = await blobOf(services.database.read, session.revision_id);
  if (content === undefined) throw new Refusal(codes.changedMeanwhile);
  const { edits, head } = await unsavedEdits<SlideEdit>(services, session);
  const { deck, deleted } = await deckWith(services, content, edits);
  // what was taken out is not a visitor's to read
  return { seq: head, revisionId: String(session.revision_id), deck, deleted: ctx.shareSession === undefined ? deleted : [] };
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
