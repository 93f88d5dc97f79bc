import {
  type Compilable,
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Expression,
  type QueryResult,
  type RawBuilder,
  sql,
} from 'kysely';
import type { Db } from './database.ts';

/** Not supported: lists are paged by key, so rows are never streamed. */
export async function* noStream<R>(): AsyncIterableIterator<QueryResult<R>> {
  throw new Error('Streaming is not used; page by key instead.');
}

/** What differs between the engines in Kysely's view of them. */
export type DialectParts = Pick<Dialect, 'createAdapter' | 'createQueryCompiler' | 'createIntrospector'>;

/** A dialect over one given connection: the writer queue begins transactions, not Kysely. */
export function dialectOver(connection: DatabaseConnection, parts: DialectParts): Dialect {
  const forbid = async () => {
    throw new Error('Open transactions with database.write.');
  };
  return {
    ...parts,
    createDriver: () => ({
      init: async () => {},
      acquireConnection: async () => connection,
      releaseConnection: async () => {},
      beginTransaction: forbid,
      commitTransaction: forbid,
      rollbackTransaction: forbid,
      destroy: async () => {},
    }),
  };
}

/** The engine behind a handle. */
export function engineOf(db: Db): 'sqlite' | 'postgres' {
  return db.getExecutor().adapter.constructor.name === 'SqliteAdapter' ? 'sqlite' : 'postgres';
}

/** The numbers of a JSON array as a sub-select: one statement text for lists of any length. */
export function among(db: Db, json: string): RawBuilder<number> & Expression<number> {
  return engineOf(db) === 'sqlite'
    ? sql<number>`(select value from json_each(${json}))`
    : sql<number>`(select value::bigint from json_array_elements_text(${json}::json))`;
}

/** The texts of a JSON array as a sub-select. */
export function amongTexts(db: Db, json: string): RawBuilder<string> & Expression<string> {
  return engineOf(db) === 'sqlite'
    ? sql<string>`(select value from json_each(${json}))`
    : sql<string>`(select value from json_array_elements_text(${json}::json))`;
}

/** `like` that finds `part` anywhere, with its wildcards taken literally. */
export function containing(part: string): RawBuilder<unknown> {
  return sql`${`%${part.replaceAll(/[\\%_]/g, (found) => `\\${found}`)}%`} escape '\\'`;
}

/** `short`: reads a few rows by a key. `soon`: a write that is not awaited before the commit. */
type Pace = 'short' | 'soon';

/** A compiled query with a hint how it may be run. */
export type PacedQuery<R = unknown> = CompiledQuery<R> & { pace?: Pace };

const straight = new WeakMap<object, DatabaseConnection>();

/** Sends compiled queries of a handle straight to its one connection, skipping the steps in which Kysely borrows and returns it. */
export function runDirectly<T extends object>(db: T, connection: DatabaseConnection): T {
  straight.set(db, connection);
  return db;
}

/** What the open transaction has read since its last write. */
export class Known {
  private values = new Map<string, unknown>();

  /** Answers what is known by a name, or reads it. What was read while something was written is not kept. */
  async read<T>(name: string, ask: () => Promise<T>): Promise<T> {
    const { values } = this;
    if (values.has(name)) return values.get(name) as T;
    const answer = await ask();
    values.set(name, answer);
    return answer;
  }

  clear(): void {
    this.values = new Map();
  }
}

const transactions = new WeakMap<object, Known>();

/** Lets handlers keep what they read in a transaction; the connection empties `known` with each statement that may write, and for each handler. */
export function rememberIn<T extends object>(db: T, known: Known): T {
  transactions.set(db, known);
  return db;
}

/** What the open transaction of a handle has read since its last write; undefined for a reader. */
export const knownIn = (db: Db): Known | undefined => transactions.get(db);

const changes = /\b(insert|update|delete|merge|replace|create|drop|alter)\b/i;

