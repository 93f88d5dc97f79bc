import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { compiled, compiledWrite, engineOf } from '../db/dialect.ts';
import { newId } from '../ids.ts';
import type { EventType } from './event.ts';

/** Who spoke: the person of a call, or nobody. */
export interface Actor {
  id?: number;
  name: string;
  address: string;
  /** The organisation that they work in, where they work in one. */
  spaceId?: number;
  /** The share by whose link they came. */
  byLink?: number;
}

/** An event with its data. */
export interface Emission<D extends object> {
  event: EventType<string, D>;
  data: NoInfer<D>;
  at: number;
}

/** How long a claimed row belongs to who claimed it; renewed while a job works on it. */
const leaseMs = 10 * 60_000;

/** After so many claims a row is left lying for an operator to look at, also when each of them took the process down. */
export const maxAttempts = 6;

/** Puts a row for one listener by its name: for a room that speaks to its own listener where there is no context to `say` with. */
export async function deliverTo<D extends object>(db: Db, listener: string, what: Emission<D> & { dedupe?: string }): Promise<void> {
  what.event.shape.parse(what.data);
  const row = rowOf(listener, { name: '', address: '' }, what);
  await insertRows(db, [{ ...row, dedupe: what.dedupe ?? null }]);
}

/** The row of an event for one listener; its data tell in which organisation it happened: that of the speaker, unless it is about another. */
export const rowOf = (listener: string, { spaceId, byLink, ...speaker }: Actor, what: Emission<object>) => ({
  id: newId(),
  listener,
  event: what.event.name,
  data: JSON.stringify({ ...(spaceId !== undefined && { spaceId }), ...what.data, ...(byLink !== undefined && { byLink }) }),
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
export function insertRows(db: Db, rows: NewRow[]): Promise<void> {
  let insert = inserts.get(rows.length);
  if (insert === undefined) inserts.set(rows.length, (insert = insertOf(rows.length)));
  return insert(db, Object.fromEntries(rows.flatMap((row, n) => Object.entries(row).map(([field, value]) => [field + n, value]))));
}

type NewRow = ReturnType<typeof rowOf> & { dedupe: string | null };

const fields = ['id', 'listener', 'event', 'data', 'person_id', 'person_name', 'address', 'at', 'run_at', 'dedupe'] as const;
const inserts = new Map<number, ReturnType<typeof insertOf>>();

/** The statement for so many rows; their fields stand in it as `id0`, `id1` and so on. */
const insertOf = (count: number) =>
  compiledWrite<Record<string, unknown>>((db, p) =>
    db
      .insertInto('outbox')
      .values(
        Array.from({ length: count }, (_, n) => Object.fromEntries(fields.map((field) => [field, p[field + n]])) as unknown as NewRow),
      )
      .onConflict((conflict) =>
        conflict
          .columns(['listener', 'dedupe'])
          .where('dedupe', 'is not', null)
          .doUpdateSet((set) => ({ at: set.ref('excluded.at') })),
      ),
  );

/** Whose rows are due. */
export async function dueSubscribers(db: Db, now: number): Promise<string[]> {
  return (await due(db, { now })).map((row) => row.listener);
}

const due = compiled<{ now: number }, { listener: string }>((db, p) =>
  db
    .selectFrom('outbox')
    .select('listener')
    .distinct()
    .where('run_at', '<=', p.now)
    .where('lease', '<', p.now)
    .where('attempts', '<', maxAttempts),
);

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

/**
 * Takes due rows for a while. Their dedupe keys are given up: what is said from now on is news that this work may have missed.
 * They are chosen once, apart from the update: PostgreSQL may run a sub-select that locks anew for each row, and so take more than asked for.
 */
async function claim(db: Db, whose: RawBuilder<unknown>, { now, limit }: { now: number; limit: number }): Promise<Row[]> {
  const skip = engineOf(db) === 'postgres' ? sql` for update skip locked` : sql``;
  const taken = await sql<Row>`with due as materialized (select id from outbox
        where run_at <= ${now} and lease < ${now} and attempts < ${maxAttempts} and ${whose} order by id limit ${limit}${skip})
      update outbox set lease = ${now + leaseMs}, attempts = attempts + 1, dedupe = null where id in (select id from due)
      returning id, listener, event, data, person_id, person_name, address, at, attempts`.execute(db);
  return taken.rows.toSorted((a, b) => a.id - b.id);
}

/** Claims the next row of one listener. */
export const claimOf = (db: Db, listener: string, now: number) => claim(db, sql`listener = ${listener}`, { now, limit: 1 });

/** Claims rows of all listeners but these. */
export const claimOfOthers = (db: Db, listeners: string[], { now, limit }: { now: number; limit: number }) =>
  claim(db, listeners.length === 0 ? sql`1 = 1` : sql`listener not in (${sql.join(listeners)})`, { now, limit });

/**
 * Removes rows that are done, as far as nobody else has claimed them since; answers those. A claim is known by its number: who was held up
 * for longer than its lease has lost the rows to somebody else.
 */
export async function removeClaimed(db: Db, rows: readonly Row[]): Promise<Row[]> {
  const held = new Set<number>();
  for (const [attempts, group] of Map.groupBy(rows, (row) => row.attempts)) {
    const ids = group.map((row) => row.id);
    const gone = await db.deleteFrom('outbox').where('id', 'in', ids).where('attempts', '=', attempts).returning('id').execute();
    for (const { id } of gone) held.add(id);
  }
  return rows.filter((row) => held.has(row.id));
}

/** Keeps a claimed row for another while. */
export const renewLease = (db: Db, row: Row, now: number) =>
  db
    .updateTable('outbox')
    .set({ lease: now + leaseMs })
    .where('id', '=', row.id)
    .where('attempts', '=', row.attempts)
    .execute();

/** Frees every claimed row: at the start of the only process, where whoever claimed one is gone. */
export const releaseAll = (db: Db) => db.updateTable('outbox').set({ lease: 0 }).where('lease', '>', 0).execute();

/** Gives a claimed row back, due again at a later time. */
export const postpone = (db: Db, row: Row, { runAt, problem }: { runAt: number; problem: string }) =>
  db
    .updateTable('outbox')
    .set({ lease: 0, run_at: runAt, problem })
    .where('id', '=', row.id)
    .where('attempts', '=', row.attempts)
    .execute();
