import { codes } from '@dossier/contract/core/codes';
import type { WorkbookEdit } from '@dossier/contract/editing/workbook-edits';
import type { Services } from '../../../platform/context.ts';
import type { ServedFile } from '../../../platform/http/serve.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { blobOf } from '../../documents/revisions.ts';
import { unsavedEdits } from '../journals/ordered-edits.ts';
import { sessionOfBookTicket } from '../sessions/edit-sessions.ts';
import { editableWorkbook } from './edited-workbooks.ts';

/** The workbook of a session as it is now, with the number of the last edit in it. */
async function bookNow(services: Services, ticketText: unknown): Promise<string> {
  const { session } = await sessionOfBookTicket(services, ticketText, 'workbook');
  const content = await blobOf(services.database.read, session.revision_id);
  if (content === undefined) throw new Refusal(codes.changedMeanwhile);
  const { edits, head } = await unsavedEdits<WorkbookEdit>(services, session);
  return `{"seq":${head},"book":${await editableWorkbook(services, content, edits)}}`;
}

/** What the grids of workbooks are filled with. */
export const bookFiles: ServedFile[] = [
  {
    method: 'GET',
    path: '/edit/book/:ticket',
    handle: async (services, request, reply) => {
      const body = await bookNow(services, (request.params as { ticket?: string }).ticket);
      return reply.headers({ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' }).send(body);
    },
  },
];
