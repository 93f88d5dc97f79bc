import { codes } from '@dossier/contract/core/codes';
import { objType, right } from '@dossier/contract/core/rights';
import type { OutputOf, ParsedOf } from '@dossier/contract/core/route';
import type { attachments } from '@dossier/contract/documents/attachments';
import type { Context } from '../../platform/context.ts';
import { Refusal } from '../../platform/refusal.ts';
import { type ItemRow, withAncestors } from '../access/items.queries.ts';
import { findVisibleItems, requireItem } from '../access/require-items.ts';
import { requireChangeable } from './attachments/attachable.ts';
import { countAttachments, pageOfAttachments } from './attachments/attachments.queries.ts';
import { deleteOne } from './bin.ts';
import { attachmentDeleted } from './events.ts';
import { downloadDocument } from './file-tickets.ts';
import { findFlowAttachment, type FlowOfAttachments, listFlowAttachments } from './flow-attachments.ts';
import { deleteFlowAttachment } from './remove-flow-attachments.ts';
import { showItems } from './show-items.ts';

/** An attachment that the caller sees, of a document or of a flow; 5701 for anything else. */
async function requireAttachment(ctx: Context, id: string): Promise<{ item: ItemRow; flow?: FlowOfAttachments }> {
  const [authorised] = await findVisibleItems(ctx, [Number(id)]);
  if (authorised !== undefined && authorised.item.attached !== 0) return authorised;
  const found = authorised === undefined ? await findFlowAttachment(ctx, Number(id)) : undefined;
  if (found === undefined) throw new Refusal(codes.attachmentMissing);
  return found;
}

/** An attachment that the caller sees, as calls of documents take it: one of a flow is had by its revision alone. */
export async function targetOfAttachment(ctx: Context, id: string): Promise<{ id: string; currentRev?: string }> {
  const { item, flow } = await requireAttachment(ctx, id);
  return flow === undefined ? { id } : { id, currentRev: String(item.revision_id) };
}

/** A page of the attachments of a document that the caller may read, or of a flow that they take part in. */
export async function listAttachments(
  ctx: Context,
  { objId = '', flowId, pageNo, pageSize }: ParsedOf<typeof attachments.list>,
): Promise<OutputOf<typeof attachments.list>> {
  if (flowId !== undefined) return listFlowAttachments(ctx, flowId, { pageNo, pageSize });
  const { item } = await requireItem(ctx, right.visible | right.read, objId, objType.document);
  const rows = await pageOfAttachments(ctx.db, item.id, { limit: pageSize, offset: (pageNo - 1) * pageSize });
  const list = await showItems(
    ctx,
    await findVisibleItems(
      ctx,
      rows.map((row) => row.id),
    ),
  );
  const totalNumber = await countAttachments(ctx.db, item.id);
  return { list, pageNo, pageSize, totalNumber, mayChange: await mayChange(ctx, objId) };
}

async function mayChange(ctx: Context, objId: string): Promise<boolean> {
  try {
    await requireChangeable(ctx, objId);
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

/** Moves an attachment to the recycle bin, by whoever may change its document; one of a flow is removed for good. */
export async function deleteAttachment(ctx: Context, { id }: ParsedOf<typeof attachments.delete>) {
  const { item, flow } = await requireAttachment(ctx, id);
  if (flow !== undefined) return deleteFlowAttachment(ctx, flow, item);
  const document = await requireChangeable(ctx, item.parent_id);
  await deleteOne(ctx, item, await withAncestors(ctx.db, item.id));
  await ctx.emit(attachmentDeleted, { objId: document.id, objName: document.name, before: { attachment: item.name } });
  return {};
}

/** A URL to download an attachment. */
export async function downloadAttachment(ctx: Context, { id }: ParsedOf<typeof attachments.download>) {
  return downloadDocument(ctx, await targetOfAttachment(ctx, id));
}
