import {
  type LinkComment,
  type LinkThread,
  type linkComments,
  mostLinkComments,
  mostVisitorComments,
} from '@dossier/contract/comments/link-comments';
import { maxPlaces, shownReplies } from '@dossier/contract/comments/comments';
import { codes } from '@dossier/contract/core/codes';
import type { OutputOf, ParsedOf } from '@dossier/contract/core/route';
import type { ShareContext } from '../../../platform/context.ts';
import { newId } from '../../../platform/ids.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { isoTime } from '../../../platform/text/iso-time.ts';
import type { AuthorisedItem } from '../../access/require-items.ts';
import { countAttempt } from '../../identity/attempts.queries.ts';
import { commentUpdated, linkCommentDeleted, linkCommented } from '../events.ts';
import {
  type AuthorisedComment,
  type AuthorisedThread,
  areCommentsOff,
  contentOf,
  requireComment,
  requireCommentable,
  requireCommentsOn,
  requireThread,
} from './comment-rules.ts';
import { placeOf, placesShown, shownPlace } from './list-threads.ts';
import {
  type CommentRow,
  commentsOf,
  countLinkComment,
  countThreads,
  insertComment,
  pageOfReplies,
  pageOfThreads,
  placedThreads,
  updateComment,
} from './threads.queries.ts';
import { aboutItem, beginThread, replyIn, takeOut } from './write-comments.ts';

/** Whose visitors comment: 503 where the call names another link, 5918 where the link does not let them, 5017 before the name is proven. */
function requireCommentingVisitor({ shareSession }: ShareContext, token: string): void {
  if (!shareSession.isOf(token)) throw new Refusal(codes.linkNotSignedIn);
  if (!shareSession.mayComment) throw new Refusal(codes.linkCommentsOff);
  if (!shareSession.isProven) throw new Refusal(codes.shareNeedsName);
}

/** A shared document, for a visitor who comments. */
function requireSharedDocument(ctx: ShareContext, { token, objId }: { token: string; objId: string }): Promise<AuthorisedItem> {
  requireCommentingVisitor(ctx, token);
  return requireCommentable(ctx, objId);
}

/** 5911 for a thread that no visitor of this link began, wherever it lies. */
function requireOfLink({ shareSession }: ShareContext, { thread }: AuthorisedThread): void {
  if (thread.share_id !== shareSession.shareId) throw new Refusal(codes.commentMissing);
}

const isOwn = ({ shareSession }: ShareContext, row: CommentRow): boolean =>
  row.share_id === shareSession.shareId && row.visitor_key === shareSession.key;

async function requireOwnComment(ctx: ShareContext, { token, id }: { token: string; id: string }): Promise<AuthorisedComment> {
  requireCommentingVisitor(ctx, token);
  const found = await requireComment(ctx, id);
  requireOfLink(ctx, found);
  if (!isOwn(ctx, found.comment)) throw new Refusal(codes.commentNotYours);
  return found;
}

export async function listVisitorThreads(
  ctx: ShareContext,
  { token, objId, state, pageNo, pageSize }: ParsedOf<typeof linkComments.list>,
): Promise<OutputOf<typeof linkComments.list>> {
  const authorised = await requireSharedDocument(ctx, { token, objId });
  const { item } = authorised;
  const isPlaceShown = await placesShown(ctx, authorised);
  const filter = { itemId: item.id, state, shareId: ctx.shareSession.shareId };
  const threads = await pageOfThreads(ctx.db, filter, { limit: pageSize, offset: (pageNo - 1) * pageSize });
  const rows = await commentsOf(
    ctx.db,
    threads.map((thread) => thread.id),
    shownReplies,
  );
  const byThread = Map.groupBy(rows, (row) => row.thread_id);
  const list = threads.flatMap((thread): LinkThread[] => {
    const [first, ...replies] = byThread.get(thread.id) ?? [];
    if (first === undefined) return [];
    return [
      {
        ...shownComment(ctx, first),
        ...(thread.place !== '' && isPlaceShown(thread) && { place: placeOf(thread.place) }),
        revisionId: String(thread.revision_id),
        resolved: thread.resolved === 1,
        replyCount: thread.reply_count,
        replies: replies.map((row) => shownComment(ctx, row)),
      },
    ];
  });
  const isOff = await areCommentsOff(ctx, item);
  return { list, pageNo, pageSize, totalNumber: await countThreads(ctx.db, filter), ...(isOff && { off: true }) };
}

