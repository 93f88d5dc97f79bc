import { expect, test } from 'vitest';
import { clockText, columnLetters } from './place-texts.ts';

test.each([
  [0, '0:00'],
  [7.9, '0:07'],
  [185, '3:05'],
  [3729, '1:02:09'],
  [Number.NaN, '–:––'],
  [Number.POSITIVE_INFINITY, '–:––'],
])('%s is %s', (seconds, text) => expect(clockText(seconds)).toBe(text));

test('columns are counted in letters', () => {
  expect([0, 25, 26, 701, 702].map(columnLetters)).toEqual(['A', 'Z', 'AA', 'ZZ', 'AAA']);
});
