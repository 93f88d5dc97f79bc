import type { WorkbookEdit } from '@dossier/contract/editing/workbook-edits';
import { expect, it } from 'vitest';
import { FormulaResults } from './formula-results.ts';

type Told = (number | null)[];

/** A sheet with formulas in its first column, all of which come to `grid.value`. */
function makeSheet(formulas: readonly string[], names: Record<string, string> = {}) {
  const told: WorkbookEdit[] = [];
  const grid = {
    value: 1,
    computation: 1,
    sheetOf: Number,
    sheetNamed: (name: string) => (name === 'Other' ? 2 : 1),
    gridIdOf: String,
    cellAt: (_: string, row: number, column: number) => (column === 0 ? { f: `=${formulas[row]}`, v: grid.value, t: 2 } : undefined),
    formulaAt: (gridId: string, row: number, column: number) => (gridId === '1' && column === 0 ? formulas[row] : undefined),
    spillOf: (_: string, row: number) => (formulas[row] === 'C1#' ? { row, column: 0, lastRow: row, lastColumn: 2 } : undefined),
  };
  const results = new FormulaResults(grid, (edits) => told.push(...edits));
  results.begin({ knows: (name) => name !== 'UNKNOWN', names: new Map(Object.entries(names)) });
  const compute = (): void => results.note({ subUnitId: '1', cellValue: Object.fromEntries(formulas.map((_, row) => [row, { 0: {} }])) });
  /** What has been told since it was asked last. */
  const takeTold = (): Told =>
    told.splice(0).flatMap((edit) => (edit.kind === 'results' ? edit.cells.map(({ value }) => value as number | null) : []));
  return { grid, results, compute, takeTold };
}

/** What is told of formulas that were computed to 1, by their row. */
function toldOf(formulas: readonly string[], names: Record<string, string> = {}): Told {
  const { results, compute, takeTold } = makeSheet(formulas, names);
  results.owns([]);
  compute();
  results.flush();
  return takeTold();
}

it('tells what an edit leads to that is made before the results of the one before it are told', () => {
  const { grid, results, compute, takeTold } = makeSheet(['B1*2']);
  results.owns([]);
  Object.assign(grid, { computation: 2 });
  compute();
  results.owns([]);
  results.flush();
  expect(takeTold()).toEqual([1]);
  Object.assign(grid, { computation: 3, value: 5 });
  compute();
  results.flush();
  expect(takeTold()).toEqual([5]);
  // what others' edits lead to is told by them
  Object.assign(grid, { computation: 4, value: 7 });
  compute();
  results.flush();
  expect(takeTold()).toEqual([]);
});

it('keeps no value of formulas that look at one the grid does not compute, in any order and over names', () => {
  expect(toldOf(['A2+1', 'A3*2', 'UNKNOWN(1)', 'SUM(A1:B500)', 'D1', 'SUM(A5:A5)', 'Far+1'], { FAR: 'Sheet1!$A$4' })).toEqual([
    null,
    null,
    null,
    null,
    1,
    1,
    null,
  ]);
});

it('takes the cells of OFFSET and INDIRECT for those of the sheet that they begin on', () => {
  const formulas = [
    'UNKNOWN(1)',
    'OFFSET(Other!A1,1,1)',
    'OFFSET(D1,1,1)',
    'INDIRECT("Other!A"&D1)',
    'INDIRECT(D1&"!A1")',
    'INDIRECT("A"&D1)',
  ];
  expect(toldOf(formulas)).toEqual([null, 1, null, 1, null, null]);
});

it('answers for 100,000 formulas at once', () => {
  const formulas = Array.from({ length: 100_000 }, (_, row) =>
    row % 50 === 0
      ? 'UNKNOWN(1)'
      : `IF(B${row + 1}>5,VLOOKUP(C${row + 1},Other!$A$1:$D$500,3,FALSE)*1.5,SUM(D${row + 1}:H${row + 1})+A${row})`,
  );
  // minutes, and so a test that ends by its time, where each formula is compared with each value in doubt
  expect(toldOf(formulas).filter((value) => value !== null)).toEqual([]);
});
