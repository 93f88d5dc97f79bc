import { setTimeout as pause } from 'node:timers/promises';
import type { Outbox, Services } from '../context.ts';
import type { Db } from '../db/database.ts';
import type { Delivered, DeliveredEvent, EventType } from './event.ts';
import {
  type Row,
  claimOf,
  claimOfOthers,
  dueSubscribers,
  insertRows,
  maxAttempts,
  postpone,
  releaseAll,
  removeClaimed,
  renewLease,
  rowOf,
} from './outbox.queries.ts';

/**
 * What is done on some events, under a name that outbox rows keep. `batch` listeners run in one transaction with the removal of their rows;
 * `job` ones do slow work outside of it, one row at a time and each listener on its own, so that a long job holds up nobody else.
 */
interface Subscription<E extends EventType> {
  name: string;
  batch?(db: Db, happenings: Delivered<E>[], services: Services): Promise<void>;
  job?(happening: Delivered<E>, services: Services): Promise<void>;
  /** Of several waiting rows with the same key only one is kept; one that is being worked on no longer waits. */
  dedupe?(event: E['name'], data: Delivered<E>['data']): string | undefined;
}

export interface Subscriber extends Subscription<EventType> {
  events: readonly EventType[];
}

/** Subscribes to one event or to several, which `event` tells apart. Rows that were put for the listener alone are of these events too. */
export function subscribe<E extends EventType>(events: E | readonly E[], subscription: Subscription<E>): Subscriber {
  // the outbox hands a subscriber rows of its own events only
  return { ...(subscription as unknown as Subscription<EventType>), events: [events].flat() };
}

const lookMs = 5000;
const renewMs = 2 * 60_000;
const batchSize = 100;
const patienceMs = 10_000;

/** One line of work that never runs twice at once; asked to run while it does, it looks once more at its end. */
function createLane(work: () => Promise<void>) {
  let working: Promise<void> | undefined;
  let again = false;
  let rounds = 0;
  async function untilQuiet(): Promise<void> {
    try {
      do {
        again = false;
        rounds++;
        await work();
      } while (again);
    } finally {
      // here: whoever asks after the last look begins anew
      working = undefined;
    }
  }
  return {
    run(): Promise<void> {
      if (working !== undefined) {
        again = true;
        return working;
      }
      return (working = untilQuiet());
    },
    working: (): Promise<void> => working ?? Promise.resolve(),
    busy: () => working !== undefined,
    rounds: () => rounds,
  };
}

type Work = (services: Services) => Promise<boolean>;

/** A lane that repeats its work while there is more, until the house closes. */
function laneOf(homeOf: () => Services | undefined, work: Work) {
  return createLane(async () => {
    try {
      for (let more = true; more; ) {
        const services = homeOf();
        more = services !== undefined && (await work(services));
      }
    } catch (error) {
      homeOf()?.log.error({ err: error }, 'outbox');
    }
  });
}

/** Works the rows off: one lane for all batches, one for each listener with jobs. */
function createWorker(listeners: readonly Subscriber[]) {
  const jobs = listeners.filter((listener) => listener.batch === undefined);
  const batches = new Map(listeners.filter((listener) => listener.batch !== undefined).map((listener) => [listener.name, listener]));
  const jobNames = jobs.map((listener) => listener.name);
  let home: Services | undefined;
  let timer: NodeJS.Timeout | undefined;
  const lane = (work: Work) => laneOf(() => home, work);
  const jobLanes = new Map(jobs.map((listener) => [listener.name, lane((services) => workJob(services, listener))]));
  const batchLane = lane((services) => workBatch(services, batches, jobNames));
  const lanes = [batchLane, ...jobLanes.values()];

  /** Wakes the lanes that have something due; answers whether any had, once they rest. */
  async function run(): Promise<boolean> {
    if (home === undefined) return false;
    const due = await dueSubscribers(home.database.read, home.now());
    const wanted = new Set(due.map((name) => jobLanes.get(name) ?? batchLane));
    await Promise.all([...wanted].map((one) => one.run()));
    return due.length > 0;
  }
  const wake = (): void => void run().catch((error: unknown) => home?.log.error({ err: error }, 'outbox'));

  return {
    wake,
    async drain(): Promise<void> {
      const busy = () => lanes.some((one) => one.busy());
      const rounds = () => lanes.reduce((sum, one) => sum + one.rounds(), 0);
      // a lane that works while it is asked what is due may leave more behind it
      for (let more = true; more; ) {
        const [before, count] = [busy(), rounds()];
        more = (await run()) || before || busy() || rounds() !== count;
        await Promise.all(lanes.map((one) => one.working()));
      }
    },
    start(services: Services): void {
      home = services;
      timer = setInterval(wake, lookMs);
      timer.unref();
      // several processes may share one PostgreSQL, so there a claim of a dead one runs out by itself
      const freed = services.database.engine === 'sqlite' ? services.database.write(releaseAll) : Promise.resolve();
      void freed.then(wake, wake);
    },
    async stop(): Promise<void> {
      home = undefined;
      clearInterval(timer);
      // a job that takes longer is left alone: its row stays and is done again
      await Promise.race([Promise.all(lanes.map((one) => one.working())), pause(patienceMs, undefined, { ref: false })]);
    },
  };
}

