/** The rules of CONTRIBUTING.md that no ready-made tool checks: names of files and modules, length of files, and the place of SQL. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/** Lines at which a file is an error; think again from 400 on. */
const maxLines = 600;
const vague = /^(utils?|helpers?|common|managers?|services?|misc)$|[-.](utils?|helpers?|manager|service)\.[a-z]+$/;
const query = /\.(selectFrom|insertInto|updateTable|deleteFrom)\(/;
const knowsQueries = [
  /^server\/src\/platform\/db\//,
  /^server\/src\/.*queries\.ts$/,
  /^server\/(test|migrations|scripts)\//,
  /\.test\.ts$/,
  /^(bench|scripts)\//,
];
const code = /\.(tsx?|mjs|css)$/;

/** The files that git tracks or would track. */
export function listFiles(folder) {
  const out = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], { cwd: folder, encoding: 'utf8' });
  return out.split('\n').filter((file) => file && existsSync(join(folder, file)));
}

/** The violations among `files`, each as `file: what is wrong`. */
export function findFaults(folder, files, modules) {
  return files.flatMap((file) =>
    [...nameFaults(file), ...moduleFaults(file, modules), ...textFaults(folder, file)].map((fault) => `${file}: ${fault}`),
  );
}

function nameFaults(file) {
  const parts = file.split('/');
  const faults = [];
  if (parts.some((part) => vague.test(part.replace(/\.(test\.)?(tsx?|mjs)$/, '')) || vague.test(part)))
    faults.push('a name that says nothing: name it by what it does');
  if (/^(contract|server|web)\/src\//.test(file) && /^index\.[cm]?[jt]sx?$/.test(basename(file)))
    faults.push('a barrel file: import from the file itself');
  return faults;
}

/** Every module folder is named in modules.mjs, otherwise the import rules would not see it. */
function moduleFaults(file, modules) {
  const module = /^(?:server|web)\/src\/modules\/([^/]+)/.exec(file)?.[1] ?? /^contract\/src\/([^/]+)\//.exec(file)?.[1];
  return module === undefined || module === 'core' || modules.includes(module) ? [] : ['a module that modules.mjs does not name'];
}

function textFaults(folder, file) {
  if (!code.test(file)) return [];
  const text = readFileSync(join(folder, file), 'utf8');
  const faults = [];
  const lines = text.trimEnd().split('\n').length;
  if (lines > maxLines && !file.endsWith('.generated.ts')) faults.push(`${lines} lines: split it by subject`);
  if (file.startsWith('server/') && query.test(text) && !knowsQueries.some((place) => place.test(file)))
    faults.push('SQL outside of a queries file');
  return faults;
}
