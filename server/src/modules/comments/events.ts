import { z } from 'zod';
import { event, objectShape } from '../../platform/events/event.ts';

/** The comment, which the log does not keep. */
const aboutComment = objectShape.extend({ commentId: z.number() });

export const commentCreated = event('comment.created', aboutComment);
/** Not logged: who may read the document sees that a comment was changed. */
export const commentUpdated = event('comment.updated', aboutComment);
export const commentDeleted = event('comment.deleted', objectShape);
/** A thread was resolved, or opened again. */
export const commentResolved = event('comment.resolved', objectShape);
/** The comments on a document were copied with it; told of the copy, with `from`, and of the original, with `to`. */
export const commentsCopied = event(
  'comment.copied',
  objectShape.extend({ from: z.number().optional(), to: z.number().optional(), threads: z.number() }),
);
/** The visitor of a link wrote a comment, or deleted an own one. */
export const linkCommented = event('link.commented', aboutComment);
export const linkCommentDeleted = event('link.commentDeleted', objectShape);
