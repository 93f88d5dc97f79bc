import { codes } from '@dossier/contract/core/codes';
import type { OutputOf, ParsedOf } from '@dossier/contract/core/route';
import type { Lang } from '@dossier/contract/core/shapes';
import { type PersonColumn, type admin, personColumns } from '@dossier/contract/identity/user-administration';
import type { Context, Services } from '../../platform/context.ts';
import type { FileReply, FileRequest, ServedFile } from '../../platform/http/serve.ts';
import { yieldToEventLoop } from '../../platform/jobs/yield-to-event-loop.ts';
import { Refusal } from '../../platform/refusal.ts';
import { csvStream, type TableRows, tableHeaders, xlsxStream } from '../../platform/tables/table-streams.ts';
import { requireSessionInSpace } from './authentication.ts';
import { peopleExported } from './events.ts';
import { listCell, nameCell, pathCell, roleWord, tableWords } from './user-table.ts';
import { departmentTree } from './department-tree.ts';
import { accountsOf, flagWord } from './import/roster.ts';
import { membershipIds, organisationStructure } from './memberships.ts';
import { contextForPerson } from './run-as.ts';
import { requirePermission } from './require-permission.ts';

const purpose = 'admin.people';
const path = '/people-table/:ticket/:name';
const fiveMinutes = 300;
const pieceSize = 500;

interface ExportTicket {
  session: number;
  space: number;
  person: number;
  format: 'csv' | 'xlsx';
  lang: Lang;
  /** Only headings and an example. */
  empty: boolean;
}

type Order = ParsedOf<typeof admin.exportPeople>;

function offerFile({ services, user }: Context, { format, lang = user.lang }: Order, empty: boolean): OutputOf<typeof admin.exportPeople> {
  const facts: ExportTicket = { session: user.sessionId, space: user.organisationId, person: user.id, format, lang, empty };
  const fileName = `${tableWords(lang)(empty ? 'templateFile' : 'peopleFile')}.${format}`;
  const ticket = services.tickets.sign(purpose, { ...facts }, fiveMinutes);
  return { downloadUrl: `/people-table/${ticket}/${encodeURIComponent(fileName)}`, fileName };
}

/** The URL to download all users as a table; logged, as it discloses much. */
export async function exportUsers(ctx: Context, order: Order): Promise<OutputOf<typeof admin.exportPeople>> {
  const file = offerFile(ctx, order, false);
  await ctx.emit(peopleExported, { objName: file.fileName });
  return file;
}

/** The URL to download a table with headings and an example, which an import leaves out. */
export const offerTemplate = async (ctx: Context, order: Order): Promise<OutputOf<typeof admin.importTemplate>> =>
  offerFile(ctx, order, true);

/** An example row. */
function exampleRow(lang: Lang): string[] {
  const words = tableWords(lang);
  const cells: Record<PersonColumn, string> = {
    loginName: words('exampleLogin'),
    fullName: words('exampleName'),
    departments: words('exampleDepartments'),
    roles: words('staff'),
    groups: '',
    mail: 'name@example.com',
    enabled: words('yes'),
    lang,
  };
  return personColumns.map((column) => cells[column]);
}

/** The rows of all users in the format of an import, in batches, with the headings first. */
async function* userRows({ services, user }: Context, { lang, empty }: ExportTicket): TableRows {
  yield [personColumns.map((column) => tableWords(lang)(column))];
  if (empty) {
    yield [exampleRow(lang)];
    return;
  }
  const { long } = services.database;
  const structure = await organisationStructure(long, user.organisationId);
  const tree = departmentTree(structure.departments);
  const roles = new Map(structure.roles.map((role) => [role.id, roleWord(lang, role)]));
  const groups = new Map(structure.groups.map((group) => [group.id, group.name]));
  const yieldNow = yieldToEventLoop();
  for await (const accounts of accountsOf(long, user.organisationId, pieceSize)) {
    const memberships = await membershipIds(
      long,
      accounts.map((account) => account.id),
      user.organisationId,
    );
    const named = (ids: number[] | undefined, names: ReadonlyMap<number, string>): string =>
      listCell((ids ?? []).map((id) => nameCell(names.get(id) ?? '')));
    yield accounts.map((account) => [
      account.login_name,
      account.full_name,
      listCell((memberships.departments.get(account.id) ?? []).map((id) => pathCell(tree.pathOf(id)))),
      named(memberships.roles.get(account.id), roles),
      named(memberships.groups.get(account.id), groups),
      account.mail ?? '',
      flagWord(lang, account.enabled === 1),
      account.lang,
    ]);
    await yieldNow();
  }
}

/** Checks permission and address again at the download. */
async function requireExportTicket(services: Services, request: FileRequest): Promise<{ ctx: Context; facts: ExportTicket }> {
  const { ticket } = request.params as { ticket: string };
  const facts = services.tickets.open<ExportTicket>(purpose, ticket);
  if (facts === undefined) throw new Refusal(codes.ticketInvalid);
  await requireSessionInSpace(services, facts);
  const who = { personId: facts.person, spaceId: facts.space, sessionId: facts.session, address: request.ip };
  const ctx = await contextForPerson(services, services.database.read, who);
  await requirePermission(ctx, facts.empty ? 'people.edit' : 'people.see');
  return { ctx, facts };
}

const widths = [18, 20, 40, 24, 24, 30, 8, 10];

async function sendTable(services: Services, request: FileRequest, reply: FileReply) {
  const { ctx, facts } = await requireExportTicket(services, request);
  const words = tableWords(facts.lang);
  reply.headers(tableHeaders(facts.format, `${words(facts.empty ? 'templateFile' : 'peopleFile')}.${facts.format}`));
  if (request.method === 'HEAD') return reply.send();
  const rows = userRows(ctx, facts);
  return reply.send(facts.format === 'csv' ? csvStream(rows) : xlsxStream(rows, { name: words('peopleFile'), widths }));
}

/** A table of users, generated while it is downloaded. */
export const userTables: ServedFile[] = [
  { method: 'HEAD', path, handle: sendTable },
  { method: 'GET', path, handle: sendTable },
];
