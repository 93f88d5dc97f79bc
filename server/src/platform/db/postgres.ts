import { setImmediate as soon, setTimeout as pause } from 'node:timers/promises';
import {
  CompiledQuery,
  type DatabaseConnection,
  Kysely,
  PostgresAdapter,
  PostgresDialect,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely';
import pg from 'pg';
import type { Database, Schema } from './database.ts';
import { type DialectParts, dialectOver, Known, rememberIn, runDirectly } from './dialect.ts';
import { isOutdated, onlyReading, readingConnection, settingsFor, writingConnection } from './postgres-connections.ts';
import { createWriterQueue } from './writer-queue.ts';

const codeOf = (error: unknown): string => (error as { code?: string }).code ?? '';

/** Two processes may generate the same id in one millisecond; the retry generates another. Of a statement that was not awaited it is the cause. */
const sameId = (error: unknown): boolean => {
  const { constraint, cause } = error as { constraint?: string; cause?: unknown };
  return (codeOf(error) === '23505' && constraint?.endsWith('_pkey') === true) || (cause !== undefined && sameId(cause));
};

/** A migration and a reader may each wait for the other's table (deadlock_detected). */
const crossed = (error: unknown): boolean => codeOf(error) === '40P01';

/** More savepoints than this in a transaction make all other snapshots slower (PGPROC_MAX_CACHED_SUBXIDS is 64, and handlers set some of their own). */
const groupLimit = 32;

const parts: DialectParts = {
  createAdapter: () => new PostgresAdapter(),
  createQueryCompiler: () => new PostgresQueryCompiler(),
  createIntrospector: (db) => new PostgresIntrospector(db),
};

const handleOn = (connection: DatabaseConnection) =>
  runDirectly(new Kysely<Schema>({ dialect: dialectOver(connection, parts) }), connection);

/**
 * PostgreSQL's snapshot, which names the transactions that are visible: equal texts show equal data. Requests that arrive together share one, taken
 * after all of them.
 */
function createMarks(reader: DatabaseConnection) {
  const query = CompiledQuery.raw('select pg_current_snapshot()::text as mark', []);
  const ask = async () => (await reader.executeQuery<{ mark: string }>(query)).rows[0]?.mark ?? '';
  let next: Promise<string> | undefined;
  return (): Promise<string> =>
    (next ??= soon().then(() => {
      next = undefined;
      return ask();
    }));
}

/** PostgreSQL: a connection for transactions, a few for short reads, a pool for long ones. */
export async function openPostgresDatabase(url: string): Promise<Database> {
  const known = new Known();
  const writer = writingConnection(url, known);
  const reader = readingConnection(url, 3);
  const pool = new pg.Pool({ ...settingsFor(url, onlyReading), max: 6 });
  // a connection that is lost must not end the process: an idle one, nor one at work, whose query fails by itself
  pool.on('error', () => {});
  pool.on('connect', (client) => void client.on('error', () => {}));
  const long = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
  const write = rememberIn(handleOn(writer), known);
  const { enqueue, rest } = createWriterQueue(writer, { groupLimit, known });
  return {
    engine: 'postgres',
    read: handleOn(reader),
    long,
    async write(work) {
      for (let attempt = 1; ; attempt++) {
        try {
          return await enqueue(() => work(write));
        } catch (error) {
          if (attempt === 3 || !(crossed(error) || sameId(error) || isOutdated(error))) throw error;
          await pause(Math.random() * 20);
        }
      }
    },
    changeMark: createMarks(reader),
    close: async () => {
      // what is still being written is committed first
      await rest();
      await Promise.all([writer.close(), reader.close(), long.destroy()]);
    },
  };
}
