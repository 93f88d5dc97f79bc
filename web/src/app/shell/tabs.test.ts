import { expect, test } from 'vitest';
import { leftOf, nextAfter, type Tab } from './tabs.ts';

const list: Tab[] = [
  { path: '/home', href: '/home', affix: true },
  { path: '/a', href: '/a?id=1' },
  { path: '/b', href: '/b' },
];

test('a pinned tab stays, whatever is closed', () => {
  expect(leftOf(list, ['/home', '/a', '/b']).map(({ path }) => path)).toEqual(['/home']);
});

test('closing leads to the newest that is left, and nowhere while the one in sight stays', () => {
  expect(nextAfter(list, ['/b'], '/b')).toBe('/a?id=1');
  expect(nextAfter(list, ['/a'], '/b')).toBeUndefined();
  expect(nextAfter(list, ['/a', '/b'], '/a')).toBe('/home');
  expect(nextAfter(list, ['/home', '/a', '/b'], '/home')).toBeUndefined();
});
