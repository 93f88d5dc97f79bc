import { codes } from '@dossier/contract/core/codes';
import { grantingKinds, publishingKinds } from '@dossier/contract/workflows/flow-shapes';
import type { Context, Services } from '../../../platform/context.ts';
import type { Db } from '../../../platform/db/database.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { releaseRevisionHold } from '../../documents/revisions.ts';
import { flowPassed } from '../events.ts';
import { grantRights, importDocuments } from './flow-effects.ts';
import { callPosition } from './flow-timers.ts';
import { type FlowContext, notifyPeople } from './flow-people.ts';
import {
  flowById,
  type FlowRow,
  lapseTasks,
  lastDecider,
  lockFlow,
  notifiedOf,
  recordFlowEvent,
  systemActor,
  type TaskRow,
  transitionFlow,
  waitingPeople,
} from './flows.queries.ts';
import { cancelPositions, livePositions, positionOfChild, type PositionRow } from './positions.queries.ts';
import { publishDocuments } from './publications.ts';

/** Who moves a flow: its requester who submits it, who decides, or the server, at the end of a timer or of a sub-flow. */
export interface Mover extends FlowContext {
  emit: Context['emit'];
  /** Who decided, with the task: the effect of a flow has the rights of its last decider. */
  decided?: { ctx: Context; task: TaskRow };
  /** The server moves it: its requester does not look on. */
  isServer?: boolean;
}

/** Moves a flow for nobody: what happens is told as done by the server. */
export const serverMover = (services: Services, db: Db, { organisation_id: spaceId }: Pick<FlowRow, 'organisation_id'>): Mover => {
  const now = services.now();
  const emit: Context['emit'] = (event, data) => services.outbox.emit(db, { name: '', address: '', spaceId }, { event, data, at: now });
  return { services, db, now, emit, isServer: true };
};

/** Takes positions away, with their tasks; sub-flows that run for them are withdrawn. */
export async function cancelWaiting(mover: Mover, flow: Pick<FlowRow, 'organisation_id'>, rows: readonly PositionRow[]): Promise<void> {
  const live = rows.filter(({ state }) => state === 'waiting' || state === 'arrived');
  await cancelPositions(
    mover.db,
    live.map(({ id }) => id),
    mover.now,
  );
  for (const { child_flow_id: childId } of live) {
    if (childId === 0) continue;
    await lockFlow(mover.db, childId);
    const child = await flowById(mover.db, childId, flow.organisation_id);
    if (child !== undefined && (child.state === 'waiting' || child.state === 'returned')) await withdrawSubflow(mover, child);
  }
}

export async function cancelAll(mover: Mover, flow: FlowRow): Promise<void> {
  await cancelWaiting(mover, flow, await livePositions(mover.db, flow.id));
}

/** Withdraws a sub-flow whose flow no longer waits for it. */
async function withdrawSubflow(mover: Mover, child: FlowRow): Promise<void> {
  const people = await waitingPeople(mover.db, child.id);
  await endFlow(mover, child, 'withdrawn');
  await recordFlowEvent(mover, child, { kind: 'withdrawn', actor: systemActor });
  await notifyPeople(mover, child, { kind: 'flowWithdrawn', byName: child.applicant_name, people });
}

/** Ends a flow, once: its effect runs in the transaction of the final decision, and a failure refuses the decision. */
export async function endFlow(mover: Mover, flow: FlowRow, state: 'passed' | 'rejected' | 'withdrawn'): Promise<void> {
  const { db, now } = mover;
  const row = { state, due_at: null, finished_at: now, updated_at: now };
  if (!(await transitionFlow(db, flow, row))) throw new Refusal(codes.flowFinished);
  await cancelAll(mover, flow);
  await lapseTasks(db, flow.id, now);
  await releaseRevisionHold(db, flow.id);
  const parent = await positionOfChild(db, flow.id);
  if (parent?.state === 'waiting')
    await callPosition(
      db,
      { id: parent.flow_id, title: flow.title, organisation_id: flow.organisation_id },
      { positionId: parent.id, at: now },
    );
  if (state === 'withdrawn') return;
  if (state === 'passed' && flow.kind !== 'normal') await applyOutcome(mover, flow);
  await recordFlowEvent(mover, flow, { kind: state, actor: systemActor });
  if (state === 'passed') await mover.emit(flowPassed, { objId: flow.id, objName: flow.title });
  await tellEnd(mover, flow, state);
}

async function tellEnd(mover: Mover, flow: FlowRow, state: 'passed' | 'rejected'): Promise<void> {
  const people = [flow.applicant_id];
  const byName = mover.decided?.ctx.user.fullName ?? (await lastDecider(mover.db, flow.id));
  // who submits a flow that waits for nobody sees at once what became of it
  if (byName !== '') await notifyPeople(mover, flow, { kind: state === 'passed' ? 'flowPassed' : 'flowRejected', byName, people });
  else if (mover.isServer === true && state === 'passed')
    await notifyPeople(mover, flow, { kind: 'flowNotified', byName: flow.applicant_name, people });
  else if (mover.isServer === true) await notifyPeople(mover, flow, { kind: 'flowRejected', byName: flow.template_name, people });
  if (state !== 'passed') return;
  const notified = (await notifiedOf(mover.db, flow.id)).filter((id) => id !== flow.applicant_id);
  await notifyPeople(mover, flow, { kind: 'flowNotified', byName: flow.applicant_name, people: notified });
}

/** Carries out the effect of a flow with the rights of its last decider; without one there is none, as the check of its graph sees to. */
async function applyOutcome({ decided }: Mover, flow: FlowRow): Promise<void> {
  if (decided === undefined) throw new Refusal(codes.illegalOperation);
  const { ctx, task } = decided;
  if (grantingKinds.includes(flow.kind)) await grantRights(ctx, flow, task);
  else if (publishingKinds.includes(flow.kind)) await publishDocuments(ctx, flow);
  else if (flow.kind === 'upload') await importDocuments(ctx, flow, task);
}
