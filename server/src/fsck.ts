import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { checkStore } from './modules/documents/storage-check.ts';
import { checkQuotas } from './modules/identity/quotas.ts';
import { checkLog } from './modules/reporting/log-integrity.ts';
import { readConfig } from './platform/config.ts';
import { openPostgresDatabase } from './platform/db/postgres.ts';
import { openSqliteDatabase } from './platform/db/sqlite.ts';
import { openStorage } from './platform/storage/open-storage.ts';

/** `npm run fsck`: checks the stored data, with the server's own environment; exits with 1 where something is damaged. */
async function main(): Promise<number> {
  const config = readConfig(process.cwd());
  const file = join(config.data, 'dossier.db');
  if (config.databaseUrl === undefined && !existsSync(file)) throw new Error(`There is no database at ${file}. Set DOSSIER_DATA.`);
  const database = config.databaseUrl === undefined ? await openSqliteDatabase(file) : await openPostgresDatabase(config.databaseUrl);
  const counts = { problem: 0, note: 0 };
  try {
    for (const check of [checkStore(database.long, await openStorage(config)), checkLog(database.long), checkQuotas(database.long)]) {
      for await (const { kind, text } of check) {
        counts[kind] += 1;
        console.log(`${kind}: ${text}`);
      }
    }
  } finally {
    await database.close();
  }
  console.log(`${counts.problem} problems, ${counts.note} notes`);
  return counts.problem === 0 ? 0 : 1;
}

main().then(
  (code) => (process.exitCode = code),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 2;
  },
);
