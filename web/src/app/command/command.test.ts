import { expect, test } from 'vitest';
import { type Command, matchingCommands } from './command.ts';

const command = (id: string, group: Command['group'], [label, detail]: [string, string?]): Command => ({
  id,
  group,
  label,
  ...(detail && { detail }),
  run: () => undefined,
});
const all = [
  command('dark', 'do', ['Dark mode']),
  command('users', 'go', ['Users', 'Administration']),
  command('bin', 'go', ['Recycle bin']),
  command('config', 'go', ['Configuration', 'Administration']),
  command('es', 'do', ['Español', 'Language']),
];
const ids = (typed: string): string[] => matchingCommands(all, typed).map(({ id }) => id);

test('an empty query shows everything, navigation before actions', () => {
  expect(ids('')).toEqual(['users', 'bin', 'config', 'dark', 'es']);
});

test('words match in any order, in labels before details, without accents', () => {
  expect(ids('admin us')).toEqual(['users']);
  expect(ids('espanol')).toEqual(['es']);
  expect(ids('re')).toEqual(['bin']);
  expect(ids('zzz')).toEqual([]);
});

test('a match at the beginning comes first', () => {
  expect(matchingCommands([command('a', 'go', ['My bin']), command('b', 'go', ['Bin'])], 'bin').map(({ id }) => id)).toEqual(['b', 'a']);
});
