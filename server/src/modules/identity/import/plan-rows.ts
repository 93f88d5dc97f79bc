import { createHash } from 'node:crypto';
import { codes } from '@dossier/contract/core/codes';
import type { Fate, ImportOptions, PersonCells, PersonColumn, RowFate } from '@dossier/contract/identity/user-administration';
import type { Context } from '../../../platform/context.ts';
import { answerText } from '../../../platform/http/answers.ts';
import { yieldToEventLoop } from '../../../platform/jobs/yield-to-event-loop.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { mailKey } from '../../../platform/text/mail-address.ts';
import { loginKey } from '../user-accounts.ts';
import { type RequestedUser, parseCells } from './parse-cells.ts';
import { type Plan, planChange, planCreation, structureRules } from './plan-user.ts';
import { type Roster, readRoster } from './roster.ts';

/** A row of the table, with its number. */
export interface Row {
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
