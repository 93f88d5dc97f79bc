import { codes } from '@dossier/contract/codes';
import { objType, right } from '@dossier/contract/rights';
import type { Ctx } from '../../ground/ctx.ts';
import { Refusal } from '../../ground/refusal.ts';
import { needItem } from '../library/need-items.ts';
import { lockItem, unlockItem } from '../library/place-document.ts';

/** Locks a document for the caller: until it is given back nobody else may change it. */
export async function lockDocument(ctx: Ctx, input: { id: string }) {
  const { item } = await needItem(ctx, right.visible | right.modify, input.id, objType.document);
  await lockItem(ctx, item);
  if (item.lock_person_id !== ctx.user.id) await ctx.say('document.locked', { objId: item.id, objName: item.name });
  return {};
}

/** Gives a lock back: the holder's own, or anyone's for who manages the document. */
export async function unlockDocument(ctx: Ctx, input: { id: string }) {
  const { item, bits } = await needItem(ctx, right.visible, input.id, objType.document);
  if (item.lock_person_id === 0) throw new Refusal(codes.documentNotLocked);
  if (item.lock_person_id !== ctx.user.id && (bits & right.manage) === 0) throw new Refusal(codes.documentLocked);
  await unlockItem(ctx, item);
  await ctx.say('document.unlocked', { objId: item.id, objName: item.name });
  return {};
}
