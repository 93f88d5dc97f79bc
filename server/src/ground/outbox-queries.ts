import { type RawBuilder, sql } from 'kysely';
import type { Db } from './db/database.ts';
import { engineOf } from './db/words.ts';
import { newId } from './ids.ts';

/** Who spoke: the person of a call, or nobody. */
export interface Speaker {
  id?: number;
  name: string;
  address: string;
}

interface Said {
  event: string;
  data: Record<string, unknown>;
  at: number;
}

/** How long a claimed row belongs to who claimed it; renewed while a job works on it. */
const leaseMs = 10 * 60_000;

/** After so many claims a row is left lying for an operator to look at, also when each of them took the process down. */
export const maxAttempts = 6;

/** Puts a row for one listener by its name: for a room that speaks to its own listener where there is no context to `say` with. */
export async function sayTo(db: Db, listener: string, what: Said & { dedupe?: string }): Promise<void> {
  const row = rowOf(listener, { name: '', address: '' }, what);
  await insertRows(db, [{ ...row, dedupe: what.dedupe ?? null }]);
}

/** The row of an event for one listener. */
export const rowOf = (listener: string, speaker: Speaker, what: Said) => ({
  id: newId(),
  listener,
  event: what.event,
  data: JSON.stringify(what.data),
  person_id: speaker.id ?? null,
  person_name: speaker.name,
  address: speaker.address,
  at: what.at,
  run_at: what.at,
});

/**
 * Writes rows; one whose key waits already is only touched. The touch matters: it holds the waiting row until this transaction
 * is through, so that nobody works it off in between without seeing what this transaction wrote.
 */
export const insertRows = (db: Db, rows: Array<ReturnType<typeof rowOf> & { dedupe: string | null }>) =>
  db
    .insertInto('outbox')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['listener', 'dedupe'])
        .where('dedupe', 'is not', null)
        .doUpdateSet((set) => ({ at: set.ref('excluded.at') })),
    )
    .execute();

/** Whose rows are due. */
export async function dueListeners(db: Db, now: number): Promise<string[]> {
  const rows = await db
    .selectFrom('outbox')
    .select('listener')
    .distinct()
    .where('run_at', '<=', now)
    .where('lease', '<', now)
    .where('attempts', '<', maxAttempts)
    .execute();
  return rows.map((row) => row.listener);
}

/** A row as it is worked on. */
export interface Row {
  id: number;
  listener: string;
  event: string;
  data: string;
  person_id: number | null;
  person_name: string | null;
  address: string | null;
  at: number;
  attempts: number;
}

/** Takes due rows for a while. Their dedupe keys are given up: what is said from now on is news that this work may have missed. */
async function claim(db: Db, whose: RawBuilder<unknown>, { now, limit }: { now: number; limit: number }): Promise<Row[]> {
  const skip = engineOf(db) === 'postgres' ? sql` for update skip locked` : sql``;
  const taken = await sql<Row>`update outbox set lease = ${now + leaseMs}, attempts = attempts + 1, dedupe = null
      where id in (select id from outbox where run_at <= ${now} and lease < ${now} and attempts < ${maxAttempts} and ${whose} order by id limit ${limit}${skip})
      returning id, listener, event, data, person_id, person_name, address, at, attempts`.execute(db);
  return taken.rows.toSorted((a, b) => a.id - b.id);
}

/** Claims the next row of one listener. */
export const claimOf = (db: Db, listener: string, now: number) => claim(db, sql`listener = ${listener}`, { now, limit: 1 });

/** Claims rows of all listeners but these. */
export const claimOfOthers = (db: Db, listeners: string[], { now, limit }: { now: number; limit: number }) =>
  claim(db, listeners.length === 0 ? sql`1 = 1` : sql`listener not in (${sql.join(listeners)})`, { now, limit });

/** Removes rows that are done. */
export const remove = (db: Db, rows: Row[]) =>
  db
    .deleteFrom('outbox')
    .where(
      'id',
      'in',
      rows.map((row) => row.id),
    )
    .execute();

/** Keeps a claimed row for another while. */
export const renewLease = (db: Db, id: number, now: number) =>
  db
    .updateTable('outbox')
    .set({ lease: now + leaseMs })
    .where('id', '=', id)
    .execute();

/** Frees every claimed row: at the start of the only process, where whoever claimed one is gone. */
export const releaseAll = (db: Db) => db.updateTable('outbox').set({ lease: 0 }).where('lease', '>', 0).execute();

/** Gives a claimed row back, due again at a later time. */
export const postpone = (db: Db, id: number, { runAt, problem }: { runAt: number; problem: string }) =>
  db.updateTable('outbox').set({ lease: 0, run_at: runAt, problem }).where('id', '=', id).execute();
