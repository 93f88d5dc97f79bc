import { codes } from '@dossier/contract/core/codes';
import type { WorkbookEdit } from '@dossier/contract/editing/workbook-edits';
import { Refusal } from '../../../platform/refusal.ts';
import { lastUpdate } from '../sessions/edit-sessions.queries.ts';
import { patchedWorkbook, workbookFacts } from '../workbooks/edited-workbooks.ts';
import type { Journal } from './journal.ts';
import { unsavedEdits } from './ordered-edits.ts';

/** Workbooks: edits in one order, which are written into the package of the version. */
export const workbookJournal: Journal = {
  async begin(services, content) {
    await workbookFacts(services, content);
    return { encoding: '' };
  },

  encodingOf: () => Promise.resolve(''),

  async write(services, session, base) {
    // nothing says what cells a part of the package does not name
    if (base === undefined) throw new Refusal(codes.bytesMissing);
    const { edits, head } = await unsavedEdits<WorkbookEdit>(services, session);
    const bytes = await patchedWorkbook(services, base, edits);
    return {
      bytes,
      encoding: '',
      noted: { base_seq: head },
      isChangedSince: async (db) => (await lastUpdate(db, session.id)) > head,
    };
  },

  unsaved: async (services, session) => (await unsavedEdits<WorkbookEdit>(services, session)).edits,

  // windows that were cut off find their own edits by their numbers
  join: () => Promise.resolve(undefined),
};
