import { codes } from '@dossier/contract/core/codes';
import type { ParsedOf } from '@dossier/contract/core/route';
import { maxReportDays, type statistics } from '@dossier/contract/reporting/statistics';
import type { Context } from '../../../platform/context.ts';
import { withDeadline } from '../../../platform/jobs/current-work.ts';
import { QueueFull, createFairScheduler } from '../../../platform/jobs/fair-scheduler.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { departmentScopeFor, usersWithinScope } from '../../identity/department-scope.ts';
import { departmentsUnder, isKnownUser, membersOf } from './report-scope.queries.ts';

const inTurn = createFairScheduler(1);
const maxWaitMs = 120_000;

/**
 * Queues reports: one at a time, with fair scheduling between users. Together they delay other long reads, such as a search, by at most one
 * query. 5403 for a report that would wait too long.
 */
export async function inReportTurn<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await withDeadline(maxWaitMs, () => inTurn(true, work));
  } catch (error) {
    if (error instanceof QueueFull) throw new Refusal(codes.reportFailed);
    throw error;
  }
}

export const hourMs = 3_600_000;
export const dayMs = 24 * hourMs;

type ReportInput = Pick<ParsedOf<typeof statistics.chart>, 'from' | 'to' | 'zone' | 'departmentId' | 'userId'>;

/** The parameters of a report: space, period and users. */
export interface ReportQuery {
  space: number;
  from: number;
  to: number;
  /** Whole hours since 1970, `to` not included. */
  hours: { from: number; to: number };
  /** Days of the requester's calendar; opened documents are counted by UTC days. */
  days: { from: number; to: number };
  /** Hours east of UTC. */
  zone: number;
  now: number;
  /** JSON of the users to report on; undefined: all. */
  people: string | undefined;
  departments: string | undefined;
}

/** The users of a department, of the departments that the caller heads, or one user; filters combine; undefined: all. */
async function peopleOf(
  ctx: Context,
  { departmentId, userId }: ReportInput,
  departments: number[] | undefined,
): Promise<number[] | undefined> {
  const { long } = ctx.services.database;
  const scope = departmentScopeFor(ctx, 'reports.see');
  let people = departmentId === undefined ? undefined : await membersOf(long, departments ?? []);
  if (userId !== undefined) people = people === undefined || people.includes(Number(userId)) ? [Number(userId)] : [];
  if (scope === undefined) return people;
  const within = await usersWithinScope(ctx, people ?? (await membersOf(long, [...scope])), scope);
  return [...within];
}

/** The requested department and all below it; 2103 when missing. */
async function departmentsOf({ services, user }: Context, { departmentId }: ReportInput): Promise<number[] | undefined> {
  if (departmentId === undefined) return undefined;
  const found = await departmentsUnder(services.database.long, user.organisationId, Number(departmentId));
  if (found.length === 0) throw new Refusal(codes.departmentMissing);
  return found;
}

/** Refuses a user who neither is nor was in the organisation. */
async function requireKnownUser({ services, user }: Context, { userId }: ReportInput): Promise<void> {
  if (userId === undefined) return;
  if (!(await isKnownUser(services.database.long, user.organisationId, Number(userId)))) throw new Refusal(codes.userMissing);
}

/** Reads the parameters of a report; refuses a period that ends before it begins (400) or lasts too long (5402). */
export async function reportQuery(ctx: Context, input: ReportInput, { wholly = false }: { wholly?: boolean } = {}): Promise<ReportQuery> {
  const [from, to] = [Date.parse(input.from), Date.parse(input.to)];
  if (!(from >= 0 && from < to)) throw new Refusal(codes.invalidParams, { fields: ['from', 'to'] });
  if (to - from > maxReportDays * dayMs + hourMs) throw new Refusal(codes.reportRangeTooLong);
  const space = ctx.user.organisationId;
  const departments = await departmentsOf(ctx, input);
  await requireKnownUser(ctx, input);
  // the report on rights needs a permission that cannot be limited to a department scope
  const people = await peopleOf(wholly ? { ...ctx, user: { ...ctx.user, permissions: everywhere } } : ctx, input, departments);
  const zoneMs = input.zone * 60_000;
  return {
    space,
    from,
    to,
    hours: { from: Math.floor(from / hourMs), to: Math.ceil(to / hourMs) },
    days: { from: Math.floor((from + zoneMs) / dayMs), to: Math.ceil((to + zoneMs) / dayMs) },
    zone: Math.round(input.zone / 60),
    now: ctx.now,
    people: people === undefined ? undefined : JSON.stringify(people),
    departments: departments === undefined ? undefined : JSON.stringify(departments),
  };
}

const everywhere: Context['user']['permissions'] = {
  all: new Set(['reports.see']),
  inDepartmentScope: new Set(),
  departmentScope: new Set(),
};
