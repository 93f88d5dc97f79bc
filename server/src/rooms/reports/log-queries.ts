import { type Insertable, sql } from 'kysely';
import type { Db } from '../../ground/db/database.ts';
import type { LogEntryTable } from '../../ground/db/types.generated.ts';

/** A line of the log without its place in the chain. */
export type LooseEntry = Omit<Insertable<LogEntryTable>, 'seq' | 'chain'>;

export const headOfLog = (db: Db) => db.selectFrom('log_head').select(['seq', 'chain']).where('id', '=', 1).executeTakeFirstOrThrow();

export const moveHead = (db: Db, head: { seq: number; chain: string }) =>
  db.updateTable('log_head').set(head).where('id', '=', 1).execute();

/** Lines that have no number yet, oldest first. */
export const looseEntries = (db: Db, limit: number) =>
  db.selectFrom('log_entry').selectAll().where('seq', '=', sql.lit(0)).orderBy('id').limit(limit).execute();

export const numberEntry = (db: Db, { id, seq, chain }: { id: number; seq: number; chain: string }) =>
  db.updateTable('log_entry').set({ seq, chain }).where('id', '=', id).execute();

export const insertEntries = (db: Db, rows: Insertable<LogEntryTable>[]) => db.insertInto('log_entry').values(rows).execute();

/** Lines by their numbers, beginning after one. */
export const chainedAfter = (db: Db, seq: number, limit: number) =>
  db.selectFrom('log_entry').selectAll().where('seq', '>', seq).where('seq', '>', sql.lit(0)).orderBy('seq').limit(limit).execute();

export const countLoose = async (db: Db): Promise<number> => {
  const row = await db
    .selectFrom('log_entry')
    .select((select) => select.fn.countAll<number>().as('n'))
    .where('seq', '=', sql.lit(0))
    .executeTakeFirstOrThrow();
  return row.n;
};
