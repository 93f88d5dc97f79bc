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

test('nothing typed shows everything, ways before deeds', () => {
  expect(ids('')).toEqual(['users', 'bin', 'config', 'dark', 'es']);
});

test('words are found in any order, in labels before details, without accents', () => {
  expect(ids('admin us')).toEqual(['users']);
  expect(ids('espanol')).toEqual(['es']);
  expect(ids('re')).toEqual(['bin']);
  expect(ids('zzz')).toEqual([]);
});

test('what begins with it comes first', () => {
  expect(matchingCommands([command('a', 'go', ['My bin']), command('b', 'go', ['Bin'])], 'bin').map(({ id }) => id)).toEqual(['b', 'a']);
});
