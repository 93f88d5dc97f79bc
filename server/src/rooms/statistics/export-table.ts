import { codes } from '@dossier/contract/codes';
import type { OutputOf, ParsedOf } from '@dossier/contract/route';
import type { Lang } from '@dossier/contract/shapes';
import { mostExportedRows, type ReportRow, type ReportView, rightsViews, type statistics } from '@dossier/contract/statistics';
import { breather } from '../../ground/breathe.ts';
import type { Ctx, House } from '../../ground/ctx.ts';
import { needDeed } from '../../ground/http/need-role.ts';
import { type FileReply, type FileRequest, inTransaction, type ServedFile } from '../../ground/http/serve.ts';
import { Refusal } from '../../ground/refusal.ts';
import { csvStream, type Rows } from '../../ground/tables/csv.ts';
import { disposition } from '../content/media-types.ts';
import { contextOfPerson } from '../content/person-context.ts';
import { needSessionIn } from '../session/admit.ts';
import { readTable } from './read-table.ts';
import { fileWord, headings, rowWords } from './words.ts';

const purpose = 'statistics.table';
const path = '/report-table/:ticket/:name';
const fiveMinutes = 300;
const piece = 500;

type Order = Omit<ParsedOf<typeof statistics.export>, 'view'> & { view: ReportView };

interface Facts {
  session: number;
  space: number;
  person: number;
  order: Order & { lang: Lang };
}

const isOfRights = (view: ReportView): boolean => (rightsViews as readonly ReportView[]).includes(view);

/** Where to fetch a table of a report; noted in the log, as much goes out with it. 5404 where it has too many rows. */
export async function exportTable(asking: Ctx, input: Order): Promise<OutputOf<typeof statistics.export>> {
  const { user } = asking;
  const { lang = user.lang } = input;
  const { total } = await readTable(asking, input, { limit: 1, offset: 0, rights: isOfRights(input.view) });
  if (total > mostExportedRows) throw new Refusal(codes.reportExportTooLarge);
  return inTransaction(asking, async (ctx) => {
    const facts: Facts = { session: user.sessionId, space: user.organisationId, person: user.id, order: { ...input, lang } };
    const fileName = `${fileWord(lang, input.view)}.csv`;
    await ctx.say('report.exported', { objName: fileName });
    const ticket = ctx.house.tickets.sign(purpose, { ...facts }, fiveMinutes);
    return { downloadUrl: `/report-table/${ticket}/${encodeURIComponent(fileName)}`, fileName };
  });
}

async function* piecesOf({ lang, view }: Facts['order'], rows: readonly ReportRow[]): Rows {
  yield [headings(lang, view)];
  const breathe = breather();
  for (let at = 0; at < rows.length; at += piece) {
    yield rows.slice(at, at + piece).map((row) => rowWords(lang, view, row));
    await breathe();
  }
}

/** The right is looked at anew when the table is fetched, and where from; of whom it tells as well. */
async function needOrder(house: House, request: FileRequest): Promise<{ ctx: Ctx; order: Facts['order'] }> {
  const { ticket } = request.params as { ticket: string };
  const facts = house.tickets.open<Facts>(purpose, ticket);
  if (facts === undefined) throw new Refusal(codes.ticketInvalid);
  await needSessionIn(house, facts);
  const who = { personId: facts.person, spaceId: facts.space, sessionId: facts.session, address: request.ip };
  const ctx = await contextOfPerson(house, house.database.read, who);
  if (isOfRights(facts.order.view)) await needDeed(ctx, 'rights.see');
  else if (ctx.user.office.branchDeeds.has('reports.see')) await house.guard(house, ctx);
  else await needDeed(ctx, 'reports.see');
  return { ctx, order: facts.order };
}

async function handle(house: House, request: FileRequest, reply: FileReply) {
  const { ctx, order } = await needOrder(house, request);
  reply.headers({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': disposition('attachment', `${fileWord(order.lang, order.view)}.csv`),
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-store',
    'referrer-policy': 'no-referrer',
  });
  if (request.method === 'HEAD') return reply.send();
  // read before anything is sent: a failure is then told as one
  const { rows } = await readTable(ctx, order, { limit: mostExportedRows, offset: 0, rights: isOfRights(order.view) });
  return reply.send(csvStream(piecesOf(order, rows)));
}

/** A table of a report that is made while it is fetched. */
export const statisticFiles: ServedFile[] = [
  { method: 'HEAD', path, handle },
  { method: 'GET', path, handle },
];
