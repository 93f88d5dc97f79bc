import { sql } from 'kysely';
import type { Db } from '../db/database.ts';

/** Since when the mail server takes no mail, and when it is tried again. */
export const deliveryState = (db: Db) => db.selectFrom('mail_delivery').selectAll().where('id', '=', 1).executeTakeFirstOrThrow();

/** How many mails of a subscriber wait to be sent. */
export async function countQueued(db: Db, subscriber: string): Promise<number> {
  const all = db.selectFrom('outbox').where('subscriber', '=', subscriber);
  return (await all.select(({ fn }) => fn.countAll<number>().as('n')).executeTakeFirstOrThrow()).n;
}

/** Notes that the mail server took no mail, and when to try it again. */
export const noteFailure = (db: Db, { now, nextTry, problem }: { now: number; nextTry: number; problem: string }) =>
  db
    .updateTable('mail_delivery')
    .set({
      failing_since: sql<number>`case when failing_since = 0 then ${now} else failing_since end`,
      failures: sql<number>`failures + 1`,
      next_try: nextTry,
      problem,
    })
    .where('id', '=', 1)
    .execute();

/** Notes that the mail server takes mails. */
export const noteSuccess = (db: Db) =>
  db
    .updateTable('mail_delivery')
    .set({ failing_since: 0, failures: 0, next_try: 0, problem: '', told: 0 })
    .where('id', '=', 1)
    .where('failing_since', '>', 0)
    .execute();

/** Whether this server tells the administrators of the failure; once for each. */
export async function claimFailureNotice(db: Db, failingBefore: number): Promise<boolean> {
  const claimed = await db
    .updateTable('mail_delivery')
    .set({ told: 1 })
    .where('id', '=', 1)
    .where('told', '=', 0)
    .where('failing_since', '>', 0)
    .where('failing_since', '<=', failingBefore)
    .executeTakeFirst();
  return claimed.numUpdatedRows > 0n;
}
