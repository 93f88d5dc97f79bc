import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely';
import type { PacedQuery } from './pace.ts';
import { noStream, type ReaderConnection, resultOf, SqliteFailure, stepOf, type ThreadConnection } from './sqlite-connections.ts';
import type { Reply, Step } from './sqlite-writer.ts';

/**
 * The connection that transactions are written on. A way to its thread and back costs more than most statements, so it goes there
 * as seldom as can be: steps that nobody waits for travel with the next one, and a short read of tables that this commit has not
 * touched is answered by the reader of this thread: from `begin immediate` on nobody else commits, so that reader sees the same.
 */
export interface WritingConnection extends DatabaseConnection {
  /** Takes the write lock. */
  begin(): Promise<void>;
  /** Puts a script in front of the next statement. */
  script(sql: string): void;
  /** Runs what waits, and this; refused where any step of the transaction failed that nobody waited for. */
  commit(): Promise<void>;
  rollback(): Promise<void>;
}

const writesTo = /^\s*(?:insert\s+into|update|delete\s+from)\s+"?(\w+)"?/i;
const named = new Map<string, boolean>();

/** Whether a table's name stands anywhere in a statement. */
function names(sql: string, table: string): boolean {
  const key = `${table} ${sql}`;
  let known = named.get(key);
  if (known === undefined) {
    if (named.size >= 2000) named.clear();
    named.set(key, (known = new RegExp(`\\b${table}\\b`, 'i').test(sql)));
  }
  return known;
}

/** Which further tables the triggers of a table name. */
type Triggers = ReadonlyMap<string, readonly string[]>;

/** The tables that the open transaction has written to, itself or by triggers. */
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

/** Said anywhere: a write may stand behind a `with`. */
const writes = /\b(insert|update|delete|replace|create|drop|alter)\b/i;

/** The word after each that may name a table, in a trigger's text: rather one too many. */
function triggersOf(found: ReadonlyArray<{ table: string; sql: string }>): Triggers {
  const triggers = new Map<string, string[]>();
  for (const { table, sql } of found) {
    const further = [...sql.matchAll(/\b(?:into|update|from)\s+"?(\w+)"?/gi)].map((match) => match[1] ?? '');
    triggers.set(table, [...(triggers.get(table) ?? []), ...further]);
  }
  return triggers;
}

const isRead = ({ pace, sql }: PacedQuery): boolean => pace === 'short' && !writes.test(sql);

export function writingConnection(thread: ThreadConnection, reader: ReaderConnection): WritingConnection {
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
    // a step went wrong that its deed has left behind: no code, so that nobody takes the trouble for their own
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
      if (writes.test(query.sql)) touched.note(query.sql);
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
    script: (sql) => void waiting.push({ sql, mode: 'exec' }),
    async commit() {
      waiting.push({ sql: 'commit', mode: 'exec' });
      await send();
    },
    async rollback() {
      await thread.send([{ sql: 'rollback', mode: 'exec' }]);
    },
  };
}
