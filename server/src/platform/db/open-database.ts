import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { sql } from 'kysely';
import type { Database, Db } from './database.ts';
import { engineOf } from './dialect.ts';
import { openPostgresDatabase } from './postgres.ts';
import { openSqliteDatabase } from './sqlite.ts';
import { keepingQuotas } from './write-refusals.ts';

export type Engine = 'sqlite' | 'postgres';

/** One step forward of the database. `up` runs in its own transaction. */
export interface Migration {
  name: string;
  /** Steps of earlier versions that this one stands for. A database that has all of them takes this one as applied; one that has only some is refused. */
  replaces?: readonly string[];
  up(db: Db, engine: Engine): Promise<void>;
  /** Takes the step back. Nothing of the program does so: the tests make databases of older versions by it. */
  down?(db: Db, engine: Engine): Promise<void>;
}

/** A numbered step; its name is that of its file. */
export type MigrationStep = Required<Pick<Migration, 'up' | 'down'>>;

/** The statements of a script, which a blank line separates, for an engine. A line that begins with `--` is a comment. */
export function statementsOf(script: string, engine: Engine): string[] {
  const statements = script.replaceAll(/^ *--.*\n/gm, '').split(/\n\s*\n/);
  return statements.map((statement) => inDialect(statement.trim(), engine)).filter((statement) => statement !== '');
}

/** Runs the statements of a script. */
export async function runScript(db: Db, engine: Engine, script: string): Promise<void> {
  for (const statement of statementsOf(script, engine)) await sql.raw(statement).execute(db);
}

/**
 * Statements are written once for both engines but for two words. SQLite makes a column its row number only when it is an `integer primary key`.
 * PostgreSQL has to compare texts by their bytes, as SQLite does, whatever the locale of the cluster.
 */
function inDialect(statement: string, engine: Engine): string {
  return engine === 'sqlite'
    ? statement.replaceAll('bigint primary key', 'integer primary key')
    : statement.replaceAll(/ text\b/g, ' text collate "C"');
}

/** Brings the database to this program's state, each step in a transaction. Throws one sentence when the database is newer than the program, or too old for it. */
export async function migrate(database: Database, steps: readonly Migration[]): Promise<void> {
  await database.write(async (db) => {
    await sql`create table if not exists migration (name text primary key, applied_at bigint not null)`.execute(db);
  });
  const applied = new Set((await sql<{ name: string }>`select name from migration`.execute(database.read)).rows.map((row) => row.name));
  const known = new Set(steps.flatMap((step) => [step.name, ...(step.replaces ?? [])]));
  const unknown = [...applied].filter((name) => !known.has(name));
  if (unknown.length > 0) {
    throw new Error(
      `This database was written by a newer version of Dossier (it has "${unknown.at(-1)}"). Start that version, or restore a backup.`,
    );
  }
  for (const step of steps) {
    if (!applied.has(step.name)) await database.write((db) => apply(db, step));
  }
}

async function apply(db: Db, migration: Migration): Promise<void> {
  // two processes may have opened one database together: the second finds the row and does nothing
  const done = await sql<{ name: string }>`select name from migration where name = ${migration.name}`.execute(db);
  if (done.rows.length > 0) return;
  if (!(await takeReplaced(db, migration))) await migration.up(db, engineOf(db));
  await sql`insert into migration (name, applied_at) values (${migration.name}, ${Date.now()})`.execute(db);
}

/** Removes the steps that this one stands for from the list of applied ones; answers false where the database has none of them. */
async function takeReplaced(db: Db, { replaces = [] }: Migration): Promise<boolean> {
  const rows = await sql<{ name: string }>`select name from migration`.execute(db);
  const applied = new Set(rows.rows.map((row) => row.name));
  const missing = replaces.filter((name) => !applied.has(name));
  if (missing.length === replaces.length) return false;
  if (missing.length > 0) {
    throw new Error(
      `This database was written by an older version of Dossier (it lacks "${missing[0]}"). Start the version before this one once, then this one.`,
    );
  }
  await sql`delete from migration where name in (${sql.join(replaces)})`.execute(db);
  return true;
}

/** Opens the database, PostgreSQL when a URL is given, and migrates it by these steps. */
export async function openDatabase(where: { file: string; url?: string }, steps: readonly Migration[]): Promise<Database> {
  if (where.url === undefined) await mkdir(dirname(where.file), { recursive: true });
  const database = where.url === undefined ? await openSqliteDatabase(where.file) : await openPostgresDatabase(where.url);
  try {
    await migrate(database, steps);
  } catch (error) {
    await database.close();
    throw error;
  }
  return keepingQuotas(database);
}
