import { codes } from '@dossier/contract/core/codes';
import { grantingKinds, publishingKinds } from '@dossier/contract/workflows/flow-shapes';
import type { Context } from '../../../platform/context.ts';
import { newId } from '../../../platform/ids.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { releaseRevisionHold } from '../../documents/revisions.ts';
import { flowPassed } from '../events.ts';
import type { TemplateStep } from '../templates/template-steps.ts';
import { stepsOf } from '../templates/templates.ts';
import { type ApproverSelection, type FlowContext, approvalSubject, approversOf } from './approvers.ts';
import { importDocuments, publishDocuments } from './flow-documents.ts';
import { type FlowActor, currentNames, notifyApprovers, notifyPeople, recordFlowEvent } from './flow-trail.ts';
import { type FlowRow, notifiedOf, transitionFlow, updateFlow } from './flows.queries.ts';
import { grantRights } from './grant-rights.ts';
import { type TaskRow, insertTasks, lapseTasks } from './tasks.queries.ts';

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
export async function endFlow(ctx: Context, flow: FlowRow, { state, task }: FlowOutcome): Promise<void> {
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
