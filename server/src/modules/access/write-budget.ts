import { codes } from '@dossier/contract/core/codes';
import type { Context } from '../../platform/context.ts';
import { Refusal } from '../../platform/refusal.ts';
import { isAclRoot } from './acl-roots.ts';
import type { ItemRow } from './item-row.ts';
import { sizeOf } from './subtrees.queries.ts';

/** How many rows one call may still write: it is one transaction, and everybody else's writing waits for its end. */
export interface WriteBudget {
  left: number;
}

/** What a whole paste may copy, all that lies inside of its items included. */
export const copyBudget = (): WriteBudget => ({ left: 5000 });

/** What a whole move may rewrite: a row of a move costs less than one of a copy. Where neither rights nor cabinet change, nothing below the moved item is. */
export const moveBudget = (): WriteBudget => ({ left: 20_000 });

/** What a call may take away, bring back, remove, or give lists of rights of its own: about a second of writing. */
export const subtreeBudget = (): WriteBudget => ({ left: 100_000 });

/** So many deletions one may fall into: each child of a folder that comes back alone. */
export const splitBudget = (): WriteBudget => ({ left: 5000 });

/** Takes so many rows of the room; 4811 when it has no more. */
export function spendBudget(room: WriteBudget, count: number): void {
  room.left -= count;
  if (room.left < 0) throw new Refusal(codes.pasteTooMany);
}

/** Refuses to give items lists of their own where too many stand below them for one call. */
export async function requireSubtreeBudget(ctx: Context, held: readonly { item: ItemRow }[]): Promise<void> {
  const room = subtreeBudget();
  for (const { item } of held) if (!(await isAclRoot(ctx.db, item))) await takeSubtree(ctx, room, item);
}

/** Takes all rows of a subtree, its top and deleted ones included. */
export async function takeSubtree({ db }: Pick<Context, 'db'>, room: WriteBudget, item: Pick<ItemRow, 'id'>): Promise<void> {
  spendBudget(room, await sizeOf(db, item.id, room.left + 1));
}
