import { setTimeout as pause } from 'node:timers/promises';
import type { House } from './ctx.ts';
import type { Db } from './db/database.ts';
import {
  claimOf,
  claimOfOthers,
  dueListeners,
  insertRows,
  maxAttempts,
  postpone,
  releaseAll,
  remove,
  renewLease,
  type Row,
  rowOf,
  type Speaker,
} from './outbox-queries.ts';

/** A thing that happened, as a listener gets it. */
export interface Happening {
  id: number;
  event: string;
  data: Record<string, unknown>;
  personId: number | undefined;
  personName: string;
  address: string;
  at: number;
}

/**
 * Who wants to hear of which events. `batch` listeners run in one transaction with the removal of their rows; `job` ones do slow work
 * outside of it, one row at a time and each listener on its own, so that a long job holds up nobody else.
 */
export interface Listener {
  name: string;
  events: readonly string[];
  batch?(db: Db, happenings: Happening[], house: House): Promise<void>;
  job?(happening: Happening, house: House): Promise<void>;
  /** Of several waiting rows with the same key only one is kept; one that is being worked on no longer waits. */
  dedupe?(event: string, data: Record<string, unknown>): string | undefined;
}

export interface Outbox {
  say(db: Db, speaker: Speaker, what: { event: string; data: Record<string, unknown>; at: number }): Promise<void>;
  /** Wakes the worker after a commit. */
  poke(): void;
  /** Works until nothing is due: for tests and for the end of a demo. */
  drain(): Promise<void>;
  start(house: House): void;
  stop(): Promise<void>;
}

const renewMs = 2 * 60_000;
const batchSize = 100;
const patienceMs = 10_000;

/** One line of work that never runs twice at once; asked to run while it does, it looks once more at its end. */
function createLane(work: () => Promise<void>) {
  let working: Promise<void> | undefined;
  let again = false;
  async function untilQuiet(): Promise<void> {
    do {
      again = false;
      await work();
    } while (again);
  }
  return {
    run(): Promise<void> {
      if (working === undefined) working = untilQuiet().finally(() => (working = undefined));
      else again = true;
      return working;
    },
    working: () => working,
  };
}

/** The outbox of a house: rows in the deed's transaction, then worked off in order, again after a crash, with growing pauses after a failure. */
export function createOutbox(listeners: readonly Listener[]): Outbox {
  const byEvent = new Map<string, Listener[]>();
  for (const listener of listeners) {
    for (const event of listener.events) byEvent.set(event, [...(byEvent.get(event) ?? []), listener]);
  }
  const jobs = new Map(listeners.filter((listener) => listener.batch === undefined).map((listener) => [listener.name, listener]));
  const batches = new Map(listeners.filter((listener) => listener.batch !== undefined).map((listener) => [listener.name, listener]));
  let house: House | undefined;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  const lane = (work: (home: House) => Promise<boolean>) =>
    createLane(async () => {
      try {
        while (house !== undefined && !stopped && (await work(house)));
      } catch (error) {
        house?.log.error({ err: error }, 'outbox');
      }
    });
  const jobLanes = new Map([...jobs].map(([name, listener]) => [name, lane((home) => workJob(home, listener))]));
  const batchLane = lane((home) => workBatch(home, batches, [...jobs.keys()]));
  const lanes = [batchLane, ...jobLanes.values()];

  /** Wakes the lanes that have something due; answers when they rest. */
  async function run(): Promise<boolean> {
    if (house === undefined || stopped) return false;
    const due = await dueListeners(house.database.read, house.now());
    const wanted = new Set(due.map((name) => jobLanes.get(name) ?? batchLane));
    await Promise.all([...wanted].map((one) => one.run()));
    return due.length > 0;
  }
  const wake = () => void run().catch((error: unknown) => house?.log.error({ err: error }, 'outbox'));

  return {
    async say(db, speaker, what) {
      const heard = byEvent.get(what.event) ?? [];
      if (heard.length === 0) return;
      await insertRows(
        db,
        heard.map((listener) => ({ ...rowOf(listener.name, speaker, what), dedupe: listener.dedupe?.(what.event, what.data) ?? null })),
      );
    },
    poke() {
      setImmediate(wake);
    },
    async drain() {
      while (await run());
      const busy = lanes.map((one) => one.working()).filter((one) => one !== undefined);
      if (busy.length === 0) return;
      await Promise.all(busy);
      await this.drain();
    },
    start(home) {
      house = home;
      timer = setInterval(wake, 5000);
      timer.unref();
      // several processes may share one PostgreSQL, so there a claim of a dead one runs out by itself
      const freed = home.database.engine === 'sqlite' ? home.database.write(releaseAll) : Promise.resolve();
      void freed.then(wake, wake);
    },
    async stop() {
      stopped = true;
      clearInterval(timer);
      // a job that takes longer is left alone: its row stays and is done again
      await Promise.race([Promise.all(lanes.map((one) => one.working())), pause(patienceMs, undefined, { ref: false })]);
    },
  };
}

const happeningOf = (row: Row): Happening => ({
  id: row.id,
  event: row.event,
  data: JSON.parse(row.data) as Record<string, unknown>,
  personId: row.person_id ?? undefined,
  personName: row.person_name ?? '',
  address: row.address ?? '',
  at: row.at,
});

/** Rows of all listeners but those with jobs, each listener's together; rows of listeners that are no more are thrown away. */
async function workBatch(house: House, batches: Map<string, Listener>, jobs: string[]): Promise<boolean> {
  const rows = await house.database.write((db) => claimOfOthers(db, jobs, { now: house.now(), limit: batchSize }));
  for (const [name, group] of Map.groupBy(rows, (row) => row.listener)) await handleBatch(house, batches.get(name), group);
  return rows.length > 0;
}

async function handleBatch(house: House, listener: Listener | undefined, rows: Row[]): Promise<void> {
  try {
    await house.database.write(async (db) => {
      await listener?.batch?.(db, rows.map(happeningOf), house);
      await remove(db, rows);
    });
  } catch (error) {
    if (rows.length === 1 && rows[0] !== undefined) return giveBack(house, rows[0], error);
    // one bad row must not hold the others: each on its own
    for (const row of rows) await handleBatch(house, listener, [row]);
  }
}

/** One row of a listener with slow work; its lease is renewed as long as that takes. */
async function workJob(house: House, listener: Listener): Promise<boolean> {
  const [row] = await house.database.write((db) => claimOf(db, listener.name, house.now()));
  if (row === undefined) return false;
  const renewing = setInterval(() => void house.database.write((db) => renewLease(db, row.id, house.now())).catch(() => {}), renewMs);
  try {
    await listener.job?.(happeningOf(row), house);
    await house.database.write((db) => remove(db, [row]));
  } catch (error) {
    await giveBack(house, row, error);
  } finally {
    clearInterval(renewing);
  }
  return true;
}

async function giveBack(house: House, row: Row, error: unknown): Promise<void> {
  house.log.warn({ err: error, listener: row.listener, event: row.event, attempts: row.attempts }, 'a listener failed');
  const never = Number.MAX_SAFE_INTEGER;
  const runAt = row.attempts >= maxAttempts ? never : house.now() + 2000 * 4 ** row.attempts;
  await house.database.write((db) => postpone(db, row.id, { runAt, problem: String(error).slice(0, 500).replaceAll('\0', '') }));
}
