import { mostOfFlows } from '@dossier/contract/flow-shapes';
import type { Ctx } from '../../ground/ctx.ts';
import { readVersions } from '../../ground/db/versions.ts';
import { headsUpward, holdersOfDeed } from '../circles/heads-above.ts';
import { standingIn } from '../circles/principals.ts';
import { peopleBehind } from '../grantees/grantees.ts';
import { findPerson } from '../people/people.ts';
import type { Choice, Step } from './steps.ts';

/** What it takes to find people: no caller, so that jobs can do it too. */
export type Asking = Pick<Ctx, 'house' | 'db' | 'now'>;

/** Of a flow what decides who approves it. */
export interface Subject {
  organisation_id: number;
  applicant_id: number;
  department_id: number;
  chosen: readonly Choice[];
  /** Those who manage all of its documents. */
  managers: () => Promise<number[]>;
}

/** Whom a step waits for; `alone` where it is handed to people who decide it by themselves, as nobody whom it names is there. */
export interface Found {
  people: number[];
  alone: boolean;
}

/** Those of some people who can work in an organisation now, each once. */
export async function presentIn(ctx: Asking, people: readonly number[], organisationId: number): Promise<number[]> {
  const versions = await readVersions(ctx.db);
  const found: number[] = [];
  for (const personId of new Set(people)) {
    if (found.length >= mostOfFlows.people) break;
    if ((await findPerson(ctx.db, personId))?.enabled !== 1) continue;
    const { until } = await standingIn(ctx.house, ctx.db, { personId, spaceId: organisationId, versions });
    if (until > ctx.now) found.push(personId);
  }
  return found;
}

/** Whom a step names. Nobody approves what they applied for: where the applicant heads the department, whoever heads the one above does. */
async function named(ctx: Asking, subject: Subject, { step, at }: { step: Step; at: number }): Promise<number[]> {
  const found: number[] = [];
  for (const { kind, id = 0 } of step.approvers) {
    if (kind === 'person') found.push(id);
    else if (kind === 'role') found.push(...(await peopleBehind(ctx, { type: 'role', id, limit: mostOfFlows.people + 1 })));
    else if (kind === 'head') found.push(...(await nearestHeads(ctx, subject)));
    else if (kind === 'chosen') found.push(...(subject.chosen.find((choice) => choice.step === at)?.people ?? []));
    else found.push(...(await subject.managers()));
  }
  return others(ctx, subject, found);
}

const others = (ctx: Asking, { applicant_id, organisation_id }: Subject, people: readonly number[]): Promise<number[]> =>
  presentIn(
    ctx,
    people.filter((id) => id !== applicant_id),
    organisation_id,
  );

/** Who heads the applicant's department, or the nearest above it that somebody else heads who is there. */
async function nearestHeads(ctx: Asking, subject: Subject): Promise<number[]> {
  const heads = Map.groupBy(await headsUpward(ctx.db, subject.department_id), (row) => row.height);
  for (const [, rows] of heads) {
    const found = await others(
      ctx,
      subject,
      rows.map((row) => row.person_id),
    );
    if (found.length > 0) return found;
  }
  return [];
}

/** Those who administrate flows; the applicant is among them only where nobody else is. */
export async function administratorsOf(ctx: Asking, subject: Subject): Promise<number[]> {
  const holders = await holdersOfDeed(ctx.db, subject.organisation_id, 'flows.edit');
  const found = await others(ctx, subject, holders);
  return found.length > 0 ? found : presentIn(ctx, holders, subject.organisation_id);
}

/** Whom a step waits for: whom it names, else the head above, else those who administrate flows; nobody only where there are none of all these. */
export async function approversOf(ctx: Asking, subject: Subject, step: { step: Step; at: number }): Promise<Found> {
  const people = await named(ctx, subject, step);
  if (people.length > 0) return { people, alone: false };
  return standInsFor(ctx, subject);
}

/** Whom a step is handed to where nobody whom it names is there. */
export async function standInsFor(ctx: Asking, subject: Subject): Promise<Found> {
  const heads = await nearestHeads(ctx, subject);
  return { people: heads.length > 0 ? heads : await administratorsOf(ctx, subject), alone: true };
}
