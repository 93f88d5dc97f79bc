import { expect, test } from 'vitest';
import { covered } from './card-grid.tsx';
import { type Groupings, type Layouts, withArrangement, withLayout } from './list-preferences.ts';

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
  for (let id = 1; id <= 201; id++) layouts = choose(layouts, [`f${id}`, 'area3'], 'gallery');
  expect([Object.keys(layouts).length, layouts['f1'], layouts['f201']]).toEqual([200, undefined, 'gallery']);
});

test('groups are stored for the folders that have some, the last hundred', () => {
  const months = { grouping: 'month', sort: { field: 'updateTime', direction: 'desc' } } as const;
  const one = withArrangement({}, '10', months);
  expect(one).toEqual({ '10': months });
  expect(withArrangement(one, '10', { ...months, grouping: 'none' })).toEqual({});
  let groupings: Groupings = {};
  for (let id = 1; id <= 101; id++) groupings = withArrangement(groupings, `f${id}`, months);
  expect([Object.keys(groupings).length, groupings['f1'], groupings['f101']]).toEqual([100, undefined, months]);
});

test('a box touches the cards below it, in lines of equal and unequal cards', () => {
  const geometry = { lanes: 4, width: 12 * 2 + 4 * 100 + 3 * 8, total: 6, shape: { height: 100, least: 100 } };
  expect(covered({ left: 20, top: 20, right: 130, bottom: 30 }, geometry)).toEqual([0, 1]);
  expect(covered({ left: 20, top: 90, right: 130, bottom: 130 }, geometry)).toEqual([0, 1, 4, 5]);
  expect(covered({ left: 250, top: 130, right: 400, bottom: 140 }, geometry)).toEqual([]);
  expect(covered({ left: 20, top: 20, right: 130, bottom: 30 }, geometry, () => [2, 0.7, 0.7, 0.6])).toEqual([0]);
});
