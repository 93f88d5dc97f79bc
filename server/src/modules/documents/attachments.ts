import { codes } from '@dossier/contract/core/codes';
import { objType, right } from '@dossier/contract/core/rights';
import type { OutputOf, ParsedOf } from '@dossier/contract/core/route';
import type { attachments } from '@dossier/contract/documents/attachments';
import type { Context } from '../../platform/context.ts';
import { Refusal } from '../../platform/refusal.ts';
import { withAncestors } from '../access/items.queries.ts';
import { type AuthorisedItem, findVisibleItems, requireItem } from '../access/require-items.ts';
import { requireChangeable } from './attachments/attachable.ts';
import { countAttachments, pageOfAttachments } from './attachments/attachments.queries.ts';
import { deleteOne } from './bin.ts';
import { attachmentDeleted } from './events.ts';
import { downloadDocument } from './file-tickets.ts';
import { showItems } from './show-items.ts';

/** An attachment that the caller sees; 5701 for anything else. */
export async function requireAttachment(ctx: Context, id: string): Promise<AuthorisedItem> {
  const [authorised] = await findVisibleItems(ctx, [Number(id)]);
  if (authorised === undefined || authorised.item.attached === 0) throw new Refusal(codes.attachmentMissing);
  return authorised;
}

/** A page of the attachments of a document that the caller may read. */
export async function listAttachments(
  ctx: Context,
  { objId, pageNo, pageSize }: ParsedOf<typeof attachments.list>,
): Promise<OutputOf<typeof attachments.list>> {
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

/** Moves an attachment to the recycle bin, by whoever may change its document. */
export async function deleteAttachment(ctx: Context, { id }: ParsedOf<typeof attachments.delete>) {
  const { item } = await requireAttachment(ctx, id);
  const document = await requireChangeable(ctx, item.parent_id);
  await deleteOne(ctx, item, await withAncestors(ctx.db, item.id));
  await ctx.emit(attachmentDeleted, { objId: document.id, objName: document.name, before: { attachment: item.name } });
  return {};
}

/** A URL to download an attachment. */
export async function downloadAttachment(ctx: Context, { id }: ParsedOf<typeof attachments.download>) {
  await requireAttachment(ctx, id);
  return downloadDocument(ctx, { id });
}