/** Visitors learn no names but their own and that of who gave the link: it may have been given to several who shall not know of each other. */
function shownComment(ctx: ShareContext, row: CommentRow): LinkComment {
  const { user } = ctx;
  const author = isOwn(ctx, row) ? 'own' : row.share_id !== 0 ? 'visitor' : row.person_id === user.id ? 'giver' : 'user';
  return {
    id: String(row.id),
    content: row.content,
    author,
    authorName: author === 'own' ? row.visitor_name : author === 'giver' ? user.fullName : '',
    createTime: isoTime(row.created_at),
    ...(row.deleted === 0 && row.updated_at > row.created_at && { updateTime: isoTime(row.updated_at) }),
    ...(row.deleted === 1 && { deleted: true }),
  };
}

export async function listVisitorReplies(
  ctx: ShareContext,
  { token, id, pageNo, pageSize }: ParsedOf<typeof linkComments.replies>,
): Promise<OutputOf<typeof linkComments.replies>> {
  requireCommentingVisitor(ctx, token);
  const found = await requireThread(ctx, Number(id));
  requireOfLink(ctx, found);
  const rows = await pageOfReplies(ctx.db, found.thread.id, { limit: pageSize, offset: (pageNo - 1) * pageSize });
  return { list: rows.map((row) => shownComment(ctx, row)), pageNo, pageSize, totalNumber: found.thread.reply_count };
}

export async function listVisitorPlaces(
  ctx: ShareContext,
  input: ParsedOf<typeof linkComments.places>,
): Promise<OutputOf<typeof linkComments.places>> {
  const authorised = await requireSharedDocument(ctx, input);
  const { item } = authorised;
  const isShown = await placesShown(ctx, authorised);
  const rows = await placedThreads(ctx.db, { itemId: item.id, state: 'open', shareId: ctx.shareSession.shareId }, maxPlaces);
  return { list: rows.filter(isShown).map(shownPlace), ...((await areCommentsOff(ctx, item)) && { off: true }) };
}

const hour = 3_600_000;

/** Counts what a visitor writes: 5919 beyond the number of an hour. Who proves the same address in several share sessions is one visitor. */
async function countVisitorWriting({ db, now, shareSession }: ShareContext): Promise<void> {
  const { shareId, key, name } = shareSession;
  const visitor = key.startsWith('v') ? name.toLowerCase() : key;
  const limit = { windowMs: hour, limit: mostVisitorComments + 1, blockMs: 0 };
  const written = await countAttempt(db, `link-comments:${shareId} ${visitor}`, { ...limit, now });
  if (written > mostVisitorComments) throw new Refusal(codes.linkCommentsTooFast);
}

/** Begins a thread on a shared document, or replies in one of the link; the comment has the proven name of the visitor. */
export async function createVisitorComment(
  ctx: ShareContext,
  input: ParsedOf<typeof linkComments.create>,
): Promise<OutputOf<typeof linkComments.create>> {
  const { item } = await requireSharedDocument(ctx, input);
  await requireCommentsOn(ctx, item);
  const content = contentOf(input.content);
  await countVisitorWriting(ctx);
  const { shareId, key, name } = ctx.shareSession;
  if (!(await countLinkComment(ctx.db, shareId, mostLinkComments))) throw new Refusal(codes.linkCommentsFull);
  const id = newId();
  const threadId = await threadFor(ctx, item, { ...input, id });
  const writer = { person_id: 0, share_id: shareId, visitor_key: key, visitor_name: name };
  await insertComment(ctx.db, { id, thread_id: threadId, ...writer, content, deleted: 0, created_at: ctx.now, updated_at: ctx.now });
  await ctx.shareSession.commented(ctx, item);
  await ctx.emit(linkCommented, { ...aboutItem(item), commentId: id });
  return { id: String(id) };
}

async function threadFor(
  ctx: ShareContext,
  item: AuthorisedItem['item'],
  { id, threadId, place, revisionId }: ParsedOf<typeof linkComments.create> & { id: number },
): Promise<number> {
  if (threadId === undefined)
    return beginThread(ctx, item, { id, place, revisionId, share_id: ctx.shareSession.shareId, giver_id: ctx.user.id });
  const found = await requireThread(ctx, Number(threadId));
  requireOfLink(ctx, found);
  return replyIn(ctx, item, found.thread);
}

export async function updateVisitorComment(ctx: ShareContext, { token, id, content }: ParsedOf<typeof linkComments.update>) {
  const { comment, authorised } = await requireOwnComment(ctx, { token, id });
  await requireCommentsOn(ctx, authorised.item);
  const text = contentOf(content);
  if (text === comment.content) return {};
  await countVisitorWriting(ctx);
  await updateComment(ctx.db, comment.id, { content: text, updated_at: ctx.now });
  await ctx.emit(commentUpdated, { ...aboutItem(authorised.item), commentId: comment.id });
  return {};
}

export async function removeVisitorComment(ctx: ShareContext, input: ParsedOf<typeof linkComments.delete>) {
  const found = await requireOwnComment(ctx, input);
  await takeOut(ctx, found);
  await ctx.emit(linkCommentDeleted, aboutItem(found.authorised.item));
  return {};
}
