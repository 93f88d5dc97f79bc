import type { acknowledgements } from '@dossier/contract/acknowledgements/acknowledgements';
import { codes } from '@dossier/contract/core/codes';
import type { OutputOf, ParsedOf } from '@dossier/contract/core/route';
import type { Lang } from '@dossier/contract/core/shapes';
import type { Context, Services } from '../../../platform/context.ts';
import type { FileReply, FileRequest, ServedFile } from '../../../platform/http/serve.ts';
import { yieldToEventLoop } from '../../../platform/jobs/yield-to-event-loop.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { type TableRows, csvStream, tableHeaders, xlsxStream } from '../../../platform/tables/table-streams.ts';
import { minuteInUtc } from '../../../platform/text/iso-time.ts';
import { type TextOf, textOf } from '../../../platform/text/texts.ts';
import { revisionsOfIds } from '../../documents/revisions.ts';
import { labelOf } from '../../documents/version-labels.ts';
import { requireSessionInSpace } from '../../identity/authentication.ts';
import { departmentTree } from '../../identity/department-tree.ts';
import { isPlainGuest } from '../../identity/effective-membership.ts';
import { membershipIds, organisationStructure } from '../../identity/memberships.ts';
import { contextForPerson } from '../../identity/run-as.ts';
import { personNames } from '../../identity/users.ts';
import { acknowledgementExported } from '../events.ts';
import { requireOwnedRequest } from './ask-people.ts';
import { rightsOfUsers } from './people-to-ask.ts';
import { countsOf, leftOutOf, peopleAfter } from './requests.queries.ts';

const purpose = 'acknowledgements.report';
const path = '/acknowledgement-report/:ticket/:name';
const fiveMinutes = 300;
const peopleTogether = 500;

interface ReportTicket {
  session: number;
  space: number;
  person: number;
  request: string;
  format: 'csv' | 'xlsx';
  lang: Lang;
}

type Words = TextOf<'acknowledgements.report'>;
type OwnedRequest = Awaited<ReturnType<typeof requireOwnedRequest>>;

/** The version that was asked for; empty once it is deleted. */
async function labelFor({ db }: Context, { request }: OwnedRequest): Promise<string> {
  const [revision] = await revisionsOfIds(db, [request.revision_id]);
  return revision === undefined ? '' : labelOf(revision);
}

async function fileNameFor(ctx: Context, owned: OwnedRequest, { format, lang }: Pick<ReportTicket, 'format' | 'lang'>): Promise<string> {
  const words = textOf(lang, 'acknowledgements.report');
  const values = { name: owned.authorised.item.name, label: await labelFor(ctx, owned) };
  return `${words('file', values).trim()}.${format}`;
}

/** The URL to download who was asked by a request and who has acknowledged; logged, as it discloses much. */
export async function exportRequest(
  ctx: Context,
  { id, format, lang = ctx.user.lang }: ParsedOf<typeof acknowledgements.export>,
): Promise<OutputOf<typeof acknowledgements.export>> {
  const { services, user } = ctx;
  const owned = await requireOwnedRequest(ctx, id);
  const { item } = owned.authorised;
  const facts: ReportTicket = { session: user.sessionId, space: user.organisationId, person: user.id, request: id, format, lang };
  await ctx.emit(acknowledgementExported, { objId: item.id, objName: item.name });
  const fileName = await fileNameFor(ctx, owned, facts);
  const ticket = services.tickets.sign(purpose, { ...facts }, fiveMinutes);
  return { downloadUrl: `/acknowledgement-report/${ticket}/${encodeURIComponent(fileName)}`, fileName };
}

const timeCell = (ms: number): string => (ms === 0 ? '' : minuteInUtc(ms));

/** The departments of some users in an organisation, as paths from the top, the main one first. */
async function departmentsOf({ services: { database }, user }: Context): Promise<(ids: number[]) => Promise<(id: number) => string>> {
  const { departments } = await organisationStructure(database.long, user.organisationId);
  const tree = departmentTree(departments);
  return async (ids) => {
    const memberships = await membershipIds(database.long, ids, user.organisationId);
    return (id) => (memberships.departments.get(id) ?? []).map((one) => tree.pathOf(one).join(' / ')).join('; ');
  };
}

