import { describe, expect, it } from 'vitest';
import { newId } from './ids.ts';

describe('ids', () => {
  it('are unique, rise, and fit 53 bits, however many are made at once', () => {
    const ids = Array.from({ length: 100_000 }, newId);
    expect(ids.every((id, at) => Number.isSafeInteger(id) && id > (ids[at - 1] ?? 0))).toBe(true);
    expect(String(ids[0])).toMatch(/^[1-9]\d{0,15}$/);
  });
});
