import { expect, test } from 'vitest';
import { strongPassword } from './new-password.tsx';

test('has its length and every class of characters, and never repeats', () => {
  const passwords = Array.from({ length: 500 }, () => strongPassword());
  for (const password of passwords) {
    expect(password).toHaveLength(16);
    for (const kind of [/[A-Z]/, /[a-z]/, /\d/]) expect(password).toMatch(kind);
  }
  expect(new Set(passwords).size).toBe(passwords.length);
});
