import { CompiledQuery, type KyselyPlugin } from 'kysely';
import type { Db } from '../src/platform/db/database.ts';

/** How SQLite would run the queries that a function makes: a text of its plan for each. It plans without statistics, so few rows do for a test. */
export async function queryPlans(db: Db, ask: (db: Db) => Promise<unknown>): Promise<string[]> {
  const asked: CompiledQuery[] = [];
  const recorder: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      asked.push(db.getExecutor().compileQuery(node, queryId));
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  await ask(db.withPlugin(recorder));
  const plans: string[] = [];
  for (const { sql, parameters } of asked) {
    const { rows } = await db.executeQuery<{ detail: string }>(CompiledQuery.raw(`explain query plan ${sql}`, [...parameters]));
    plans.push(rows.map(({ detail }) => detail).join('\n'));
  }
  return plans;
}
