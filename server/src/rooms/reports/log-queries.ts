import { type Insertable, sql } from 'kysely';
import type { Db } from '../../ground/db/database.ts';
import type { LogEntryTable } from '../../ground/db/types.generated.ts';

/** A line of the log without its place in the chain. */
export type LooseEntry = Omit<Insertable<LogEntryTable>, 'seq' | 'chain'>;

const headFields = ['seq', 'chain', 'loose_to'] as const;

export const headOfLog = (db: Db) =>
  db
    .selectFrom('log_head')
    .select([...headFields, 'spaced_after'])
    .where('id', '=', 1)
    .executeTakeFirstOrThrow();

/** The head for whoever writes on: no other writer gets it before this transaction ends. */
export const takeHead = (db: Db) =>
  db.updateTable('log_head').set({ id: 1 }).where('id', '=', 1).returning(headFields).executeTakeFirstOrThrow();

export const moveHead = (db: Db, head: { seq: number; chain: string; loose_to: number }) =>
  db.updateTable('log_head').set(head).where('id', '=', 1).execute();

/** Lines up to an id that have no number yet, oldest first. */
export const looseEntries = (db: Db, upTo: number, limit: number) =>
  db.selectFrom('log_entry').selectAll().where('seq', '=', sql.lit(0)).where('id', '<=', upTo).orderBy('id').limit(limit).execute();

export const numberEntry = (db: Db, { id, seq, chain }: { id: number; seq: number; chain: string }) =>
  db.updateTable('log_entry').set({ seq, chain }).where('id', '=', id).execute();

export const insertEntries = (db: Db, rows: Insertable<LogEntryTable>[]) => db.insertInto('log_entry').values(rows).execute();

/** Lines by their numbers, beginning after one. */
export const chainedAfter = (db: Db, seq: number, limit: number) =>
  db.selectFrom('log_entry').selectAll().where('seq', '>', seq).where('seq', '>', sql.lit(0)).orderBy('seq').limit(limit).execute();

/** Lines that stand outside of the chain: without a number though none waits for one, or with one that was never given. */
export const strangeEntries = (db: Db, { looseTo, last }: { looseTo: number; last: number }) =>
  db
    .selectFrom('log_entry')
    .select(['id', 'seq'])
    .where((where) =>
      where.or([where('seq', '<', 0), where('seq', '>', last), where.and([where('seq', '=', sql.lit(0)), where('id', '>', looseTo)])]),
    )
    .orderBy('id')
    .limit(1000)
    .execute();

export const countLoose = async (db: Db, upTo: number): Promise<number> => {
  const row = await db
    .selectFrom('log_entry')
    .select((select) => select.fn.countAll<number>().as('n'))
    .where('seq', '=', sql.lit(0))
    .where('id', '<=', upTo)
    .executeTakeFirstOrThrow();
  return row.n;
};
