import type { WorkbookEdit } from '@dossier/contract/editing/workbook-edits';
import { expect, it } from 'vitest';
import { shiftFormula } from './formula-shift.ts';

const names = new Map([
  [1, 'Own'],
  [2, 'Other one'],
]);
const shifted = (formula: string, by: WorkbookEdit) => shiftFormula(formula, { sheet: 1, names }, by);
const insert = (at: number, count = 1, sheet = 1): WorkbookEdit => ({ kind: 'insert', sheet, axis: 'row', at, count });
const remove = (at: number, count = 1, axis: 'row' | 'column' = 'row'): WorkbookEdit => ({ kind: 'remove', sheet: 1, axis, at, count });

it('moves references with the rows and columns that they name', () => {
  expect(shifted('SUM(A5:$B$9)+A1*Own!A5', insert(2))).toBe('SUM(A6:$B$10)+A1*Own!A6');
  expect(shifted("'Other one'!A5+A5", insert(2))).toBe("'Other one'!A5+A6");
  expect(shifted("'Other one'!A5+A5", insert(2, 3, 2))).toBe("'Other one'!A8+A5");
  expect(shifted('A5+B5+SUM(B:D)+2:7', remove(0, 1, 'column'))).toBe('#REF!+A5+SUM(A:C)+2:7');
  expect(shifted('SUM(A2:A9)+SUM(A3:A4)+$3:$5', remove(2, 2))).toBe('SUM(A2:A7)+SUM(#REF!)+$3:$3');
});

it('leaves texts, names and functions alone', () => {
  expect(shifted('"A5"&LOG10(3)&rate_A5&A5.x&[1]Own!A5', insert(0))).toBe('"A5"&LOG10(3)&rate_A5&A5.x&[1]Own!A5');
});

it('follows sheets that are renamed or removed', () => {
  expect(shifted("'Other one'!A5+A1", { kind: 'renameSheet', sheet: 2, name: 'Plain' })).toBe('Plain!A5+A1');
  expect(shifted('Own!A5', { kind: 'renameSheet', sheet: 1, name: "Ann's" })).toBe("'Ann''s'!A5");
  expect(shifted("'Other one'!A5+A1", { kind: 'removeSheet', sheet: 2 })).toBe('#REF!+A1');
});
