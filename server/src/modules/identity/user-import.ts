import { createHmac, randomUUID } from 'node:crypto';
import { mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { codes } from '@dossier/contract/core/codes';
import type { OutputOf, ParsedOf } from '@dossier/contract/core/route';
import type { Lang } from '@dossier/contract/core/shapes';
import {
  type admin,
  type PersonCells,
  type PersonColumn,
  type RowResult,
  importLimits,
  personColumns,
} from '@dossier/contract/identity/user-administration';
import type { TableRow } from '@dossier/formats/workbook/ooxml-cells';
import type { Context, Services } from '../../platform/context.ts';
import type { Db } from '../../platform/db/database.ts';
import { inTransaction } from '../../platform/http/serve.ts';
import { newId } from '../../platform/ids.ts';
import { mailIsOn, queueMail } from '../../platform/mail/outgoing-mail.ts';
import { Refusal } from '../../platform/refusal.ts';
import { sandboxPool } from '../../platform/sandbox/sandbox.ts';
import { requireSiteOrigin, settingsOf } from '../../platform/settings/settings.ts';
import { peopleImported } from './events.ts';
import { deleteMarks, insertMark, marksAmong } from './import/import-marks.queries.ts';
import { columnOf, pathCell, tableWords } from './user-table.ts';
import { type Planned, type PlannedRow, planRows, reasonOf, writeRow } from './import/table-rows.ts';
import { hashPassword, passwordMatches, requireBasicPassword } from './passwords.ts';
import { requireHarmless } from './received-files.ts';
import { randomPassword } from './seed-organisation.ts';
import { loginKey } from './user-accounts.ts';
import { requireFewTakenNames } from './users/account-administration.ts';

/** Invitations need mail and the reset of forgotten passwords: invited users choose theirs with a code by mail. */
const invites = async ({ db }: Context): Promise<boolean> => (await mailIsOn(db)) && (await settingsOf(db, 'signIn')).forgotPassword;

export const showImportTerms = async (ctx: Context): Promise<OutputOf<typeof admin.importTerms>> => ({ invites: await invites(ctx) });

/** Refuses invitations that would lead nowhere. */
async function requireInvites(ctx: Context): Promise<void> {
  if (!(await invites(ctx))) throw new Refusal(codes.notAvailable);
}

/** Queues a mail about a new account. Without a code: that is sent on request. */
async function invite(ctx: Context, person: { loginName: string; fullName: string; mail: string; lang: Lang }): Promise<void> {
  const words = tableWords(person.lang);
  const values = {
    name: person.fullName,
    login: person.loginName,
    address: `${await requireSiteOrigin(ctx)}/login`,
  };
  await queueMail(ctx.db, { to: person.mail, subject: words('inviteSubject'), text: `${words('inviteText', values)}\n`, at: ctx.now });
}

const bounds = { timeoutMs: 20_000, maxOutput: 16 << 20 };

const folderOf = (services: Services): string => join(services.config.data, 'imports');

/** The sandboxed reader of tables, ended soon after the last one. */
const readerOf = sandboxPool((services) => ({ readable: [folderOf(services)], idleMs: 30_000, heapMb: 384 }));

/** The rows of an untrusted table, read in the sandbox; the file is deleted afterwards. */
async function rowsOf(services: Services, bytes: Buffer): Promise<TableRow[]> {
  await requireHarmless(services, bytes);
  const path = join(folderOf(services), randomUUID());
  await mkdir(folderOf(services), { recursive: true });
  try {
    await writeFile(path, bytes);
    const answer = await readerOf(services).run('table', { path, ext: '', name: '', size: bytes.length }, bounds);
    if (answer.ok && answer.cut !== true) return JSON.parse(answer.text) as TableRow[];
    throw new Refusal(answer.ok || answer.reason === 'too-large' ? codes.importTooLarge : codes.importUnreadable);
  } finally {
    await rm(path, { force: true });
  }
}

/** A table of users: its rows by column, without comment rows, and the unknown headings. */
interface PeopleTable {
  rows: { row: number; cells: PersonCells }[];
  ignored: string[];
}

/** A comment row: no login name begins with this character. */
const isRemark = ({ loginName }: PersonCells): boolean => /^\s*[#＃]/u.test(loginName);

/** Reads a table of users; its first row names the columns, one of which must be the login name. */
async function readPeopleTable(services: Services, bytes: Buffer): Promise<PeopleTable> {
  const [head, ...rows] = await rowsOf(services, bytes);
  const columns = new Map<PersonColumn, number>();
  const ignored: string[] = [];
  for (const [index, heading] of (head?.cells ?? []).entries()) {
    const column = columnOf(heading);
    if (column !== undefined && !columns.has(column)) columns.set(column, index);
    else if (heading !== '') ignored.push(heading);
  }
  if (!columns.has('loginName')) throw new Refusal(codes.importNoLoginName);
  const cellsOf = (cells: string[]): PersonCells => {
    const found = personColumns.filter((column) => columns.has(column)).map((column) => [column, cells[columns.get(column) ?? -1] ?? '']);
    return Object.fromEntries(found) as PersonCells;
  };
  const people = rows.map(({ row, cells }) => ({ row, cells: cellsOf(cells) }));
  return { rows: people.filter(({ cells }) => !isRemark(cells)), ignored };
}

const hour = 3_600_000;

/** Deletes files that a killed process left to be read. */
export async function importSweep(services: Services): Promise<void> {
  for (const name of await readdir(folderOf(services)).catch(() => [])) {
    const path = join(folderOf(services), name);
    const found = await stat(path).catch(() => undefined);
    if (found !== undefined && found.mtimeMs < Date.now() - hour) await rm(path, { force: true });
  }
}

/** Reads a table and previews the outcome of each row, without writing. */
export async function planImport(
  ctx: Context,
  { bytes, ...options }: ParsedOf<typeof admin.planImport>,
): Promise<OutputOf<typeof admin.planImport>> {
  if (options.password === 'invite') await requireInvites(ctx);
  const file = Buffer.from(bytes, 'base64');
  if (file.length > importLimits.bytes) throw new Refusal(codes.importTooLarge);
  const table = await readPeopleTable(ctx.services, file);
  const planned = await planRows(ctx, table.rows, options);
  await requireFewTakenNames(ctx, planned.elsewhere);
  const rows = planned.rows.map(({ plan: _plan, ...shown }) => shown);
  return { rows, ignored: table.ignored.slice(0, 100), departments: newDepartments(planned) };
}

/** The missing departments, from the top down. */
function newDepartments({ rows, roster: { tree } }: Planned): string[] {
  const missing = new Set<string>();
  for (const names of rows.flatMap(({ plan }) => plan?.write?.departments ?? [])) {
    let parent: number | undefined = 0;
    for (const [at, name] of names.entries()) {
      parent = parent === undefined ? undefined : tree.find(parent, name);
      if (parent === undefined) missing.add(pathCell(names.slice(0, at + 1)));
    }
  }
  return [...missing].slice(0, importLimits.rows);
}

/** An account that an import row may have created. */
interface CreatedAccount {
  ticket: string;
  row: number;
  id: number;
  /** The first stored hash: after a password change the account no longer matches the mark. */
  hash: string;
}

/** Only the importer knows the ticket, so nobody else can tell from the mark whose it is. */
const markOf = ({ ticket, row, id, hash }: CreatedAccount): string =>
  createHmac('sha256', ticket).update(`${row} ${id} ${hash}`).digest('base64url');

/** Records in the transaction of a new account that a row created it. */
async function markCreated(db: Db, made: CreatedAccount, now: number): Promise<void> {
  await insertMark(db, markOf(made), now);
}

/** The accounts among these that their rows created. */
async function createdAmong<T extends CreatedAccount>(db: Db, accounts: readonly T[]): Promise<T[]> {
  if (accounts.length === 0) return [];
  const known = new Set((await marksAmong(db, accounts.map(markOf))).map(({ mark }) => mark));
  return accounts.filter((account) => known.has(markOf(account)));
}

/** Deletes marks whose tickets have expired. */
async function forgetMarks(db: Db, before: number): Promise<void> {
  await deleteMarks(db, before);
}

const purpose = 'admin.import';
const sixHours = 6 * 3600;

interface ImportTicket {
  person: number;
  space: number;
  session: number;
  /** Keeps tickets distinct, also of imports begun within a second. */
  number: number;
}

type Input = ParsedOf<typeof admin.writeImport>;
type ImportRow = Input['rows'][number];

/** Logs the start of an import; its rows are written with the ticket. */
export async function beginImport(ctx: Context, input: ParsedOf<typeof admin.beginImport>): Promise<OutputOf<typeof admin.beginImport>> {
  const facts: ImportTicket = { person: ctx.user.id, space: ctx.user.organisationId, session: ctx.user.sessionId, number: newId() };
  await forgetMarks(ctx.db, ctx.now - sixHours * 1000);
  await ctx.emit(peopleImported, { objName: input.name, after: { peopleCreated: input.create, peopleChanged: input.change } });
  return { ticket: ctx.services.tickets.sign(purpose, { ...facts }, sixHours) };
}

function requireImportTicket({ services, user }: Context, ticket: string): void {
  const facts = services.tickets.open<ImportTicket>(purpose, ticket);
  if (facts === undefined || facts.person !== user.id || facts.space !== user.organisationId || facts.session !== user.sessionId)
    throw new Refusal(codes.ticketInvalid);
}

/** The passwords of new users, hashed before the transaction; for invited users nobody knows them. */
type Secrets = Map<number, { password: string; hash: string }>;

async function makeSecrets(rows: readonly ImportRow[], planned: Planned, invited: boolean): Promise<Secrets> {
  const secrets: Secrets = new Map();
  for (const { row, fate } of planned.rows) {
    if (fate !== 'create') continue;
    const password = invited ? randomPassword() : (rows.find((one) => one.row === row)?.password ?? '');
    // a password that breaks the rules is not hashed: its row is refused when written
    const sound = isSound(password);
    secrets.set(row, { password, hash: sound ? await hashPassword(password) : '' });
  }
  return secrets;
}

function isSound(password: string): boolean {
  try {
    requireBasicPassword(password);
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

/**
 * Rows that this import wrote before, but whose answer was lost: they created the user, who matches the row and has its password. Compares
 * only passwords that the import itself set, so that it cannot be used to guess others.
 */
async function writtenBefore({ db }: Context, { rows, ticket }: Input, planned: Planned): Promise<Set<number>> {
  const candidates = planned.rows.flatMap(({ row, cells, fate }) => {
    const password = rows.find((one) => one.row === row)?.password;
    const account = planned.roster.byLogin.get(loginKey(cells.loginName));
    if (fate !== 'same' || password === undefined || account === undefined) return [];
    return [{ ticket, row, id: account.id, hash: account.password_hash, password }];
  });
  const found = new Set<number>();
  for (const { row, password, hash } of await createdAmong(db, candidates)) if (await passwordMatches(password, hash)) found.add(row);
  return found;
}

/**
 * Writes rows as previewed, in one transaction. When a check refuses one of them after all, the batch is rolled back and each row is
 * written in its own transaction, so that only that one is refused.
 */
export async function writeImport(ctx: Context, input: Input): Promise<OutputOf<typeof admin.writeImport>> {
  requireImportTicket(ctx, input.ticket);
  if (input.password === 'invite') await requireInvites(ctx);
  const looked = await planRows(ctx, input.rows, input);
  await requireFewTakenNames(ctx, looked.elsewhere);
  const work: ImportWork = {
    input,
    secrets: await makeSecrets(input.rows, looked, input.password === 'invite'),
    before: await writtenBefore(ctx, input, looked),
  };
  const rows = await writePiece(ctx, input.rows, work).catch(unlessRefused);
  if (rows !== undefined) return { rows };
  const results: RowResult[] = [];
  for (const row of input.rows) {
    const alone = writePiece(ctx, [row], work).catch((error: unknown) => refusedRow(ctx, row.row, error));
    results.push(...(await alone));
  }
  return { rows: results };
}

function unlessRefused(error: unknown): undefined {
  if (!(error instanceof Refusal)) throw error;
}

function refusedRow({ user }: Context, row: number, error: unknown): RowResult[] {
  if (!(error instanceof Refusal)) throw error;
  // this refuses the session, not the row
  if (error.answer === codes.notSignedIn || error.answer === codes.adminOnly) throw error;
  return [{ row, fate: 'refuse', reason: reasonOf(error, user.lang) }];
}

interface ImportWork {
  input: Input;
  secrets: Secrets;
  before: Set<number>;
}

const writePiece = (ctx: Context, rows: readonly ImportRow[], work: ImportWork): Promise<RowResult[]> =>
  inTransaction(ctx, async (inner) => {
    const planned = await planRows(inner, rows, work.input);
    const results: RowResult[] = [];
    for (const [at, row] of planned.rows.entries())
      results.push(await writePlanned(inner, { row, mark: rows[at]?.mark ?? '', tree: planned.roster.tree }, work));
    return results;
  });

interface RowToSettle {
  row: PlannedRow;
  mark: string;
  tree: Planned['roster']['tree'];
}

/** Writes a row whose outcome is as previewed; refuses all others, except rows that are unchanged. */
async function writePlanned(
  ctx: Context,
  { row: planned, mark, tree }: RowToSettle,
  { input, secrets, before }: ImportWork,
): Promise<RowResult> {
  const { row, fate, reason, plan } = planned;
  const id = plan?.personId === undefined ? {} : { id: String(plan.personId) };
  if (fate === 'refuse') return { row, fate, reason };
  if (before.has(row)) return { row, fate: 'create', ...id };
  const isNew = input.rows.some((one) => one.row === row && one.password !== undefined);
  if (fate === 'same' && !isNew) return { row, fate, ...id };
  if (planned.mark !== mark || plan?.write === undefined)
    return { row, fate: 'refuse', reason: reasonOf(new Refusal(codes.changedMeanwhile), ctx.user.lang) };
  const secret = secrets.get(row);
  // invited users choose their password, and nobody else knows it
  const mustChange = input.mustChange && input.password === 'made';
  const means = { tree, mayMake: new Set(input.newDepartments), secret, mustChange };
  const written = await writeRow(ctx, { personId: plan.personId, write: plan.write }, means);
  if (fate === 'create' && secret !== undefined)
    await markCreated(ctx.db, { ticket: input.ticket, row, id: written, hash: secret.hash }, ctx.now);
  if (fate === 'create' && input.password === 'invite') {
    const { loginName, fullName = '', mail = '', lang = ctx.user.lang } = plan.write;
    await invite(ctx, { loginName, fullName, mail, lang });
  }
  return { row, fate, id: String(written) };
}
