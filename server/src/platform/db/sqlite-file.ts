import { DatabaseSync } from 'node:sqlite';

/** Opens the database file with settings that make an acknowledged commit survive a power cut. */
export function openSqlite(path: string, readOnly: boolean): DatabaseSync {
  const db = new DatabaseSync(path, { readOnly, timeout: 10_000, enableForeignKeyConstraints: true });
  if (!readOnly) {
    db.exec('pragma journal_mode = wal');
    db.exec('pragma synchronous = full');
    db.exec('pragma wal_autocheckpoint = 4000');
    db.exec('pragma journal_size_limit = 67108864');
  }
  db.exec('pragma temp_store = memory');
  db.exec(`pragma cache_size = ${readOnly ? -32_768 : -16_384}`);
  return db;
}
