import type { admin } from '@dossier/contract/admin';
import { codes } from '@dossier/contract/codes';
import type { RowResult } from '@dossier/contract/people-import';
import type { OutputOf, ParsedOf } from '@dossier/contract/route';
import type { Ctx } from '../../ground/ctx.ts';
import { inTransaction } from '../../ground/http/serve.ts';
import { newId } from '../../ground/ids.ts';
import { Refusal } from '../../ground/refusal.ts';
import { loginKey } from '../people/create-user.ts';
import { checkPasswordRules, hashPassword, passwordMatches } from '../people/password.ts';
import { randomPassword } from '../people/seed-organisation.ts';
import { needSeldomTaken } from '../guard/seldom-taken.ts';
import { forgetMade, noteMade, onlyMade } from './import-marks.ts';
import { invite, needInvites } from './import-terms.ts';
import { type Planned, type PlannedRow, planRows, reasonOf } from './plan-rows.ts';
import { writeRow } from './write-row.ts';

const purpose = 'admin.import';
const sixHours = 6 * 3600;

interface Facts {
  person: number;
  space: number;
  session: number;
  /** No two imports have the same ticket, also those begun within a second. */
  number: number;
}

type Input = ParsedOf<typeof admin.writeImport>;
type Given = Input['rows'][number];

/** Notes in the log that an import begins; its rows are written with the ticket. */
export async function beginImport(ctx: Ctx, input: ParsedOf<typeof admin.beginImport>): Promise<OutputOf<typeof admin.beginImport>> {
  const facts: Facts = { person: ctx.user.id, space: ctx.user.organisationId, session: ctx.user.sessionId, number: newId() };
  await forgetMade(ctx.db, ctx.now - sixHours * 1000);
  await ctx.say('people.imported', { objName: input.name, after: { peopleCreated: input.create, peopleChanged: input.change } });
  return { ticket: ctx.house.tickets.sign(purpose, { ...facts }, sixHours) };
}

function needImport({ house, user }: Ctx, ticket: string): void {
  const facts = house.tickets.open<Facts>(purpose, ticket);
  if (facts === undefined || facts.person !== user.id || facts.space !== user.organisationId || facts.session !== user.sessionId)
    throw new Refusal(codes.ticketInvalid);
}

/** What new people of these rows sign in with, hashed before the transaction; nobody knows the password of whoever is invited. */
type Secrets = Map<number, { password: string; hash: string }>;

async function makeSecrets(rows: readonly Given[], planned: Planned, invited: boolean): Promise<Secrets> {
  const secrets: Secrets = new Map();
  for (const { row, fate } of planned.rows) {
    if (fate !== 'create') continue;
    const password = invited ? randomPassword() : (rows.find((one) => one.row === row)?.password ?? '');
    // one that breaks the rules is not worth the time: its row is refused when it is to be written
    const sound = isSound(password);
    secrets.set(row, { password, hash: sound ? await hashPassword(password) : '' });
  }
  return secrets;
}

function isSound(password: string): boolean {
  try {
    checkPasswordRules(password);
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

/**
 * Rows that this very import wrote before, whose answer never arrived: they made the person, who is as the row wants them and has its
 * password. A password is compared with none but the one that the import set itself: nobody else's is to be tried here.
 */
async function writtenBefore({ db }: Ctx, { rows, ticket }: Input, planned: Planned): Promise<Set<number>> {
  const perhaps = planned.rows.flatMap(({ row, cells, fate }) => {
    const password = rows.find((one) => one.row === row)?.password;
    const account = planned.roster.byLogin.get(loginKey(cells.loginName));
    if (fate !== 'same' || password === undefined || account === undefined) return [];
    return [{ ticket, row, id: account.id, hash: account.password_hash, password }];
  });
  const found = new Set<number>();
  for (const { row, password, hash } of await onlyMade(db, perhaps)) if (await passwordMatches(password, hash)) found.add(row);
  return found;
}

/**
 * Writes rows as they were shown, in one transaction. Where a rule refuses one of them after all, nothing of the piece stays, and each row
 * is written in a transaction of its own, so that it alone is refused.
 */
export async function writeImport(ctx: Ctx, input: Input): Promise<OutputOf<typeof admin.writeImport>> {
  needImport(ctx, input.ticket);
  if (input.password === 'invite') await needInvites(ctx);
  const looked = await planRows(ctx, input.rows, input);
  await needSeldomTaken(ctx, looked.elsewhere);
  const work: Work = {
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

function refusedRow({ user }: Ctx, row: number, error: unknown): RowResult[] {
  if (!(error instanceof Refusal)) throw error;
  // the door, not the row
  if (error.answer === codes.notSignedIn || error.answer === codes.adminOnly) throw error;
  return [{ row, fate: 'refuse', reason: reasonOf(error, user.lang) }];
}

interface Work {
  input: Input;
  secrets: Secrets;
  before: Set<number>;
}

const writePiece = (ctx: Ctx, rows: readonly Given[], work: Work): Promise<RowResult[]> =>
  inTransaction(ctx, async (inner) => {
    const planned = await planRows(inner, rows, work.input);
    const results: RowResult[] = [];
    for (const [at, row] of planned.rows.entries())
      results.push(await settle(inner, { row, mark: rows[at]?.mark ?? '', tree: planned.roster.tree }, work));
    return results;
  });

interface Settling {
  row: PlannedRow;
  mark: string;
  tree: Planned['roster']['tree'];
}

/** Writes a row that still means what was shown; every other one is refused, but for what is so already. */
async function settle(ctx: Ctx, { row: planned, mark, tree }: Settling, { input, secrets, before }: Work): Promise<RowResult> {
  const { row, fate, reason, plan } = planned;
  const id = plan?.personId === undefined ? {} : { id: String(plan.personId) };
  if (fate === 'refuse') return { row, fate, reason };
  if (before.has(row)) return { row, fate: 'create', ...id };
  const isNew = input.rows.some((one) => one.row === row && one.password !== undefined);
  if (fate === 'same' && !isNew) return { row, fate, ...id };
  if (planned.mark !== mark || plan?.write === undefined)
    return { row, fate: 'refuse', reason: reasonOf(new Refusal(codes.changedMeanwhile), ctx.user.lang) };
  const secret = secrets.get(row);
  // whoever is invited chooses theirs, and nobody else knows it
  const mustChange = input.mustChange && input.password === 'made';
  const means = { tree, mayMake: new Set(input.newDepartments), secret, mustChange };
  const written = await writeRow(ctx, { personId: plan.personId, write: plan.write }, means);
  if (fate === 'create' && secret !== undefined)
    await noteMade(ctx.db, { ticket: input.ticket, row, id: written, hash: secret.hash }, ctx.now);
  if (fate === 'create' && input.password === 'invite') {
    const { loginName, fullName = '', mail = '', lang = ctx.user.lang } = plan.write;
    await invite(ctx, { loginName, fullName, mail, lang });
  }
  return { row, fate, id: String(written) };
}
