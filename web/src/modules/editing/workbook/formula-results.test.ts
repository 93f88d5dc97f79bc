import type { WorkbookEdit } from '@dossier/contract/editing/workbook-edits';
import { expect, it } from 'vitest';
import { FormulaResults } from './formula-results.ts';

/** A sheet with formulas in its first column, all of which were computed to 1; what is told of them, by their row. */
function toldOf(formulas: readonly string[], names: Record<string, string> = {}): (number | null)[] {
  const told: WorkbookEdit[] = [];
  const results = new FormulaResults(
    {
      sheetOf: Number,
      sheetNamed: (name) => (name === 'Other' ? 2 : 1),
      gridIdOf: String,
      cellAt: (_, row, column) => (column === 0 ? { f: `=${formulas[row]}`, v: 1, t: 2 } : undefined),
      formulaAt: (gridId, row, column) => (gridId === '1' && column === 0 ? formulas[row] : undefined),
      spillOf: (_, row) => (formulas[row] === 'C1#' ? { row, column: 0, lastRow: row, lastColumn: 2 } : undefined),
    },
    (edits) => told.push(...edits),
  );
  results.begin({ knows: (name) => name !== 'UNKNOWN', names: new Map(Object.entries(names)) });
  results.owns([]);
  results.note({ subUnitId: '1', cellValue: Object.fromEntries(formulas.map((_, row) => [row, { 0: {} }])) });
  results.flush();
  return told.flatMap((edit) => (edit.kind === 'results' ? edit.cells.map(({ value }) => value as number | null) : []));
}

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
  const began = performance.now();
  expect(toldOf(formulas).filter((value) => value !== null)).toEqual([]);
  // where each formula was compared with each value in doubt, it took minutes
  expect(performance.now() - began).toBeLessThan(15_000);
});
