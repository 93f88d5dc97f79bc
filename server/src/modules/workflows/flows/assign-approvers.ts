import { newId } from '../../../platform/ids.ts';
import { type ApproverSelection, currentNames, type FlowContext, notifyApprovers } from './flow-people.ts';
import { type FlowActor, type FlowRow, insertTasks, recordFlowEvent, systemActor } from './flows.queries.ts';
import type { PositionRow } from './positions.queries.ts';

/** Creates tasks for approvers in a step that a flow waits in, and notifies them. */
export async function assignApprovers(
  ctx: FlowContext,
  flow: FlowRow,
  {
    position,
    people,
    alone,
    byName,
    stepName,
    actor,
  }: ApproverSelection & { position: Pick<PositionRow, 'id' | 'round' | 'step'>; byName: string; stepName: string; actor?: FlowActor },
): Promise<number[]> {
  const added = await insertTasks(
    ctx.db,
    people.map((personId) => ({
      id: newId(),
      flow_id: flow.id,
      position_id: position.id,
      round: position.round,
      step: position.step,
      person_id: personId,
      state: 'waiting',
      alone: alone ? 1 : 0,
      created_at: ctx.now,
    })),
  );
  const nameOf = await currentNames(ctx, flow.organisation_id, added);
  const names = added.map(nameOf);
  const kind = actor === undefined ? (alone ? 'escalated' : 'opened') : 'replaced';
  await recordFlowEvent(ctx, flow, { kind, actor: actor ?? systemActor, stepName, names });
  await notifyApprovers(ctx, flow, { kind: alone && actor === undefined ? 'flowEscalated' : 'flowWaiting', byName, people: added });
  return added;
}
