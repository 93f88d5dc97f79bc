import { type comments, maxReplies, maxThreads } from '@dossier/contract/comments/comments';
import { isInDocument } from '@dossier/contract/comments/places';
import { codes } from '@dossier/contract/core/codes';
import { right } from '@dossier/contract/core/rights';
import type { OutputOf, ParsedOf } from '@dossier/contract/core/route';
import type { Context } from '../../../platform/context.ts';
import { newId } from '../../../platform/ids.ts';
import { Refusal } from '../../../platform/refusal.ts';
import type { ItemRow } from '../../access/items.queries.ts';
import { requireRevision } from '../../documents/file-tickets.ts';
import { commentCreated, commentDeleted, commentResolved, commentUpdated } from '../events.ts';
import {
  type AuthorisedComment,
  contentOf,
  mayDelete,
  mayResolve,
  requireComment,
  requireCommentable,
  requireCommentsOn,
  requireOwnComment,
  requireThread,
} from './comment-rules.ts';
import { writeMentions } from './mentions.ts';
import {
  type ThreadRow,
  commentById,
  countReply,
  deleteComment,
  deleteThread,
  insertComment,
  insertThread,
  mentionsOf,
  deleteMentions,
  threadById,
  uncountReply,
  updateComment,
  updateThread,
} from './threads.queries.ts';

export const aboutItem = (item: ItemRow): { objId: number; objName: string } => ({ objId: item.id, objName: item.name });

/** Begins a thread on a document, or replies in one of its threads. */
export async function createComment(ctx: Context, input: ParsedOf<typeof comments.create>): Promise<OutputOf<typeof comments.create>> {
  const authorised = await requireCommentable(ctx, input.objId);
  const { item } = authorised;
  await requireCommentsOn(ctx, item);
  const content = contentOf(input.content);
  const id = newId();
  const threadId =
    input.threadId === undefined
      ? await beginThread(ctx, item, { ...input, id, share_id: 0, giver_id: 0 })
      : await replyIn(ctx, item, await threadById(ctx.db, Number(input.threadId)));
  const writer = { person_id: ctx.user.id, share_id: 0, visitor_key: '', visitor_name: '' };
  await insertComment(ctx.db, { id, thread_id: threadId, ...writer, content, deleted: 0, created_at: ctx.now, updated_at: ctx.now });
  const result = await writeMentions(ctx, id, { authorised, mentions: input.mentions ?? [] });
  await ctx.emit(commentCreated, { ...aboutItem(item), commentId: id });
  return { id: String(id), ...result };
}

/** A thread to begin; of visitors with their link and who gave it. */
type NewThread = Pick<ParsedOf<typeof comments.create>, 'place' | 'revisionId'> & Pick<ThreadRow, 'id' | 'share_id' | 'giver_id'>;

/** A thread has the id of its first comment. */
export async function beginThread(ctx: Context, item: ItemRow, { id, place, revisionId, ...link }: NewThread): Promise<number> {
  if (place !== undefined && !isInDocument(place)) throw new Refusal(codes.commentPlaceWrong);
  const thread = {
    id,
    item_id: item.id,
    revision_id: await revisionOf(ctx, item, revisionId),
    place: place === undefined ? '' : JSON.stringify(place),
    reply_count: 0,
    active_at: ctx.now,
    resolved: 0,
    resolved_at: 0,
    resolver_id: 0,
    ...link,
  };
  if (!(await insertThread(ctx.db, thread, maxThreads))) throw new Refusal(codes.commentsFull);
  return id;
}

/** A revision of this document that the writer may see; one of another document, a deleted or a hidden one is no place for a comment on it. */
async function revisionOf(ctx: Context, item: ItemRow, revisionId: string | undefined): Promise<number> {
  if (revisionId === undefined || Number(revisionId) === item.revision_id) return item.revision_id;
  try {
    return (await requireRevision(ctx, right.visible | right.read, { id: String(item.id), currentRev: revisionId })).revision.id;
  } catch (error) {
    throw error instanceof Refusal ? new Refusal(codes.commentPlaceWrong) : error;
  }
}

/** A reply opens nothing: a thread that was resolved stays so. */
export async function replyIn(ctx: Context, item: ItemRow, thread: ThreadRow | undefined): Promise<number> {
  if (thread?.item_id !== item.id) throw new Refusal(codes.commentMissing);
  if (!(await countReply(ctx.db, thread.id, { now: ctx.now, most: maxReplies }))) throw new Refusal(codes.commentsFull);
  return thread.id;
}

export async function updateOwnComment(
  ctx: Context,
  { id, content, mentions }: ParsedOf<typeof comments.update>,
): Promise<OutputOf<typeof comments.update>> {
  const { comment, authorised } = await requireOwnComment(ctx, id);
  const { item } = authorised;
  await requireCommentsOn(ctx, item);
  const text = contentOf(content);
  if (text !== comment.content) await updateComment(ctx.db, comment.id, { content: text, updated_at: ctx.now });
  const result = mentions === undefined ? { unaware: [] } : await writeMentions(ctx, comment.id, { authorised, mentions });
  await ctx.emit(commentUpdated, { ...aboutItem(item), commentId: comment.id });
  return result;
}

/** Deletes a comment. A thread goes with its last one; until then its first one stays without words. */
export async function removeComment(ctx: Context, { id }: ParsedOf<typeof comments.delete>) {
  const { comment, thread, authorised } = await requireComment(ctx, id);
  if (!mayDelete(ctx, comment, authorised)) throw new Refusal(codes.commentNotYours);
  await takeOut(ctx, { comment, thread });
  await ctx.emit(commentDeleted, aboutItem(authorised.item));
  return {};
}

/** Takes a comment out of its thread. */
export async function takeOut(ctx: Context, { comment, thread }: Pick<AuthorisedComment, 'comment' | 'thread'>): Promise<void> {
  if (comment.id === thread.id && thread.reply_count > 0) await emptyComment(ctx, comment.id);
  else await deleteComment(ctx.db, comment.id);
  if (comment.id !== thread.id) await uncountReply(ctx.db, thread.id);
  await deleteEmptyThread(ctx, thread.id);
}

async function emptyComment({ db, now }: Context, id: number): Promise<void> {
  const mentions = await mentionsOf(db, [id]);
  await deleteMentions(
    db,
    id,
    mentions.map((row) => row.person_id),
  );
  await updateComment(db, id, { content: '', deleted: 1, updated_at: now });
}

async function deleteEmptyThread({ db }: Context, id: number): Promise<void> {
  const thread = await threadById(db, id);
  const first = await commentById(db, id);
  if (thread === undefined || thread.reply_count > 0 || first?.deleted === 0) return;
  if (first !== undefined) await deleteComment(db, id);
  await deleteThread(db, id);
}

export async function resolveThread(ctx: Context, { id, resolved }: ParsedOf<typeof comments.resolve>) {
  const { thread, authorised } = await requireThread(ctx, Number(id));
  const first = await commentById(ctx.db, thread.id);
  if (first === undefined || !mayResolve(ctx, first, authorised)) throw new Refusal(codes.commentNotYours);
  await requireCommentsOn(ctx, authorised.item);
  if ((thread.resolved === 1) === resolved) return {};
  await updateThread(ctx.db, thread.id, {
    resolved: resolved ? 1 : 0,
    resolved_at: resolved ? ctx.now : 0,
    resolver_id: resolved ? ctx.user.id : 0,
  });
  await ctx.emit(commentResolved, {
    ...aboutItem(authorised.item),
    before: { resolved: !resolved },
    after: { resolved },
  });
  return {};
}
