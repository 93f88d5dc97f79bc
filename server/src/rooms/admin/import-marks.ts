import { createHmac } from 'node:crypto';
import type { Db } from '../../ground/db/database.ts';
import { deleteMarks, insertMark, marksAmong } from './import-queries.ts';

/** An account that a row of an import may have made. */
interface Made {
  ticket: string;
  row: number;
  id: number;
  /** As it was stored at first: an account whose password was set anew is no longer as the import made it. */
  hash: string;
}

/** The ticket is known to who imports alone: from the mark nobody else tells whose it is. */
const markOf = ({ ticket, row, id, hash }: Made): string => createHmac('sha256', ticket).update(`${row} ${id} ${hash}`).digest('base64url');

/** Notes, where the account is made, that a row made it. */
export async function noteMade(db: Db, made: Made, now: number): Promise<void> {
  await insertMark(db, markOf(made), now);
}

/** Of accounts those that their rows made. */
export async function onlyMade<T extends Made>(db: Db, accounts: readonly T[]): Promise<T[]> {
  if (accounts.length === 0) return [];
  const known = new Set((await marksAmong(db, accounts.map(markOf))).map(({ mark }) => mark));
  return accounts.filter((account) => known.has(markOf(account)));
}

/** Forgets marks whose tickets have ended. */
export async function forgetMade(db: Db, before: number): Promise<void> {
  await deleteMarks(db, before);
}
