import type { EditOrigin } from '@dossier/contract/editing/ordered-edits';
import type { Services } from '../../../platform/context.ts';
import { type EditSessionRow, orderedUpdates } from '../sessions/edit-sessions.queries.ts';

/** What a row of a journal with one order has. */
export interface JournaledEdits<E> {
  origin: EditOrigin;
  edits: E[];
  /** Whose windows the number counts among, as `Connection.identity`; absent in rows from before visitors of links wrote, which are those of users. */
  identity?: string;
}

/** A row of a journal with one order, with who wrote it. */
export function journaledEdits<E>({ person_id, data }: { person_id: number; data: string }): Required<JournaledEdits<E>> {
  const row = JSON.parse(data) as JournaledEdits<E>;
  return { ...row, identity: row.identity ?? userIdentity(person_id) };
}

const user = 'user ';

/** The identity of a user, as opposed to that of a visitor. */
export const userIdentity = (personId: number): string => `${user}${personId}`;

/** The identity of a visitor of a share. */
export const visitorIdentity = (shareId: number, key: string): string => `visitor ${shareId} ${key}`;

/** The id of the user who has an identity; undefined for a visitor. */
export const userOf = (identity: string): string | undefined => (identity.startsWith(user) ? identity.slice(user.length) : undefined);

/** The edits of a session that its version does not have, in their order, and the number of the last of all. */
export async function unsavedEdits<E>(
  services: Services,
  session: Pick<EditSessionRow, 'id' | 'base_seq'>,
): Promise<{ edits: E[]; head: number }> {
  const rows = await orderedUpdates(services.database.read, { sessionId: session.id, after: session.base_seq });
  return {
    edits: rows.flatMap((row) => (JSON.parse(row.data) as JournaledEdits<E>).edits),
    head: rows.at(-1)?.seq ?? session.base_seq,
  };
}
