import type { Context } from '../../platform/context.ts';
import { extensionPoint } from '../../platform/extension-point.ts';

/** Fields of the contract's Item that a module adds to items, by item id. */
export type ItemFacts = (ctx: Context, ids: number[]) => Promise<Map<number, Record<string, unknown>>>;

/** Asked for the items of every list. */
export const listedItemFacts = extensionPoint<ItemFacts>();

/** Asked where one item is shown with its details. */
export const shownItemFacts = extensionPoint<ItemFacts>();
