import { codes } from '@dossier/contract/core/codes';
import type { DeckNow, SlideEdit } from '@dossier/contract/editing/slide-edits';
import type { Services } from '../../../platform/context.ts';
import type { ServedFile } from '../../../platform/http/serve.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { requireLiveSession } from '../../documents/place-document.ts';
import { blobOf } from '../../documents/revisions.ts';
import { contextForPerson } from '../../identity/run-as.ts';
import { unsavedEdits } from '../journals/ordered-edits.ts';
import { openBookTicket, requireEditable } from '../sessions/edit-sessions.ts';
import { sessionById } from '../sessions/edit-sessions.queries.ts';
import { deckWith } from './edited-slides.ts';

/** The presentation of a session as it is now. */
async function deckNow(services: Services, ticketText: unknown): Promise<DeckNow> {
  const ticket = openBookTicket(services, ticketText);
  if (ticket === undefined) throw new Refusal(codes.ticketInvalid);
  const { read } = services.database;
  await requireLiveSession(services, ticket.who);
  const [session] = await sessionById(read, { id: ticket.editSession });
  await requireEditable(await contextForPerson(services, read, ticket.who), ticket.document, session);
  const content = session && (await blobOf(read, session.revision_id));
  if (session?.kind !== 'slides' || content === undefined) throw new Refusal(codes.changedMeanwhile);
  const { edits, head } = await unsavedEdits<SlideEdit>(services, session);
  return { seq: head, revisionId: String(session.revision_id), ...(await deckWith(services, content, edits)) };
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
