import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';

export const findAttempts = (db: Db, key: string) => db.selectFrom('sign_in_attempt').selectAll().where('key', '=', key).executeTakeFirst();

/**
 * Counts an attempt, or `by` many, in one statement and answers the count. The count restarts when the window or a block is over; at
 * `limit` the key is blocked for a while.
 */
export async function countAttempt(
  db: Db,
  key: string,
  { now, windowMs, limit, blockMs, by = 1 }: { now: number; windowMs: number; limit: number; blockMs: number; by?: number },
): Promise<number> {
  const over = sql`(sign_in_attempt.first_at < ${now - windowMs}
    or (sign_in_attempt.blocked_until > 0 and sign_in_attempt.blocked_until <= ${now}))`;
  const counted = await sql<{ failures: number }>`
    insert into sign_in_attempt (key, failures, first_at, blocked_until) values (${key}, ${by}, ${now}, 0)
    on conflict (key) do update set
      failures = case when ${over} then ${by} else sign_in_attempt.failures + ${by} end,
      first_at = case when ${over} then ${now} else sign_in_attempt.first_at end,
      blocked_until = case when ${over} then 0
        when sign_in_attempt.failures + ${by} >= ${limit} and sign_in_attempt.blocked_until = 0 then ${now + blockMs}
        else sign_in_attempt.blocked_until end
    returning failures`.execute(db);
  return counted.rows[0]?.failures ?? 0;
}

/** Takes back a counted attempt that was no wrong guess; a block that only this attempt caused is lifted. */
export const uncountAttempt = (db: Db, key: string, limit: number) =>
  db
    .updateTable('sign_in_attempt')
    .set({
      failures: sql<number>`failures - 1`,
      blocked_until: sql<number>`case when failures - 1 < ${limit} then 0 else blocked_until end`,
    })
    .where('key', '=', key)
    .where('failures', '>', 0)
    .execute();

export const clearAttempts = (db: Db, key: string) => db.deleteFrom('sign_in_attempt').where('key', '=', key).execute();

/** Deletes counters that have expired. */
export const deleteOldAttempts = (db: Db, now: number) =>
  db
    .deleteFrom('sign_in_attempt')
    .where('first_at', '<', now - 24 * 3_600_000)
    .where('blocked_until', '<', now)
    .execute();

/** Deletes failures by prefix of their keys. */
export const clearAttemptsUnder = (db: Db, start: string) =>
  db.deleteFrom('sign_in_attempt').where('key', '>=', start).where('key', '<', `${start}\uffff`).execute();

export const insertCaptcha = (db: Db, row: { id: string; answer: string; tries: number; expires_at: number; address: string }) =>
  db.insertInto('captcha').values(row).execute();

/** The captcha that was drawn last for a block of addresses. */
export const latestCaptcha = (db: Db, address: string, now: number) =>
  db
    .selectFrom('captcha')
    .select('id')
    .where('address', '=', address)
    .where('expires_at', '>', now)
    .orderBy('expires_at', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Uses one of the five attempts of a captcha; answers its text. */
export async function takeCaptchaAttempt(db: Db, id: string, now: number): Promise<string | undefined> {
  const row = await db
    .updateTable('captcha')
    .set({ tries: sql<number>`tries + 1` })
    .where('id', '=', id)
    .where('tries', '<', 5)
    .where('expires_at', '>', now)
    .returning('answer')
    .executeTakeFirst();
  return row?.answer;
}

export const deleteCaptcha = (db: Db, id: string) => db.deleteFrom('captcha').where('id', '=', id).execute();

export async function knownDevices(db: Db, personId: number): Promise<string[]> {
  const rows = await db.selectFrom('known_device').select('device_hash').where('person_id', '=', personId).execute();
  return rows.map((row) => row.device_hash);
}

export const putKnownDevice = (db: Db, row: { person_id: number; device_hash: string; seen_at: number }) =>
  db
    .insertInto('known_device')
    .values(row)
    .onConflict((conflict) => conflict.columns(['person_id', 'device_hash']).doUpdateSet({ seen_at: row.seen_at }))
    .execute();
