import { expect, test } from 'vitest';
import { covered } from './card-grid.tsx';
import { type Groupings, type Layouts, arrangementOf, keysOf, withArrangement, withLayout } from './list-preferences.ts';

const choose = (layouts: Layouts, keys: string[], chosen: 'list' | 'grid' | 'gallery') =>
  withLayout(layouts, { keys, chosen, otherwise: 'list' });

test('a folder stores a layout only if it differs from the inherited one', () => {
  const cabinet = choose({}, ['10', 'area3'], 'grid');
  expect(cabinet).toEqual({ '10': 'grid' });
  expect(choose(cabinet, ['11', '10', 'area3'], 'grid')).toEqual(cabinet);
  expect(choose(cabinet, ['11', '10', 'area3'], 'list')).toEqual({ '10': 'grid', '11': 'list' });
  expect(choose(cabinet, ['10', 'area3'], 'list')).toEqual({});
});

test('the oldest stored layout is dropped first', () => {
  let layouts: Layouts = {};
  const keys = (id: number) => keysOf({ moduleType: 3, ancestors: [{ id: String(id) }] });
  // a folder that was made later may be the first to have one
  for (let id = 201; id >= 1; id--) layouts = choose(layouts, keys(id), 'gallery');
  expect([201, 200, 1].map((id) => layouts[keys(id)[0]!])).toEqual([undefined, 'gallery', 'gallery']);
});

test('groups are stored for the folders that have some, the last hundred', () => {
  const months = { grouping: 'month', sort: { field: 'updateTime', direction: 'desc' } } as const;
  const sort = { field: 'name', direction: 'asc' } as const;
  const one = withArrangement({}, '10', months);
  expect(arrangementOf({ groupings: one, sort }, '10')).toEqual(months);
  expect(arrangementOf({ groupings: one, sort }, '11')).toEqual({ grouping: 'none', sort });
  expect(withArrangement(one, '10', { ...months, grouping: 'none' })).toEqual({});
  let groupings: Groupings = {};
  for (let id = 101; id >= 1; id--) groupings = withArrangement(groupings, String(id), months);
  expect(['101', '100', '1'].map((id) => arrangementOf({ groupings, sort }, id).grouping)).toEqual(['none', 'month', 'month']);
});

test('a box touches the cards below it, in lines of equal and unequal cards', () => {
  const geometry = { lanes: 4, width: 12 * 2 + 4 * 100 + 3 * 8, total: 6, shape: { height: 100, least: 100 } };
  expect(covered({ left: 20, top: 20, right: 130, bottom: 30 }, geometry)).toEqual([0, 1]);
  expect(covered({ left: 20, top: 90, right: 130, bottom: 130 }, geometry)).toEqual([0, 1, 4, 5]);
  expect(covered({ left: 250, top: 130, right: 400, bottom: 140 }, geometry)).toEqual([]);
  expect(covered({ left: 20, top: 20, right: 130, bottom: 30 }, geometry, () => [2, 0.7, 0.7, 0.6])).toEqual([0]);
});
