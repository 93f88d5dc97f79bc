import { expect, test } from 'vitest';
import { actionKey } from './log-facts.ts';

test('known codes have names, unknown ones none', () => {
  expect(actionKey(303)).toBe('documentDelete');
  expect(actionKey(99_999)).toBeUndefined();
});
