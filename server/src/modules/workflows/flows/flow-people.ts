import { codes } from '@dossier/contract/core/codes';
import { flowLimits, flowObjectType, maxOpinionLength } from '@dossier/contract/workflows/flow-shapes';
import type { Context } from '../../../platform/context.ts';
import { readVersions } from '../../../platform/db/versions.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { managersOf } from '../../access/users-with-access.ts';
import { headsUpward, holdersOfPermission } from '../../identity/departments.queries.ts';
import { effectiveMembershipIn } from '../../identity/effective-membership.ts';
import { principalNames, usersOfPrincipal } from '../../identity/principals.ts';
import { findPerson } from '../../identity/users.ts';
import { type NotificationFacts, notify } from '../../notifications/notify.ts';
import { substitutesOf } from '../absences/absences.queries.ts';
import type { TemplateStep } from '../templates/flow-plan.ts';
import type { ChosenApprovers } from '../templates/templates.ts';
import type { FlowTerms } from './flow-effects.ts';
import { documentsOf, type FlowRow } from './flows.queries.ts';

/** A context without a caller, so that jobs can resolve approvers too. */
export type FlowContext = Pick<Context, 'services' | 'db' | 'now'>;

/** The facts of a flow that determine its approvers. */
export interface ApprovalSubject {
  organisation_id: number;
  applicant_id: number;
  department_id: number;
  chosen: readonly ChosenApprovers[];
  /** The users who manage all of its documents. */
  managers: () => Promise<number[]>;
}

/** The approvers of a step; with `alone` one of these fallback approvers decides, since nobody named is available. */
export interface ApproverSelection {
  people: number[];
  alone: boolean;
}

/** The users among `people` who are active in an organisation, each once. */
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

/**
 * The approvers that a step names. Applicants cannot approve their own flows: where the applicant heads the department, the head above
 * does.
 */
export async function namedApprovers(
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

/** The heads of the applicant's department, or of the nearest one above with an active head other than the applicant. */
export async function nearestHeads(ctx: FlowContext, subject: ApprovalSubject): Promise<number[]> {
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

/** The flow administrators; includes the applicant only where there is no other. */
export async function administratorsOf(ctx: FlowContext, subject: ApprovalSubject): Promise<number[]> {
  const holders = await holdersOfPermission(ctx.db, subject.organisation_id, 'flows.edit');
  const found = await activeOthers(ctx, subject, holders);
  return found.length > 0 ? found : activeMembers(ctx, holders, subject.organisation_id);
}

/** The approvers of a step: those named, else the head above, else the flow administrators; empty only where there is none of these. */
export async function approversOf(
  ctx: FlowContext,
  subject: ApprovalSubject,
  step: { step: TemplateStep; at: number },
): Promise<ApproverSelection> {
  const people = await namedApprovers(ctx, subject, step);
  if (people.length > 0) return { people, alone: false };
  return fallbackApprovers(ctx, subject);
}

/** The fallback approvers of a step without an available named one. */
export async function fallbackApprovers(ctx: FlowContext, subject: ApprovalSubject): Promise<ApproverSelection> {
  const heads = await nearestHeads(ctx, subject);
  return { people: heads.length > 0 ? heads : await administratorsOf(ctx, subject), alone: true };
}

/** The users who manage every one of some items. */
export const managersOfAll = ({ services, db, now }: FlowContext, organisationId: number, ids: readonly number[]): Promise<number[]> =>
  managersOf({ services, db, now, user: { organisationId } }, ids);

/** The items that managers of a flow are found by: the import target, else the documents. */
async function managedItems(ctx: FlowContext, flow: FlowRow): Promise<number[]> {
  if (flow.kind !== 'upload') return (await documentsOf(ctx.db, flow.id)).map((row) => row.item_id);
  const { targetId } = JSON.parse(flow.form) as FlowTerms;
  return targetId === undefined ? [] : [targetId];
}

/** The approval facts of a flow. */
export function approvalSubject(ctx: FlowContext, flow: FlowRow): ApprovalSubject {
  return {
    organisation_id: flow.organisation_id,
    applicant_id: flow.applicant_id,
    department_id: flow.department_id,
    chosen: JSON.parse(flow.chosen) as ChosenApprovers[],
    managers: async () => managersOfAll(ctx, flow.organisation_id, await managedItems(ctx, flow)),
  };
}

/** The current names of users. */
export async function currentNames(ctx: FlowContext, organisationId: number, people: readonly number[]): Promise<(id: number) => string> {
  const nameOf = await principalNames(
    { db: ctx.db, user: { organisationId } },
    people.map((id) => ({ type: 'user', id })),
  );
  return (id) => nameOf('user', id);
}

/** A trimmed opinion; 5314 where it is too long. */
export function requireShortOpinion(given: string): string {
  const opinion = given.trim();
  if ([...opinion].length > maxOpinionLength) throw new Refusal(codes.flowOpinionTooLong);
  return opinion;
}

type NotifiedFlow = Pick<FlowRow, 'id' | 'title' | 'organisation_id' | 'applicant_id'>;
type FlowMessageKind =
  | 'flowWaiting'
  | 'flowUrged'
  | 'flowDue'
  | 'flowEscalated'
  | 'flowReturned'
  | 'flowPassed'
  | 'flowRejected'
  | 'flowWithdrawn'
  | 'flowNotified'
  | 'flowDelayed'
  | 'flowGivenUp'
  | 'flowLooped'
  | 'subflowFailed';

/** Sends users a message about a flow. */
export async function sendFlowMessage(
  ctx: FlowContext,
  flow: NotifiedFlow,
  { people, ...message }: { people: readonly number[] } & NotificationFacts,
): Promise<void> {
  const about = { spaceId: flow.organisation_id, objType: flowObjectType, objId: flow.id, name: flow.title, at: ctx.now };
  for (const personId of new Set(people)) await notify(ctx.db, { ...about, ...message, personId });
}

/** Sends users a message about a flow and its actor. */
export const notifyPeople = (
  ctx: FlowContext,
  flow: NotifiedFlow,
  { kind, byName, people, isCanceled }: { kind: FlowMessageKind; byName: string; people: readonly number[]; isCanceled?: true },
): Promise<void> => sendFlowMessage(ctx, flow, { kind, facts: { byName, ...(isCanceled && { isCanceled }) }, people });

/** Notifies the current approvers of a flow and their substitutes. */
export async function notifyApprovers(
  ctx: FlowContext,
  flow: NotifiedFlow,
  { kind, byName, people }: { kind: FlowMessageKind; byName: string; people: readonly number[] },
): Promise<void> {
  const away = await substitutesOf(ctx.db, { people, organisationId: flow.organisation_id, at: ctx.now });
  const substitutes = away.map((row) => row.substitute_id).filter((id) => id !== flow.applicant_id);
  await notifyPeople(ctx, flow, { kind, byName, people: [...people, ...substitutes] });
}
