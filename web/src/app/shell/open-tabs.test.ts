import { expect, test } from 'vitest';
import { type Tab, remainingTabs, tabAfterClosing } from './open-tabs.ts';

const list: Tab[] = [
  { path: '/home', href: '/home', affix: true },
  { path: '/a', href: '/a?id=1' },
  { path: '/b', href: '/b' },
];

test('a pinned tab is never closed', () => {
  expect(remainingTabs(list, ['/home', '/a', '/b']).map(({ path }) => path)).toEqual(['/home']);
});

test('closing leads to the newest remaining tab, and nowhere while the current one remains', () => {
  expect(tabAfterClosing(list, ['/b'], '/b')).toBe('/a?id=1');
  expect(tabAfterClosing(list, ['/a'], '/b')).toBeUndefined();
  expect(tabAfterClosing(list, ['/a', '/b'], '/a')).toBe('/home');
  expect(tabAfterClosing(list, ['/home', '/a', '/b'], '/home')).toBeUndefined();
});
