import type { Kysely } from 'kysely';
import type { Tables } from './types.generated.ts';

/** All tables of the product, generated from the migrations. */
export type Schema = Tables;

/** What queries run on: a reader, or the transaction of a deed. */
export type Db = Kysely<Schema>;

/** An open database of either engine. */
export interface Database {
  engine: 'sqlite' | 'postgres';
  /** For short reads. */
  read: Db;
  /** For reads that may take more than a few milliseconds: searches, exports, walks over a whole tree. */
  long: Db;
  /** Runs a deed in one serializable transaction; it resolves once the commit is on disk. */
  write<T>(work: (db: Db) => Promise<T>): Promise<T>;
  /** A number that differs after every commit by whomever; absent where the engine has none. */
  changeMark?(): number;
  /** Settles when nothing can be written any more, whatever is tried; absent where the engine comes back by itself. */
  lost?: Promise<Error>;
  close(): Promise<void>;
}
