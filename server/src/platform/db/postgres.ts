import { setTimeout as pause } from 'node:timers/promises';
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { createConnectionQueue } from './connection-queue.ts';
import type { Database, Schema } from './database.ts';

// 20 is int8, 1700 numeric (sums): all of ours fit 53 bits, and SQLite answers numbers too
pg.types.setTypeParser(20, Number);
pg.types.setTypeParser(1700, Number);

const crossed = (error: unknown): boolean => ['40001', '40P01'].includes((error as { code?: string }).code ?? '');

/** Two processes may make the same id in one millisecond; the next attempt makes another. */
const sameId = (error: unknown): boolean => {
  const failure = error as { code?: string; constraint?: string };
  return failure.code === '23505' && failure.constraint?.endsWith('_pkey') === true;
};

/** After so many crossings a deed runs while no other of this process does. */
const patience = 4;

/** PostgreSQL: every deed in a SERIALIZABLE transaction, run again when the engine says that two crossed. */
export async function openPostgresDatabase(url: string): Promise<Database> {
  // our queries are short: compiling them or calling helpers costs more than they do
  const options = '-c jit=off -c max_parallel_workers_per_gather=0';
  const open = (max: number) => {
    const pool = new pg.Pool({ connectionString: url, max, options });
    // an idle connection that the server ends must not end us
    pool.on('error', () => {});
    return new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
  };
  // apart: a deed that writes may read what is committed on the way, and must not wait for other deeds that wait for the same
  const db = open(10);
  const writing = open(10);
  const turns = createConnectionQueue();
  return {
    engine: 'postgres',
    read: db,
    long: db,
    async write(work) {
      for (let attempt = 1; ; attempt++) {
        try {
          const transaction = () => writing.transaction().setIsolationLevel('serializable').execute(work);
          // a large deed among many small ones would cross with one of them each time
          return await (attempt > patience ? turns.alone(transaction) : turns.together(transaction));
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
