import { expect, test } from 'vitest';
import { phraseOf, wordsOf } from './search-terms.ts';

test('a phrase loses its quotation marks and doubled spaces', () => {
  expect(phraseOf(' "付款 条件" ')).toBe('付款 条件');
  expect(phraseOf('a   b')).toBe('a b');
});

test('words are split without duplicates, and only if there are several', () => {
  expect(wordsOf('付款  "条件" 付款')).toEqual(['付款', '条件']);
  expect(wordsOf('合同')).toEqual([]);
  expect(wordsOf('')).toEqual([]);
});
