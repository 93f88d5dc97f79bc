import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Config } from '../config.ts';

/** `SQLITE_BUSY` of the result codes (sqlite.org/rescode.html). */
const busy = 5;

const isBusy = (error: unknown): boolean => error instanceof Error && 'errcode' in error && error.errcode === busy;

/** A reason not to start: another process works in the same folder. */
export class DataInUse extends Error {}

// garbage collection would close a database that nothing refers to
const held = new Set<DatabaseSync>();

/**
 * Locks a data folder with an embedded database for this process until it ends; throws `DataInUse`, one sentence, where another process has locked it.
 * Several servers may share a folder beside PostgreSQL, which is not locked. SQLite holds the lock of the system on a file of its own, `in-use.db`, so
 * that a killed process leaves none behind.
 */
export function takeData({ data, databaseUrl }: Pick<Config, 'data' | 'databaseUrl'>): void {
  if (databaseUrl !== undefined) return;
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
}
