import { langs } from '@dossier/contract/core/shapes';
import { describe, expect, test } from 'vitest';
import { languageTags as tags } from '../i18n.ts';
import { formatCount, formatNumber, formatSize } from './formatted-values.tsx';

describe.each(langs)('numbers in %s', (lang) => {
  test.each([0, 7, 999, 1000, 9999, 10_000, 123_456, 1_000_000, 9_007_199_254_740_991])(
    'are written as the browser does for %d',
    (value) => {
      expect(formatNumber(value, lang)).toBe(new Intl.NumberFormat(tags[lang]).format(value));
    },
  );

  test.each([0.4, 1.04, 1.25, 3.96, 12.3, 99.4, 1234.5])('%d keeps one digit', (value) => {
    expect(formatNumber(value, lang, 1)).toBe(new Intl.NumberFormat(tags[lang], { maximumFractionDigits: 1 }).format(value));
  });
});

test('sizes use units of 1024', () => {
  expect(formatSize(812, 'en')).toBe('812 B');
  expect(formatSize(1434, 'es')).toBe('1,4 KB');
  expect(formatSize(5 * 2 ** 20, 'en')).toBe('5 MB');
});

test('counts are shortened by k, M, G, T, P and E', () => {
  expect([950, 1200, 99_900, 3_450_000, 7e9, 1.25e12, 2e15, 9e18, 5e21].map(formatCount)).toEqual([
    '950',
    '1.2k',
    '99.9k',
    '3.4M',
    '7G',
    '1.2T',
    '2P',
    '9E',
    '5000E',
  ]);
});
