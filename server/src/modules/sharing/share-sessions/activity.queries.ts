import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import { compiled } from '../../../platform/db/dialect.ts';
import type { ShareEventTable } from '../../../platform/db/types.generated.ts';

export type ActivityRow = Selectable<ShareEventTable>;

export const insertEvent = (db: Db, row: Insertable<ShareEventTable>) => db.insertInto('share_event').values(row).execute();

/** Whether a visitor has a recent event of the same kind. */
export async function hasDoneSince(
  db: Db,
  { shareId, key, kind, itemId, since }: { shareId: number; key: string; kind: string; itemId: number; since: number },
): Promise<boolean> {
  const row = await db
    .selectFrom('share_event')
    .select('id')
    .where('share_id', '=', shareId)
    .where('at', '>', since)
    .where('visitor_key', '=', key)
    .where('kind', '=', kind)
    .where('item_id', '=', itemId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** The number of uploads by visitor since a time, new files and new revisions. */
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
    .where('kind', 'in', ['uploaded', 'edited'])
    .groupBy('visitor_key')
    .orderBy((order) => order.fn.max('at'), 'desc')
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
