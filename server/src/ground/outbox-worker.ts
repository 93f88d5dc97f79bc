import { setTimeout as pause } from 'node:timers/promises';
import type { House } from './ctx.ts';
import {
  claimOf,
  claimOfOthers,
  dueListeners,
  maxAttempts,
  postpone,
  releaseAll,
  removeHeld,
  renewLease,
  type Row,
} from './outbox-queries.ts';
import type { Happening, Listener } from './outbox.ts';

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

type Work = (house: House) => Promise<boolean>;

/** A lane that repeats its work while there is more, until the house closes. */
function laneOf(homeOf: () => House | undefined, work: Work) {
  return createLane(async () => {
    try {
      for (let more = true; more; ) {
        const house = homeOf();
        more = house !== undefined && (await work(house));
      }
    } catch (error) {
      homeOf()?.log.error({ err: error }, 'outbox');
    }
  });
}

/** Works the rows off: one lane for all batches, one for each listener with jobs. */
export function createWorker(listeners: readonly Listener[]) {
  const jobs = listeners.filter((listener) => listener.batch === undefined);
  const batches = new Map(listeners.filter((listener) => listener.batch !== undefined).map((listener) => [listener.name, listener]));
  const jobNames = jobs.map((listener) => listener.name);
  let home: House | undefined;
  let timer: NodeJS.Timeout | undefined;
  const lane = (work: Work) => laneOf(() => home, work);
  const jobLanes = new Map(jobs.map((listener) => [listener.name, lane((house) => workJob(house, listener))]));
  const batchLane = lane((house) => workBatch(house, batches, jobNames));
  const lanes = [batchLane, ...jobLanes.values()];

  /** Wakes the lanes that have something due; answers whether any had, once they rest. */
  async function run(): Promise<boolean> {
    if (home === undefined) return false;
    const due = await dueListeners(home.database.read, home.now());
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
    start(house: House): void {
      home = house;
      timer = setInterval(wake, lookMs);
      timer.unref();
      // several processes may share one PostgreSQL, so there a claim of a dead one runs out by itself
      const freed = house.database.engine === 'sqlite' ? house.database.write(releaseAll) : Promise.resolve();
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
      const held = await removeHeld(db, rows);
      if (held.length > 0) await listener?.batch?.(db, held.map(happeningOf), house);
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
  const renewing = setInterval(() => void house.database.write((db) => renewLease(db, row, house.now())).catch(() => {}), renewMs);
  try {
    await listener.job?.(happeningOf(row), house);
    await house.database.write((db) => removeHeld(db, [row]));
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
  await house.database.write((db) => postpone(db, row, { runAt, problem: String(error).slice(0, 500).replaceAll('\0', '') }));
}
