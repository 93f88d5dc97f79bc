import { codes } from '@dossier/contract/core/codes';
import type { WorkbookEdit } from '@dossier/contract/editing/workbook-edits';
import type { Services } from '../../../platform/context.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { type EditSessionRow, lastUpdate, orderedUpdates } from '../sessions/edit-sessions.queries.ts';
import { patchedWorkbook, workbookFacts } from '../workbooks/edited-workbooks.ts';
import type { Journal } from './journal.ts';

/** What a row of the journal of a workbook has. */
export interface JournaledEdits {
  origin: { window: string; number: number };
  edits: WorkbookEdit[];
}

/** The edits of a session that its version does not have, in their order, and the number of the last of all. */
export async function unsavedEdits(services: Services, session: EditSessionRow): Promise<{ edits: WorkbookEdit[]; head: number }> {
  const rows = await orderedUpdates(services.database.read, { sessionId: session.id, after: session.base_seq });
  return {
    edits: rows.flatMap((row) => (JSON.parse(row.data) as JournaledEdits).edits),
    head: rows.at(-1)?.seq ?? session.base_seq,
  };
}

/** Workbooks: edits in one order, which are written into the package of the version. */
export const workbookJournal: Journal = {
  async begin(services, content) {
    await workbookFacts(services, content);
    return { encoding: '' };
  },

  async write(services, session, base) {
    // nothing says what cells a part of the package does not name
    if (base === undefined) throw new Refusal(codes.bytesMissing);
    const { edits, head } = await unsavedEdits(services, session);
    const bytes = await patchedWorkbook(services, base, edits);
    return {
      bytes,
      encoding: '',
      noted: { base_seq: head },
      isChangedSince: async (db) => (await lastUpdate(db, session.id)) > head,
    };
  },

  // windows that were cut off find their own edits by their numbers
  join: () => Promise.resolve(undefined),
};
