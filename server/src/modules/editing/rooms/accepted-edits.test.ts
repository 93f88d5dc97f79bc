import type { WorkbookEdit } from '@dossier/contract/editing/workbook-edits';
import { expect, it } from 'vitest';
import type { WorkbookFacts } from '../workbooks/edited-workbooks.ts';
import { AcceptedEdits } from './accepted-edits.ts';
import { EditRefused } from './ordered-room.ts';

const facts = (changes: Partial<WorkbookFacts['sheets'][0]>, totals = {}): WorkbookFacts => ({
  sheets: [{ sheetId: 1, name: 'Sheet1', hidden: false, isWorksheet: true, merges: [], arrays: [], heads: [], ...changes }],
  canShift: true,
  canStyle: true,
  obstacles: [],
  totals: { cells: 0, letters: 0, styles: 1, ...totals },
  date1904: false,
});
const cell = (row: number, column: number, more: object = { value: 1 }): WorkbookEdit => ({
  kind: 'cells',
  sheet: 1,
  cells: [{ row, column, ...more }],
});
const column = (row: number, count: number): WorkbookEdit => ({
  kind: 'cells',
  sheet: 1,
  cells: Array.from({ length: count }, (_, at) => ({ row: row + at, column: 0, value: 1 })),
});

it('many cells of a sheet with many arrays are answered at once', () => {
  const arrays = Array.from({ length: 200_000 }, (_, row) => ({ row, column: 1, lastRow: row, lastColumn: 1 }));
  const accepted = AcceptedEdits.of(facts({ arrays }));
  const start = performance.now();
  accepted.with([column(0, 10_000)]);
  expect(performance.now() - start).toBeLessThan(5000);
  expect(() => accepted.with([cell(5, 1)])).toThrow(EditRefused);
  const wide = AcceptedEdits.of(facts({ arrays: arrays.map((area) => ({ ...area, lastColumn: 2 })) }));
  expect(() => wide.with(Array.from({ length: 500 }, () => ({ kind: 'insert', sheet: 1, axis: 'row', at: 0, count: 1 })))).toThrow(
    EditRefused,
  );
});

it('a workbook without styles takes values and formulas, and none but the first style', () => {
  const accepted = AcceptedEdits.of({ ...facts({}), canStyle: false });
  accepted.with([cell(0, 0), cell(0, 1, { formula: 'A1' }), cell(0, 0, { style: null })]);
  expect(() => accepted.with([cell(0, 0, { value: 1, style: { bold: true } })])).toThrow(EditRefused);
});

it('edits that may be more than a file can hold have to be tried, and others not', () => {
  const full = AcceptedEdits.of(facts({}, { cells: 499_999 })).with([cell(0, 0)]);
  expect(full.mustTry).toBe(false);
  expect(full.with([cell(0, 0)]).mustTry).toBe(false);
  expect(full.with([cell(0, 1)]).mustTry).toBe(true);
  // what was not placed does not count
  expect(full.with([cell(0, 2)]).with([cell(0, 0)]).mustTry).toBe(false);
  // once lines have moved, the same place is another cell
  expect(full.with([{ kind: 'insert', sheet: 1, axis: 'row', at: 0, count: 1 }]).with([cell(0, 0)]).mustTry).toBe(true);
  const styled = AcceptedEdits.of(facts({}, { styles: 64_000 }));
  expect(styled.with([cell(0, 0)]).mustTry).toBe(false);
  expect(styled.with([cell(0, 0, { style: { bold: true } })]).mustTry).toBe(true);
  expect(AcceptedEdits.of(facts({}, { letters: 64_000_000 })).with([cell(0, 0, { value: 'a' })]).mustTry).toBe(true);
  const sized = AcceptedEdits.of(facts({})).with([
    { kind: 'size', sheet: 1, axis: 'row', first: 0, last: 99_999, size: 20 },
    { kind: 'size', sheet: 1, axis: 'row', first: 100_000, last: 199_999, size: 20 },
  ]);
  expect(sized.mustTry).toBe(false);
  expect(sized.with([cell(300_000, 0)]).mustTry).toBe(true);
  const frames: WorkbookEdit[] = [
    { kind: 'freeze', sheet: 1, rows: 1, columns: 0 },
    { kind: 'hide', sheet: 1, axis: 'row', first: 5, last: 5, hidden: false },
    { kind: 'hideSheet', sheet: 1, hidden: false },
  ];
  for (const edit of frames) {
    const many = AcceptedEdits.of(facts({})).with(Array.from({ length: 199 }, () => edit));
    expect([many.mustTry, many.with([edit]).mustTry]).toEqual([false, true]);
  }
});

it('the head of a table has to be tried, also where it has moved to', () => {
  const table = AcceptedEdits.of(
    facts({
      heads: [
        { row: 0, column: 0, lastRow: 0, lastColumn: 1 },
        { row: 0, column: 5, lastRow: 0, lastColumn: 5 },
      ],
    }),
  );
  expect(table.with([cell(0, 1)]).mustTry).toBe(true);
  expect(table.with([cell(1, 1)]).mustTry).toBe(false);
  const moved = table.with([{ kind: 'insert', sheet: 1, axis: 'row', at: 0, count: 1 }]);
  expect(
    [
      [0, 1],
      [1, 1],
      [0, 5],
      [1, 5],
    ].map(([row = 0, place = 0]) => moved.with([cell(row, place)]).mustTry),
  ).toEqual([false, true, false, true]);
});

it('an array formula of one cell moves with its row', () => {
  const accepted = AcceptedEdits.of(facts({ arrays: [{ row: 4, column: 1, lastRow: 4, lastColumn: 1 }] })).with([
    { kind: 'insert', sheet: 1, axis: 'row', at: 0, count: 2 },
  ]);
  expect(() => accepted.with([cell(6, 1)])).toThrow(EditRefused);
  expect(() => accepted.with([cell(4, 1)])).not.toThrow();
});

it('takes along as many areas in one message as do not keep others waiting', () => {
  const merges = Array.from({ length: 40_000 }, (_, row) => ({ row, column: 1, lastRow: row, lastColumn: 2 }));
  const inserts = (count: number) =>
    Array.from({ length: count }, (): WorkbookEdit => ({ kind: 'insert', sheet: 1, axis: 'row', at: 0, count: 1 }));
  const accepted = AcceptedEdits.of(facts({ merges }));
  expect(() => accepted.with(inserts(50))).not.toThrow();
  expect(() => accepted.with(inserts(51))).toThrow(EditRefused);
});

it('formulas lead only to the files that the workbook has links to', () => {
  const linked = { ...facts({}), obstacles: [{ kind: 'externalLinks' as const, detail: '2' }] };
  const formula = (text: string) => [cell(0, 0, { formula: text })];
  expect(() => AcceptedEdits.of(linked).with(formula('[2]Sheet1!A1'))).not.toThrow();
  expect(() => AcceptedEdits.of(linked).with(formula('[3]Sheet1!A1'))).toThrow(EditRefused);
  expect(() => AcceptedEdits.of(facts({})).with(formula('[1]Sheet1!A1'))).toThrow(EditRefused);
});
