import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite';
import { Worker } from 'node:worker_threads';
import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely';
import { openSqlite } from './sqlite-file.ts';
import { noStream } from './dialect.ts';
import type { Job, Reply, Step } from './sqlite-worker.ts';

/** SQLite's result code for a value that does not fit its column (SQLITE_MISMATCH). */
const mismatch = 20;
const returnsRows = /^\s*(select|with|pragma|explain|values)\b|\breturning\b/i;

/** A failed statement, with SQLite's own result code (19 and above 256: constraint). */
export class SqliteFailure extends Error {
  readonly errcode: number | undefined;
  constructor(message: string, errcode?: number) {
    super(message);
    this.errcode = errcode;
  }
}

/** Refuses text with a zero byte, as PostgreSQL does, so that both engines store the same texts. */
export function checked(query: CompiledQuery): SQLInputValue[] {
  const params = query.parameters as SQLInputValue[];
  if (params.some((value) => typeof value === 'string' && value.includes('\0'))) throw new SqliteFailure('text with a zero byte', mismatch);
  return params;
}

interface Prepared {
  statement: StatementSync;
  names: string[];
}

function prepare(db: DatabaseSync, sql: string): Prepared {
  const statement = db.prepare(sql);
  statement.setReturnArrays(true);
  return { statement, names: statement.columns().map((column) => column.name) };
}

function rowOf(names: string[], values: SQLOutputValue[]): Record<string, SQLOutputValue> {
  const row: Record<string, SQLOutputValue> = {};
  for (let place = 0; place < names.length; place++) row[names[place] as string] = values[place] ?? null;
  return row;
}

/** A connection of this thread that only reads; short queries cost no thread switch. */
export interface ReaderConnection extends DatabaseConnection {
  /** Changes with every commit of any connection. */
  changeMark(): number;
  triggers(): Array<{ table: string; sql: string }>;
  close(): void;
}

export function readerConnection(path: string): ReaderConnection {
  const db = openSqlite(path, true);
  const statements = new Map<string, Prepared>();
  const version = db.prepare('pragma data_version');
  version.setReturnArrays(true);
  return {
    changeMark: () => (version.get() as unknown as [number])[0],
    triggers: () => db.prepare(`select tbl_name as "table", sql from sqlite_master where type = 'trigger'`).all() as never,
    async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
      let prepared = statements.get(query.sql);
      if (prepared === undefined) {
        if (statements.size >= 500) statements.clear();
        prepared = prepare(db, query.sql);
        statements.set(query.sql, prepared);
      }
      const { statement, names } = prepared;
      // arrays are cheaper to fetch than objects by a third
      const rows = statement.all(...checked(query)) as unknown as SQLOutputValue[][];
      return { rows: rows.map((values) => rowOf(names, values)) as R[] };
    },
    streamQuery: noStream,
    close: () => db.close(),
  };
}

/** A connection in a worker thread: the writer's, or a reader's for long queries. */
export interface ThreadConnection {
  /** Runs steps in one message, until one fails; returns the last result. */
  send(steps: Step[]): Promise<Reply>;
  /** Settles when the thread ended unexpectedly. */
  lost: Promise<Error>;
  close(): Promise<void>;
}

export function openThread(path: string, readOnly: boolean): ThreadConnection {
  const worker = new Worker(new URL('./sqlite-worker.ts', import.meta.url), { workerData: { path, readOnly } });
  const waiting = new Map<number, { resolve(reply: Reply): void; reject(error: Error): void }>();
  let nextId = 1;
  let broken: Error | undefined;
  let closing = false;
  const gone = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  let tellLost: (error: Error) => void = () => {};
  const lost = new Promise<Error>((resolve) => (tellLost = resolve));
  const lose = (error: Error): void => {
    broken ??= error;
    for (const { reject } of waiting.values()) reject(broken);
    waiting.clear();
    if (!closing) tellLost(broken);
  };
  worker.on('message', (reply: Reply) => {
    waiting.get(reply.id)?.resolve(reply);
    waiting.delete(reply.id);
  });
  worker.on('error', (error) => lose(error as Error));
  worker.on('exit', () => lose(new Error('The thread of the database ended.')));
  return {
    send: (steps) =>
      new Promise((resolve, reject) => {
        if (broken !== undefined) return reject(broken);
        const id = nextId++;
        waiting.set(id, { resolve, reject });
        worker.postMessage({ id, steps } satisfies Job);
      }),
    lost,
    async close() {
      closing = true;
      worker.postMessage('close');
      await gone;
    },
  };
}

export const stepOf = (query: CompiledQuery): Step => ({
  sql: query.sql,
  params: checked(query),
  mode: returnsRows.test(query.sql) ? 'all' : 'run',
});

/** The reply as Kysely expects it. */
export const resultOf = <R>({ rows, changes }: Reply): QueryResult<R> => ({
  rows: (rows ?? []) as R[],
  numAffectedRows: BigInt(changes ?? rows?.length ?? 0),
});

/** A connection for long reads, opened at its first query: an unused thread costs no memory. */
export function longReaderConnection(path: string): DatabaseConnection & { close(): Promise<void> } {
  let opened: ThreadConnection | undefined;
  return {
    async executeQuery(query) {
      opened ??= openThread(path, true);
      const reply = await opened.send([stepOf(query)]);
      if (reply.failed !== undefined) throw new SqliteFailure(reply.failed.message, reply.failed.errcode);
      return resultOf(reply);
    },
    streamQuery: noStream,
    close: async () => opened?.close(),
  };
}
