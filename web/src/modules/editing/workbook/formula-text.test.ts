import { expect, it } from 'vitest';
import { formulaPieces, toFileFormula, toGridFormula } from './formula-text.ts';

it('takes the prefixes of newer functions off for the grid, and puts them back for the file', () => {
  const inFile = '_xlfn.CONCAT(A1,"_xlfn.CONCAT(")&_xlfn._xlws.SORT(B1:B9)&SUM(\'_xlfn.x\'!A1)';
  const inGrid = 'CONCAT(A1,"_xlfn.CONCAT(")&SORT(B1:B9)&SUM(\'_xlfn.x\'!A1)';
  expect(toGridFormula(inFile)).toBe(inGrid);
  expect(toFileFormula(inGrid)).toBe(inFile);
});

it('keeps every sign of a formula', () => {
  const formula = "IFERROR( 'R&D''s'!$A$1:B2 , {1,2;3,4}) &Names.x% <> #REF! +1.5E-3+[1]a!b@C:C";
  expect(
    formulaPieces(formula)
      .map(({ text }) => text)
      .join(''),
  ).toBe(formula);
});

it('finds what a reference names', () => {
  const [found] = formulaPieces("'R&D''s'!B3:$A$1");
  expect(found).toMatchObject({ kind: 'reference', sheet: "R&D's", area: { row: 0, column: 0, lastRow: 2, lastColumn: 1 } });
});
