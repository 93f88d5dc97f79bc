import { expect, test } from 'vitest';
import { type FactWords, factsOf } from './facts-text.ts';

const words: FactWords = {
  t: (key, values) => (values === undefined ? key : `${key} ${Object.values(values).join(' ')}`),
  rights: (key) => key,
  time: (iso) => iso.slice(0, 10),
};

test('known fields are said in words, unknown ones not at all', () => {
  expect(factsOf('{"name":["a","b"],"parent":["Plans"],"x":1,"changed":["y"]}', words)).toEqual([
    'fact factName a → b',
    'fact factParent Plans',
  ]);
  expect(factsOf('{"number":2}', words)).toEqual(['factVersion 2']);
  expect(factsOf('{"to":["Ana"],"level":[27],"reach":["all"],"deadline":["2026-12-01T10:00:00.000Z"]}', words)).toEqual([
    'fact factTo Ana',
    'fact level level_download',
    'fact reach reach_all',
    'fact deadline 2026-12-01',
  ]);
  expect(factsOf('{"inherit":[false]}', words)).toEqual(['fact factInherit no']);
});

test('a union without a name is said by its rights', () => {
  expect(factsOf('{"level":[5]}', words)).toEqual(['fact level right_visibleandright_print']);
});

test('rubbish is no fact', () => {
  for (const detail of ['not json', '', '7', undefined]) expect(factsOf(detail, words)).toEqual([]);
});
