import { expect, it } from 'vitest';
import { operands, pathOps } from './path-ops.ts';

it('numbers are written as PDF knows them, however large they are', () => {
  expect(operands(1.23456, -0.00001, 1e30, -1e306, Number.POSITIVE_INFINITY, Number.NaN)).toBe(
    '1.2346 0 1000000000 -1000000000 1000000000 0',
  );
  expect(pathOps('M 1e22 0 A 1e308 1e308 0 1 1 -1e300 1e300 Q 1e9 1 1e308 2')).not.toMatch(/[^-\d. \nmlch]/);
});
