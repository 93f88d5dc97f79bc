import { createHash } from 'node:crypto';
import { codes } from '@dossier/contract/core/codes';
import type { Fate, ImportOptions, PersonCells, PersonColumn, RowFate } from '@dossier/contract/identity/user-administration';
import type { Context } from '../../../platform/context.ts';
import { answerText } from '../../../platform/http/answers.ts';
import { yieldToEventLoop } from '../../../platform/jobs/yield-to-event-loop.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { mailKey } from '../../../platform/text/mail-address.ts';
import { createDepartment } from '../departments.ts';
import { userUpdated } from '../events.ts';
import { addTo, removeFrom } from '../memberships.ts';
import { endSessionsOf } from '../session-lifecycle.ts';
import { changeUser, loginKey, requireValidUser, writeUser } from '../user-accounts.ts';
import { parseCells, pathCell, type RequestedUser } from '../user-table.ts';
import { findPerson, updatePerson } from '../users.ts';
import { type Plan, planChange, planCreation, structureRules, type UserChanges } from './plan-user.ts';
import type { DepartmentTree } from '../department-tree.ts';
import { readRoster, type Roster } from './roster.ts';

/** A row of the table, with its number. */
interface Row {
  row: number;
  cells: PersonCells;
}

/** A row with its outcome, and the plan to carry it out. */
export interface PlannedRow extends RowFate {
  plan?: Plan | undefined;
}

/** The plan of a batch of rows. */
export interface Planned {
  rows: PlannedRow[];
  roster: Roster;
  /** The number of rows that name a user of another organisation. */
  elsewhere: number;
}

type Parsed = { wanted: RequestedUser } | { refusal: Refusal };

function parsed(cells: PersonCells): Parsed {
  try {
    return { wanted: parseCells(cells) };
  } catch (error) {
    if (error instanceof Refusal) return { refusal: error };
    throw error;
  }
}

/** Plans each row without writing. */
export async function planRows(ctx: Context, rows: readonly Row[], options: ImportOptions): Promise<Planned> {
  const all = rows.map(({ cells }) => parsed(cells));
  const roster = await readRoster(
    ctx,
    all.flatMap((one) => ('wanted' in one ? [one.wanted] : [])),
  );
  const planRow = judgeOf(ctx, roster, options);
  const yieldNow = yieldToEventLoop();
  const planned: PlannedRow[] = [];
  let elsewhere = 0;
  for (const [at, row] of rows.entries()) {
    await yieldNow();
    const one = all[at] as Parsed;
    if ('wanted' in one && isElsewhere(ctx, roster, one.wanted)) elsewhere++;
    planned.push(await fateOf(ctx, row, () => ('refusal' in one ? Promise.reject(one.refusal) : planRow(one.wanted))));
  }
  return { rows: planned, roster, elsewhere };
}

function isElsewhere({ user }: Context, { byLogin, byMail }: Roster, { loginName, mail }: RequestedUser): boolean {
  const known = [byLogin.get(loginKey(loginName)), mail ? byMail.get(mailKey(mail)) : undefined];
  return known.some((account) => account !== undefined && account.organisation_id !== user.organisationId);
}

/** Plans rows in order, and remembers whom they named: a table must not name a user twice. */
function judgeOf(ctx: Context, roster: Roster, options: ImportOptions): (wanted: RequestedUser) => Promise<Plan> {
  const rules = structureRules(ctx, roster);
  const named = new Set<string>();
  const needFirst = (kind: string, key: string, word: string): void => {
    if (named.has(`${kind} ${key}`)) throw new Refusal(codes.importRepeated, { word });
    named.add(`${kind} ${key}`);
  };
  return async (wanted) => {
    needFirst('login', loginKey(wanted.loginName), wanted.loginName);
    if (wanted.mail) needFirst('mail', mailKey(wanted.mail), wanted.mail);
    const account = roster.byLogin.get(loginKey(wanted.loginName));
    if (account === undefined) return planCreation({ ctx, roster, rules, options }, wanted);
    if (account.organisation_id !== ctx.user.organisationId) throw new Refusal(codes.loginNameExists, { word: wanted.loginName });
    if (options.existing === 'skip') return { fate: 'skip', changes: [] };
    return planChange({ ctx, roster, rules, options }, account, wanted);
  };
}

const nothing = { changes: [], mark: '' };

async function fateOf({ user }: Context, { row, cells }: Row, planRow: () => Promise<Plan>): Promise<PlannedRow> {
  try {
    const plan = await planRow();
    return { row, cells, fate: plan.fate, changes: plan.changes, mark: markOf(plan), plan };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { row, cells, fate: 'refuse', ...nothing, reason: reasonOf(error, user.lang) };
  }
}

