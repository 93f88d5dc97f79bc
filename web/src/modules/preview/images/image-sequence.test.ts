import { describe, expect, test } from 'vitest';
import { neighbourIn } from './image-sequence.ts';

const ids = ['1-33', '12', '2-33', '3-33', '133', '40', '5-33'];

describe('neighbourIn', () => {
  test('skips folders in both directions', () => {
    expect(neighbourIn(ids, '12', 1)).toBe('133');
    expect(neighbourIn(ids, '133', -1)).toBe('12');
  });
  test('accepts an image whose id ends with 33', () => expect(neighbourIn(ids, '40', -1)).toBe('133'));
  test('finds nothing at the ends', () => {
    expect(neighbourIn(ids, '12', -1)).toBeUndefined();
    expect(neighbourIn(ids, '40', 1)).toBeUndefined();
    expect(neighbourIn([], '40', 1)).toBeUndefined();
  });
  test('finds nothing for an image outside the list', () => expect(neighbourIn(ids, '99', 1)).toBeUndefined());
});