const happeningOf = (row: Row): DeliveredEvent => ({
  id: row.id,
  event: row.event,
  data: JSON.parse(row.data) as object,
  personId: row.person_id ?? undefined,
  personName: row.person_name ?? '',
  address: row.address ?? '',
  at: row.at,
});

/** Rows of all listeners but those with jobs, each listener's together; rows of listeners that are no more are thrown away. */
async function workBatch(services: Services, batches: Map<string, Subscriber>, jobs: string[]): Promise<boolean> {
  const rows = await services.database.write((db) => claimOfOthers(db, jobs, { now: services.now(), limit: batchSize }));
  for (const [name, group] of Map.groupBy(rows, (row) => row.listener)) await handleBatch(services, batches.get(name), group);
  return rows.length > 0;
}

async function handleBatch(services: Services, listener: Subscriber | undefined, rows: Row[]): Promise<void> {
  try {
    await services.database.write(async (db) => {
      const held = await removeClaimed(db, rows);
      if (held.length > 0) await listener?.batch?.(db, held.map(happeningOf), services);
    });
  } catch (error) {
    if (rows.length === 1 && rows[0] !== undefined) return giveBack(services, rows[0], error);
    // one bad row must not hold the others: each on its own
    for (const row of rows) await handleBatch(services, listener, [row]);
  }
}

/** One row of a listener with slow work; its lease is renewed as long as that takes. */
async function workJob(services: Services, listener: Subscriber): Promise<boolean> {
  const [row] = await services.database.write((db) => claimOf(db, listener.name, services.now()));
  if (row === undefined) return false;
  const renewing = setInterval(() => void services.database.write((db) => renewLease(db, row, services.now())).catch(() => {}), renewMs);
  try {
    await listener.job?.(happeningOf(row), services);
    await services.database.write((db) => removeClaimed(db, [row]));
  } catch (error) {
    await giveBack(services, row, error);
  } finally {
    clearInterval(renewing);
  }
  return true;
}

async function giveBack(services: Services, row: Row, error: unknown): Promise<void> {
  services.log.warn({ err: error, listener: row.listener, event: row.event, attempts: row.attempts }, 'a listener failed');
  const never = Number.MAX_SAFE_INTEGER;
  const runAt = row.attempts >= maxAttempts ? never : services.now() + 2000 * 4 ** row.attempts;
  await services.database.write((db) => postpone(db, row, { runAt, problem: String(error).slice(0, 500).replaceAll('\0', '') }));
}

/** What happens within so short a time is worked off together. */
const gatherMs = 20;

/** The outbox of a house: rows in the deed's transaction, then worked off in order, again after a crash, with growing pauses after a failure. */
export function createOutbox(listeners: readonly Subscriber[]): Outbox {
  const byEvent = new Map<string, Subscriber[]>();
  for (const listener of listeners) {
    for (const { name } of listener.events) byEvent.set(name, [...(byEvent.get(name) ?? []), listener]);
  }
  const worker = createWorker(listeners);
  let waking: NodeJS.Timeout | undefined;
  return {
    async emit(db, speaker, what) {
      what.event.shape.parse(what.data);
      const heard = byEvent.get(what.event.name) ?? [];
      if (heard.length === 0) return;
      await insertRows(
        db,
        heard.map((listener) => ({
          ...rowOf(listener.name, speaker, what),
          dedupe: listener.dedupe?.(what.event.name, what.data) ?? null,
        })),
      );
    },
    wake() {
      waking ??= setTimeout(() => {
        waking = undefined;
        worker.wake();
      }, gatherMs).unref();
    },
    drain: () => worker.drain(),
    start: (services) => worker.start(services),
    stop: () => worker.stop(),
  };
}
