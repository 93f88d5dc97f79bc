import type { ItemFacts } from '../../ground/ctx.ts';
import { recognisedAmong } from './index-queries.ts';

/** Tells whoever looks at a document that the words on its pages were recognised. */
export const textFacts: ItemFacts = async (ctx, ids) =>
  new Map((await recognisedAmong(ctx.db, ids)).map((row) => [row.item_id, { recognised: true }]));
