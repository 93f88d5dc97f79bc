import { expect, it } from 'vitest';
import { LimitedMap } from './limited-map.ts';

it('keeps the entries that were set or read last', () => {
  const map = new LimitedMap<number>(2);
  map.set('a', 1);
  map.set('b', 2);
  expect(map.get('a')).toBe(1);
  map.set('c', 3);
  expect([map.get('a'), map.get('b'), map.get('c')]).toEqual([1, undefined, 3]);
});

it('replaces and deletes entries', () => {
  const map = new LimitedMap<number>(2);
  map.set('a', 1);
  map.set('b', 2);
  map.set('a', 3);
  map.delete('b');
  map.set('c', 4);
  expect([map.get('a'), map.get('b'), map.get('c')]).toEqual([3, undefined, 4]);
});
