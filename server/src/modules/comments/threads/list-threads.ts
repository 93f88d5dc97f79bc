import {
  type Comment,
  type CommentThread,
  type PlacedThread,
  type comments,
  maxPlaces,
  shownReplies,
} from '@dossier/contract/comments/comments';
import type { CommentPlace } from '@dossier/contract/comments/places';
import type { OutputOf, ParsedOf } from '@dossier/contract/core/route';
import type { Context } from '../../../platform/context.ts';
import { isoTime } from '../../../platform/text/iso-time.ts';
import type { AuthorisedItem } from '../../access/require-items.ts';
import { seesSuperseded } from '../../documents/file-tickets.ts';
import { revisionsOfIds } from '../../documents/revisions.ts';
import { labelOf } from '../../documents/version-labels.ts';
import { personNames } from '../../identity/users.ts';
import { areCommentsOff, isOwn, mayDelete, mayResolve, requireCommentable, requireThread } from './comment-rules.ts';
import {
  type CommentRow,
  type ThreadRow,
  commentsOf,
  countThreads,
  mentionsOf,
  pageOfReplies,
  pageOfThreads,
  placedThreads,
} from './threads.queries.ts';

export async function listThreads(
  ctx: Context,
  { objId, state, pageNo, pageSize }: ParsedOf<typeof comments.list>,
): Promise<OutputOf<typeof comments.list>> {
  const authorised = await requireCommentable(ctx, objId);
  const itemId = authorised.item.id;
  const rows = await pageOfThreads(ctx.db, { itemId, state }, { limit: pageSize, offset: (pageNo - 1) * pageSize });
  const openCount = await countThreads(ctx.db, { itemId, state: 'open' });
  const isOff = await areCommentsOff(ctx, authorised.item);
  return {
    list: await showThreads(ctx, rows, { authorised, isOff }),
    pageNo,
    pageSize,
    totalNumber: state === 'open' ? openCount : await countThreads(ctx.db, { itemId, state }),
    openCount,
    ...(isOff && { off: true }),
  };
}

export async function showThread(ctx: Context, { id }: ParsedOf<typeof comments.thread>): Promise<CommentThread> {
  const { thread, authorised } = await requireThread(ctx, Number(id));
  const [shown] = await showThreads(ctx, [thread], { authorised, isOff: await areCommentsOff(ctx, authorised.item) });
  if (shown === undefined) throw new Error('one thread in, one thread out');
  return shown;
}

export async function listReplies(
  ctx: Context,
  { id, pageNo, pageSize }: ParsedOf<typeof comments.replies>,
): Promise<OutputOf<typeof comments.replies>> {
  const { thread, authorised } = await requireThread(ctx, Number(id));
  const rows = await pageOfReplies(ctx.db, thread.id, { limit: pageSize, offset: (pageNo - 1) * pageSize });
  const show = await commentShower(ctx, rows, { authorised });
  return { list: rows.map(show), pageNo, pageSize, totalNumber: thread.reply_count };
}

export async function listPlaces(
  ctx: Context,
  { objId, state }: ParsedOf<typeof comments.places>,
): Promise<OutputOf<typeof comments.places>> {
  const authorised = await requireCommentable(ctx, objId);
  const { item } = authorised;
  const isShown = await placesShown(ctx, authorised);
  const rows = await placedThreads(ctx.db, { itemId: item.id, state }, maxPlaces);
  return {
    list: rows.filter(isShown).map(shownPlace),
    ...((await areCommentsOff(ctx, item)) && { off: true }),
  };
}

/** Which threads the caller is shown with their places, that may quote the document: not those on versions that are superseded for the caller. */
export async function placesShown(ctx: Context, authorised: AuthorisedItem): Promise<(thread: Pick<ThreadRow, 'revision_id'>) => boolean> {
  const seesAll = await seesSuperseded(ctx, authorised);
  return (thread) => seesAll || thread.revision_id === authorised.item.revision_id;
}

/** Where a thread lies, without its words. */
export const shownPlace = (row: Awaited<ReturnType<typeof placedThreads>>[number]): PlacedThread => ({
  id: String(row.id),
  place: placeOf(row.place),
  revisionId: String(row.revision_id),
  resolved: row.resolved === 1,
});

/** A place as it was parsed when it was written. */
export const placeOf = (json: string): CommentPlace => JSON.parse(json) as CommentPlace;

interface Shown {
  authorised: AuthorisedItem;
  /** Comments are switched off: nothing can be resolved. */
  isOff: boolean;
}

async function showThreads(ctx: Context, threads: readonly ThreadRow[], { authorised, isOff }: Shown): Promise<CommentThread[]> {
  if (threads.length === 0) return [];
  const rows = await commentsOf(
    ctx.db,
    threads.map((thread) => thread.id),
    shownReplies,
  );
  const byThread = Map.groupBy(rows, (row) => row.thread_id);
  const show = await commentShower(ctx, rows, { authorised, more: threads.map((thread) => thread.resolver_id) });
  const revisions = await revisionsOfIds(ctx.db, [...new Set(threads.map((thread) => thread.revision_id))]);
  const labels = new Map(revisions.map((revision) => [revision.id, labelOf(revision)]));
  const isPlaceShown = await placesShown(ctx, authorised);
  return threads.flatMap((thread) => {
    const [first, ...replies] = byThread.get(thread.id) ?? [];
    if (first === undefined) return [];
    return [
      {
        ...show(first),
        ...(thread.share_id !== 0 && { seenByLink: true }),
        ...(thread.place !== '' && isPlaceShown(thread) && { place: placeOf(thread.place) }),
        revisionId: String(thread.revision_id),
        revisionLabel: labels.get(thread.revision_id) ?? '',
        resolved: thread.resolved === 1,
        ...(thread.resolved === 1 && { resolvedBy: show.nameOf(thread.resolver_id), resolvedTime: isoTime(thread.resolved_at) }),
        mayResolve: !isOff && mayResolve(ctx, first, authorised),
        replyCount: thread.reply_count,
        replies: replies.map(show),
      },
    ];
  });
}

interface CommentShower {
  (row: CommentRow): Comment;
  nameOf: (id: number) => string;
}

/** Shows comments with the names in them, which are asked for together; `more` are other people who are named with them. */
async function commentShower(
  ctx: Context,
  rows: readonly CommentRow[],
  { authorised, more = [] }: { authorised: AuthorisedItem; more?: readonly number[] },
): Promise<CommentShower> {
  const mentions = await mentionsOf(
    ctx.db,
    rows.map((row) => row.id),
  );
  const nameOf = await personNames(ctx, [...rows, ...mentions].map((row) => row.person_id).concat(more));
  const byComment = Map.groupBy(mentions, (row) => row.comment_id);
  const show = (row: CommentRow): Comment => ({
    id: String(row.id),
    content: row.content,
    authorName: row.share_id === 0 ? nameOf(row.person_id) : row.visitor_name,
    ...(row.share_id !== 0 && { byLink: true }),
    own: isOwn(ctx, row),
    mayDelete: mayDelete(ctx, row, authorised),
    createTime: isoTime(row.created_at),
    ...(row.deleted === 0 && row.updated_at > row.created_at && { updateTime: isoTime(row.updated_at) }),
    mentions: (byComment.get(row.id) ?? []).map(({ person_id }) => ({ id: String(person_id), name: nameOf(person_id) })),
    ...(row.deleted === 1 && { deleted: true }),
  });
  return Object.assign(show, { nameOf });
}
