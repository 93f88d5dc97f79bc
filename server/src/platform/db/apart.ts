import { sql } from 'kysely';
import { Refusal } from '../refusal.ts';
import type { Db } from './database.ts';
import { compiledWrite } from './dialect.ts';
import { quotaRefusal } from './quota-refusals.ts';

const step = (words: string) => compiledWrite<object>((db) => ({ compile: () => sql.raw(words).compile(db) }));
const begin = step('savepoint apart');
const keep = step('release savepoint apart');
const undo = step('rollback to savepoint apart');

/** Runs a part of a transaction that may be refused separately: its writes are rolled back, and the refusal is returned. */
export async function apart<T>(db: Db, work: () => Promise<T>): Promise<T | Refusal> {
  await begin(db, {});
  try {
    const value = await work();
    await keep(db, {});
    return value;
  } catch (error) {
    const refusal = quotaRefusal(error);
    if (!(refusal instanceof Refusal)) throw error;
    await undo(db, {});
    await keep(db, {});
    return refusal;
  }
}
