import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { calls } from '@dossier/contract/calls';
import { codes } from '@dossier/contract/core/codes';
import { avatarPaths } from '@dossier/contract/identity/sessions';
import { describe, expect, it } from 'vitest';
import { publicPaths, redirectPaths, sharePaths, signedInPaths } from '../web/test/route-table.ts';

const root = join(import.meta.dirname, '..');
const textOf = (path: string): string => readFileSync(join(root, path), 'utf8');
const filesBelow = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => join(folder, file));

/** The part of the specification under a heading of the second level. */
const sections = new Map(
  textOf('docs/specification.md')
    .split(/^## /m)
    .slice(1)
    .map((part) => [part.slice(0, part.indexOf('\n')), part]),
);

/** The cells of each row of its tables, without heads and rules. */
function rowsOf(section: string): string[][] {
  const lines = (sections.get(section) ?? '').split('\n');
  return lines
    .filter((line, at) => line.startsWith('|') && !line.startsWith('|---') && lines[at + 1]?.startsWith('|---') !== true)
    .map((line) =>
      line
        .slice(1, line.lastIndexOf('|'))
        .split('|')
        .map((cell) => cell.trim()),
    );
}

const bare = (cell = ''): string => cell.replaceAll('`', '');
const shown = ['Pages', 'Calls', 'Codes', 'Panels and controls', 'Rules'];
const rows = shown.flatMap((section) => rowsOf(section).map((cells) => ({ section, what: bare(cells[0]), tests: cells.at(-1) ?? '' })));

interface NamedTest {
  file: string;
  title: string;
}

/** `path/of/file.test.ts` › beginning of the title, several of them apart by a middle dot. */
const testsIn = (cell: string): NamedTest[] =>
  [...cell.matchAll(/`([^`]+\.test\.tsx?)` › (.*?)(?= · `|$)/g)].map(([, file = '', title = '']) => ({ file, title }));

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
/** The title is the first thing that a test, or a group of tests, is given. */
const hasTest = ({ file, title }: NamedTest): boolean =>
  title !== '' && existsSync(join(root, file)) && new RegExp(`\\(\\s*['"\`]${escaped(title)}`).test(textOf(file));

/** Paths that the modules of the client declare, beside those of the table of routes. */
const declaredPaths = filesBelow('web/src')
  .filter((file) => file.endsWith('routes.tsx') || file.endsWith('share-routes.ts'))
  .flatMap((file) => [...textOf(file).matchAll(/\bpath: '([^']+)'/g)].map(([, path = '']) => path));
const tablePaths = [...publicPaths, ...signedInPaths, ...redirectPaths, ...sharePaths];

/** What the server serves without a call of the contract: files, and what describes the server. */
const servedPaths = [
  '/health',
  '/openapi.json',
  avatarPaths.put,
  avatarPaths.see,
  ...filesBelow('server/src')
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .flatMap((file) => [...textOf(file).matchAll(/\b(?:path: |get\(|post\()'(\/[^']+)'/g)].map(([, path = '']) => path)),
];

describe('the specification', () => {
  it.each(shown)('has rows of %s', (section) => expect(rowsOf(section).length).toBeGreaterThan(0));

  it('names for each row a test that there is', () => {
    expect(rows.filter(({ tests }) => testsIn(tests).length === 0).map(({ section, what }) => `${section}: ${what}`)).toEqual([]);
    const missing = rows.flatMap(({ what, tests }) =>
      testsIn(tests)
        .filter((test) => !hasTest(test))
        .map(({ file, title }) => `${what}: ${file} › ${title}`),
    );
    expect(missing).toEqual([]);
  });

  it('says nothing twice', () => {
    const named = rows.map(({ section, what }) => `${section}: ${what}`);
    expect(named.filter((name, at) => named.indexOf(name) !== at)).toEqual([]);
  });

  it('has each page of the client, and no other', () => {
    const named = new Set(rowsOf('Pages').map(([path]) => bare(path)));
    expect(tablePaths.filter((path) => !named.has(path))).toEqual([]);
    const known = new Set([...tablePaths, ...declaredPaths]);
    expect([...named].filter((path) => !known.has(path))).toEqual([]);
  });

  it('names calls as they are on the wire', () => {
    const known = new Set(Object.values(calls).flatMap((routes) => Object.values(routes).map(({ method, path }) => `${method} ${path}`)));
    const unknown = rowsOf('Calls')
      .map(([place]) => bare(place))
      .filter((place) => !known.has(place) && !servedPaths.includes(place.slice(place.indexOf(' ') + 1)));
    expect(unknown).toEqual([]);
  });

  it('has each code with its name, and a test that says it', () => {
    const unseen = (sections.get('Shown by no test yet') ?? '').split('\n').map((line) => line.slice(2));
    const named = new Map(rowsOf('Codes').map(([code, name, tests]) => [`${code} ${name}`, tests ?? '']));
    const declared = Object.values(codes).map(({ code, name }) => `${code} ${name}`);
    expect(declared.filter((code) => !named.has(code) && !unseen.includes(code))).toEqual([]);
    expect([...named.keys()].filter((code) => !declared.includes(code) || unseen.includes(code))).toEqual([]);
    const silent = [...named].filter(([code, tests]) => {
      const [number = '', name = ''] = code.split(' ');
      const says = new RegExp(`\\b${number}\\b|\\bcodes\\.${name}\\b|'${name}'`);
      return !testsIn(tests).some(({ file }) => says.test(textOf(file)));
    });
    expect(silent.map(([code]) => code)).toEqual([]);
  });

  it('has no more without a test than it says, and that number only falls', () => {
    const section = sections.get('Shown by no test yet') ?? '';
    const [, most] = /^At most (\d+) lines/m.exec(section) ?? [];
    expect(section.split('\n').filter((line) => line.startsWith('- '))).toHaveLength(Number(most));
  });
});
