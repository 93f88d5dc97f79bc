import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import { among, compiled } from '../../../platform/db/dialect.ts';
import type { ShareEventTable, ShareSessionTable, ShareUploadTable } from '../../../platform/db/types.generated.ts';

export type ShareSessionRow = Selectable<ShareSessionTable>;

export const sessionByToken = compiled<{ hash: string }, ShareSessionRow>((db, p) =>
  db.selectFrom('share_session').selectAll().where('token_hash', '=', p.hash),
);

export const sessionById = compiled<{ id: number }, ShareSessionRow>((db, p) =>
  db.selectFrom('share_session').selectAll().where('id', '=', p.id),
);

export const insertSession = (db: Db, row: Insertable<ShareSessionTable>) => db.insertInto('share_session').values(row).execute();

export const deleteSession = (db: Db, id: number) => db.deleteFrom('share_session').where('id', '=', id).execute();

/** Notes the proven address of a share session. */
export const setProven = (db: Db, id: number, name: string) =>
  db.updateTable('share_session').set({ name, proven: 1 }).where('id', '=', id).execute();

/** Sets the start of the time that is spent on pages. */
export const setViewedAt = (db: Db, id: number, at: number) =>
  db.updateTable('share_session').set({ viewed_at: at }).where('id', '=', id).execute();

export const uploadsAmong = compiled<{ ids: string }, Selectable<ShareUploadTable>>((db, p) =>
  db.selectFrom('share_upload').selectAll().where('document_id', 'in', among(db, p.ids)),
);

export const uploadsIn = compiled<{ place: number }, Selectable<ShareUploadTable>>((db, p) =>
  db.selectFrom('share_upload').selectAll().where('place_id', '=', p.place),
);

export const insertUpload = (db: Db, row: Insertable<ShareUploadTable>) => db.insertInto('share_upload').values(row).execute();

/** Of documents that are hidden from all visitors. */
export const noShare = 0;

/** Follows documents that staff moved: uploads are no longer a visitor's, and what is hidden from all visitors stays hidden. */
export async function moveUploads(db: Db, ids: number[]): Promise<void> {
  const moved = JSON.stringify(ids);
  await db.deleteFrom('share_upload').where('document_id', 'in', among(db, moved)).where('share_id', '<>', noShare).execute();
  await db
    .updateTable('share_upload')
    .set((set) => ({
      place_id: set.fn.coalesce(
        set.selectFrom('item').select('parent_id').whereRef('item.id', '=', 'share_upload.document_id'),
        set.ref('place_id'),
      ),
    }))
    .where('document_id', 'in', among(db, moved))
    .execute();
}

export const deleteUploads = (db: Db, ids: number[]) =>
  db
    .deleteFrom('share_upload')
    .where('document_id', 'in', among(db, JSON.stringify(ids)))
    .execute();

/** Wrong attempts per code from all addresses together. */
const maxCodeAttempts = 20;

interface CodeKey {
  shareId: number;
  mail: string;
}

/** The seed of the valid code of an address. The column is named after the hashes that it contained before. */
export const validCode = (db: Db, { shareId, mail, now }: CodeKey & { now: number }) =>
  db
    .selectFrom('share_code')
    .select('code_hash as code_seed')
    .where('share_id', '=', shareId)
    .where('mail', '=', mail)
    .where('tries', '<', maxCodeAttempts)
    .where('expires_at', '>', now)
    .executeTakeFirst();

/** Stores a code, or extends the valid one, which keeps its attempts. */
export const putCode = (db: Db, { shareId, mail, seed, until }: CodeKey & { seed: string; until: number }) =>
  db
    .insertInto('share_code')
    .values({ share_id: shareId, mail, code_hash: seed, expires_at: until, tries: 0 })
    .onConflict((conflict) =>
      conflict.columns(['share_id', 'mail']).doUpdateSet({
        code_hash: seed,
        expires_at: until,
        tries: sql<number>`case when share_code.code_hash = ${seed} then share_code.tries else 0 end`,
      }),
    )
    .execute();

/** Consumes an attempt of a code in one statement; false when none is left, or it has expired. */
export async function countCodeAttempt(db: Db, { shareId, mail, now }: CodeKey & { now: number }): Promise<boolean> {
  const tried = await db
    .updateTable('share_code')
    .set({ tries: sql<number>`tries + 1` })
    .where('share_id', '=', shareId)
    .where('mail', '=', mail)
    .where('tries', '<', maxCodeAttempts)
    .where('expires_at', '>', now)
    .returning('mail')
    .executeTakeFirst();
  return tried !== undefined;
}

