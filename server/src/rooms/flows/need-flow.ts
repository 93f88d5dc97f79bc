import { codes } from '@dossier/contract/codes';
import type { Ctx } from '../../ground/ctx.ts';
import { Refusal } from '../../ground/refusal.ts';
import { actingFor } from './acting-for.ts';
import { flowById, type FlowRow, isNotified } from './flow-queries.ts';
import { hasPart } from './task-queries.ts';

/** A flow that the caller may know: they applied, approve or approved, are notified, or their office sees flows. Another one is missing, 5301. */
export async function needFlow(ctx: Ctx, id: string | number): Promise<FlowRow> {
  const flow = await flowById(ctx.db, Number(id), ctx.user.organisationId);
  if (flow === undefined || !(await mayKnow(ctx, flow))) throw new Refusal(codes.flowMissing);
  return flow;
}

async function mayKnow(ctx: Ctx, flow: FlowRow): Promise<boolean> {
  if (flow.applicant_id === ctx.user.id) return true;
  if (flow.state === 'draft') return false;
  if (ctx.user.office.deeds.has('flows.see')) return true;
  if (await hasPart(ctx.db, flow.id, { waiting: await actingFor(ctx), personId: ctx.user.id })) return true;
  return isNotified(ctx.db, flow.id, ctx.user.id);
}

/** A flow that the caller applied for: 5302 for one that somebody else did. */
export async function needOwnFlow(ctx: Ctx, id: string): Promise<FlowRow> {
  const flow = await needFlow(ctx, id);
  if (flow.applicant_id !== ctx.user.id) throw new Refusal(codes.flowNotYours);
  return flow;
}
