import { codes } from '@dossier/contract/core/codes';
import type { ParsedOf } from '@dossier/contract/core/route';
import { type FlowDecision, grantingKinds, publishingKinds } from '@dossier/contract/workflows/flow-shapes';
import type { flows } from '@dossier/contract/workflows/flows';
import type { Context } from '../../../platform/context.ts';
import type { EventType } from '../../../platform/events/event.ts';
import { newId } from '../../../platform/ids.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { deleteAttachmentsOfFlow } from '../../documents/remove-flow-attachments.ts';
import { releaseRevisionHold } from '../../documents/revisions.ts';
import { findColleague } from '../../identity/users.ts';
import { flowPassed, flowRatified, flowReplaced, flowReturned, flowVetoed, flowWithdrawn } from '../events.ts';
import { representedPeople, requireFlow, requireOwnFlow } from '../flow-access.ts';
import { stepsOf, type TemplateStep } from '../templates/templates.ts';
import { grantRights, importDocuments } from './flow-effects.ts';
import {
  activeMembers,
  approvalSubject,
  type ApproverSelection,
  approversOf,
  currentNames,
  type FlowContext,
  notifyApprovers,
  notifyPeople,
  requireShortOpinion,
} from './flow-people.ts';
import { publishDocuments } from './publications.ts';
import {
  type FlowActor,
  type FlowRow,
  type TaskRow,
  claimUrge,
  decideTask,
  deleteDraft,
  insertTasks,
  lapseTasks,
  lockFlow,
  notifiedOf,
  recordFlowEvent,
  tasksOf,
  transitionFlow,
  updateFlow,
  waitingTasksOf,
} from './flows.queries.ts';

const dayMs = 24 * 3600_000;

/** Opens the current step for its approvers. Answers them; empty where there are not even flow administrators. */
export async function openStep(ctx: FlowContext, flow: FlowRow, byName: string): Promise<ApproverSelection> {
  const steps = await stepsOf(ctx.db, flow);
  const step = steps[flow.step] as TemplateStep;
  const found = await approversOf(ctx, approvalSubject(ctx, flow), { step, at: flow.step });
  const due = step.days === undefined ? null : ctx.now + step.days * dayMs;
  await updateFlow(ctx.db, flow.id, { due_at: due, reminded_at: 0, escalated_at: 0, urged_at: 0 });
  await assignApprovers(ctx, flow, { ...found, byName, stepName: step.name });
  return found;
}

/** Creates tasks for approvers in the current step, and notifies them. */
export async function assignApprovers(
  ctx: FlowContext,
  flow: FlowRow,
  { people, alone, byName, stepName, actor }: ApproverSelection & { byName: string; stepName: string; actor?: FlowActor },
): Promise<number[]> {
  const added = await insertTasks(
    ctx.db,
    people.map((personId) => ({
      id: newId(),
      flow_id: flow.id,
      round: flow.round,
      step: flow.step,
      person_id: personId,
      state: 'waiting',
      alone: alone ? 1 : 0,
      created_at: ctx.now,
    })),
  );
  const nameOf = await currentNames(ctx, flow.organisation_id, added);
  const names = added.map(nameOf);
  const kind = actor === undefined ? (alone ? 'escalated' : 'opened') : 'replaced';
  await recordFlowEvent(ctx, flow, { kind, actor: actor ?? { id: 0, fullName: '' }, stepName, names });
  await notifyApprovers(ctx, flow, { kind: alone && actor === undefined ? 'flowEscalated' : 'flowWaiting', byName, people: added });
  return added;
}

type FlowOutcome = { state: 'passed' | 'rejected' | 'withdrawn'; task?: TaskRow };

/** Ends a flow, once: its effect runs in the transaction of the final decision, and a failure refuses the decision. */
async function endFlow(ctx: Context, flow: FlowRow, { state, task }: FlowOutcome): Promise<void> {
  const row = { state, due_at: null, finished_at: ctx.now, updated_at: ctx.now };
  if (!(await transitionFlow(ctx.db, flow, row))) throw new Refusal(codes.flowFinished);
  await lapseTasks(ctx.db, flow.id, ctx.now);
  await releaseRevisionHold(ctx.db, flow.id);
  if (state === 'withdrawn') return;
  if (state === 'passed' && task !== undefined) await applyOutcome(ctx, flow, task);
  await recordFlowEvent(ctx, flow, { kind: state, actor: { id: 0, fullName: '' } });
  if (state === 'passed') await ctx.emit(flowPassed, { objId: flow.id, objName: flow.title });
  const kind = state === 'passed' ? 'flowPassed' : 'flowRejected';
  await notifyPeople(ctx, flow, { kind, byName: ctx.user.fullName, people: [flow.applicant_id] });
  const notified = (await notifiedOf(ctx.db, flow.id)).filter((id) => id !== flow.applicant_id);
  if (state === 'passed') await notifyPeople(ctx, flow, { kind: 'flowNotified', byName: flow.applicant_name, people: notified });
}

