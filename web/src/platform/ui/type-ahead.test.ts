import { describe, expect, test } from 'vitest';
import { TypeAhead, findAhead } from './type-ahead.ts';

const names = ['Alpha', 'Beta', 'bernard', 'Gamma', undefined, '报告'];

describe('type-ahead', () => {
  test('letters in quick succession form a word', () => {
    const typed = new TypeAhead();
    expect(typed.type('b', 0)).toBe('b');
    expect(typed.isOpen(500)).toBe(true);
    expect(typed.type('e', 500)).toBe('be');
    expect(typed.isOpen(2000)).toBe(false);
    expect(typed.type('g', 2000)).toBe('g');
  });

  test('a word finds the row at or after the focus, and wraps around', () => {
    expect(findAhead('ber', 1, names)).toBe(2);
    expect(findAhead('al', 3, names)).toBe(0);
    expect(findAhead('报', 0, names)).toBe(5);
    expect(findAhead('x', 0, names)).toBeUndefined();
  });

  test('repeating the same letter moves on', () => {
    expect(findAhead('b', 0, names)).toBe(1);
    expect(findAhead('b', 1, names)).toBe(2);
    expect(findAhead('bb', 2, names)).toBe(1);
  });
});
