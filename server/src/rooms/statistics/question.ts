import { codes } from '@dossier/contract/codes';
import type { ParsedOf } from '@dossier/contract/route';
import { longestDays, type statistics } from '@dossier/contract/statistics';
import type { Ctx } from '../../ground/ctx.ts';
import { Refusal } from '../../ground/refusal.ts';
import { branchFor, peopleWithin } from '../circles/within.ts';
import { departmentsUnder, isKnown, membersOf } from './scope-queries.ts';

export const hourMs = 3_600_000;
export const dayMs = 24 * hourMs;

type Scope = Pick<ParsedOf<typeof statistics.chart>, 'from' | 'to' | 'zone' | 'departmentId' | 'userId'>;

/** What a report is asked: where, from when to when, of whom. */
export interface Question {
  space: number;
  from: number;
  to: number;
  /** Whole hours since 1970, `to` not included. */
  hours: { from: number; to: number };
  /** Days of the asker's calendar, of which opened documents are counted by those of Greenwich. */
  days: { from: number; to: number };
  /** Hours east of Greenwich. */
  zone: number;
  now: number;
  /** JSON of the people that it is about; undefined: everybody. */
  people: string | undefined;
  departments: string | undefined;
}

/** The people of a department, of the departments that the caller heads, or one alone, all together as asked; undefined: everybody. */
async function peopleOf(ctx: Ctx, { departmentId, userId }: Scope, departments: number[] | undefined): Promise<number[] | undefined> {
  const { long } = ctx.house.database;
  const branch = branchFor(ctx, 'reports.see');
  let people = departmentId === undefined ? undefined : await membersOf(long, departments ?? []);
  if (userId !== undefined) people = people === undefined || people.includes(Number(userId)) ? [Number(userId)] : [];
  if (branch === undefined) return people;
  const within = await peopleWithin(ctx, people ?? (await membersOf(long, [...branch])), branch);
  return [...within];
}

/** The department that is asked for with all below it; 2103 where there is none. */
async function departmentsOf({ house, user }: Ctx, { departmentId }: Scope): Promise<number[] | undefined> {
  if (departmentId === undefined) return undefined;
  const found = await departmentsUnder(house.database.long, user.organisationId, Number(departmentId));
  if (found.length === 0) throw new Refusal(codes.departmentMissing);
  return found;
}

/** Refuses a person who neither is nor was anybody of the organisation. */
async function needKnown({ house, user }: Ctx, { userId }: Scope): Promise<void> {
  if (userId === undefined) return;
  if (!(await isKnown(house.database.long, user.organisationId, Number(userId)))) throw new Refusal(codes.userMissing);
}

/** Reads what is asked; refuses a time that ends before it begins (400) or lasts too long (5402). */
export async function questionOf(ctx: Ctx, asked: Scope, { wholly = false }: { wholly?: boolean } = {}): Promise<Question> {
  const [from, to] = [Date.parse(asked.from), Date.parse(asked.to)];
  if (!(from >= 0 && from < to)) throw new Refusal(codes.invalidParams, { fields: ['from', 'to'] });
  if (to - from > longestDays * dayMs + hourMs) throw new Refusal(codes.reportRangeTooLong);
  const space = ctx.user.organisationId;
  const departments = await departmentsOf(ctx, asked);
  await needKnown(ctx, asked);
  // rights are asked for with a deed that nobody has for a branch alone
  const people = await peopleOf(wholly ? { ...ctx, user: { ...ctx.user, office: everywhere } } : ctx, asked, departments);
  const zoneMs = asked.zone * 60_000;
  return {
    space,
    from,
    to,
    hours: { from: Math.floor(from / hourMs), to: Math.ceil(to / hourMs) },
    days: { from: Math.floor((from + zoneMs) / dayMs), to: Math.ceil((to + zoneMs) / dayMs) },
    zone: Math.round(asked.zone / 60),
    now: ctx.now,
    people: people === undefined ? undefined : JSON.stringify(people),
    departments: departments === undefined ? undefined : JSON.stringify(departments),
  };
}

const everywhere: Ctx['user']['office'] = { deeds: new Set(['reports.see']), branchDeeds: new Set(), branch: new Set() };
