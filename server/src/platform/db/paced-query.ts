import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely';

/** `short`: reads a few rows by a key. `soon`: a write that is not awaited before the commit. */
export type Pace = 'short' | 'soon';

/** A compiled query with a hint how it may be run. */
export type PacedQuery<R = unknown> = CompiledQuery<R> & { pace?: Pace };

const straight = new WeakMap<object, DatabaseConnection>();

/** Sends compiled queries of a handle straight to its one connection, skipping the steps in which Kysely borrows and returns it. */
export function runDirectly<T extends object>(db: T, connection: DatabaseConnection): T {
  straight.set(db, connection);
  return db;
}

/** Runs a compiled query on a handle. */
export function runOn<R>(
  db: { executeQuery<T>(query: CompiledQuery<T>): Promise<QueryResult<T>> },
  query: PacedQuery<R>,
): Promise<QueryResult<R>> {
  const connection = straight.get(db);
  return connection === undefined ? db.executeQuery<R>(query) : connection.executeQuery<R>(query);
}