/** One row a person, by name, read in batches while they are sent, with the headings first and what it comes to at the end. */
async function* reportRows(ctx: Context, owned: OwnedRequest, words: Words): TableRows {
  const { request, authorised } = owned;
  const { long } = ctx.services.database;
  const label = await labelFor(ctx, owned);
  const shared = [label, timeCell(request.created_at), timeCell(request.due_at)];
  yield [
    (['person', 'account', 'departments', 'version', 'asked', 'due', 'opened', 'confirmed', 'state'] as const).map((one) => words(one)),
  ];
  const may = await rightsOfUsers({ services: ctx.services, db: ctx.db, now: ctx.now, item: authorised.item });
  const isGuest = isPlainGuest(ctx.user);
  // a guest is told neither accounts nor departments, and of who was not asked the number alone
  const lookUp = isGuest ? () => Promise.resolve(() => '') : await departmentsOf(ctx);
  const isOver = request.due_at !== 0 && request.due_at <= ctx.now;
  const stateOf = (row: Awaited<ReturnType<typeof peopleAfter>>[number]): string => {
    if (row.acknowledged_at !== 0) return words('done');
    if (row.enabled !== 1 || !may(row.person_id)) return words('lost');
    if (request.closed_at !== 0) return words('notDone');
    return words(isOver ? 'overdue' : 'pending');
  };
  const yieldIfDue = yieldToEventLoop();
  let after = { name_sort: '', person_id: 0 };
  let opened = 0;
  for (;;) {
    const rows = await peopleAfter(long, request.id, { after, limit: peopleTogether });
    const departmentOf = await lookUp(rows.map((row) => row.person_id));
    opened += rows.filter((row) => row.opened_at !== 0).length;
    yield rows.map((row) => [
      row.name,
      isGuest ? '' : (row.login_name ?? ''),
      departmentOf(row.person_id),
      ...shared,
      timeCell(row.opened_at),
      timeCell(row.acknowledged_at),
      stateOf(row),
    ]);
    const last = rows.at(-1);
    if (last === undefined || rows.length < peopleTogether) break;
    after = last;
    await yieldIfDue();
  }
  const leftOut = await leftOutOf(long, request.id);
  const departmentOf = await lookUp(leftOut.map((row) => row.person_id));
  if (!isGuest)
    yield leftOut.map((row) => [row.name, row.login_name ?? '', departmentOf(row.person_id), label, '', '', '', '', words('notAsked')]);
  yield await summaryRows(ctx, owned, { words, label, opened, leftOut: leftOut.length });
}

interface SummaryTerms {
  words: Words;
  label: string;
  opened: number;
  leftOut: number;
}

async function summaryRows(
  ctx: Context,
  { request, authorised }: OwnedRequest,
  { words, label, opened, leftOut }: SummaryTerms,
): Promise<string[][]> {
  const { asked, done } = (await countsOf(ctx.services.database.long, [request.id])).get(request.id) ?? { asked: 0, done: 0 };
  const nameOf = await personNames(ctx, [request.creator_id]);
  return [
    [],
    [words('document'), authorised.item.name],
    [words('version'), label],
    [words('askedBy'), nameOf(request.creator_id)],
    [words('asked'), timeCell(request.created_at)],
    [words('due'), timeCell(request.due_at)],
    ...(request.closed_at === 0 ? [] : [[words('ended'), timeCell(request.closed_at)]]),
    [words('peopleAsked'), String(asked)],
    [words('peopleOpened'), String(opened)],
    [words('peopleDone'), String(done)],
    [words('peopleMissing'), String(asked - done)],
    ...(leftOut === 0 ? [] : [[words('peopleNotAsked'), String(leftOut)]]),
  ];
}

/** Checks session and right again at the download. */
async function requireReport(
  services: Services,
  request: FileRequest,
): Promise<{ ctx: Context; owned: OwnedRequest; facts: ReportTicket }> {
  const { ticket } = request.params as { ticket: string };
  const facts = services.tickets.open<ReportTicket>(purpose, ticket);
  if (facts === undefined) throw new Refusal(codes.ticketInvalid);
  await requireSessionInSpace(services, facts);
  const who = { personId: facts.person, spaceId: facts.space, sessionId: facts.session, address: request.ip };
  const ctx = await contextForPerson(services, services.database.read, who);
  return { ctx, owned: await requireOwnedRequest(ctx, facts.request), facts };
}

const widths = [24, 20, 40, 10, 22, 22, 22, 22, 18];

async function sendReport(services: Services, request: FileRequest, reply: FileReply) {
  const { ctx, owned, facts } = await requireReport(services, request);
  const words = textOf(facts.lang, 'acknowledgements.report');
  reply.headers(tableHeaders(facts.format, await fileNameFor(ctx, owned, facts)));
  if (request.method === 'HEAD') return reply.send();
  const rows = reportRows(ctx, owned, words);
  return reply.send(facts.format === 'csv' ? csvStream(rows) : xlsxStream(rows, { name: words('sheet'), widths }));
}

/** The people of a request as a table, made while it is downloaded. */
export const reportFiles: ServedFile[] = [
  { method: 'HEAD', path, handle: sendReport },
  { method: 'GET', path, handle: sendReport },
];
