import { expect, test } from 'vitest';
import { hasRole } from './roles.ts';

test('one role of several is enough', () => {
  expect(hasRole(['admin', 'staff'], ['site', 'admin'])).toBe(true);
  expect(hasRole(['staff'], ['site', 'admin'])).toBe(false);
});

test('naming nobody is refused', () => {
  expect(() => hasRole(['site'], [])).toThrow('need roles!');
  expect(() => hasRole(['site'], undefined as never)).toThrow('need roles!');
});
