import { expect, test } from 'vitest';
import { actionKey, factsOf } from './actions-text.ts';

test('codes have names, unknown ones none', () => {
  expect(actionKey(303)).toBe('documentDelete');
  expect(actionKey(99_999)).toBeUndefined();
});

test('facts are read whatever their shape, and rubbish is none', () => {
  expect(factsOf('{"name":["a","b"],"to":"Plans","x":null}')).toEqual([
    ['name', 'a → b'],
    ['to', 'Plans'],
  ]);
  expect(factsOf('{"name":{"before":"a","after":"b"}}')).toEqual([['name', 'a → b']]);
  expect(factsOf('not json')).toEqual([]);
  expect(factsOf(undefined)).toEqual([]);
});
