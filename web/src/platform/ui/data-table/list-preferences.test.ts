import { expect, test } from 'vitest';
import { firstSort, nextSort } from './list-preferences.ts';

test('a header turns the order, and the third click gives the own order back', () => {
  const up = nextSort(firstSort, 'name');
  expect(up).toEqual({ field: 'name', direction: 'asc' });
  const down = nextSort(up, 'name');
  expect(down).toEqual({ field: 'name', direction: 'desc' });
  expect(nextSort(down, 'name')).toBe(firstSort);
});

test('times and sizes begin with the newest and the greatest', () => {
  const newest = nextSort(firstSort, 'updateTime');
  expect(newest).toEqual({ field: 'updateTime', direction: 'desc' });
  expect(nextSort(newest, 'updateTime').direction).toBe('asc');
  expect(nextSort(newest, 'size')).toEqual({ field: 'size', direction: 'desc' });
});
