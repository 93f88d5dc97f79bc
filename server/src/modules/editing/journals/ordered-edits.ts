import type { EditOrigin } from '@dossier/contract/editing/ordered-edits';
import type { Services } from '../../../platform/context.ts';
import { type EditSessionRow, orderedUpdates } from '../sessions/edit-sessions.queries.ts';

/** What a row of a journal with one order has. */
export interface JournaledEdits<E> {
  origin: EditOrigin;
  edits: E[];
}

/** The edits of a session that its version does not have, in their order, and the number of the last of all. */
export async function unsavedEdits<E>(services: Services, session: EditSessionRow): Promise<{ edits: E[]; head: number }> {
  const rows = await orderedUpdates(services.database.read, { sessionId: session.id, after: session.base_seq });
  return {
    edits: rows.flatMap((row) => (JSON.parse(row.data) as JournaledEdits<E>).edits),
    head: rows.at(-1)?.seq ?? session.base_seq,
  };
}
