import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db/database.ts';
import { compiled, compiledWrite, engineOf } from '../db/dialect.ts';
import { newId } from '../ids.ts';
import type { EventType } from './event.ts';

/** The actor of an event: the user of a call, or none. */
export interface Actor {
  id?: number;
  name: string;
  address: string;
  /** The organisation that the session works in, where there is one. */
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

/** How long a claim of a row lasts; renewed while a job works on it. */
const leaseMs = 10 * 60_000;

/** After so many claims a row stays for an operator to look at, also when each of them crashed the process. */
export const maxAttempts = 6;

/** Writes a row for one subscriber by its name: for a module that calls its own subscriber without a context to `emit` with. */
export async function deliverTo<D extends object>(db: Db, subscriber: string, emitted: Emission<D> & { dedupe?: string }): Promise<void> {
  emitted.event.shape.parse(emitted.data);
  const row = rowOf(subscriber, { name: '', address: '' }, emitted);
  await insertRows(db, [{ ...row, dedupe: emitted.dedupe ?? null }]);
}

/** The row of an event for one subscriber; its data name the organisation: that of the actor, unless the event is about another. */
export const rowOf = (subscriber: string, { spaceId, byLink, ...actor }: Actor, emitted: Emission<object>) => ({
  id: newId(),
  subscriber,
  event: emitted.event.name,
  data: JSON.stringify({ ...(spaceId !== undefined && { spaceId }), ...emitted.data, ...(byLink !== undefined && { byLink }) }),
  person_id: actor.id ?? null,
  person_name: actor.name,
  address: actor.address,
  at: emitted.at,
  run_at: emitted.at,
});

/**
 * Writes rows; a row whose dedupe key is already waiting is only updated. The update matters: it locks the waiting row until this transaction ends,
 * so that no worker handles it without seeing what this transaction wrote.
 */
export function insertRows(db: Db, rows: NewRow[]): Promise<void> {
  let insert = inserts.get(rows.length);
  if (insert === undefined) inserts.set(rows.length, (insert = insertOf(rows.length)));
  return insert(db, Object.fromEntries(rows.flatMap((row, n) => Object.entries(row).map(([field, value]) => [field + n, value]))));
}

type NewRow = ReturnType<typeof rowOf> & { dedupe: string | null };

const fields = ['id', 'subscriber', 'event', 'data', 'person_id', 'person_name', 'address', 'at', 'run_at', 'dedupe'] as const;
const inserts = new Map<number, ReturnType<typeof insertOf>>();

/** The statement for so many rows; their fields are its parameters `id0`, `id1` and so on. */
const insertOf = (count: number) =>
  compiledWrite<Record<string, unknown>>((db, p) =>
    db
      .insertInto('outbox')
      .values(
        Array.from({ length: count }, (_, n) => Object.fromEntries(fields.map((field) => [field, p[field + n]])) as unknown as NewRow),
      )
      .onConflict((conflict) =>
        conflict
          .columns(['subscriber', 'dedupe'])
          .where('dedupe', 'is not', null)
          .doUpdateSet((set) => ({ at: set.ref('excluded.at') })),
      ),
  );

/** The subscribers that have due rows. */
export async function dueSubscribers(db: Db, now: number): Promise<string[]> {
  return (await due(db, { now })).map((row) => row.subscriber);
}

const due = compiled<{ now: number }, { subscriber: string }>((db, p) =>
  db
    .selectFrom('outbox')
    .select('subscriber')
    .distinct()
    .where('run_at', '<=', p.now)
    .where('lease', '<', p.now)
    .where('attempts', '<', maxAttempts),
);

/** A claimed row. */
export interface Row {
  id: number;
  subscriber: string;
  event: string;
  data: string;
  person_id: number | null;
  person_name: string | null;
  address: string | null;
  at: number;
  attempts: number;
}

/**
 * Claims due rows for the lease. Their dedupe keys are cleared: a later event is news that this work may have missed. They are selected apart from
 * the update: PostgreSQL may run a locking sub-select anew for each row, and so claim more than the limit.
 */
async function claim(db: Db, ofSubscribers: RawBuilder<unknown>, { now, limit }: { now: number; limit: number }): Promise<Row[]> {
  const skip = engineOf(db) === 'postgres' ? sql` for update skip locked` : sql``;
  const taken = await sql<Row>`with due as materialized (select id from outbox
        where run_at <= ${now} and lease < ${now} and attempts < ${maxAttempts} and ${ofSubscribers} order by id limit ${limit}${skip})
      update outbox set lease = ${now + leaseMs}, attempts = attempts + 1, dedupe = null where id in (select id from due)
      returning id, subscriber, event, data, person_id, person_name, address, at, attempts`.execute(db);
  return taken.rows.toSorted((a, b) => a.id - b.id);
}

/** Claims the next row of one subscriber. */
export const claimOf = (db: Db, subscriber: string, now: number) => claim(db, sql`subscriber = ${subscriber}`, { now, limit: 1 });

/** Claims rows of all subscribers but these. */
export const claimOfOthers = (db: Db, subscribers: string[], { now, limit }: { now: number; limit: number }) =>
  claim(db, subscribers.length === 0 ? sql`1 = 1` : sql`subscriber not in (${sql.join(subscribers)})`, { now, limit });

/**
 * Removes rows that are done, unless another worker has claimed them since; returns the removed ones. A claim is known by its number: a worker
 * delayed beyond its lease has lost its rows.
 */
export async function removeClaimed(db: Db, rows: readonly Row[]): Promise<Row[]> {
  const claimed = new Set<number>();
  for (const [attempts, group] of Map.groupBy(rows, (row) => row.attempts)) {
    const ids = group.map((row) => row.id);
    const gone = await db.deleteFrom('outbox').where('id', 'in', ids).where('attempts', '=', attempts).returning('id').execute();
    for (const { id } of gone) claimed.add(id);
  }
  return rows.filter((row) => claimed.has(row.id));
}

/** Extends the lease of a claimed row. */
export const renewLease = (db: Db, row: Row, now: number) =>
  db
    .updateTable('outbox')
    .set({ lease: now + leaseMs })
    .where('id', '=', row.id)
    .where('attempts', '=', row.attempts)
    .execute();

/** Frees every claimed row: at the start of the only process, as the process that claimed one has ended. */
export const releaseAll = (db: Db) => db.updateTable('outbox').set({ lease: 0 }).where('lease', '>', 0).execute();

/** Releases a claimed row, due again at a later time. */
export const postpone = (db: Db, row: Row, { runAt, problem }: { runAt: number; problem: string }) =>
  db
    .updateTable('outbox')
    .set({ lease: 0, run_at: runAt, problem })
    .where('id', '=', row.id)
    .where('attempts', '=', row.attempts)
    .execute();

/** Releases a claimed row whose work could not begin, due again at a later time, as if it had not been claimed. */
export const postponeUncounted = (db: Db, row: Row, runAt: number) =>
  db
    .updateTable('outbox')
    .set({ lease: 0, run_at: runAt, attempts: row.attempts - 1 })
    .where('id', '=', row.id)
    .where('attempts', '=', row.attempts)
    .execute()
    .then(() => undefined);
