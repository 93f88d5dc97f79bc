import type { Context } from '../../platform/context.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { ItemRow } from '../access/items.queries.ts';
import { attachmentsOf } from './attachments/attachments.queries.ts';
import { purgeItems } from './bin.ts';
import { type FlowOfAttachments, recordChange, refusalToTakeOut, requireLockedFlow } from './flow-attachments.ts';

/** Removes an attachment of a flow for good, by who added it; 5705 for one of somebody else, 5706 for one that was there when somebody approved. */
export async function deleteFlowAttachment(ctx: Context, { id }: FlowOfAttachments, item: ItemRow) {
  const flow = await requireLockedFlow(ctx, id);
  const refusal = refusalToTakeOut(ctx, flow, item);
  if (refusal !== undefined) throw new Refusal(refusal);
  await purgeItems(ctx, [item.id]);
  await recordChange(ctx, flow, 'deleted');
  return {};
}

/** Removes all attachments of a flow that is deleted itself. */
export async function deleteAttachmentsOfFlow(ctx: Pick<Context, 'services' | 'db' | 'now' | 'emit'>, flowId: number): Promise<void> {
  const rows = await attachmentsOf(ctx.db, flowId);
  if (rows.length > 0)
    await purgeItems(
      ctx,
      rows.map((row) => row.id),
    );
}
