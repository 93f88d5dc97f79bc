import { newId } from '../../platform/ids.ts';
import { findItem } from '../access/items.queries.ts';
import { spendBudget } from '../access/write-budget.ts';
import type { DocumentCopier } from '../documents/copy-items.ts';
import { commentsCopied } from './events.ts';
import { areCommentsOff } from './threads/comment-rules.ts';
import { allCommentsOf, insertCopies, mentionsOf, threadsAfter } from './threads/threads.queries.ts';

/** Threads that one round reads and inserts; a thread has at most 500 replies. */
const together = 20;

/** Gives each id of one table a new one, always the same. */
function renumbering(known: readonly (readonly [number, number])[] = []): (id: number) => number {
  const ids = new Map(known);
  return (id) => {
    const given = ids.get(id) ?? newId();
    ids.set(id, given);
    return given;
  };
}

/**
 * Copies the comments of a document to its copy, where `/dms/paste` asks for `comments`: words, writers, times, mentions, and which threads are resolved.
 * Each comment counts as a row in the limit of the paste (4811). Copied comments send no messages to the mentioned people; threads that visitors of a link
 * began are threads of users in the copy. A cabinet with comments switched off gets no comments. The log tells it of both documents.
 */
export const copyComments: DocumentCopier = async (ctx, { original, from, to, commentsWithin: budget }) => {
  if (budget === undefined) return;
  const copy = await findItem(ctx.db, to.documentId);
  if (copy === undefined || (await areCommentsOff(ctx, copy))) return;
  // a copy has one version: the threads of older ones lie on versions that are not there any more
  const versionOf = renumbering([[from, to.revisionId]]);
  let copied = 0;
  for (let after = 0; ; ) {
    const threads = await threadsAfter(ctx.db, original, { after, limit: together });
    const last = threads.at(-1);
    if (last === undefined) break;
    after = last.id;
    copied += threads.length;
    spendBudget(
      budget,
      threads.reduce((sum, thread) => sum + 1 + thread.reply_count, 0),
    );
    const written = await allCommentsOf(
      ctx.db,
      threads.map((thread) => thread.id),
    );
    // rising, as the originals are
    const idOf = renumbering(written.map(({ id }) => [id, newId()]));
    const mentions = await mentionsOf(
      ctx.db,
      written.map(({ id }) => id),
    );
    await insertCopies(ctx.db, {
      threads: threads.map((thread) => ({
        ...thread,
        id: idOf(thread.id),
        item_id: to.documentId,
        revision_id: versionOf(thread.revision_id),
        share_id: 0,
        giver_id: 0,
      })),
      comments: written.map((comment) => ({ ...comment, id: idOf(comment.id), thread_id: idOf(comment.thread_id), visitor_key: '' })),
      mentions: mentions.map((mention) => ({ ...mention, comment_id: idOf(mention.comment_id) })),
    });
  }
  if (copied === 0) return;
  const source = await findItem(ctx.db, original);
  await ctx.emit(commentsCopied, { objId: copy.id, objName: copy.name, from: original, threads: copied });
  if (source !== undefined) await ctx.emit(commentsCopied, { objId: original, objName: source.name, to: copy.id, threads: copied });
};
