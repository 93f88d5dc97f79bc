import { type Selectable, type Updateable, sql } from 'kysely';
import type { ThreadState } from '@dossier/contract/comments/comments';
import type { Db } from '../../../platform/db/database.ts';
import { among, compiled } from '../../../platform/db/dialect.ts';
import type { CommentMentionTable, CommentTable, CommentThreadTable } from '../../../platform/db/types.generated.ts';

export type ThreadRow = Selectable<CommentThreadTable>;
export type CommentRow = Selectable<CommentTable>;
type MentionRow = Selectable<CommentMentionTable>;

/** Inserts a thread unless the document has so many already; answers whether it did. */
export async function insertThread(db: Db, row: ThreadRow, most: number): Promise<boolean> {
  const begun = await sql<{ id: number }>`
    insert into comment_thread (id, item_id, revision_id, place, reply_count, active_at, resolved, resolved_at, resolver_id, share_id, giver_id)
    select cast(${row.id} as bigint), cast(${row.item_id} as bigint), cast(${row.revision_id} as bigint), cast(${row.place} as text), 0,
      cast(${row.active_at} as bigint), 0, 0, 0, cast(${row.share_id} as bigint), cast(${row.giver_id} as bigint)
    where (select count(*) from comment_thread where item_id = ${row.item_id}) < ${most}
    returning id`.execute(db);
  return begun.rows.length > 0;
}

/** Counts a reply of a thread, unless it has so many already; answers whether it did. */
export async function countReply(db: Db, id: number, { now, most }: { now: number; most: number }): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('comment_thread')
    .set(({ eb }) => ({ reply_count: eb('reply_count', '+', 1), active_at: now }))
    .where('id', '=', id)
    .where('reply_count', '<', most)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** After a reply was deleted: the thread is as active as its newest comment. */
export const uncountReply = (db: Db, id: number) =>
  sql`update comment_thread set reply_count = reply_count - 1,
    active_at = (select max(created_at) from comment where thread_id = ${id}) where id = ${id}`.execute(db);

export const insertComment = (db: Db, row: CommentRow) => db.insertInto('comment').values(row).execute();

/** Threads of a document by id. */
export const threadsAfter = (db: Db, itemId: number, { after, limit }: { after: number; limit: number }) =>
  db.selectFrom('comment_thread').selectAll().where('item_id', '=', itemId).where('id', '>', after).orderBy('id').limit(limit).execute();

/** All comments of some threads, each after those before it. */
export const allCommentsOf = (db: Db, threadIds: readonly number[]) =>
  db
    .selectFrom('comment')
    .selectAll()
    .where('thread_id', 'in', among(db, JSON.stringify(threadIds)))
    .orderBy('id')
    .execute();

/** Rows of one statement, whose parameters are limited. */
const rowsAtOnce = 500;

/** Inserts threads with their comments and mentions. */
export async function insertCopies(
  db: Db,
  { threads, comments, mentions }: { threads: ThreadRow[]; comments: CommentRow[]; mentions: MentionRow[] },
): Promise<void> {
  for (let at = 0; at < threads.length; at += rowsAtOnce)
    await db
      .insertInto('comment_thread')
      .values(threads.slice(at, at + rowsAtOnce))
      .execute();
  for (let at = 0; at < comments.length; at += rowsAtOnce)
    await db
      .insertInto('comment')
      .values(comments.slice(at, at + rowsAtOnce))
      .execute();
  for (let at = 0; at < mentions.length; at += rowsAtOnce) await insertMentions(db, mentions.slice(at, at + rowsAtOnce));
}

export const updateComment = (db: Db, id: number, changes: Updateable<CommentTable>) =>
  db.updateTable('comment').set(changes).where('id', '=', id).execute();

export const updateThread = (db: Db, id: number, changes: Updateable<CommentThreadTable>) =>
  db.updateTable('comment_thread').set(changes).where('id', '=', id).execute();

export const threadById = (db: Db, id: number) => db.selectFrom('comment_thread').selectAll().where('id', '=', id).executeTakeFirst();

export const commentById = (db: Db, id: number) => db.selectFrom('comment').selectAll().where('id', '=', id).executeTakeFirst();

export async function deleteComment(db: Db, id: number): Promise<void> {
  await db.deleteFrom('comment_mention').where('comment_id', '=', id).execute();
  await db.deleteFrom('comment').where('id', '=', id).execute();
}

export const deleteThread = (db: Db, id: number) => db.deleteFrom('comment_thread').where('id', '=', id).execute();

/** Which threads of a document: in a state, and of one link only where it is named. */
interface ThreadFilter {
  itemId: number;
  state: ThreadState;
  shareId?: number | undefined;
}

const threadsOn = (db: Db, { itemId, state, shareId }: ThreadFilter) => {
  const onItem = db.selectFrom('comment_thread').where('item_id', '=', itemId);
  const query = shareId === undefined ? onItem : onItem.where('share_id', '=', shareId);
  return state === 'all' ? query : query.where('resolved', '=', state === 'open' ? 0 : 1);
};

export async function countThreads(db: Db, filter: ThreadFilter): Promise<number> {
  const { n } = await threadsOn(db, filter)
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return n;
}

/** Threads on a document, those with the newest comment first. */
export const pageOfThreads = (db: Db, filter: ThreadFilter, part: { limit: number; offset: number }) =>
  threadsOn(db, filter).selectAll().orderBy('active_at', 'desc').orderBy('id', 'desc').limit(part.limit).offset(part.offset).execute();

