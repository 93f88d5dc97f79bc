import { type Insertable, sql } from 'kysely';
import type { Db } from '../../../platform/db/database.ts';
import { among } from '../../../platform/db/dialect.ts';
import type { UsageHourTable } from '../../../platform/db/types.generated.ts';

export const entriesOf = (db: Db, itemId: number, { limit, offset }: { limit: number; offset: number }) =>
  db.selectFrom('log_entry').selectAll().where('obj_id', '=', itemId).orderBy('id', 'desc').limit(limit).offset(offset).execute();

export const countEntries = async (db: Db, itemId: number): Promise<number> => {
  const { n } = await db
    .selectFrom('log_entry')
    .select((select) => select.fn.countAll<number>().as('n'))
    .where('obj_id', '=', itemId)
    .executeTakeFirstOrThrow();
  return n;
};

/** Stores the last opening of documents by user; rows must be distinct. */
export const putOpened = (db: Db, rows: { person_id: number; item_id: number; at: number }[]) =>
  db
    .insertInto('recent_item')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['person_id', 'item_id']).doUpdateSet({ at: sql<number>`excluded.at` }))
    .execute();

/** Adds to the daily counters; rows must be distinct. */
export const addToDays = (db: Db, rows: { item_id: number; day: number; views: number; downloads: number }[]) =>
  db
    .insertInto('item_day')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['day', 'item_id']).doUpdateSet({
        views: sql<number>`item_day.views + excluded.views`,
        downloads: sql<number>`item_day.downloads + excluded.downloads`,
      }),
    )
    .execute();

export const deleteUsageOfItems = async (db: Db, ids: number[]): Promise<void> => {
  const json = JSON.stringify(ids);
  await db.deleteFrom('recent_item').where('item_id', 'in', among(db, json)).execute();
  await db.deleteFrom('item_day').where('item_id', 'in', among(db, json)).execute();
};

interface VisibleScope {
  organisationId: number;
  /** JSON of the access lists whose items the user sees. */
  acls: string;
  limit: number;
}

export const openedBy = (db: Db, personId: number, { organisationId, acls, limit }: VisibleScope) =>
  db
    .selectFrom('recent_item')
    .innerJoin('item', 'item.id', 'recent_item.item_id')
    .selectAll('item')
    .select('recent_item.at as opened_at')
    .where('recent_item.person_id', '=', personId)
    .where('item.bin_id', '=', 0)
    .where('item.attached', '=', 0)
    .where('item.organisation_id', '=', organisationId)
    .where('item.acl_id', 'in', among(db, acls))
    .orderBy('recent_item.at', 'desc')
    .orderBy('recent_item.item_id', 'desc')
    .limit(limit)
    .execute();

/** The addition disables an index that SQLite would use for the grouping, and then read all days. */
const groupedItem = sql<number>`item_id + 0`;

/** Documents by openings or downloads since a day. */
export const usedSince = (db: Db, day: number, { by, organisationId, acls, limit }: VisibleScope & { by: 'views' | 'downloads' }) =>
  db
    .selectFrom((from) =>
      from
        .selectFrom('item_day')
        .select([groupedItem.as('item_id'), (select) => select.fn.sum<number>(by).as('n')])
        .where('day', '>=', day)
        .where(by, '>', 0)
        .groupBy(groupedItem)
        .as('sums'),
    )
    .innerJoin('item', 'item.id', 'sums.item_id')
    .selectAll('item')
    .select('sums.n')
    .where('item.bin_id', '=', 0)
    .where('item.attached', '=', 0)
    .where('item.organisation_id', '=', organisationId)
    .where('item.acl_id', 'in', among(db, acls))
    .orderBy('sums.n', 'desc')
    .orderBy('item.id', 'desc')
    .limit(limit)
    .execute();

/** Documents that colleagues opened since a time and the user neither opened nor owns, by number of openers. */
export const openedByOthers = (
  db: Db,
  { personId, others, since }: { personId: number; others: readonly number[]; since: number },
  { organisationId, acls, limit }: VisibleScope,
) =>
  db
    .selectFrom((from) =>
      from
        .selectFrom('recent_item')
        .select(['item_id', (select) => select.fn.countAll<number>().as('n')])
        .where('person_id', 'in', among(db, JSON.stringify(others)))
        .where('person_id', '<>', personId)
        .where('at', '>=', since)
        .groupBy('item_id')
        .as('sums'),
    )
    .innerJoin('item', 'item.id', 'sums.item_id')
    .selectAll('item')
    .where('item.bin_id', '=', 0)
    .where('item.attached', '=', 0)
    .where('item.owner_id', '<>', personId)
    .where('item.organisation_id', '=', organisationId)
    .where('item.acl_id', 'in', among(db, acls))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('recent_item as own')
            .select('own.at')
            .where('own.person_id', '=', personId)
            .whereRef('own.item_id', '=', 'sums.item_id'),
        ),
      ),
    )
    .orderBy('sums.n', 'desc')
    .orderBy('item.id', 'desc')
    .limit(limit)
    .execute();

/** Openings and downloads since a day of an owner's documents that they see, and their number. */
export const useOfOwned = (db: Db, day: number, { ownerId, organisationId, acls }: Omit<VisibleScope, 'limit'> & { ownerId: number }) =>
  db
    .selectFrom('item_day')
    .innerJoin('item', 'item.id', 'item_day.item_id')
    .select(({ fn }) => [
      fn.coalesce(fn.sum<number>('item_day.views'), sql<number>`0`).as('views'),
      fn.coalesce(fn.sum<number>('item_day.downloads'), sql<number>`0`).as('downloads'),
      fn.count<number>('item.id').distinct().as('documents'),
    ])
    .where('item_day.day', '>=', day)
    .where('item.owner_id', '=', ownerId)
    .where('item.organisation_id', '=', organisationId)
    .where('item.acl_id', 'in', among(db, acls))
    .where('item.bin_id', '=', 0)
    .executeTakeFirstOrThrow();

/** Deletes a user's openings; the log is unchanged. */
export const deleteOpenedBy = (db: Db, personId: number) => db.deleteFrom('recent_item').where('person_id', '=', personId).execute();

/** The measures counted by user and hour. */
export const measures = ['sign_ins', 'views', 'downloads', 'prints', 'uploads', 'shares', 'others'] as const;
export type Measure = (typeof measures)[number];

/** The counters of a user in an organisation for one hour. */
export type UseRow = Pick<Insertable<UsageHourTable>, 'organisation_id' | 'hour' | 'person_id'> & Record<Measure, number>;

/** Adds to the hourly counters; rows must be distinct. */
export const addToHours = (db: Db, rows: UseRow[]) =>
  db
    .insertInto('usage_hour')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['organisation_id', 'hour', 'person_id'])
        .doUpdateSet(
          Object.fromEntries(measures.map((measure) => [measure, sql`usage_hour.${sql.ref(measure)} + excluded.${sql.ref(measure)}`])),
        ),
    )
    .execute();

/** Deletes presence before an hour, and sessions last seen before it. */
export async function forgetPresence(db: Db, hour: number): Promise<void> {
  await db.deleteFrom('presence').where('hour', '<', hour).execute();
  await db
    .deleteFrom('session_record')
    .where('seen_at', '<', hour * 3_600_000)
    .execute();
}

/** Whether there is presence before an hour: mostly there is none, which then needs no write transaction. */
export const hasOldPresence = async (db: Db, hour: number): Promise<boolean> =>
  (await db
    .selectFrom('session_record')
    .select('id')
    .where('seen_at', '<', hour * 3_600_000)
    .limit(1)
    .executeTakeFirst()) !== undefined;
