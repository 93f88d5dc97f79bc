import { expect, test } from 'vitest';
import { panelNames, soundPrefs } from './home-panels.ts';

test('what was kept is worn as far as it makes sense, and a panel that came later stands in its place', () => {
  expect(soundPrefs(undefined)).toEqual({ hidden: [], order: panelNames });
  expect(soundPrefs({ hidden: ['tags', 'nothing', 7], order: 'tags' })).toEqual({ hidden: ['tags'], order: panelNames });
  const without = panelNames.filter((name) => name !== 'newest');
  const { order } = soundPrefs({ order: [...without.toReversed(), 'recent', 'else'] });
  expect(order.toSorted()).toEqual(panelNames.toSorted());
  expect(order.indexOf('newest')).toBe(panelNames.indexOf('newest'));
  expect(order.indexOf('ownUse')).toBe(0);
});
