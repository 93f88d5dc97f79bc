import { codes } from '@dossier/contract/core/codes';
import type { ParsedOf } from '@dossier/contract/core/route';
import type { FlowDecision } from '@dossier/contract/workflows/flow-shapes';
import type { flows } from '@dossier/contract/workflows/flows';
import type { Context } from '../../../platform/context.ts';
import type { EventType } from '../../../platform/events/event.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { deleteAttachmentsOfFlow } from '../../documents/remove-flow-attachments.ts';
import { findColleague } from '../../identity/users.ts';
import { flowRatified, flowReplaced, flowReturned, flowVetoed, flowWithdrawn } from '../events.ts';
import { representedPeople, requireFlow, requireOwnFlow } from '../flow-access.ts';
import { type FlowPlan, nodeName, nodeOf, planOf, type TemplateStep } from '../templates/flow-plan.ts';
import { assignApprovers } from './assign-approvers.ts';
import { endFlow, type Mover } from './end-flow.ts';
import { activeMembers, currentNames, notifyApprovers, notifyPeople, requireShortOpinion } from './flow-people.ts';
import {
  type FlowRow,
  type TaskRow,
  claimUrge,
  decideTask,
  deleteDraft,
  lockFlow,
  recordFlowEvent,
  tasksAt,
  waitingPeople,
  waitingTasksOf,
} from './flows.queries.ts';
import { currentPositions, moveOn, returnToRequester, sendBackTo } from './move-flow.ts';
import { lapseTasksAt, leavePosition, positionById, type PositionRow, waitingPositions } from './positions.queries.ts';
import { isWithin } from './scopes.ts';

const decisionEvents = { ratify: flowRatified, veto: flowVetoed, return: flowReturned } satisfies Record<FlowDecision, EventType>;

const taskStates = { ratify: 'ratified', veto: 'vetoed', return: 'returned' } as const;

/** The caller's own tasks, then those of users whom the caller substitutes; applicants decide for no others on their own flows. */
export async function tasksOfCaller(ctx: Context, flow: FlowRow): Promise<TaskRow[]> {
  if (flow.state !== 'waiting') return [];
  const people = flow.applicant_id === ctx.user.id ? [ctx.user.id] : await representedPeople(ctx);
  const tasks = await waitingTasksOf(ctx.db, flow.id, people);
  return tasks.toSorted((a, b) => people.indexOf(a.person_id) - people.indexOf(b.person_id));
}

/**
 * Records the caller's decision. Of two concurrent ones a single statement accepts one; the last one that a step needs advances the flow,
 * once.
 */
export async function decideFlow(ctx: Context, input: ParsedOf<typeof flows.decide>) {
  const { decision, toStep } = input;
  const pending = await requirePendingDecision(ctx, input);
  if (decision === 'ratify' && pending.step.signs === true) throw new Refusal(codes.flowSignatureRequired);
  await applyDecision(ctx, pending, { decision, toStep });
  return {};
}

/** What the caller is about to decide: a task in a step that a flow waits in. */
export interface PendingDecision {
  flow: FlowRow;
  task: TaskRow;
  position: PositionRow;
  plan: FlowPlan;
  step: TemplateStep;
  opinion: string;
}

interface ShownState {
  position?: string | undefined;
  step?: number | undefined;
  round?: number | undefined;
}

/** Of the tasks of the caller the first in the position that their page shows, or in a step that waited there in that round already. */
function shownTask(tasks: readonly TaskRow[], { position, step, round }: ShownState): TaskRow | undefined {
  if (position !== undefined) return tasks.find((one) => one.position_id === Number(position));
  return tasks.find((one) => (step === undefined || one.step === step) && (round === undefined || one.round <= round));
}

/** The task that the caller decides; refused where none waits for them, where it is not the one that they saw, or where the opinion is too long or missing. */
export async function requirePendingDecision(
  ctx: Context,
  input: { id: string; opinion: string; decision?: FlowDecision } & ShownState,
): Promise<PendingDecision> {
  const flow = await requireFlow(ctx, input.id);
  const opinion = requireShortOpinion(input.opinion);
  if (opinion === '' && (input.decision ?? 'ratify') !== 'ratify') throw new Refusal(codes.flowOpinionRequired);
  if (flow.state !== 'waiting') throw new Refusal(codes.flowFinished);
  const tasks = await tasksOfCaller(ctx, flow);
  if (tasks.length === 0) throw new Refusal(codes.flowNotYours);
  const task = shownTask(tasks, input);
  const position = task && (await positionById(ctx.db, task.position_id));
  if (task === undefined || position?.state !== 'waiting') throw new Refusal(codes.changedMeanwhile);
  const plan = await planOf(ctx.db, flow);
  return { flow, task, position, plan, step: plan.steps[position.step] as TemplateStep, opinion };
}

