import { flowLimits } from '@dossier/contract/workflows/flow-shapes';
import type { Context } from '../../../platform/context.ts';
import { readVersions } from '../../../platform/db/versions.ts';
import { managersOf } from '../../access/users-with-access.ts';
import { headsUpward, holdersOfPermission } from '../../identity/departments.queries.ts';
import { effectiveMembershipIn } from '../../identity/effective-membership.ts';
import { usersOfPrincipal } from '../../identity/principals.ts';
import { findPerson } from '../../identity/users.ts';
import type { ChosenApprovers, TemplateStep } from '../templates/template-steps.ts';
import type { FlowTerms } from './flow-terms.ts';
import { type FlowRow, documentsOf } from './flows.queries.ts';

/** What it takes to find people: no caller, so that jobs can do it too. */
export type FlowContext = Pick<Context, 'services' | 'db' | 'now'>;

/** Of a flow what decides who approves it. */
export interface ApprovalSubject {
  organisation_id: number;
  applicant_id: number;
  department_id: number;
  chosen: readonly ChosenApprovers[];
  /** Those who manage all of its documents. */
  managers: () => Promise<number[]>;
}

/** Whom a step waits for; `alone` where it is handed to people who decide it by themselves, as nobody whom it names is there. */
export interface ApproverSelection {
  people: number[];
  alone: boolean;
}

/** Those of some people who can work in an organisation now, each once. */
export async function activeMembers(ctx: FlowContext, people: readonly number[], organisationId: number): Promise<number[]> {
  const versions = await readVersions(ctx.db);
  const found: number[] = [];
  for (const personId of new Set(people)) {
    if (found.length >= flowLimits.people) break;
    if ((await findPerson(ctx.db, personId))?.enabled !== 1) continue;
    const { until } = await effectiveMembershipIn(ctx.services, ctx.db, { personId, spaceId: organisationId, versions });
    if (until > ctx.now) found.push(personId);
  }
  return found;
}

/** Whom a step names. Nobody approves what they applied for: where the applicant heads the department, whoever heads the one above does. */
async function namedApprovers(
  ctx: FlowContext,
  subject: ApprovalSubject,
  { step, at }: { step: TemplateStep; at: number },
): Promise<number[]> {
  const found: number[] = [];
  for (const { kind, id = 0 } of step.approvers) {
    if (kind === 'person') found.push(id);
    else if (kind === 'role') found.push(...(await usersOfPrincipal(ctx, { type: 'role', id, limit: flowLimits.people + 1 })));
    else if (kind === 'head') found.push(...(await nearestHeads(ctx, subject)));
    else if (kind === 'chosen') found.push(...(subject.chosen.find((choice) => choice.step === at)?.people ?? []));
    else found.push(...(await subject.managers()));
  }
  return activeOthers(ctx, subject, found);
}

const activeOthers = (ctx: FlowContext, { applicant_id, organisation_id }: ApprovalSubject, people: readonly number[]): Promise<number[]> =>
  activeMembers(
    ctx,
    people.filter((id) => id !== applicant_id),
    organisation_id,
  );

/** Who heads the applicant's department, or the nearest above it that somebody else heads who is there. */
async function nearestHeads(ctx: FlowContext, subject: ApprovalSubject): Promise<number[]> {
  const heads = Map.groupBy(await headsUpward(ctx.db, subject.department_id), (row) => row.height);
  for (const [, rows] of heads) {
    const found = await activeOthers(
      ctx,
      subject,
      rows.map((row) => row.person_id),
    );
    if (found.length > 0) return found;
  }
  return [];
}

/** Those who administrate flows; the applicant is among them only where nobody else is. */
export async function administratorsOf(ctx: FlowContext, subject: ApprovalSubject): Promise<number[]> {
  const holders = await holdersOfPermission(ctx.db, subject.organisation_id, 'flows.edit');
  const found = await activeOthers(ctx, subject, holders);
  return found.length > 0 ? found : activeMembers(ctx, holders, subject.organisation_id);
}

/** Whom a step waits for: whom it names, else the head above, else those who administrate flows; nobody only where there are none of all these. */
export async function approversOf(
  ctx: FlowContext,
  subject: ApprovalSubject,
  step: { step: TemplateStep; at: number },
): Promise<ApproverSelection> {
  const people = await namedApprovers(ctx, subject, step);
  if (people.length > 0) return { people, alone: false };
  return fallbackApprovers(ctx, subject);
}

/** Whom a step is handed to where nobody whom it names is there. */
export async function fallbackApprovers(ctx: FlowContext, subject: ApprovalSubject): Promise<ApproverSelection> {
  const heads = await nearestHeads(ctx, subject);
  return { people: heads.length > 0 ? heads : await administratorsOf(ctx, subject), alone: true };
}

/** Those who manage every one of some documents, or a place. */
export const managersOfAll = ({ services, db, now }: FlowContext, organisationId: number, ids: readonly number[]): Promise<number[]> =>
  managersOf({ services, db, now, user: { organisationId } }, ids);

/** What a flow is about to those who manage things: the place that takes documents in, else the documents. */
async function managedItems(ctx: FlowContext, flow: FlowRow): Promise<number[]> {
  if (flow.kind !== 'upload') return (await documentsOf(ctx.db, flow.id)).map((row) => row.item_id);
  const { targetId } = JSON.parse(flow.form) as FlowTerms;
  return targetId === undefined ? [] : [targetId];
}

/** What decides who approves a flow. */
export function approvalSubject(ctx: FlowContext, flow: FlowRow): ApprovalSubject {
  return {
    organisation_id: flow.organisation_id,
    applicant_id: flow.applicant_id,
    department_id: flow.department_id,
    chosen: JSON.parse(flow.chosen) as ChosenApprovers[],
    managers: async () => managersOfAll(ctx, flow.organisation_id, await managedItems(ctx, flow)),
  };
}
