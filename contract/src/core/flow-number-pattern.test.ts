import { expect, it } from 'vitest';
import { countedPeriod, defaultNumberPattern, isNumberPattern, numberByPattern } from './flow-number-pattern.ts';

it.each([
  [defaultNumberPattern, true],
  ['HT-{yy}/{000}', true],
  ['合同{yyyy}年第{0}号', true],
  ['{yyyy}', false],
  ['{000}-{000}', false],
  ['{0000} {year}', false],
  ['{000}}', false],
  [' {000}', false],
  ['a\tb{000}', false],
  [`${'x'.repeat(38)}{0}`, true],
  [`${'x'.repeat(39)}{0}`, false],
  ['', false],
])('%j as a pattern: %s', (pattern, expected) => expect(isNumberPattern(pattern)).toBe(expected));

it.each([
  [defaultNumberPattern, 7, '20261122-0007', 'day'],
  ['HT-{yy}-{MM}-{000}', 12, 'HT-26-11-012', 'month'],
  ['{yyyy}/{00}', 1234, '2026/1234', 'year'],
  ['No. {0}', 3, 'No. 3', 'all'],
])('%s makes of %i: %s, counted by %s', (pattern, count, number, period) => {
  expect(numberByPattern(pattern, { day: '2026-11-22', count })).toBe(number);
  expect(countedPeriod(pattern)).toBe(period);
});
