import type { Kysely } from 'kysely';
import type { Tables } from './types.generated.ts';

/** All tables of the product, generated from the migrations. */
export type Schema = Tables;

/** What queries run on: a reader, or the transaction of a handler. */
export type Db = Kysely<Schema>;

/** Two equal ones say that nothing was committed in between. */
export type ChangeMark = number | string;

/** An open database of either engine. */
export interface Database {
  engine: 'sqlite' | 'postgres';
  read: Db;
  /** For reads that may take more than a few milliseconds: searches, exports, walks over a whole tree. */
  long: Db;
  /** Runs a handler in one transaction, while no other handler of any process writes; resolves once the commit is on disk. */
  write<T>(work: (db: Db) => Promise<T>): Promise<T>;
  /** Changes with every commit of any connection. */
  changeMark(): ChangeMark | Promise<ChangeMark>;
  /** Settles when the database can no longer be written to; absent where the engine reconnects by itself. */
  lost?: Promise<Error>;
  close(): Promise<void>;
}
