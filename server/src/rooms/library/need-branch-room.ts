import type { Ctx } from '../../ground/ctx.ts';
import { isRoot } from '../permissions/roots.ts';
import type { ItemRow } from './item-queries.ts';
import { sizeOf, sizeOfBins } from './subtree-queries.ts';
import { branchRoom, takeRoom } from './write-room.ts';

/** Refuses to give items lists of their own where too many stand below them for one call. */
export async function needBranchRoom(ctx: Ctx, held: readonly { item: ItemRow }[]): Promise<void> {
  const room = branchRoom();
  for (const { item } of held) if (!(await isRoot(ctx.db, item))) takeRoom(room, await sizeOf(ctx.db, item.id, room.left + 1));
}

/** Refuses several deletions that are too much for one call; a single one was small enough when it was made. */
export async function needBinRoom(ctx: Ctx, binIds: readonly number[]): Promise<void> {
  const room = branchRoom();
  if (binIds.length > 1) takeRoom(room, await sizeOfBins(ctx.db, binIds, room.left + 1));
}
