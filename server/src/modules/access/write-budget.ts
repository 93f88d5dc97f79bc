import { codes } from '@dossier/contract/core/codes';
import type { Context } from '../../platform/context.ts';
import { Refusal } from '../../platform/refusal.ts';
import { isAclRoot } from './acl-roots.ts';
import { type ItemRow, sizeOf } from './items.queries.ts';

/** The number of rows that one call may still write: it is one transaction, and all other writers wait for its end. */
export interface WriteBudget {
  left: number;
}

/** Limit of one paste, including everything inside its items. */
export const copyBudget = (): WriteBudget => ({ left: 5000 });

/** Limit of one move: a moved row costs less than a copied one. When neither rights nor cabinet change, nothing below the item is rewritten. */
export const moveBudget = (): WriteBudget => ({ left: 20_000 });

/** Limit of one deletion, restore, purge or new ACL root: about a second of writing. */
export const subtreeBudget = (): WriteBudget => ({ left: 100_000 });

/** Limit of deletions that one may split into: each child of a folder that is restored alone. */
export const splitBudget = (): WriteBudget => ({ left: 5000 });

/** Spends rows of the budget; 4811 when it is exceeded. */
export function spendBudget(budget: WriteBudget, count: number): void {
  budget.left -= count;
  if (budget.left < 0) throw new Refusal(codes.pasteTooMany);
}

/** Refuses to make items ACL roots when one call would change too many rows below them. */
export async function requireSubtreeBudget(ctx: Context, items: readonly { item: ItemRow }[]): Promise<void> {
  const budget = subtreeBudget();
  for (const { item } of items) if (!(await isAclRoot(ctx.db, item))) await takeSubtree(ctx, budget, item);
}

/** Spends all rows of a subtree, its top and deleted ones included. */
export async function takeSubtree({ db }: Pick<Context, 'db'>, budget: WriteBudget, item: Pick<ItemRow, 'id'>): Promise<void> {
  spendBudget(budget, await sizeOf(db, item.id, budget.left + 1));
}
