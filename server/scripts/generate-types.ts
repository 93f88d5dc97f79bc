import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { migrations } from '../migrations/all.ts';
import { openDatabase } from '../src/platform/db/open-database.ts';

/** Writes the table types from the migrated schema; with --check only says whether the file is up to date. */
const target = new URL('../src/platform/db/types.generated.ts', import.meta.url);

function tablesOf(file: string): string {
  const db = new DatabaseSync(file, { readOnly: true });
  const names = db
    .prepare(
      "select name from sqlite_master where type = 'table' and name not like 'sqlite_%' and name not like '%\\_words\\_%' escape '\\' order by name",
    )
    .all()
    .map((row) => String(row['name']));
  const parts: string[] = [];
  for (const name of names) {
    const columns = db
      .prepare(`select name, type, "notnull" as required, dflt_value as fallback, pk from pragma_table_info('${name}')`)
      .all();
    const isIndex = name.endsWith('_words');
    const lines = columns.map((column) => {
      const type = String(column['type']).toLowerCase() === 'text' || isIndex ? 'string' : 'number';
      const nullable = column['required'] === 0 && column['pk'] === 0 && !isIndex ? ' | null' : '';
      return `  ${String(column['name'])}: ${column['fallback'] === null ? `${type}${nullable}` : `Generated<${type}${nullable}>`};`;
    });
    if (isIndex) lines.unshift('  rowid: number;');
    const title = name.replace(/(^|_)([a-z])/g, (_, __, letter: string) => letter.toUpperCase());
    parts.push(`export interface ${title}Table {\n${lines.join('\n')}\n}\n`);
  }
  const all = names
    .map((name) => `  ${name}: ${name.replace(/(^|_)([a-z])/g, (_, __, letter: string) => letter.toUpperCase())}Table;`)
    .join('\n');
  db.close();
  return `// Generated from the migrations by \`npm run types\`; never edited.\nimport type { Generated } from 'kysely';\n\n${parts.join('\n')}\n/** All tables. */\nexport interface Tables {\n${all}\n}\n`;
}

const folder = await mkdtemp(join(tmpdir(), 'dossier-types-'));
try {
  const database = await openDatabase({ file: join(folder, 'dossier.db') }, migrations);
  await database.close();
  const text = tablesOf(join(folder, 'dossier.db'));
  if (!process.argv.includes('--check')) await writeFile(target, text);
  else if ((await readFile(target, 'utf8').catch(() => '')) !== text) {
    console.error('types.generated.ts does not fit the migrations; run npm run types');
    process.exitCode = 1;
  }
} finally {
  await rm(folder, { recursive: true, force: true });
}