/** Why a row is refused, as text for the reader of the table. */
export function reasonOf({ answer, detail }: Refusal, lang: Context['user']['lang']): NonNullable<RowFate['reason']> {
  const { word, column } = (detail ?? {}) as { word?: string; column?: PersonColumn };
  return { code: answer.code, message: answerText(answer, lang), word: word === '' ? undefined : word, column };
}

/** A fingerprint of the previewed change: the change to be written must be the same. */
function markOf({ fate, changes, personId }: { fate: Fate; changes: RowFate['changes']; personId?: number }): string {
  const shown = JSON.stringify([fate, personId ?? 0, changes.map(({ column, from, to }) => [column, from, to])]);
  return createHash('sha256').update(shown).digest('base64url').slice(0, 22);
}

/** What writing a row needs besides its fields. */
interface WriteOptions {
  tree: DepartmentTree;
  /** The departments that the plan announced to create. */
  mayMake: ReadonlySet<string>;
  /** For a new user: the password and its hash. */
  secret?: { password: string; hash: string } | undefined;
  /** For a new user: whether the password must be changed first. */
  mustChange: boolean;
}

/** The department at a path, created if planned; one deleted meanwhile is not created again. */
async function departmentAt(ctx: Context, names: readonly string[], { tree, mayMake }: WriteOptions): Promise<string> {
  let parent = 0;
  for (const [at, name] of names.entries()) {
    let id = tree.find(parent, name);
    if (id === undefined) {
      if (!mayMake.has(pathCell(names.slice(0, at + 1)))) throw new Refusal(codes.changedMeanwhile);
      const made = await createDepartment(ctx, { name, sortNumber: 99, ...(parent !== 0 && { parentId: String(parent) }) });
      id = Number(made.id);
      tree.add(parent, name, id);
    }
    parent = id;
  }
  return String(parent);
}

async function idsOf(ctx: Context, paths: string[][] | undefined, means: WriteOptions): Promise<string[] | undefined> {
  if (paths === undefined) return undefined;
  const ids: string[] = [];
  for (const names of paths) ids.push(await departmentAt(ctx, names, means));
  return ids;
}

/** Writes one row through the same handlers that administrators call, so that all their checks apply; answers the user's id. */
export async function writeRow(
  ctx: Context,
  { personId, write }: { personId?: number | undefined; write: UserChanges },
  means: WriteOptions,
): Promise<number> {
  const departmentIds = await idsOf(ctx, write.departments, means);
  const id = personId ?? (await create(ctx, { write, departmentIds }, means));
  if (personId !== undefined) await change(ctx, personId, { write, departmentIds });
  for (const group of write.groups?.add ?? []) await addTo('group')(ctx, { id: String(group), userIds: [String(id)] });
  for (const group of write.groups?.remove ?? []) await removeFrom('group')(ctx, { id: String(group), userIds: [String(id)] });
  return id;
}

interface ResolvedChanges {
  write: UserChanges;
  departmentIds: string[] | undefined;
}

async function create(ctx: Context, { write, departmentIds }: ResolvedChanges, { secret, mustChange }: WriteOptions): Promise<number> {
  if (secret === undefined) throw new Refusal(codes.changedMeanwhile);
  const input = {
    loginName: write.loginName,
    fullName: write.fullName ?? '',
    departmentIds,
    roleIds: write.roleIds?.map(String),
    mail: write.mail,
    lang: write.lang,
    mustChange,
  };
  await requireValidUser(ctx, { ...input, password: secret.password });
  const id = await writeUser(ctx, input, secret.hash);
  if (write.enabled === false) await changeUser(ctx, { id: String(id), enabled: false });
  return id;
}

async function change(ctx: Context, id: number, { write, departmentIds }: ResolvedChanges): Promise<void> {
  const { fullName, roleIds, mail, enabled, lang } = write;
  await changeUser(ctx, {
    id: String(id),
    fullName,
    departmentIds,
    roleIds: roleIds?.map(String),
    mail,
    enabled,
  });
  if (enabled === false) await endSessionsOf(ctx.db, id);
  if (lang === undefined) return;
  const person = await findPerson(ctx.db, id);
  await updatePerson(ctx.db, id, { lang, lang_chosen: 1 });
  const kept = { before: { lang: person?.lang }, after: { lang } };
  await ctx.emit(userUpdated, { objId: id, objName: person?.full_name ?? write.loginName, changed: ['lang'], ...kept });
}