/** Carries out the effect of a flow. */
async function applyOutcome(ctx: Context, flow: FlowRow, task: TaskRow): Promise<void> {
  if (grantingKinds.includes(flow.kind)) await grantRights(ctx, flow, task);
  else if (publishingKinds.includes(flow.kind)) await publishDocuments(ctx, flow);
  else if (flow.kind === 'upload') await importDocuments(ctx, flow, task);
}

const decisionEvents = { ratify: flowRatified, veto: flowVetoed, return: flowReturned } satisfies Record<FlowDecision, EventType>;

const taskStates = { ratify: 'ratified', veto: 'vetoed', return: 'returned' } as const;

/** The caller's own task, or that of a user whom the caller substitutes; applicants decide for no others on their own flows. */
export async function taskOf(ctx: Context, flow: FlowRow): Promise<TaskRow | undefined> {
  if (flow.state !== 'waiting') return undefined;
  const people = flow.applicant_id === ctx.user.id ? [ctx.user.id] : await representedPeople(ctx);
  const tasks = await waitingTasksOf(ctx.db, flow.id, people);
  return tasks.toSorted((a, b) => people.indexOf(a.person_id) - people.indexOf(b.person_id))[0];
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

/** What the caller is about to decide: a task in the current step of a flow. */
export interface PendingDecision {
  flow: FlowRow;
  task: TaskRow;
  steps: TemplateStep[];
  step: TemplateStep;
  opinion: string;
}

/** The task that the caller decides; refused where none waits for them, where it is not the one that they saw, or where the opinion is too long or missing. */
export async function requirePendingDecision(
  ctx: Context,
  input: { id: string; opinion: string; decision?: FlowDecision; step?: number | undefined; round?: number | undefined },
): Promise<PendingDecision> {
  const flow = await requireFlow(ctx, input.id);
  const opinion = requireShortOpinion(input.opinion);
  if (opinion === '' && (input.decision ?? 'ratify') !== 'ratify') throw new Refusal(codes.flowOpinionRequired);
  if (flow.state !== 'waiting') throw new Refusal(codes.flowFinished);
  const task = await taskOf(ctx, flow);
  if (task === undefined) throw new Refusal(codes.flowNotYours);
  const { step = flow.step, round = flow.round } = input;
  if (step !== flow.step || round !== flow.round) throw new Refusal(codes.changedMeanwhile);
  const steps = await stepsOf(ctx.db, flow);
  return { flow, task, steps, step: steps[flow.step] as TemplateStep, opinion };
}

/** Writes a decision, and what follows from it. */
export async function applyDecision(
  ctx: Context,
  pending: PendingDecision,
  { decision, toStep }: { decision: FlowDecision; toStep?: number | undefined },
): Promise<void> {
  const { flow, task, steps } = pending;
  // attachments are taken out before this decision, or see it
  await lockFlow(ctx.db, flow.id);
  const word = { state: taskStates[decision], decided_by: ctx.user.id, decided_at: ctx.now };
  if (!(await decideTask(ctx.db, task.id, word))) throw new Refusal(codes.flowFinished);
  await recordDecision(ctx, pending, decision);
  if (decision === 'ratify') await applyApproval(ctx, flow, { steps, task });
  else if (decision === 'veto') await endFlow(ctx, flow, { state: 'rejected', task });
  else await returnFlow(ctx, flow, { steps, toStep });
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
async function isStepPassed(ctx: Context, flow: FlowRow, step: TemplateStep): Promise<boolean> {
  const tasks = await tasksOf(ctx.db, flow);
  const ratified = tasks.filter((one) => one.state === 'ratified');
  if (ratified.some((one) => one.alone === 1)) return true;
  const asked = tasks.filter((one) => one.alone === 0 && one.state !== 'lapsed');
  return asked.length > 0 && ratified.length >= requiredApprovals(step, asked.length);
}

async function applyApproval(ctx: Context, flow: FlowRow, { steps, task }: { steps: TemplateStep[]; task: TaskRow }): Promise<void> {
  if (!(await isStepPassed(ctx, flow, steps[flow.step] as TemplateStep))) return;
  await passStep(ctx, flow, { steps, task });
}

/** Advances a flow from a passed step: to the next one, or to its end. */
async function passStep(ctx: Context, flow: FlowRow, { steps, task }: { steps: TemplateStep[]; task: TaskRow }): Promise<void> {
  await lapseTasks(ctx.db, flow.id, ctx.now);
  if (flow.step + 1 >= steps.length) return endFlow(ctx, flow, { state: 'passed', task });
  const next = { ...flow, step: flow.step + 1 };
  if (!(await transitionFlow(ctx.db, flow, { step: next.step, updated_at: ctx.now }))) throw new Refusal(codes.flowFinished);
  await openStep(ctx, next, flow.applicant_name);
}

/** Returns a flow to an earlier step, or to the applicant. */
async function returnFlow(
  ctx: Context,
  flow: FlowRow,
  { steps, toStep }: { steps: TemplateStep[]; toStep: number | undefined },
): Promise<void> {
  if (toStep !== undefined && (toStep >= flow.step || steps[toStep] === undefined)) throw new Refusal(codes.flowStepMissing);
  await lapseTasks(ctx.db, flow.id, ctx.now);
  const next = { ...flow, step: toStep ?? 0, round: flow.round + 1, state: toStep === undefined ? 'returned' : 'waiting' };
  const row = { step: next.step, round: next.round, state: next.state, due_at: null, updated_at: ctx.now };
  if (!(await transitionFlow(ctx.db, flow, row))) throw new Refusal(codes.flowFinished);
  if (toStep !== undefined) {
    await openStep(ctx, next, flow.applicant_name);
    return;
  }
  await notifyPeople(ctx, flow, { kind: 'flowReturned', byName: ctx.user.fullName, people: [flow.applicant_id] });
}

const hourMs = 3600_000;

/** The current approvers of a flow. */
const waitingApprovers = async (ctx: Context, flow: { id: number; round: number; step: number }): Promise<number[]> =>
  (await tasksOf(ctx.db, flow)).filter((task) => task.state === 'waiting').map((task) => task.person_id);

/** Withdraws a flow of the caller that has not ended. */
export async function withdrawFlow(ctx: Context, input: ParsedOf<typeof flows.withdraw>) {
  const flow = await requireOwnFlow(ctx, input.id);
  const opinion = requireShortOpinion(input.opinion);
  if (flow.state !== 'waiting' && flow.state !== 'returned') throw new Refusal(codes.flowNotWithdrawable);
  const people = await waitingApprovers(ctx, flow);
  await endFlow(ctx, flow, { state: 'withdrawn' });
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
  const steps = await stepsOf(ctx.db, flow);
  await recordFlowEvent(ctx, flow, { kind: 'urged', actor: ctx.user, stepName: steps[flow.step]?.name ?? '' });
  await notifyApprovers(ctx, flow, { kind: 'flowUrged', byName: ctx.user.fullName, people: await waitingApprovers(ctx, flow) });
  return {};
}

/** Deletes a draft that was never submitted, with its attachments. */
export async function deleteFlow(ctx: Context, { id }: ParsedOf<typeof flows.delete>) {
  const flow = await requireOwnFlow(ctx, id);
  if (flow.state !== 'draft') throw new Refusal(codes.flowFinished);
  await deleteAttachmentsOfFlow(ctx, flow.id);
  await deleteDraft(ctx.db, flow.id);
  return {};
}

/** Replaces the approvers of the current step by a user who decides alone. */
export async function replaceApprovers(ctx: Context, input: ParsedOf<typeof flows.replace>) {
  const flow = await requireFlow(ctx, input.id);
  if (flow.state !== 'waiting') throw new Refusal(codes.flowFinished);
  const person = await findColleague(ctx, Number(input.userId));
  if (person === undefined) throw new Refusal(codes.userMissing);
  const [present] = await activeMembers(ctx, [person.id], flow.organisation_id);
  if (present === undefined || person.id === flow.applicant_id) throw new Refusal(codes.flowNoApprover);
  const steps = await stepsOf(ctx.db, flow);
  // a decision at the same time may end the step
  await lockFlow(ctx.db, flow.id);
  await lapseTasks(ctx.db, flow.id, ctx.now);
  const stepName = steps[flow.step]?.name ?? '';
  const asked = await assignApprovers(ctx, flow, {
    people: [person.id],
    alone: true,
    byName: flow.applicant_name,
    stepName,
    actor: ctx.user,
  });
  // an approver who decided in this step cannot be asked again
  if (asked.length === 0) throw new Refusal(codes.flowNoApprover);
  await ctx.emit(flowReplaced, { objId: flow.id, objName: flow.title, after: { to: person.full_name } });
  return {};
}
