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
  postponeUncounted,
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
  job?(delivered: Delivered<E>, services: Services): Promise<void>;
  /** Of several waiting rows with the same key only one is kept; a row that is being worked on no longer waits. */
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

/** Thrown by a job that cannot be done yet: its row is due again after a while, and this counts as no failure. */
export class Postponed extends Error {
  readonly afterMs: number;
  constructor(afterMs: number) {
    super('postponed');
    this.afterMs = afterMs;
  }
}

const lookMs = 5000;
const renewMs = 2 * 60_000;
const batchSize = 100;
const shutdownMs = 10_000;

/** Work that never runs twice at once; a request while it runs makes it check once more at its end. */
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
      // here: a request after the last check starts it anew
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

/** A lane that repeats its work while there is more, until the server closes. */
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

/** Delivers the rows: one lane for all batches, one for each subscriber with jobs. */
function createWorker(subscribers: readonly Subscriber[], inBackground: boolean) {
  const jobs = subscribers.filter((subscriber) => subscriber.batch === undefined);
  const batches = new Map(
    subscribers.filter((subscriber) => subscriber.batch !== undefined).map((subscriber) => [subscriber.name, subscriber]),
  );
  const jobNames = jobs.map((subscriber) => subscriber.name);
  let current: Services | undefined;
  let timer: NodeJS.Timeout | undefined;
  const lane = (work: Work) => laneOf(() => current, work);
  const jobLanes = new Map(jobs.map((subscriber) => [subscriber.name, lane((services) => workJob(services, subscriber))]));
  const batchLane = lane((services) => workBatch(services, batches, jobNames));
  const lanes = [batchLane, ...jobLanes.values()];

  /** Wakes the lanes that have due rows; returns whether any had, once they are idle. */
  async function run(): Promise<boolean> {
    if (current === undefined) return false;
    const due = await dueSubscribers(current.database.read, current.now());
    const wanted = new Set(due.map((name) => jobLanes.get(name) ?? batchLane));
    await Promise.all([...wanted].map((eachLane) => eachLane.run()));
    return due.length > 0;
  }
  const wake = (): void => {
    if (inBackground) void run().catch((error: unknown) => current?.log.error({ err: error }, 'outbox'));
  };

  return {
    wake,
    async drain(): Promise<void> {
      const busy = () => lanes.some((eachLane) => eachLane.busy());
      const rounds = () => lanes.reduce((sum, eachLane) => sum + eachLane.rounds(), 0);
      // a lane that works while due rows are counted may leave more behind it
      for (let more = true; more; ) {
        const [before, count] = [busy(), rounds()];
        more = (await run()) || before || busy() || rounds() !== count;
        await Promise.all(lanes.map((eachLane) => eachLane.working()));
      }
    },
    start(services: Services): void {
      current = services;
      timer = setInterval(wake, lookMs);
      timer.unref();
      // several processes may share one PostgreSQL, so there the lease of a dead one runs out by itself
      const freed = services.database.engine === 'sqlite' ? services.database.write(releaseAll) : Promise.resolve();
      void freed.then(wake, wake);
    },
    async stop(): Promise<void> {
      current = undefined;
      clearInterval(timer);
      // a job that takes longer is abandoned: its row stays and is delivered again
      await Promise.race([Promise.all(lanes.map((eachLane) => eachLane.working())), pause(shutdownMs, undefined, { ref: false })]);
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

/** Delivers rows of all subscribers without jobs, grouped by subscriber; rows of removed subscribers are deleted. */
async function workBatch(services: Services, batches: Map<string, Subscriber>, jobs: string[]): Promise<boolean> {
  const rows = await services.database.write((db) => claimOfOthers(db, jobs, { now: services.now(), limit: batchSize }));
  for (const [name, group] of Map.groupBy(rows, (row) => row.subscriber)) await handleBatch(services, batches.get(name), group);
  return rows.length > 0;
}

async function handleBatch(services: Services, subscriber: Subscriber | undefined, rows: Row[]): Promise<void> {
  try {
    await services.database.write(async (db) => {
      const removed = await removeClaimed(db, rows);
      if (removed.length > 0) await subscriber?.batch?.(db, removed.map(happeningOf), services);
    });
  } catch (error) {
    if (rows.length === 1 && rows[0] !== undefined) return giveBack(services, rows[0], error);
    // one bad row must not delay the others: each on its own
    for (const row of rows) await handleBatch(services, subscriber, [row]);
  }
}

/** One row of a subscriber with slow work; its lease is renewed while that runs. */
async function workJob(services: Services, subscriber: Subscriber): Promise<boolean> {
  const [row] = await services.database.write((db) => claimOf(db, subscriber.name, services.now()));
  if (row === undefined) return false;
  const renewing = setInterval(() => void services.database.write((db) => renewLease(db, row, services.now())).catch(() => {}), renewMs);
  try {
    await subscriber.job?.(happeningOf(row), services);
    await services.database.write((db) => removeClaimed(db, [row]));
  } catch (error) {
    await giveBack(services, row, error);
  } finally {
    clearInterval(renewing);
  }
  return true;
}

async function giveBack(services: Services, row: Row, error: unknown): Promise<void> {
  if (error instanceof Postponed) {
    const runAt = services.now() + error.afterMs;
    return services.database.write((db) => postponeUncounted(db, row, runAt));
  }
  services.log.warn({ err: error, subscriber: row.subscriber, event: row.event, attempts: row.attempts }, 'a subscriber failed');
  const never = Number.MAX_SAFE_INTEGER;
  const runAt = row.attempts >= maxAttempts ? never : services.now() + 2000 * 4 ** row.attempts;
  await services.database.write((db) => postpone(db, row, { runAt, problem: String(error).slice(0, 500).replaceAll('\0', '') }));
}

/** Events within so short a time are delivered together. */
const gatherMs = 20;

/**
 * The outbox: rows in the handler's transaction, then delivered in order, again after a crash, with growing pauses after a failure. Without
 * `inBackground` they wait until it is drained.
 */
export function createOutbox(subscribers: readonly Subscriber[], { inBackground = true } = {}): Outbox {
  const byEvent = new Map<string, Subscriber[]>();
  for (const subscriber of subscribers) {
    for (const { name } of subscriber.events) byEvent.set(name, [...(byEvent.get(name) ?? []), subscriber]);
  }
  const worker = createWorker(subscribers, inBackground);
  let waking: NodeJS.Timeout | undefined;
  return {
    async emit(db, actor, emitted) {
      emitted.event.shape.parse(emitted.data);
      const subscribed = byEvent.get(emitted.event.name) ?? [];
      if (subscribed.length === 0) return;
      await insertRows(
        db,
        subscribed.map((subscriber) => ({
          ...rowOf(subscriber.name, actor, emitted),
          dedupe: subscriber.dedupe?.(emitted.event.name, emitted.data) ?? null,
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
