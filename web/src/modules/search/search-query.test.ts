import { moduleType } from '@dossier/contract/core/rights';
import { expect, test } from 'vitest';
import { areaOf, isNarrowed, searchInput } from './search-query.ts';

test('the enterprise page searches everywhere, the others search their own area', () => {
  expect(areaOf({}, moduleType.enterprise)).toBe(0);
  expect(areaOf({}, moduleType.system)).toBe(4);
  expect(areaOf({ moduleType: 3 }, moduleType.enterprise)).toBe(3);
});

test('the address becomes the query', () => {
  expect(searchInput({ keyword: ' plan ', type: 'pdf', parentId: '7' }, 3)).toEqual({
    keyword: 'plan',
    in: 'all',
    sort: 'relevance',
    ext: 'pdf',
    parentId: '7',
  });
  expect(searchInput({ keyword: 'x', type: 'constructor' }, 3)).not.toHaveProperty('ext');
  const days = searchInput({ keyword: 'x', from: '2026-01-02', to: '2026-01-02' }, 3);
  expect(Date.parse(days.to ?? '') - Date.parse(days.from ?? '')).toBe(24 * 60 * 60 * 1000 - 1);
});

test('filtered by anything but the words', () => {
  expect(isNarrowed({ keyword: 'x', sort: 'time' }, 3)).toBe(false);
  expect(isNarrowed({ keyword: 'x', in: 'name' }, 3)).toBe(true);
  expect(isNarrowed({ keyword: 'x' }, 2)).toBe(true);
});