/** Writes a decision, and what follows from it. */
export async function applyDecision(
  ctx: Context,
  pending: PendingDecision,
  { decision, toStep }: { decision: FlowDecision; toStep?: number | undefined },
): Promise<void> {
  const { flow, task, position } = pending;
  // attachments are taken out before this decision, or see it; and decisions in parallel steps come one after the other
  await lockFlow(ctx.db, flow.id);
  const target = decision === 'return' && toStep !== undefined ? await requireEarlierStep(ctx, pending, toStep) : undefined;
  const word = { state: taskStates[decision], decided_by: ctx.user.id, decided_at: ctx.now };
  if (!(await decideTask(ctx.db, task.id, word))) throw new Refusal(codes.flowFinished);
  await recordDecision(ctx, pending, decision);
  const mover = { ...moverOf(ctx), decided: { ctx, task } };
  if (decision === 'return') {
    if (target !== undefined) return sendBackTo(mover, flow, target);
    await returnToRequester(mover, flow);
    return notifyPeople(ctx, flow, { kind: 'flowReturned', byName: ctx.user.fullName, people: [flow.applicant_id] });
  }
  if (decision === 'ratify' && !(await isStepPassed(ctx, pending))) return;
  const isRejected = decision === 'veto';
  if (!(await leavePosition(ctx.db, position.id, { state: isRejected ? 'rejected' : 'passed', at: ctx.now })))
    throw new Refusal(codes.flowFinished);
  await lapseTasksAt(ctx.db, [position.id], ctx.now);
  await moveOn(mover, flow, { position, port: isRejected ? 'rejected' : 'next' });
}

const moverOf = ({ services, db, now, emit }: Context): Mover => ({ services, db, now, emit });

/** Where a flow enters a step again that it is sent back to. */
interface EarlierStep {
  step: number;
  node: string;
  scope: string;
  /** The position before it. */
  before: number;
}

/**
 * The steps that a flow has passed on its way to a position, and may be sent back to from there: those outside of parallel parts, or in a part that the
 * position lies in as well.
 */
export function earlierSteps({ isLinear, graph }: FlowPlan, rows: readonly PositionRow[], position: PositionRow): EarlierStep[] {
  if (isLinear)
    return graph.nodes.flatMap(({ id, step }) =>
      step === undefined || step >= position.step ? [] : [{ step, node: id, scope: '', before: 0 }],
    );
  const byId = new Map(rows.map((row) => [row.id, row]));
  const found: EarlierStep[] = [];
  for (let row = byId.get(position.from_id); row !== undefined; row = byId.get(row.from_id)) {
    const { step, node, scope, from_id: before, state } = row;
    if (step >= 0 && state === 'passed' && isWithin(position.scope, scope)) found.unshift({ step, node, scope, before });
  }
  return found;
}

async function requireEarlierStep(ctx: Context, { flow, plan, position }: PendingDecision, toStep: number) {
  const target = earlierSteps(plan, await currentPositions(ctx, flow, plan), position).find(({ step }) => step === toStep);
  const node = target && nodeOf(plan, target.node);
  if (target === undefined || node === undefined) throw new Refusal(codes.flowStepMissing);
  return { node, scope: target.scope, before: target.before };
}

/** The name of the user for whom a substitute decides; '' for who decides for themselves. */
export const representedName = async (ctx: Context, flow: FlowRow, task: TaskRow): Promise<string> =>
  task.person_id === ctx.user.id ? '' : (await currentNames(ctx, flow.organisation_id, [task.person_id]))(task.person_id);

async function recordDecision(ctx: Context, { flow, task, step, opinion }: PendingDecision, decision: FlowDecision): Promise<void> {
  const isFor = task.person_id !== ctx.user.id;
  const forName = await representedName(ctx, flow, task);
  const kind = decision === 'ratify' && step.signs === true ? 'signed' : taskStates[decision];
  await recordFlowEvent(ctx, flow, { kind, actor: ctx.user, forName, stepName: step.name, opinion });
  const after = { step: step.name, ...(opinion !== '' && { opinion }), ...(isFor && { insteadOf: forName }) };
  await ctx.emit(decisionEvents[decision], { objId: flow.id, objName: flow.title, after });
}

/** How many of a number of approvers must ratify. */
function requiredApprovals({ rule, percent = 100 }: Pick<TemplateStep, 'rule' | 'percent'>, people: number): number {
  if (rule === 'any') return 1;
  if (rule === 'all') return people;
  return Math.max(1, Math.ceil((people * percent) / 100));
}

