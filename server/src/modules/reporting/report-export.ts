import { codes } from '@dossier/contract/core/codes';
import { type TextKey, textOf } from '../../platform/text/texts.ts';
import type { OutputOf, ParsedOf } from '@dossier/contract/core/route';
import type { Lang } from '@dossier/contract/core/shapes';
import {
  type ReportColumn,
  type ReportRow,
  type ReportView,
  maxExportedRows,
  reportViews,
  rightsViews,
  type statistics,
} from '@dossier/contract/reporting/statistics';
import type { Context, Services } from '../../platform/context.ts';
import { type FileReply, type FileRequest, type ServedFile, inTransaction } from '../../platform/http/serve.ts';
import { yieldToEventLoop } from '../../platform/jobs/yield-to-event-loop.ts';
import { Refusal } from '../../platform/refusal.ts';
import { type TableRows, csvStream, tableHeaders } from '../../platform/tables/table-streams.ts';
import { requireSessionInSpace } from '../identity/authentication.ts';
import { contextForPerson } from '../identity/run-as.ts';
import { reportExported } from './events.ts';
import { readReportTable } from './statistics/reports.ts';
import { requirePermission } from '../identity/require-permission.ts';
import { guardAdministration } from '../identity/address-restrictions.ts';

/** The name of a table in a file name. */
const reportFileName = (lang: Lang, view: ReportView): string => textOf(lang, 'reporting')(view);

/** The headings of a table. */
const columnHeadings = (lang: Lang, view: ReportView): string[] =>
  reportViews[view].map(({ name }) => textOf(lang, 'reporting')(`col_${name}` as TextKey<'reporting'>));

/** The text of a cell in a file: codes as words, all else as it is. */
function cellText(lang: Lang, { kind }: ReportColumn, { cell, row }: { cell: string; row: ReportRow }): string {
  const words = textOf(lang, 'reporting');
  if (kind === 'item' && row.hidden === true) return words('hidden');
  if (kind === 'item' && row.id === 'own') return words('own');
  if (kind === 'yes') return words(cell === '1' ? 'yes' : 'no');
  if (kind === 'reach') return words(`reach_${cell}` as TextKey<'reporting'>, { defaultValue: cell });
  if (kind === 'level') return words(`level_${cell}` as TextKey<'reporting'>, { defaultValue: cell });
  return cell;
}

/** A row in a file. */
const rowText = (lang: Lang, view: ReportView, row: ReportRow): string[] =>
  reportViews[view].map((column, index) => cellText(lang, column, { cell: row.cells[index] ?? '', row }));

const purpose = 'statistics.table';
const path = '/report-table/:ticket/:name';
const fiveMinutes = 300;
const rowsPerChunk = 500;

type ExportRequest = Omit<ParsedOf<typeof statistics.export>, 'view'> & { view: ReportView };

interface ExportTicket {
  session: number;
  space: number;
  person: number;
  order: ExportRequest & { lang: Lang };
}

const isOfRights = (view: ReportView): boolean => (rightsViews as readonly ReportView[]).includes(view);

/** The URL to download a report table; logged, as it discloses much. 5404 with too many rows. */
export async function exportReport(asking: Context, input: ExportRequest): Promise<OutputOf<typeof statistics.export>> {
  const { user } = asking;
  const { lang = user.lang } = input;
  const { total } = await readReportTable(asking, input, { limit: 1, offset: 0, rights: isOfRights(input.view) });
  if (total > maxExportedRows) throw new Refusal(codes.reportExportTooLarge);
  return inTransaction(asking, async (ctx) => {
    const facts: ExportTicket = { session: user.sessionId, space: user.organisationId, person: user.id, order: { ...input, lang } };
    const fileName = `${reportFileName(lang, input.view)}.csv`;
    await ctx.emit(reportExported, { objName: fileName });
    const ticket = ctx.services.tickets.sign(purpose, { ...facts }, fiveMinutes);
    return { downloadUrl: `/report-table/${ticket}/${encodeURIComponent(fileName)}`, fileName };
  });
}

async function* piecesOf({ lang, view }: ExportTicket['order'], rows: readonly ReportRow[]): TableRows {
  yield [columnHeadings(lang, view)];
  const yieldNow = yieldToEventLoop();
  for (let at = 0; at < rows.length; at += rowsPerChunk) {
    yield rows.slice(at, at + rowsPerChunk).map((row) => rowText(lang, view, row));
    await yieldNow();
  }
}

/** Checks permission, address and the scope of users again at the download. */
async function requireExport(services: Services, request: FileRequest): Promise<{ ctx: Context; order: ExportTicket['order'] }> {
  const { ticket } = request.params as { ticket: string };
  const facts = services.tickets.open<ExportTicket>(purpose, ticket);
  if (facts === undefined) throw new Refusal(codes.ticketInvalid);
  await requireSessionInSpace(services, facts);
  const who = { personId: facts.person, spaceId: facts.space, sessionId: facts.session, address: request.ip };
  const ctx = await contextForPerson(services, services.database.read, who);
  if (isOfRights(facts.order.view)) await requirePermission(ctx, 'rights.see');
  else if (ctx.user.permissions.inDepartmentScope.has('reports.see')) await guardAdministration(services, ctx);
  else await requirePermission(ctx, 'reports.see');
  return { ctx, order: facts.order };
}

async function handle(services: Services, request: FileRequest, reply: FileReply) {
  const { ctx, order } = await requireExport(services, request);
  reply.headers(tableHeaders('csv', `${reportFileName(order.lang, order.view)}.csv`));
  if (request.method === 'HEAD') return reply.send();
  // read before the response begins: a failure is then reported as one
  const { rows } = await readReportTable(ctx, order, { limit: maxExportedRows, offset: 0, rights: isOfRights(order.view) });
  return reply.send(csvStream(piecesOf(order, rows)));
}

/** A report table, generated while it is downloaded. */
export const reportFiles: ServedFile[] = [
  { method: 'HEAD', path, handle },
  { method: 'GET', path, handle },
];
