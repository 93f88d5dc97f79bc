import { expect, it } from 'vitest';
import { fitsPaste, fitsSheet, maxPastedCells } from './paste-bounds.ts';

it('takes as many cells, and as much text in one, as a file and a window can hold', () => {
  const row = Array.from({ length: 100 }, () => 'a').join('\t');
  expect(fitsPaste('')).toBe(true);
  expect(fitsPaste(`${row}\r\n`.repeat(maxPastedCells / 100))).toBe(true);
  expect(fitsPaste(`${row}\r\n`.repeat(maxPastedCells / 100 + 1))).toBe(false);
  expect(fitsPaste('\t'.repeat(16_383))).toBe(true);
  expect(fitsPaste('\t'.repeat(16_384))).toBe(false);
  expect(fitsPaste(`b\t${'a'.repeat(32_767)}\n`)).toBe(true);
  expect(fitsPaste(`b\t${'a'.repeat(32_768)}\n`)).toBe(false);
});

it('takes no cells behind the last row or column', () => {
  expect(fitsSheet([1_048_575], [16_383])).toBe(true);
  expect(fitsSheet([1_048_576], [0])).toBe(false);
  expect(fitsSheet([0], [16_383, 16_384])).toBe(false);
});
