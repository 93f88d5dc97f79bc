import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Config } from './config.ts';

/** `SQLITE_BUSY` of the result codes (sqlite.org/rescode.html). */
const busy = 5;

const isBusy = (error: unknown): boolean => error instanceof Error && 'errcode' in error && error.errcode === busy;

/** A reason not to start: another process works in the same folder. */
export class DataInUse extends Error {}

// garbage collection would close one that nothing refers to
const held = new Set<DatabaseSync>();

/**
 * Takes a data folder with an embedded database for this process, until it ends or the answered function is called; throws `DataInUse`, one sentence,
 * where another process has it. A folder beside PostgreSQL may have several servers and is not taken. The lock is the system's on an open file, held by
 * SQLite on a database of its own: a process that is killed leaves none behind.
 */
export function takeData({ data, databaseUrl }: Pick<Config, 'data' | 'databaseUrl'>): () => void {
  if (databaseUrl !== undefined) return () => undefined;
  mkdirSync(data, { recursive: true });
  const lock = new DatabaseSync(join(data, 'in-use.db'));
  try {
    lock.exec('begin exclusive');
  } catch (error) {
    lock.close();
    if (!isBusy(error)) throw error;
    throw new DataInUse(
      `Another Dossier is at work in ${data}: a server, or a demo that is still being filled. End it, or set DOSSIER_DATA to another folder.`,
    );
  }
  held.add(lock);
  return () => {
    held.delete(lock);
    lock.close();
  };
}
