import { sql } from 'kysely';
import type { Db } from './database.ts';

export type Engine = 'sqlite' | 'postgres';

/** One step forward of the database. `up` runs in its own transaction. */
export interface Migration {
  name: string;
  /** Steps of earlier versions that this one stands for. A database that has all of them takes this one as applied; one that has only some is refused. */
  replaces?: readonly string[];
  up(db: Db, engine: Engine): Promise<void>;
}

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
