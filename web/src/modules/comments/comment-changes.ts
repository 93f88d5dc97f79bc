import { type Comment, type CommentThread, type MentionResult, comments } from '@dossier/contract/comments/comments';
import type { CommentPlace } from '@dossier/contract/comments/places';
import { call } from '../../platform/call.ts';
import type { TextOf } from '../../platform/i18n.ts';
import { notice } from '../../platform/notices.ts';
import { confirm } from '../../platform/ui/confirm.tsx';
import { refreshLists } from '../documents/areas.ts';
import { refreshComments } from '../documents/comment-news.ts';
import type { Unaware } from './unaware-people.tsx';

/** The comments of a document have changed, and with them perhaps its mark in lists. */
async function refresh(objId: string): Promise<void> {
  await refreshComments(objId);
  await refreshLists();
}

interface NewComment {
  objId: string;
  content: string;
  mentions?: string[];
  threadId?: string | undefined;
  place?: CommentPlace | undefined;
  revisionId?: string | undefined;
}

const unawareOf = (commentId: string, { unaware, managers }: MentionResult): Unaware | undefined =>
  unaware.length === 0 ? undefined : { commentId, people: unaware, managers };

/** Sends a comment; answers who is mentioned and may not read the document. */
export async function sendComment(written: NewComment): Promise<Unaware | undefined> {
  const { id, ...result } = await call(comments.create, written);
  await refresh(written.objId);
  return unawareOf(id, result);
}

interface ChangedComment {
  objId: string;
  id: string;
  content: string;
  mentions: string[];
}

export async function changeComment({ objId, ...changed }: ChangedComment): Promise<Unaware | undefined> {
  const result = await call(comments.update, changed);
  await refreshComments(objId);
  return unawareOf(changed.id, result);
}

export async function resolveThread(objId: string, { id, resolved }: Pick<CommentThread, 'id' | 'resolved'>): Promise<void> {
  await call(comments.resolve, { id, resolved: !resolved });
  await refresh(objId);
}

interface Removed {
  objId: string;
  comment: Comment;
  /** The thread, of its first comment. */
  thread?: CommentThread;
}

/**
 * Deletes a comment after a question. Only a thread of one's own in which nobody replied can be undone: it is written again where it was. A reply would
 * come back after later ones, and words that others answered would be another thread.
 */
export async function deleteComment({ objId, comment, thread }: Removed, t: TextOf<'comments'>): Promise<void> {
  const canUndo = comment.own && thread?.replyCount === 0;
  const question = { title: t('deleteAsk', { name: comment.authorName }), text: comment.content, ok: t('delete'), danger: true };
  if (!canUndo && !(await confirm(question))) return;
  await call(comments.delete, { id: comment.id });
  await refresh(objId);
  if (!canUndo) return;
  const { content, mentions } = comment;
  const again = { objId, content, mentions: mentions.map(({ id }) => id), place: thread.place, revisionId: thread.revisionId };
  notice.undo(t('deleted'), { label: t('undo'), run: () => void sendComment(again).catch(() => undefined) });
}
