import { expect, test } from 'vitest';
import { parseCell, rangeOf, rangesOf, stepFrom } from './selection.ts';

const bounds = { rows: 10, columns: 5, merges: rangesOf([1, 1, 2, 3]) };

test('steps stay in the sheet and skip merged cells', () => {
  expect(stepFrom({ row: 0, column: 0 }, [-1, 0], bounds)).toEqual({ row: 0, column: 0 });
  expect(stepFrom({ row: 1, column: 0 }, [0, 1], bounds)).toEqual({ row: 1, column: 1 });
  expect(stepFrom({ row: 1, column: 1 }, [0, 1], bounds)).toEqual({ row: 1, column: 4 });
  expect(stepFrom({ row: 1, column: 1 }, [1, 0], bounds)).toEqual({ row: 3, column: 1 });
  expect(stepFrom({ row: 2, column: 0 }, [0, 1], bounds)).toEqual({ row: 1, column: 1 });
});

test('a selection includes merged cells as a whole', () => {
  expect(rangeOf({ active: { row: 0, column: 2 }, end: { row: 1, column: 2 } }, bounds.merges)).toEqual({
    top: 0,
    left: 1,
    bottom: 2,
    right: 3,
  });
});

test('cells have names', () => {
  expect([parseCell(' ab12 '), parseCell('A0'), parseCell('1A')]).toEqual([{ row: 11, column: 27 }, undefined, undefined]);
});
