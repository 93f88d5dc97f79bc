import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Database } from './database.ts';
import { migrate } from './migrate.ts';
import { keepingQuotas } from './over-quota.ts';
import { openPostgresDatabase } from './postgres.ts';
import { openSqliteDatabase } from './sqlite.ts';

/** Opens the database, PostgreSQL when a URL is given, and migrates it. */
export async function openDatabase(where: { file: string; url?: string }): Promise<Database> {
  if (where.url === undefined) await mkdir(dirname(where.file), { recursive: true });
  const database = where.url === undefined ? await openSqliteDatabase(where.file) : await openPostgresDatabase(where.url);
  try {
    await migrate(database);
  } catch (error) {
    await database.close();
    throw error;
  }
  return keepingQuotas(database);
}
