import { expect, test } from 'vitest';
import { hasRole } from './permissions.ts';

test('one of several roles is enough', () => {
  expect(hasRole(['admin', 'staff'], ['site', 'admin'])).toBe(true);
  expect(hasRole(['staff'], ['site', 'admin'])).toBe(false);
});

test('an empty list is refused', () => {
  expect(() => hasRole(['site'], [])).toThrow('need roles!');
  expect(() => hasRole(['site'], undefined as never)).toThrow('need roles!');
});
