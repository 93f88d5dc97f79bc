import type { SQLInputValue, StatementSync } from 'node:sqlite';
import { Worker } from 'node:worker_threads';
import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely';
import { openSqlite } from './sqlite-file.ts';
import type { Job, Reply } from './sqlite-writer.ts';

/** SQLite's code for a value that does not fit its place. */
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

/** Refuses text with a zero byte, as PostgreSQL does, so that both engines keep the same texts. */
function checked(query: CompiledQuery): SQLInputValue[] {
  const params = query.parameters as SQLInputValue[];
  if (params.some((value) => typeof value === 'string' && value.includes('\0'))) throw new SqliteFailure('text with a zero byte', mismatch);
  return params;
}

/** A connection of this thread that only reads; short queries cost no hop. */
export function readerConnection(path: string): DatabaseConnection & { close(): void; changeMark(): number } {
  const db = openSqlite(path, true);
  const statements = new Map<string, StatementSync>();
  const version = db.prepare('pragma data_version');
  version.setReturnArrays(true);
  return {
    changeMark: () => (version.get() as unknown as [number])[0],
    async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
      let prepared = statements.get(query.sql);
      if (prepared === undefined) {
        if (statements.size >= 500) statements.clear();
        prepared = db.prepare(query.sql);
        statements.set(query.sql, prepared);
      }
      return { rows: prepared.all(...checked(query)) as R[] };
    },
    async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
      throw new Error('Streaming is not used; page by key instead.');
    },
    close: () => db.close(),
  };
}

/** A connection that lives in a worker thread: the writer, or a reader for long queries. */
export interface ThreadConnection extends DatabaseConnection {
  /** Sends a script without waiting for its turn; order is kept. */
  exec(script: string): Promise<void>;
  close(): Promise<void>;
}

export function threadConnection(path: string, readOnly: boolean): ThreadConnection {
  const worker = new Worker(new URL('./sqlite-writer.ts', import.meta.url), { workerData: { path, readOnly } });
  const waiting = new Map<number, (reply: Reply) => void>();
  let nextId = 1;
  let broken: Error | undefined;
  const gone = new Promise<void>((resolve) => worker.once('exit', () => resolve()));
  worker.on('message', (reply: Reply) => {
    waiting.get(reply.id)?.(reply);
    waiting.delete(reply.id);
  });
  worker.on('error', (error) => {
    broken = error as Error;
    for (const [id, settle] of waiting) settle({ id, error: { message: broken.message } });
    waiting.clear();
  });
  const send = (job: Omit<Job, 'id'>): Promise<Reply> =>
    new Promise((resolve, reject) => {
      if (broken !== undefined) return reject(broken);
      const id = nextId++;
      waiting.set(id, (reply) => {
        if (reply.error === undefined) resolve(reply);
        else reject(new SqliteFailure(reply.error.message, reply.error.errcode));
      });
      worker.postMessage({ id, ...job });
    });
  return {
    async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
      const params = checked(query);
      if (returnsRows.test(query.sql)) {
        const reply = await send({ mode: 'all', sql: query.sql, params });
        return { rows: (reply.rows ?? []) as R[], numAffectedRows: BigInt(reply.rows?.length ?? 0) };
      }
      const reply = await send({ mode: 'run', sql: query.sql, params });
      return { rows: [], numAffectedRows: BigInt(reply.changes ?? 0) };
    },
    async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
      throw new Error('Streaming is not used; page by key instead.');
    },
    exec: async (script) => void (await send({ mode: 'exec', sql: script })),
    async close() {
      worker.postMessage('close');
      await gone;
    },
  };
}

/** A connection that is opened at its first query: a thread that nobody needs costs no memory. */
export function lazyConnection(open: () => ThreadConnection): ThreadConnection {
  let opened: ThreadConnection | undefined;
  const get = (): ThreadConnection => {
    opened ??= open();
    return opened;
  };
  return {
    executeQuery: (query) => get().executeQuery(query),
    streamQuery: (query, size) => get().streamQuery(query, size),
    exec: (text) => get().exec(text),
    close: async () => opened?.close(),
  };
}
