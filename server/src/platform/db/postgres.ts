import { setTimeout as pause } from 'node:timers/promises';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Database, Schema } from './database.ts';

// 20 is int8, 1700 numeric (sums): all values of the schema fit 53 bits, and SQLite returns numbers too
pg.types.setTypeParser(20, Number);
pg.types.setTypeParser(1700, Number);

const crossed = (error: unknown): boolean => ['40001', '40P01'].includes((error as { code?: string }).code ?? '');

/** Two processes may generate the same id in one millisecond; the retry generates another. */
const sameId = (error: unknown): boolean => {
  const failure = error as { code?: string; constraint?: string };
  return failure.code === '23505' && failure.constraint?.endsWith('_pkey') === true;
};

/** After so many serialization failures a handler runs while no other of this process does. */
const sharedAttempts = 4;

/** PostgreSQL: every handler in a SERIALIZABLE transaction, retried after a serialization failure. */
export async function openPostgresDatabase(url: string): Promise<Database> {
  // our queries are short: JIT and parallel workers cost more than they save
  const options = '-c jit=off -c max_parallel_workers_per_gather=0';
  const open = (max: number) => {
    const pool = new pg.Pool({ connectionString: url, max, options });
    // an idle connection that the server closes must not end the process
    pool.on('error', () => {});
    return new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
  };
  // two pools: a writing handler may read committed rows on the way, and must not wait for other handlers that wait for the same
  const db = open(10);
  const writing = open(10);
  const connections = createConnectionQueue();
  return {
    engine: 'postgres',
    read: db,
    long: db,
    async write(work) {
      for (let attempt = 1; ; attempt++) {
        try {
          const transaction = () => writing.transaction().setIsolationLevel('serializable').execute(work);
          // a large handler among many small ones would conflict with one of them on each attempt
          return await (attempt > sharedAttempts ? connections.alone(transaction) : connections.together(transaction));
        } catch (error) {
          if (!(crossed(error) && attempt < 30) && !(sameId(error) && attempt < 3)) throw error;
          await pause(Math.random() * Math.min(200, 5 * attempt));
        }
      }
    },
    close: async () => {
      await Promise.all([db.destroy(), writing.destroy()]);
    },
  };
}

/** Lets work run concurrently, and some work exclusively: exclusive work waits for what runs, and holds up what arrives later. */
export function createConnectionQueue() {
  let running = 0;
  let rested: (() => void) | undefined;
  let lonely: Promise<void> | undefined;

  const end = (): void => {
    running--;
    if (running === 0) rested?.();
  };

  async function together<T>(work: () => Promise<T>): Promise<T> {
    for (let wait = lonely; wait !== undefined; wait = lonely) await wait;
    running++;
    try {
      return await work();
    } finally {
      end();
    }
  }

  async function alone<T>(work: () => Promise<T>): Promise<T> {
    const before = lonely;
    let release = (): void => {};
    const own = new Promise<void>((resolve) => (release = resolve));
    lonely = own;
    await before;
    if (running > 0) await new Promise<void>((resolve) => (rested = resolve));
    rested = undefined;
    try {
      return await work();
    } finally {
      if (lonely === own) lonely = undefined;
      release();
    }
  }

  return { together, alone };
}