/** Whether the decisions pass the step: enough of its named approvers, or one fallback approver. */
async function isStepPassed(ctx: Context, { position, step }: PendingDecision): Promise<boolean> {
  const tasks = await tasksAt(ctx.db, [position.id]);
  const ratified = tasks.filter((one) => one.state === 'ratified');
  if (ratified.some((one) => one.alone === 1)) return true;
  const asked = tasks.filter((one) => one.alone === 0 && one.state !== 'lapsed');
  return asked.length > 0 && ratified.length >= requiredApprovals(step, asked.length);
}

const hourMs = 3600_000;

/** Withdraws a flow of the caller that has not ended. */
export async function withdrawFlow(ctx: Context, input: ParsedOf<typeof flows.withdraw>) {
  const flow = await requireOwnFlow(ctx, input.id);
  const opinion = requireShortOpinion(input.opinion);
  if (flow.state !== 'waiting' && flow.state !== 'returned') throw new Refusal(codes.flowNotWithdrawable);
  await lockFlow(ctx.db, flow.id);
  const people = await waitingPeople(ctx.db, flow.id);
  await endFlow(moverOf(ctx), flow, 'withdrawn');
  await recordFlowEvent(ctx, flow, { kind: 'withdrawn', actor: ctx.user, opinion });
  await ctx.emit(flowWithdrawn, { objId: flow.id, objName: flow.title });
  await notifyPeople(ctx, flow, { kind: 'flowWithdrawn', byName: ctx.user.fullName, people });
  return {};
}

/** Reminds the approvers of a flow of the caller, once an hour at most. */
export async function urgeFlow(ctx: Context, { id }: ParsedOf<typeof flows.urge>) {
  const flow = await requireOwnFlow(ctx, id);
  if (flow.state !== 'waiting') throw new Refusal(codes.flowFinished);
  if (!(await claimUrge(ctx.db, flow.id, { at: ctx.now, before: ctx.now - hourMs }))) throw new Refusal(codes.tooManyRequests);
  const stepName = waitingNames(await planOf(ctx.db, flow), await waitingPositions(ctx.db, [flow.id]));
  await recordFlowEvent(ctx, flow, { kind: 'urged', actor: ctx.user, stepName });
  await notifyApprovers(ctx, flow, { kind: 'flowUrged', byName: ctx.user.fullName, people: await waitingPeople(ctx.db, flow.id) });
  return {};
}

/** The names of the nodes that a flow waits in. */
export const waitingNames = (plan: FlowPlan, positions: readonly PositionRow[]): string =>
  [...new Set(positions.map(({ node }) => nodeName(plan, nodeOf(plan, node))))].filter((name) => name !== '').join(', ');

/** Deletes a draft that was never submitted, with its attachments. */
export async function deleteFlow(ctx: Context, { id }: ParsedOf<typeof flows.delete>) {
  const flow = await requireOwnFlow(ctx, id);
  if (flow.state !== 'draft') throw new Refusal(codes.flowFinished);
  await deleteAttachmentsOfFlow(ctx, flow.id);
  await deleteDraft(ctx.db, flow.id);
  return {};
}

/** Replaces the approvers of a step that a flow waits in by a user who decides alone; the step is named where it waits in several. */
export async function replaceApprovers(ctx: Context, input: ParsedOf<typeof flows.replace>) {
  const flow = await requireFlow(ctx, input.id);
  if (flow.state !== 'waiting') throw new Refusal(codes.flowFinished);
  const person = await findColleague(ctx, Number(input.userId));
  if (person === undefined) throw new Refusal(codes.userMissing);
  const [present] = await activeMembers(ctx, [person.id], flow.organisation_id);
  if (present === undefined || person.id === flow.applicant_id) throw new Refusal(codes.flowNoApprover);
  // a decision at the same time may end the step
  await lockFlow(ctx.db, flow.id);
  const waiting = (await waitingPositions(ctx.db, [flow.id])).filter(({ step }) => step >= 0);
  if (input.position === undefined && waiting.length > 1) throw new Refusal(codes.flowPositionRequired);
  const position = input.position === undefined ? waiting[0] : waiting.find((one) => one.id === Number(input.position));
  if (position === undefined) throw new Refusal(codes.changedMeanwhile);
  await lapseTasksAt(ctx.db, [position.id], ctx.now);
  const { steps } = await planOf(ctx.db, flow);
  const asked = await assignApprovers(ctx, flow, {
    people: [person.id],
    alone: true,
    position,
    byName: flow.applicant_name,
    stepName: steps[position.step]?.name ?? '',
    actor: ctx.user,
  });
  // an approver who decided in this step cannot be asked again
  if (asked.length === 0) throw new Refusal(codes.flowNoApprover);
  await ctx.emit(flowReplaced, { objId: flow.id, objName: flow.title, after: { to: person.full_name } });
  return {};
}
