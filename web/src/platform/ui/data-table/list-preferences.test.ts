import { expect, test } from 'vitest';
import { firstSort, nextSort } from './list-preferences.ts';

test('a header reverses the order, and the third click restores the manual order', () => {
  const up = nextSort(firstSort, 'name');
  expect(up).toEqual({ field: 'name', direction: 'asc' });
  const down = nextSort(up, 'name');
  expect(down).toEqual({ field: 'name', direction: 'desc' });
  expect(nextSort(down, 'name')).toBe(firstSort);
});

test('times and sizes begin in descending order', () => {
  const newest = nextSort(firstSort, 'updateTime');
  expect(newest).toEqual({ field: 'updateTime', direction: 'desc' });
  expect(nextSort(newest, 'updateTime').direction).toBe('asc');
  expect(nextSort(newest, 'size')).toEqual({ field: 'size', direction: 'desc' });
});
