import { codes } from '@dossier/contract/core/codes';
import type { Context } from '../../platform/context.ts';
import type { FlowOfAttachments } from '../documents/flow-attachments.ts';
import { flowAttachmentAdded, flowAttachmentDeleted } from './events.ts';
import { visibleFlowIds } from './flow-access.ts';
import { tasksOfCaller } from './flows/flow-decisions.ts';
import { approvedSince, flowById, lockFlow } from './flows/flows.queries.ts';

const openStates: ReadonlySet<string> = new Set(['draft', 'waiting', 'returned']);

/** What the keeper of attachments asks of flows: who sees them, who changes them, and that it is logged. */
export const flowAttachmentRules = {
  /** The applicant changes them until the flow has ended, and who decides now; those who see it only by a permission learn nothing of them. */
  async find(ctx: Context, flowId: number): Promise<FlowOfAttachments | undefined> {
    const flow = await flowById(ctx.db, flowId, ctx.user.organisationId);
    if (flow === undefined || !(await visibleFlowIds(ctx, [flow.id], 'takingPart')).has(flow.id)) return undefined;
    const found = { id: flow.id, organisationId: flow.organisation_id };
    if (!openStates.has(flow.state)) return { ...found, refusal: codes.flowFinished };
    const mayChange = flow.applicant_id === ctx.user.id || (await tasksOfCaller(ctx, flow)).length > 0;
    if (!mayChange) return { ...found, refusal: codes.flowNotYours };
    // a returned flow begins again, with what the applicant then hands in
    const approvedAt = flow.state === 'waiting' ? await approvedSince(ctx.db, flow.id, flow.submitted_at) : undefined;
    return { ...found, ...(approvedAt !== undefined && { approvedAt }) };
  },
  /** Decisions about the flow wait until the transaction ends. */
  async lock({ db }: Context, flowId: number): Promise<void> {
    await lockFlow(db, flowId);
  },
  async record(ctx: Context, { id }: FlowOfAttachments, change: 'added' | 'deleted'): Promise<void> {
    const flow = await flowById(ctx.db, id, ctx.user.organisationId);
    await ctx.emit(change === 'added' ? flowAttachmentAdded : flowAttachmentDeleted, { objId: id, objName: flow?.title ?? '' });
  },
};
