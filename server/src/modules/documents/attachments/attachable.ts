import { codes } from '@dossier/contract/core/codes';
import { objType, right } from '@dossier/contract/core/rights';
import { maxAttachments } from '@dossier/contract/documents/attachments';
import type { Context } from '../../../platform/context.ts';
import { Refusal } from '../../../platform/refusal.ts';
import type { ItemRow } from '../../access/items.queries.ts';
import { requireItem } from '../../access/require-items.ts';
import { requireOpenContainer } from '../folders.ts';
import { requireUnlocked } from '../locks.ts';
import { countAttachments } from './attachments.queries.ts';

/** A document whose attachments the caller may change: whoever may save a new version of it. An attachment has none. */
export async function requireChangeable(ctx: Context, documentId: string | number): Promise<ItemRow> {
  const { item } = await requireItem(ctx, right.visible | right.modify, documentId, objType.document);
  await requireUnlocked(ctx, item);
  await requireOpenContainer(ctx, item);
  return item;
}

/** A document that takes one more attachment of the caller; 5703 where it has as many as it may. */
export async function requireAttachable(ctx: Context, documentId: string | number): Promise<ItemRow> {
  const item = await requireChangeable(ctx, documentId);
  if ((await countAttachments(ctx.db, item.id)) >= maxAttachments) throw new Refusal(codes.attachmentsFull);
  return item;
}
