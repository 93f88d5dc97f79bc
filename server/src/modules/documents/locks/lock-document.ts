import { codes } from '@dossier/contract/core/codes';
import { objType, right } from '@dossier/contract/core/rights';
import type { Context } from '../../../platform/context.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { requireItem } from '../../access/require-items.ts';
import { documentLocked, documentUnlocked } from '../events.ts';
import { lockItem, unlockItem } from '../place-document.ts';
import { lockOf } from '../update-item.ts';

/** Locks a document for the caller: until it is unlocked no other user may change it. */
export async function lockDocument(ctx: Context, input: { id: string }) {
  const { item } = await requireItem(ctx, right.visible | right.modify, input.id, objType.document);
  await lockItem(ctx, item);
  if (item.lock_person_id !== ctx.user.id) await ctx.emit(documentLocked, { objId: item.id, objName: item.name });
  return {};
}

/** Unlocks a document: the holder's own lock, or any lock with the right to manage. */
export async function unlockDocument(ctx: Context, input: { id: string }) {
  const authorised = await requireItem(ctx, right.visible, input.id, objType.document);
  const { item } = authorised;
  if (item.lock_person_id === 0) throw new Refusal(codes.documentNotLocked);
  if (!lockOf(ctx, authorised).mayUnlock) throw new Refusal(codes.documentLocked);
  await unlockItem(ctx, item);
  await ctx.emit(documentUnlocked, { objId: item.id, objName: item.name });
  return {};
}
