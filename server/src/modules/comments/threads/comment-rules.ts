import { maxCommentLength } from '@dossier/contract/comments/comments';
import { codes } from '@dossier/contract/core/codes';
import { objType, right } from '@dossier/contract/core/rights';
import type { Context } from '../../../platform/context.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { findItem, type ItemRow } from '../../access/items.queries.ts';
import { type AuthorisedItem, findVisibleItems, requireItem } from '../../access/require-items.ts';
import { type CommentRow, type ThreadRow, commentById, threadById } from './threads.queries.ts';

/** Who reads a document reads its comments, and writes them. */
const mayComment = right.visible | right.read;

/** A document whose comments the caller may read. */
export const requireCommentable = (ctx: Context, id: string): Promise<AuthorisedItem> => requireItem(ctx, mayComment, id, objType.document);

/** A thread that the caller may read, with its document. */
export interface AuthorisedThread {
  thread: ThreadRow;
  authorised: AuthorisedItem;
}

/** A comment that the caller may read, with its thread and document. */
export interface AuthorisedComment extends AuthorisedThread {
  comment: CommentRow;
}

/** 5911 where it is missing, or on a document that is hidden or only visible: its id says nothing to who may not read it. */
export async function requireThread(ctx: Context, id: number): Promise<AuthorisedThread> {
  const thread = await threadById(ctx.db, id);
  if (thread === undefined) throw new Refusal(codes.commentMissing);
  const [authorised] = await findVisibleItems(ctx, [thread.item_id]);
  if (authorised === undefined || (authorised.bits & mayComment) !== mayComment) throw new Refusal(codes.commentMissing);
  return { thread, authorised };
}

/** A comment that has words. */
export async function requireComment(ctx: Context, id: string): Promise<AuthorisedComment> {
  const comment = await commentById(ctx.db, Number(id));
  if (comment === undefined) throw new Refusal(codes.commentMissing);
  const found = await requireThread(ctx, comment.thread_id);
  if (comment.deleted === 1) throw new Refusal(codes.commentMissing);
  return { ...found, comment };
}

/** A comment of the caller; 5914 where somebody else wrote it. */
export async function requireOwnComment(ctx: Context, id: string): Promise<AuthorisedComment> {
  const found = await requireComment(ctx, id);
  if (!isOwn(ctx, found.comment)) throw new Refusal(codes.commentNotYours);
  return found;
}

/** Whether the caller wrote a comment; in a view-as session nobody did. */
export const isOwn = ({ user }: Context, comment: Pick<CommentRow, 'person_id'>): boolean =>
  user.viewer === undefined && comment.person_id === user.id;

export const mayDelete = (ctx: Context, comment: CommentRow, { bits }: AuthorisedItem): boolean =>
  comment.deleted === 0 && (isOwn(ctx, comment) || (bits & right.manage) !== 0);

/** Who began a thread resolves it, and whoever may change or manage the document. */
export const mayResolve = (ctx: Context, first: Pick<CommentRow, 'person_id'>, { bits }: AuthorisedItem): boolean =>
  isOwn(ctx, first) || (bits & (right.modify | right.manage)) !== 0;

/** Whether nobody may comment in the cabinet of a document now. */
export const areCommentsOff = async ({ db }: Pick<Context, 'db'>, item: ItemRow): Promise<boolean> =>
  (await findItem(db, item.cabinet_id))?.comments_off === 1;

/** 5917 where comments are switched off in the cabinet of the document. */
export async function requireCommentsOn(ctx: Context, item: ItemRow): Promise<void> {
  if (await areCommentsOff(ctx, item)) throw new Refusal(codes.commentsOff);
}

/** The text of a comment as stored: 5913 where it is empty, 5912 where it is too long, each character counted as one. */
export function contentOf(text: string): string {
  if (text === '') throw new Refusal(codes.commentEmpty);
  if ([...text].length > maxCommentLength) throw new Refusal(codes.commentTooLong);
  return text;
}
