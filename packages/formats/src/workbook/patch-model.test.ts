import fc from 'fast-check';
import { expect, it } from 'vitest';
import { checkPatch } from './check-patch.ts';
import type { WorkbookEdit } from './edits.ts';
import { madeWorkbook } from './made-workbook.ts';
import { PatchRefusal } from './patch-refusal.ts';
import { patchWorkbook } from './patch-workbook.ts';

const formulas = [
  'A1+$B$2',
  'SUM(A1:C3)',
  'SUM(Sheet2!A2:B5)&"A1"',
  'SUM(A:B)+COUNT(2:3)',
  "Sheet2!$A1*'Sheet1'!B$3",
  'Rate*2+LOG10(B2)',
  'SUM(B3:A1)',
  'SUM($A$1:$A$1048576)',
];
const columns = ['A', 'B', 'C', 'D', 'E'];

const cellText = (formula: number, place: string): string =>
  formula < 0 ? `<c r="${place}"><v>1</v></c>` : `<c r="${place}"><f>${(formulas[formula] ?? '').replaceAll('&', '&amp;')}</f><v>1</v></c>`;

/** Sheets of five columns and six rows; a number is a formula of the list, or a value. The last column is a shared formula. */
const sheetXml = fc
  .tuple(
    fc.array(fc.array(fc.integer({ min: -2, max: formulas.length - 1 }), { minLength: 4, maxLength: 4 }), { minLength: 6, maxLength: 6 }),
    fc.boolean(),
  )
  .map(([rows, merged]) => {
    const lines = rows.map((cells, row) => {
      const texts = cells.map((formula, column) => (formula === -2 ? '' : cellText(formula, `${columns[column]}${row + 1}`)));
      const shared =
        row === 0
          ? '<c r="E1"><f t="shared" ref="E1:E6" si="0">A1+$B1+C$3+Sheet2!A1</f></c>'
          : `<c r="E${row + 1}"><f t="shared" si="0"/></c>`;
      return `<row r="${row + 1}">${texts.join('')}${shared}</row>`;
    });
    return `<sheetData>${lines.join('')}</sheetData>${merged ? '<mergeCells count="1"><mergeCell ref="A2:B3"/></mergeCells>' : ''}`;
  });

const sheet = fc.integer({ min: 1, max: 3 });
const line = fc.integer({ min: 0, max: 7 });
const style = fc.record(
  { bold: fc.boolean(), fill: fc.constantFrom(null, '#ff0000'), number: fc.constantFrom(null, '0.00'), size: fc.constantFrom(null, 9) },
  { requiredKeys: [] },
);
const value = fc.oneof(
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.boolean(),
  fc.string({ unit: 'binary' }),
  fc.constant(null),
  fc.constant({ error: '#N/A' }),
);
const cell = fc.record(
  { row: line, column: line, value, formula: fc.constantFrom(null, ...formulas), style: fc.option(style) },
  { requiredKeys: ['row', 'column'] },
);
const axis = fc.constantFrom('row' as const, 'column' as const);
const edit: fc.Arbitrary<WorkbookEdit> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('cells' as const), sheet, cells: fc.array(cell, { maxLength: 4 }) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom('insert' as const, 'remove' as const),
      sheet,
      axis,
      at: line,
      count: fc.integer({ min: 1, max: 3 }),
    }),
  },
  fc.record({
    kind: fc.constant('results' as const),
    sheet,
    cells: fc.array(fc.record({ row: line, column: line, value }), { maxLength: 4 }),
  }),
  fc.record({ kind: fc.constant('hide' as const), sheet, axis, first: line, last: fc.constant(8), hidden: fc.boolean() }),
  fc.record({ kind: fc.constant('size' as const), sheet, axis, first: line, last: fc.constant(8), size: fc.constantFrom(null, 30) }),
  fc.record({
    kind: fc.constantFrom('merge' as const, 'unmerge' as const),
    sheet,
    area: fc.record({ row: line, column: line, lastRow: fc.constant(8), lastColumn: fc.constant(8) }),
  }),
  fc.record({
    kind: fc.constant('addSheet' as const),
    sheet: fc.constant(3),
    name: fc.constantFrom("New 'one'", 'A1'),
    at: fc.integer({ min: 0, max: 2 }),
  }),
  fc.record({ kind: fc.constant('renameSheet' as const), sheet, name: fc.constantFrom('Other', "It's", 'R1C1') }),
  fc.record({ kind: fc.constant('moveSheet' as const), sheet, at: fc.integer({ min: 0, max: 2 }) }),
  fc.record({ kind: fc.constant('removeSheet' as const), sheet }),
  fc.record({ kind: fc.constant('freeze' as const), sheet, rows: line, columns: line }),
);

it('any edits give what they say, or are refused', async () => {
  let written = 0;
  await fc.assert(
    fc.asyncProperty(sheetXml, sheetXml, fc.array(edit, { maxLength: 8 }), async (first, second, edits) => {
      const base = madeWorkbook({
        sheets: [first, second],
        book: '<definedNames><definedName name="Rate">Sheet1!$B$2</definedName></definedNames>',
      });
      // those before the one that is refused
      const allowed: WorkbookEdit[] = [];
      for (const one of edits) {
        try {
          await patchWorkbook(base, [...allowed, one]);
          allowed.push(one);
        } catch (error) {
          if (!(error instanceof PatchRefusal)) throw error;
        }
      }
      const edited = await patchWorkbook(base, allowed);
      if (allowed.length > 0) written++;
      expect(await checkPatch(base, edited, allowed), JSON.stringify(allowed)).toEqual([]);
    }),
    { numRuns: 60 },
  );
  expect(written).toBeGreaterThan(30);
}, 60_000);
