import { maxOpenCount } from '@dossier/contract/comments/comments';
import { objType, right } from '@dossier/contract/core/rights';
import type { Context } from '../../platform/context.ts';
import type { Db } from '../../platform/db/database.ts';
import type { ItemFacts } from '../documents/show-items.ts';
import { deleteCommentsOn, deleteLinkCount, openThreadsAmong } from './threads/threads.queries.ts';

/** Adds to every list how many open threads its documents have, for who may read them; visitors of links and view-as sessions learn nothing. */
export const commentFacts: ItemFacts = async (ctx, _, items) => {
  if (ctx.shareSession !== undefined || ctx.user.viewer !== undefined) return new Map();
  const readable = items.filter(({ item, bits }) => item.kind === objType.document && (bits & right.read) !== 0).map(({ item }) => item.id);
  if (readable.length === 0) return new Map();
  const counts = await openThreadsAmong(ctx.db, { ids: JSON.stringify(readable), most: maxOpenCount });
  return new Map(counts.filter(({ n }) => n > 0).map(({ id, n }) => [id, { openComments: n }]));
};

/** Deletes the comments on documents that are purged. */
export const releaseComments = (ctx: Pick<Context, 'db'>, itemIds: number[]): Promise<void> => deleteCommentsOn(ctx.db, itemIds);

/** Forgets how many comments were written by a link that is removed; the comments stay. */
export const forgetCommentsOfLink = async (db: Db, shareId: number): Promise<void> => void (await deleteLinkCount(db, shareId));
