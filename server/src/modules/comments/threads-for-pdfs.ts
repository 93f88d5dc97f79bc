import { mostPdfComments, mostPdfCharacters, mostPdfThreads } from '@dossier/contract/comments/comments';
import { codes } from '@dossier/contract/core/codes';
import type { Context } from '../../platform/context.ts';
import { Refusal } from '../../platform/refusal.ts';
import { revisionsOfIds } from '../documents/revisions.ts';
import { labelOf } from '../documents/version-labels.ts';
import { personNames } from '../identity/users.ts';
import { requireCommentable } from './threads/comment-rules.ts';
import { placeOf, placesShown } from './threads/list-threads.ts';
import { type CommentRow, commentsOf, pageOfThreads, sizeOfThreads } from './threads/threads.queries.ts';

/** The threads on a document that the caller may read, the oldest first, with all replies and the names that the caller sees: for a PDF of it. */
export async function threadsForPdf(ctx: Context, { objId, resolved }: { objId: string; resolved: boolean }) {
  const authorised = await requireCommentable(ctx, objId);
  const { item } = authorised;
  const filter = { itemId: item.id, state: resolved ? 'all' : 'open' } as const;
  const size = await sizeOfThreads(ctx.db, filter);
  if (size.threads > mostPdfThreads || size.comments > mostPdfComments || size.characters > mostPdfCharacters)
    throw new Refusal(codes.tooManyCommentsForPdf);
  const threads = (await pageOfThreads(ctx.db, filter, { limit: mostPdfThreads, offset: 0 })).toSorted((a, b) => a.id - b.id);
  if (threads.length === 0) return [];
  const all = { all: mostPdfComments, first: 0, last: 0 };
  const rows = await commentsOf(
    ctx.db,
    threads.map(({ id }) => id),
    all,
  );
  const byThread = Map.groupBy(rows, (row) => row.thread_id);
  const nameOf = await personNames(ctx, rows.map((row) => row.person_id).concat(threads.map((thread) => thread.resolver_id)));
  const revisions = await revisionsOfIds(ctx.db, [...new Set(threads.map((thread) => thread.revision_id))]);
  const labels = new Map(revisions.map((revision) => [revision.id, labelOf(revision)]));
  const noteOf = (row: CommentRow) => ({
    id: String(row.id),
    author: row.share_id === 0 ? nameOf(row.person_id) : row.visitor_name,
    at: row.created_at,
    changedAt: row.updated_at,
    text: row.deleted === 1 ? '' : row.content,
  });
  const isPlaceShown = await placesShown(ctx, authorised);
  return threads.map((thread) => ({
    id: thread.id,
    place: thread.place === '' || !isPlaceShown(thread) ? undefined : placeOf(thread.place),
    revisionId: thread.revision_id,
    revisionLabel: labels.get(thread.revision_id) ?? '',
    resolved: thread.resolved === 1 ? { by: nameOf(thread.resolver_id), at: thread.resolved_at } : undefined,
    notes: (byThread.get(thread.id) ?? []).map(noteOf),
  }));
}