/** The threads that lie at a place of the document, the newest first. */
export const placedThreads = (db: Db, filter: ThreadFilter, limit: number) =>
  threadsOn(db, filter)
    .select(['id', 'place', 'revision_id', 'resolved'])
    .where('place', '<>', '')
    .orderBy('active_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();

/** The first comments of some threads with all replies of short threads, and the first and last of longer ones: one query a page. */
export async function commentsOf(
  db: Db,
  threadIds: readonly number[],
  shown: { all: number; first: number; last: number },
): Promise<CommentRow[]> {
  // numbered along the index, which has no words in it
  const found = await sql<CommentRow>`
    select c.id, c.thread_id, c.person_id, c.content, c.deleted, c.created_at, c.updated_at, c.share_id, c.visitor_key, c.visitor_name
    from comment c join (
      select comment.id, t.reply_count, row_number() over (partition by comment.thread_id order by comment.id) as place
      from comment join comment_thread t on t.id = comment.thread_id
      where comment.thread_id in ${among(db, JSON.stringify(threadIds))}) n on n.id = c.id
    where n.reply_count <= ${shown.all} or n.place <= ${shown.first + 1} or n.place > n.reply_count + ${1 - shown.last}
    order by c.id`.execute(db);
  return found.rows;
}

/** How many threads, comments and characters match a filter. */
export const sizeOfThreads = (db: Db, filter: ThreadFilter): Promise<{ threads: number; comments: number; characters: number }> =>
  threadsOn(db, filter)
    .innerJoin('comment', 'comment.thread_id', 'comment_thread.id')
    .select(({ fn, eb }) => [
      fn.count<number>('comment_thread.id').distinct().as('threads'),
      fn.countAll<number>().as('comments'),
      fn.coalesce(fn.sum<number>(fn<number>('length', ['comment.content'])), eb.lit(0)).as('characters'),
    ])
    .executeTakeFirstOrThrow();

/** The replies of a thread, the first one first. */
export const pageOfReplies = (db: Db, threadId: number, { limit, offset }: { limit: number; offset: number }) =>
  db
    .selectFrom('comment')
    .selectAll()
    .where('thread_id', '=', threadId)
    .where('id', '<>', threadId)
    .orderBy('id')
    .limit(limit)
    .offset(offset)
    .execute();

export const insertMentions = (db: Db, rows: MentionRow[]) => db.insertInto('comment_mention').values(rows).execute();

export const deleteMentions = (db: Db, commentId: number, personIds: readonly number[]) =>
  db
    .deleteFrom('comment_mention')
    .where('comment_id', '=', commentId)
    .where('person_id', 'in', among(db, JSON.stringify(personIds)))
    .execute();

export const mentionsOf = (db: Db, commentIds: readonly number[]) =>
  db
    .selectFrom('comment_mention')
    .selectAll()
    .where('comment_id', 'in', among(db, JSON.stringify(commentIds)))
    .orderBy('person_id')
    .execute();

/** Notes that people were told of a comment that mentions them. */
export const markTold = (db: Db, commentId: number, { personIds, now }: { personIds: readonly number[]; now: number }) =>
  db
    .updateTable('comment_mention')
    .set({ told_at: now })
    .where('comment_id', '=', commentId)
    .where('person_id', 'in', among(db, JSON.stringify(personIds)))
    .execute();

/** All users whose words are in a thread. */
export async function participantsOf(db: Db, threadId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('comment')
    .select('person_id')
    .distinct()
    .where('thread_id', '=', threadId)
    .where('person_id', '<>', 0)
    .where('deleted', '=', 0)
    .execute();
  return rows.map((row) => row.person_id);
}

/** How many open threads each of some documents has, counted up to `most`: asked with every list. */
export const openThreadsAmong = compiled<{ ids: string; most: number }, { id: number; n: number }>((db, p) =>
  db
    .selectFrom('item')
    .select('item.id')
    .select((select) =>
      select
        .selectFrom(
          select
            .selectFrom('comment_thread')
            .select('comment_thread.id')
            .whereRef('comment_thread.item_id', '=', 'item.id')
            .where('comment_thread.resolved', '=', 0)
            .limit(p.most)
            .as('open'),
        )
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .$asScalar()
        .$castTo<number>()
        .as('n'),
    )
    .where('item.id', 'in', among(db, p.ids)),
);

/** Deletes all comments on some documents. */
export async function deleteCommentsOn(db: Db, itemIds: readonly number[]): Promise<void> {
  const threads = db
    .selectFrom('comment_thread')
    .select('id')
    .where('item_id', 'in', among(db, JSON.stringify(itemIds)));
  const written = db.selectFrom('comment').select('id').where('thread_id', 'in', threads);
  await db.deleteFrom('comment_mention').where('comment_id', 'in', written).execute();
  await db.deleteFrom('comment').where('thread_id', 'in', threads).execute();
  await db.deleteFrom('comment_thread').where('id', 'in', threads).execute();
}

/** Counts a comment of a link, unless so many were written by it already; answers whether it did. */
export async function countLinkComment(db: Db, shareId: number, most: number): Promise<boolean> {
  const counted = await sql<{ written: number }>`
    insert into comment_link (share_id, written) values (${shareId}, 1)
    on conflict (share_id) do update set written = comment_link.written + 1 where comment_link.written < ${most}
    returning written`.execute(db);
  return counted.rows.length > 0;
}

export const deleteLinkCount = (db: Db, shareId: number) => db.deleteFrom('comment_link').where('share_id', '=', shareId).execute();