/** Deletes a code after its use; answers whether it was still valid. */
export async function spendCode(db: Db, { shareId, mail, seed }: CodeKey & { seed: string }): Promise<boolean> {
  const spent = await db
    .deleteFrom('share_code')
    .where('share_id', '=', shareId)
    .where('mail', '=', mail)
    .where('code_hash', '=', seed)
    .returning('mail')
    .executeTakeFirst();
  return spent !== undefined;
}

/** Deletes expired share sessions and codes. */
export async function deleteExpired(db: Db, now: number): Promise<void> {
  await db.deleteFrom('share_session').where('until', '<', now).execute();
  await db.deleteFrom('share_code').where('expires_at', '<', now).execute();
}

/** Deletes all data of the visitors of a share. */
export async function deleteSessionsOfShare(db: Db, shareId: number): Promise<void> {
  for (const table of ['share_page_view', 'share_event', 'share_code', 'share_session'] as const)
    await db.deleteFrom(table).where('share_id', '=', shareId).execute();
}

export type ActivityRow = Selectable<ShareEventTable>;

export const insertEvent = (db: Db, row: Insertable<ShareEventTable>) => db.insertInto('share_event').values(row).execute();

interface EventOfVisitor {
  shareId: number;
  key: string;
  kind: string;
  itemId: number;
}

/** A visitor's events of a kind on an item. */
const eventsOf = (db: Db, { shareId, key, kind, itemId }: EventOfVisitor) =>
  db
    .selectFrom('share_event')
    .select('id')
    .where('share_id', '=', shareId)
    .where('visitor_key', '=', key)
    .where('kind', '=', kind)
    .where('item_id', '=', itemId)
    .limit(1);

/** Whether a visitor has a recent event of the same kind. */
export const hasDoneSince = async (db: Db, { since, ...event }: EventOfVisitor & { since: number }): Promise<boolean> =>
  (await eventsOf(db, event).where('at', '>', since).executeTakeFirst()) !== undefined;

/** The number of new files by visitor since a time. */
export const arrivedSince = (db: Db, shareId: number, since: number) =>
  db
    .selectFrom('share_event')
    .select((select) => [
      'visitor_key',
      select.fn.max<string>('visitor').as('visitor'),
      select.fn.max<string>('address').as('address'),
      select.fn.countAll<number>().as('n'),
    ])
    .where('share_id', '=', shareId)
    .where('at', '>=', since)
    .where('kind', '=', 'uploaded')
    .groupBy('visitor_key')
    .orderBy((order) => order.fn.max('at'), 'desc')
    .execute();

/** Which documents visitors have edited since a time, by editors or by versions that they uploaded: the last visitor of each document first. */
export const editedSince = (db: Db, { shareId, since, most }: { shareId: number; since: number; most: number }) =>
  db
    .selectFrom('share_event')
    .select((select) => [
      'item_id',
      'visitor_key',
      select.fn.max<string>('visitor').as('visitor'),
      select.fn.max<string>('address').as('address'),
    ])
    .where('share_id', '=', shareId)
    .where('at', '>=', since)
    .where('kind', '=', 'edited')
    .groupBy(['item_id', 'visitor_key'])
    .orderBy((order) => order.fn.max('at'), 'desc')
    .limit(most)
    .execute();

/** Adds seconds to a page, up to the limit of pages per visitor. */
export const addSeconds = (db: Db, row: { share_id: number; visitor_key: string; item_id: number; page: number; seconds: number }) =>
  db
    .insertInto('share_page_view')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['share_id', 'visitor_key', 'item_id', 'page'])
        .doUpdateSet({ seconds: sql<number>`share_page_view.seconds + ${row.seconds}` }),
    )
    .execute();

export const countPages = (db: Db, shareId: number, visitorKey: string) =>
  db
    .selectFrom('share_page_view')
    .select((select) => select.fn.countAll<number>().as('n'))
    .where('share_id', '=', shareId)
    .where('visitor_key', '=', visitorKey)
    .executeTakeFirstOrThrow();

