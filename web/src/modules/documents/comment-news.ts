import { comments } from '@dossier/contract/comments/comments';
import { invalidate } from '../../platform/query.ts';
import { changeShownItem } from './edit-states.ts';

/** The calls that answer comments of one document, and those of one thread. */
const ofDocument = new Set<unknown>([comments.list.path, comments.places.path]);
const ofThread = new Set<unknown>([comments.thread.path, comments.replies.path]);

/** Asks anew for the comments on a document wherever they are shown. */
export const refreshComments = (objId: string): Promise<void> =>
  invalidate({
    predicate: ({ queryKey: [path, input] }) =>
      ofThread.has(path) || (ofDocument.has(path) && (input as { objId?: string }).objId === objId),
  });

/** Shows that the comments on a document changed, and how many open threads it has, in all lists and panes that are open. */
export function showCommentChange(data: unknown): void {
  const { id, openComments } = data as { id: string; openComments: number };
  changeShownItem(id, (item) => {
    const rest = { ...item };
    delete rest.openComments;
    return openComments > 0 ? { ...rest, openComments } : rest;
  });
  void refreshComments(id);
}
