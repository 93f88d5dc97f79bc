import type { admin } from '@dossier/contract/admin';
import { codes } from '@dossier/contract/codes';
import { type PersonColumn, personColumns } from '@dossier/contract/people-import';
import type { OutputOf, ParsedOf } from '@dossier/contract/route';
import type { Lang } from '@dossier/contract/shapes';
import { breather } from '../../ground/breathe.ts';
import type { Ctx, House } from '../../ground/ctx.ts';
import { needDeed } from '../../ground/http/need-role.ts';
import type { FileReply, FileRequest, ServedFile } from '../../ground/http/serve.ts';
import { Refusal } from '../../ground/refusal.ts';
import { csvStream, type Rows } from '../../ground/tables/csv.ts';
import { xlsxStream } from '../../ground/tables/xlsx.ts';
import { disposition } from '../content/media-types.ts';
import { contextOfPerson } from '../content/person-context.ts';
import { accountsOf } from '../people/roster.ts';
import { circlesHeld, circlesOf } from '../circles/roster.ts';
import { needSessionIn } from '../session/admit.ts';
import { listCell, nameCell, pathCell } from './parse-cells.ts';
import { departmentTree, flagWord } from './roster.ts';
import { roleWord, texts } from './words.ts';

const purpose = 'admin.people';
const path = '/people-table/:ticket/:name';
const fiveMinutes = 300;
const pieceSize = 500;

interface Facts {
  session: number;
  space: number;
  person: number;
  format: 'csv' | 'xlsx';
  lang: Lang;
  /** Headings and an example alone. */
  empty: boolean;
}

type Order = ParsedOf<typeof admin.exportPeople>;

function offer({ house, user }: Ctx, { format, lang = user.lang }: Order, empty: boolean): OutputOf<typeof admin.exportPeople> {
  const facts: Facts = { session: user.sessionId, space: user.organisationId, person: user.id, format, lang, empty };
  const fileName = `${texts[lang][empty ? 'templateFile' : 'peopleFile']}.${format}`;
  const ticket = house.tickets.sign(purpose, { ...facts }, fiveMinutes);
  return { downloadUrl: `/people-table/${ticket}/${encodeURIComponent(fileName)}`, fileName };
}

/** Where to fetch everybody as a table; noted in the log, as much goes out with it. */
export async function exportPeople(ctx: Ctx, order: Order): Promise<OutputOf<typeof admin.exportPeople>> {
  const file = offer(ctx, order, false);
  await ctx.say('people.exported', { objName: file.fileName });
  return file;
}

/** Where to fetch a table with its headings and an example, which an import leaves out. */
export const offerTemplate = async (ctx: Ctx, order: Order): Promise<OutputOf<typeof admin.importTemplate>> => offer(ctx, order, true);

/** What a row may look like. */
function exampleRow(lang: Lang): string[] {
  const words = texts[lang];
  const cells: Record<PersonColumn, string> = {
    loginName: words.exampleLogin,
    fullName: words.exampleName,
    departments: words.exampleDepartments,
    roles: words.staff,
    groups: '',
    mail: 'name@example.com',
    enabled: words.yes,
    lang,
  };
  return personColumns.map((column) => cells[column]);
}

/** Everybody's row as an import would read it, in pieces, with the headings first. */
async function* peopleRows({ house, user }: Ctx, { lang, empty }: Facts): Rows {
  yield [personColumns.map((column) => texts[lang][column])];
  if (empty) {
    yield [exampleRow(lang)];
    return;
  }
  const { long } = house.database;
  const circles = await circlesOf(long, user.organisationId);
  const tree = departmentTree(circles.departments);
  const roles = new Map(circles.roles.map((role) => [role.id, roleWord(lang, role)]));
  const groups = new Map(circles.groups.map((group) => [group.id, group.name]));
  const breathe = breather();
  for await (const accounts of accountsOf(long, user.organisationId, pieceSize)) {
    const held = await circlesHeld(
      long,
      accounts.map((account) => account.id),
      user.organisationId,
    );
    const named = (ids: number[] | undefined, names: ReadonlyMap<number, string>): string =>
      listCell((ids ?? []).map((id) => nameCell(names.get(id) ?? '')));
    yield accounts.map((account) => [
      account.login_name,
      account.full_name,
      listCell((held.departments.get(account.id) ?? []).map((id) => pathCell(tree.pathOf(id)))),
      named(held.roles.get(account.id), roles),
      named(held.groups.get(account.id), groups),
      account.mail ?? '',
      flagWord(lang, account.enabled === 1),
      account.lang,
    ]);
    await breathe();
  }
}

/** The right is looked at anew when the table is fetched, and where from. */
async function needOrder(house: House, request: FileRequest): Promise<{ ctx: Ctx; facts: Facts }> {
  const { ticket } = request.params as { ticket: string };
  const facts = house.tickets.open<Facts>(purpose, ticket);
  if (facts === undefined) throw new Refusal(codes.ticketInvalid);
  await needSessionIn(house, facts);
  const who = { personId: facts.person, spaceId: facts.space, sessionId: facts.session, address: request.ip };
  const ctx = await contextOfPerson(house, house.database.read, who);
  await needDeed(ctx, facts.empty ? 'people.edit' : 'people.see');
  return { ctx, facts };
}

const types = { csv: 'text/csv; charset=utf-8', xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' };
const widths = [18, 20, 40, 24, 24, 30, 8, 10];

async function handle(house: House, request: FileRequest, reply: FileReply) {
  const { ctx, facts } = await needOrder(house, request);
  const words = texts[facts.lang];
  reply.headers({
    'content-type': types[facts.format],
    'content-disposition': disposition('attachment', `${facts.empty ? words.templateFile : words.peopleFile}.${facts.format}`),
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-store',
    'referrer-policy': 'no-referrer',
  });
  if (request.method === 'HEAD') return reply.send();
  const rows = peopleRows(ctx, facts);
  return reply.send(facts.format === 'csv' ? csvStream(rows) : xlsxStream(rows, { name: words.peopleFile, widths }));
}

/** A table of people that is made while it is fetched. */
export const peopleTables: ServedFile[] = [
  { method: 'HEAD', path, handle },
  { method: 'GET', path, handle },
];
