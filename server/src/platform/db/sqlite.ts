import { type CompiledQuery, Kysely, type QueryResult, SqliteAdapter, SqliteIntrospector, SqliteQueryCompiler } from 'kysely';
import type { Database, Schema } from './database.ts';
import { type DialectParts, dialectOver, isWrite, Known, noStream, type PacedQuery, rememberIn, runDirectly } from './dialect.ts';
import {
  type ReaderConnection,
  SqliteFailure,
  type ThreadConnection,
  longReaderConnection,
  openThread,
  readerConnection,
  resultOf,
  stepOf,
} from './sqlite-connections.ts';
import type { Reply, Step } from './sqlite-worker.ts';
import { type WritingConnection, createWriterQueue } from './writer-queue.ts';

const writesTo = /^\s*(?:insert\s+into|update|delete\s+from)\s+"?(\w+)"?/i;
const named = new Map<string, boolean>();

/** Whether a statement contains a table's name anywhere. */
function names(sql: string, table: string): boolean {
  const key = `${table} ${sql}`;
  let known = named.get(key);
  if (known === undefined) {
    if (named.size >= 2000) named.clear();
    named.set(key, (known = new RegExp(`\\b${table}\\b`, 'i').test(sql)));
  }
  return known;
}

/** Further tables that the triggers of a table name. */
type Triggers = ReadonlyMap<string, readonly string[]>;

/** The tables that the open transaction has written to, directly or by triggers. */
function touchedTables(readTriggers: () => Triggers) {
  const tables = new Set<string>();
  let any = false;
  let triggers: Triggers | undefined;
  return {
    note(sql: string): void {
      const table = writesTo.exec(sql)?.[1];
      if (table === undefined) {
        any = true;
        triggers = undefined;
        return;
      }
      triggers ??= readTriggers();
      tables.add(table);
      for (const further of triggers.get(table) ?? []) tables.add(further);
    },
    has: (sql: string): boolean => any || [...tables].some((table) => names(sql, table)),
    forget(): void {
      tables.clear();
      any = false;
    },
  };
}

/** Every word that may name a table in a trigger's text: rather one too many. */
function triggersOf(found: ReadonlyArray<{ table: string; sql: string }>): Triggers {
  const triggers = new Map<string, string[]>();
  for (const { table, sql } of found) {
    const further = [...sql.matchAll(/\b(?:into|update|from)\s+"?(\w+)"?/gi)].map((match) => match[1] ?? '');
    triggers.set(table, [...(triggers.get(table) ?? []), ...further]);
  }
  return triggers;
}

const isRead = ({ pace, sql }: PacedQuery): boolean => pace === 'short' && !isWrite(sql);

/**
 * The connection for transactions. A round trip to its thread costs more than most statements, so round trips are kept few: steps that are not
 * awaited travel with the next one, and a short read of tables that this commit has not touched is answered by the reader of this thread. From
 * `begin immediate` on no other connection commits, so that reader sees the same state.
 */
function writingConnection(thread: ThreadConnection, { reader, known }: { reader: ReaderConnection; known: Known }): WritingConnection {
  const touched = touchedTables(() => triggersOf(reader.triggers()));
  let waiting: Step[] = [];
  let spoilt: SqliteFailure | undefined;

  async function send(step?: Step): Promise<Reply> {
    if (spoilt !== undefined) throw spoilt;
    const steps = step === undefined ? waiting : [...waiting, step];
    waiting = [];
    const reply = await thread.send(steps);
    if (reply.failed === undefined) return reply;
    const { message, errcode } = reply.failed;
    if (step !== undefined && reply.failed.step === steps.length - 1) throw new SqliteFailure(message, errcode);
    // a step failed that its handler did not await: without a code, so that no other handler takes the error for its own
    spoilt = new SqliteFailure(message);
    throw spoilt;
  }

  const start = () => {
    waiting = [];
    spoilt = undefined;
    touched.forget();
  };

  return {
    async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
      if (isRead(query) && !touched.has(query.sql)) return reader.executeQuery<R>(query);
      const { pace } = query as PacedQuery;
      if (isWrite(query.sql)) touched.note(query.sql);
      // those that are not awaited roll back to savepoints too
      if (pace === 'soon' || isWrite(query.sql)) known.clear();
      const step = stepOf(query);
      if (pace !== 'soon') return resultOf<R>(await send(step));
      waiting.push(step);
      return { rows: [] };
    },
    streamQuery: noStream,
    async begin() {
      start();
      const reply = await thread.send([{ sql: 'begin immediate', mode: 'exec' }]);
      if (reply.failed !== undefined) throw new SqliteFailure(reply.failed.message, reply.failed.errcode);
    },
    script: (...statements) => void waiting.push(...statements.map((statement): Step => ({ sql: statement, mode: 'exec' }))),
    async commit() {
      waiting.push({ sql: 'commit', mode: 'exec' });
      await send();
    },
    async rollback() {
      await thread.send([{ sql: 'rollback', mode: 'exec' }]);
    },
  };
}

const parts: DialectParts = {
  createAdapter: () => new SqliteAdapter(),
  createQueryCompiler: () => new SqliteQueryCompiler(),
  createIntrospector: (db) => new SqliteIntrospector(db),
};

/** An embedded database in one file: one writer thread, a reader on this thread, a reader thread for long queries. */
export async function openSqliteDatabase(path: string): Promise<Database> {
  const thread = openThread(path, false);
  // the readers can open only once the file exists and is in WAL mode
  await thread.send([{ sql: 'select 1', mode: 'exec' }]);
  const reader = readerConnection(path);
  const longReader = longReaderConnection(path);
  const known = new Known();
  const writer = writingConnection(thread, { reader, known });
  const write = rememberIn(runDirectly(new Kysely<Schema>({ dialect: dialectOver(writer, parts) }), writer), known);
  const { enqueue } = createWriterQueue(writer, { groupLimit: 64, known });
  return {
    engine: 'sqlite',
    read: runDirectly(new Kysely<Schema>({ dialect: dialectOver(reader, parts) }), reader),
    long: new Kysely<Schema>({ dialect: dialectOver(longReader, parts) }),
    write: (work) => enqueue(() => work(write)),
    changeMark: reader.changeMark,
    lost: thread.lost,
    close: async () => {
      reader.close();
      await longReader.close();
      await thread.close();
    },
  };
}