/** Whether a statement writes: the word stands anywhere, as a write may follow a `with`. */
export const isWrite = (statement: string): boolean => changes.test(statement);

/** Sends a statement without values and without an answer along with the next one of its transaction; should it fail, the whole commit fails. */
export async function sendSoon(db: Db, statement: string): Promise<void> {
  await runOn(db, { ...CompiledQuery.raw(statement), pace: 'soon' });
}

/** Runs a compiled query on a handle. */
function runOn<R>(
  db: { executeQuery<T>(query: CompiledQuery<T>): Promise<QueryResult<T>> },
  query: PacedQuery<R>,
): Promise<QueryResult<R>> {
  const connection = straight.get(db);
  return connection === undefined ? db.executeQuery<R>(query) : connection.executeQuery<R>(query);
}

class Slot {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

function valueOf(params: object, name: string): unknown {
  const value = (params as Record<string, unknown>)[name];
  if (value === undefined) throw new Error(`A compiled query got no "${name}".`);
  return value;
}

type Run<P, R> = (db: Db, params: P) => Promise<R[]>;

function prepared<P extends object, R>(pace: Pace, build: (db: Db, params: P) => Compilable<R>): Run<P, R> {
  const slots = new Proxy({}, { get: (_, name) => new Slot(String(name)) }) as P;
  const cache: Partial<Record<'sqlite' | 'postgres', CompiledQuery<R>>> = {};
  return async (db, params) => {
    const engine = engineOf(db);
    cache[engine] ??= build(db, slots).compile();
    const query = cache[engine];
    const parameters = query.parameters.map((value) => (value instanceof Slot ? valueOf(params, value.name) : value));
    const result = await runOn<R>(db, { sql: query.sql, query: query.query, queryId: query.queryId, parameters, pace });
    return result.rows;
  };
}

/**
 * A short query that is compiled once and then only run: for paths where building the query costs more than running it. `build` gets placeholders
 * for `P`; they may be used wherever a value may.
 */
export const compiled = <P extends object, R>(build: (db: Db, params: P) => Compilable<R>): Run<P, R> => prepared('short', build);

/**
 * Like `compiled`, for a write that returns nothing and cannot violate a constraint. It may be sent along with the next statement of its
 * transaction; should it fail, as on a full disk, the whole commit fails.
 */
export function compiledWrite<P extends object>(build: (db: Db, params: P) => Compilable): (db: Db, params: P) => Promise<void> {
  const run = prepared('soon', build);
  return async (db, params) => void (await run(db, params));
}

/** Whether an error is a violated unique constraint, in either engine's terms. */
export function isUniqueViolation(error: unknown): boolean {
  const failure = error as { code?: string; errcode?: number };
  return failure.code === '23505' || failure.errcode === 2067 || failure.errcode === 1555;
}

/** Whether an error says that a text cannot be stored because it has a zero byte. */
export function isUnstorableText(error: unknown): boolean {
  const failure = error as { code?: string; errcode?: number };
  return failure.code === '22021' || failure.errcode === 20;
}

/** Whether an error says that a table is damaged or missing, in either engine's terms: for indexes that can be rebuilt. */
export function isBrokenTable(error: unknown): boolean {
  const failure = error as { code?: string; errcode?: number; message?: string };
  const corrupt = failure.errcode !== undefined && (failure.errcode & 0xff) === 11;
  return corrupt || failure.code === 'XX002' || failure.code === '42P01' || failure.message?.startsWith('no such table') === true;
}

/** Whether an error says that a disk has no room, in the words of the system (ENOSPC), SQLite (SQLITE_FULL) or PostgreSQL (disk_full). */
export function isDiskFull(error: unknown): boolean {
  const failure = error as { code?: unknown; errcode?: number; message?: unknown } | undefined;
  if (['ENOSPC', 'EDQUOT', '53100'].includes(String(failure?.code)) || failure?.errcode === 13) return true;
  // of a step that travelled with a later one only the words are told
  return failure?.message === 'database or disk is full';
}
