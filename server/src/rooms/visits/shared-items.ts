import { codes } from '@dossier/contract/codes';
import { right } from '@dossier/contract/rights';
import type { Ctx, PublicCtx } from '../../ground/ctx.ts';
import { Refusal } from '../../ground/refusal.ts';
import { findVisible } from '../library/need-items.ts';
import { itemIdsOf, type Share } from '../shares/share-door.ts';
import { giverOf } from './visit-context.ts';

/** Refuses as closed what has fallen altogether: each item was deleted, or its giver may no longer read it. */
export async function needSomethingShared(ctx: Ctx | PublicCtx, share: Share): Promise<void> {
  const giver = await giverOf(ctx, share);
  const held = await findVisible(giver, await itemIdsOf(ctx.db, share.id));
  if (!held.some(({ bits }) => (bits & right.read) !== 0)) throw new Refusal(codes.shareClosed);
}
