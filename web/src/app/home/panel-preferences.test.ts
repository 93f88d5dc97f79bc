import { expect, test } from 'vitest';
import { panelNames, validPreferences } from './panel-preferences.ts';

test('applies the valid part of stored preferences, and puts newer panels at their default place', () => {
  expect(validPreferences(undefined)).toEqual({ hidden: [], order: panelNames });
  expect(validPreferences({ hidden: ['tags', 'nothing', 7], order: 'tags' })).toEqual({ hidden: ['tags'], order: panelNames });
  const without = panelNames.filter((name) => name !== 'newest');
  const { order } = validPreferences({ order: [...without.toReversed(), 'recent', 'else'] });
  expect(order.toSorted()).toEqual(panelNames.toSorted());
  expect(order.indexOf('newest')).toBe(panelNames.indexOf('newest'));
  expect(order.indexOf('downloadCount')).toBe(0);
});

test('the panels of readings and downloads stand where the panel of both stood', () => {
  const { order, hidden } = validPreferences({ order: ['tags', 'ownUse', 'recent'], hidden: ['ownUse'] });
  expect(hidden).toEqual(['readCount', 'downloadCount']);
  expect(order.filter((name) => ['tags', 'readCount', 'downloadCount', 'recent'].includes(name))).toEqual([
    'tags',
    'readCount',
    'downloadCount',
    'recent',
  ]);
});
