import { type Insertable, sql } from 'kysely';
import type { Db } from '../../ground/db/database.ts';
import type { UseHourTable } from '../../ground/db/types.generated.ts';

/** What is counted of a person in an hour. */
export const measures = ['sign_ins', 'views', 'downloads', 'prints', 'uploads', 'shares', 'others'] as const;
export type Measure = (typeof measures)[number];

/** An hour of somebody in an organisation, with all that was counted in it. */
export type UseRow = Pick<Insertable<UseHourTable>, 'organisation_id' | 'hour' | 'person_id'> & Record<Measure, number>;

/** Adds to the counters of hours; no two rows may be about the same. */
export const addToHours = (db: Db, rows: UseRow[]) =>
  db
    .insertInto('use_hour')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['organisation_id', 'hour', 'person_id'])
        .doUpdateSet(
          Object.fromEntries(measures.map((measure) => [measure, sql`use_hour.${sql.ref(measure)} + excluded.${sql.ref(measure)}`])),
        ),
    )
    .execute();

/** Forgets who was there before an hour, and sessions that were last seen before it. */
export async function forgetPresence(db: Db, hour: number): Promise<void> {
  await db.deleteFrom('presence').where('hour', '<', hour).execute();
  await db
    .deleteFrom('session_record')
    .where('seen_at', '<', hour * 3_600_000)
    .execute();
}

/** Whether anything stands from before an hour: most of the time nothing does, which costs no writing. */
export const hasOldPresence = async (db: Db, hour: number): Promise<boolean> =>
  (await db
    .selectFrom('session_record')
    .select('id')
    .where('seen_at', '<', hour * 3_600_000)
    .limit(1)
    .executeTakeFirst()) !== undefined;
