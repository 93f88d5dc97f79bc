import type { Kysely } from 'kysely';
import type { Tables } from './types.generated.ts';

/** All tables of the product, generated from the migrations. */
export type Schema = Tables;

/** What queries run on: a reader, or the transaction of a handler. */
export type Db = Kysely<Schema>;

/** An open database of either engine. */
export interface Database {
  engine: 'sqlite' | 'postgres';
  read: Db;
  /** For reads that may take more than a few milliseconds: searches, exports, walks over a whole tree. */
  long: Db;
  /** Runs a handler in one serializable transaction; resolves once the commit is on disk. */
  write<T>(work: (db: Db) => Promise<T>): Promise<T>;
  /** A number that changes with every commit of any connection; absent where the engine has none. */
  changeMark?(): number;
  /** Settles when the database can no longer be written to; absent where the engine reconnects by itself. */
  lost?: Promise<Error>;
  close(): Promise<void>;
}