/** Events of a share, newest first, of all visitors or one. */
export async function pageOfEvents(
  db: Db,
  { shareId, visitorKey, limit, offset }: { shareId: number; visitorKey: string | undefined; limit: number; offset: number },
): Promise<{ rows: ActivityRow[]; total: number }> {
  let found = db.selectFrom('share_event').where('share_id', '=', shareId);
  if (visitorKey !== undefined) found = found.where('visitor_key', '=', visitorKey);
  const { n } = await found.select((select) => select.fn.countAll<number>().as('n')).executeTakeFirstOrThrow();
  const rows = await found.selectAll().orderBy('at', 'desc').orderBy('id', 'desc').limit(limit).offset(offset).execute();
  return { rows, total: n };
}

/** Events of a share, oldest first, in batches. */
export const eventsAfter = (db: Db, shareId: number, { limit, ...after }: { at: number; id: number; limit: number }) =>
  db
    .selectFrom('share_event')
    .selectAll()
    .where('share_id', '=', shareId)
    .where((where) => where.or([where('at', '>', after.at), where.and([where('at', '=', after.at), where('id', '>', after.id)])]))
    .orderBy('at')
    .orderBy('id')
    .limit(limit)
    .execute();

/** The number of events by visitor and kind, with the first and last time. */
export const doneByVisitor = compiled<
  { share: number },
  { visitor_key: string; visitor: string; address: string; kind: string; n: number; first: number; last: number }
>((db, p) =>
  db
    .selectFrom('share_event')
    .select((select) => [
      'visitor_key',
      'kind',
      select.fn.max<string>('visitor').as('visitor'),
      select.fn.max<string>('address').as('address'),
      select.fn.countAll<number>().as('n'),
      select.fn.min<number>('at').as('first'),
      select.fn.max<number>('at').as('last'),
    ])
    .where('share_id', '=', p.share)
    .groupBy(['visitor_key', 'kind']),
);

/** The number of events by day since 1970 and kind. */
export const doneByDay = compiled<{ share: number }, { day: number; kind: string; n: number }>((db, p) =>
  db
    .selectFrom('share_event')
    .select((select) => [sql<number>`at / 86400000`.as('day'), 'kind', select.fn.countAll<number>().as('n')])
    .where('share_id', '=', p.share)
    .groupBy([sql`at / 86400000`, 'kind'])
    .orderBy(sql`at / 86400000`),
);

export const secondsByVisitor = compiled<{ share: number }, { visitor_key: string; seconds: number }>((db, p) =>
  db
    .selectFrom('share_page_view')
    .select((select) => ['visitor_key', sql<number>`cast(${select.fn.sum<number>('seconds')} as integer)`.as('seconds')])
    .where('share_id', '=', p.share)
    .groupBy('visitor_key'),
);

/** Seconds by document and page, of all visitors or one. */
export function secondsByPage(db: Db, shareId: number, visitorKey: string | undefined) {
  let found = db.selectFrom('share_page_view').where('share_id', '=', shareId);
  if (visitorKey !== undefined) found = found.where('visitor_key', '=', visitorKey);
  return found
    .select((select) => ['item_id', 'page', sql<number>`cast(${select.fn.sum<number>('seconds')} as integer)`.as('seconds')])
    .groupBy(['item_id', 'page'])
    .orderBy('item_id')
    .orderBy('page')
    .limit(20_000)
    .execute();
}

/** Seconds by visitor, document and page. */
export const secondsByVisitorPage = (db: Db, shareId: number, limit: number) =>
  db
    .selectFrom('share_page_view')
    .select(['visitor_key', 'item_id', 'page', 'seconds'])
    .where('share_id', '=', shareId)
    .orderBy('visitor_key')
    .orderBy('item_id')
    .orderBy('page')
    .limit(limit)
    .execute();

/** The number of events by document, of all visitors or one. */
export function doneByItem(db: Db, shareId: number, visitorKey: string | undefined) {
  let found = db.selectFrom('share_event').where('share_id', '=', shareId).where('item_id', '>', 0);
  if (visitorKey !== undefined) found = found.where('visitor_key', '=', visitorKey);
  return found
    .select((select) => ['item_id', 'kind', select.fn.max<string>('item_name').as('name'), select.fn.countAll<number>().as('n')])
    .groupBy(['item_id', 'kind'])
    .orderBy('item_id')
    .execute();
}
