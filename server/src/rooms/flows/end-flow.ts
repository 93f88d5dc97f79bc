import { codes } from '@dossier/contract/codes';
import type { Ctx } from '../../ground/ctx.ts';
import { Refusal } from '../../ground/refusal.ts';
import { givingKinds, publishingKinds } from '@dossier/contract/flow-shapes';
import { letGo } from '../content/hold-revisions.ts';
import { type FlowRow, moveFlow, notifiedOf } from './flow-queries.ts';
import { giveRights } from './give-rights.ts';
import { noteEvent } from './note-event.ts';
import { publish } from './publish.ts';
import { takeIn } from './take-in.ts';
import { lapseTasks, type TaskRow } from './task-queries.ts';
import { tellPeople } from './tell-people.ts';

type End = { state: 'passed' | 'rejected' | 'withdrawn'; task?: TaskRow };

/** Ends a flow, once: what it does when it is passed belongs to the same transaction as the last word, and refuses it where it cannot be done. */
export async function endFlow(ctx: Ctx, flow: FlowRow, { state, task }: End): Promise<void> {
  const row = { state, due_at: null, finished_at: ctx.now, updated_at: ctx.now };
  if (!(await moveFlow(ctx.db, flow, row))) throw new Refusal(codes.flowFinished);
  await lapseTasks(ctx.db, flow.id, ctx.now);
  await letGo(ctx.db, flow.id);
  if (state === 'withdrawn') return;
  if (state === 'passed' && task !== undefined) await takeEffect(ctx, flow, task);
  await noteEvent(ctx, flow, { kind: state, actor: { id: 0, fullName: '' } });
  if (state === 'passed') await ctx.say('flow.passed', { objId: flow.id, objName: flow.title });
  const kind = state === 'passed' ? 'flowPassed' : 'flowRejected';
  await tellPeople(ctx, flow, { kind, byName: ctx.user.fullName, people: [flow.applicant_id] });
  const notified = (await notifiedOf(ctx.db, flow.id)).filter((id) => id !== flow.applicant_id);
  if (state === 'passed') await tellPeople(ctx, flow, { kind: 'flowNotified', byName: flow.applicant_name, people: notified });
}

/** Does what a flow is for. */
async function takeEffect(ctx: Ctx, flow: FlowRow, task: TaskRow): Promise<void> {
  if (givingKinds.includes(flow.kind)) await giveRights(ctx, flow, task);
  else if (publishingKinds.includes(flow.kind)) await publish(ctx, flow);
  else if (flow.kind === 'upload') await takeIn(ctx, flow, task);
}
