import { expect, test } from 'vitest';
import { covered } from './card-grid.tsx';
import { type Layouts, withLayout } from './list-preferences.ts';

const choose = (layouts: Layouts, keys: string[], chosen: 'list' | 'grid' | 'gallery') =>
  withLayout(layouts, { keys, chosen, otherwise: 'list' });

test('a place keeps a layout only where it has another one than what it lies in', () => {
  const cabinet = choose({}, ['10', 'area3'], 'grid');
  expect(cabinet).toEqual({ '10': 'grid' });
  expect(choose(cabinet, ['11', '10', 'area3'], 'grid')).toEqual(cabinet);
  expect(choose(cabinet, ['11', '10', 'area3'], 'list')).toEqual({ '10': 'grid', '11': 'list' });
  expect(choose(cabinet, ['10', 'area3'], 'list')).toEqual({});
});

test('the place that was laid out longest ago is forgotten first', () => {
  let layouts: Layouts = {};
  for (let id = 1; id <= 201; id++) layouts = choose(layouts, [`f${id}`, 'area3'], 'gallery');
  expect([Object.keys(layouts).length, layouts['f1'], layouts['f201']]).toEqual([200, undefined, 'gallery']);
});

test('a box touches the cards that it lies over, of lines cut evenly and by weight', () => {
  const ground = { lanes: 4, width: 12 * 2 + 4 * 100 + 3 * 8, total: 6, shape: { height: 100, least: 100 } };
  expect(covered({ left: 20, top: 20, right: 130, bottom: 30 }, ground)).toEqual([0, 1]);
  expect(covered({ left: 20, top: 90, right: 130, bottom: 130 }, ground)).toEqual([0, 1, 4, 5]);
  expect(covered({ left: 250, top: 130, right: 400, bottom: 140 }, ground)).toEqual([]);
  expect(covered({ left: 20, top: 20, right: 130, bottom: 30 }, ground, () => [2, 0.7, 0.7, 0.6])).toEqual([0]);
});
