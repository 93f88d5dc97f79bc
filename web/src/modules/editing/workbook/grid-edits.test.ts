import { type StyleEdit, WorkbookEdit } from '@dossier/contract/editing/workbook-edits';
import type { ICellData, IStyleData } from '@univerjs/core';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fromGridStyle, toGridStyle } from './cell-styles.ts';
import { fromGridValue, gridData, pixelsOfColumn, pixelsOfRow, pointsOfRow, charactersOfColumn, toGridValue } from './grid-data.ts';
import { type GridState, editsOf, keepWhatFilesHave, mutation } from './grid-edits.ts';
import { mutationsOf } from './grid-mutations.ts';

/** A grid of one sheet, as the mutations of cells leave it. */
class PlainGrid implements GridState {
  readonly cells = new Map<string, ICellData>();
  sheetOf(gridId: string): number {
    return Number(gridId);
  }
  cellAt(_: string, row: number, column: number): ICellData | undefined {
    return this.cells.get(`${row} ${column}`);
  }
  styleAt(_: string, row: number, column: number): IStyleData | null {
    return (this.cells.get(`${row} ${column}`)?.s as IStyleData | undefined) ?? null;
  }
  formulaAt(_: string, row: number, column: number): string | undefined {
    return this.cells.get(`${row} ${column}`)?.f?.slice(1);
  }
  placeOf(): number {
    return 0;
  }
  make(params: Record<string, unknown>): void {
    for (const [row, cells] of Object.entries(params['cellValue'] as Record<string, Record<string, ICellData>>))
      for (const [column, cell] of Object.entries(cells)) {
        const kept = { ...this.cells.get(`${row} ${column}`), ...cell };
        for (const key of Object.keys(kept) as (keyof ICellData)[]) if (kept[key] === null) delete kept[key];
        this.cells.set(`${row} ${column}`, kept);
      }
  }
}

const defaults = { rowHeight: 20, columnWidth: 64 };
const color = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`);
const style: fc.Arbitrary<StyleEdit> = fc.record(
  {
    bold: fc.boolean(),
    italic: fc.boolean(),
    underline: fc.boolean(),
    strike: fc.boolean(),
    color: fc.option(color),
    fill: fc.option(color),
    size: fc.option(fc.integer({ min: 6, max: 72 })),
    font: fc.option(fc.constantFrom('Arial', 'SimSun')),
    across: fc.option(fc.constantFrom('left' as const, 'center' as const, 'right' as const)),
    down: fc.option(fc.constantFrom('top' as const, 'center' as const, 'bottom' as const)),
    wrap: fc.boolean(),
    number: fc.option(fc.constantFrom('0.00', 'yyyy-mm-dd')),
    border: fc.dictionary(
      fc.constantFrom('top', 'right', 'bottom', 'left'),
      fc.option(fc.record({ style: fc.constantFrom('thin' as const, 'double' as const, 'dotted' as const, 'thick' as const), color })),
    ),
  },
  { requiredKeys: [] },
);

it('styles come back from the grid as they went into it', () => {
  fc.assert(
    fc.property(style, (one) => {
      expect(fromGridStyle(toGridStyle(one))).toEqual(one);
    }),
  );
  expect(fromGridStyle(null)).toBe(null);
  expect(fromGridStyle({ cl: { rgb: 'rgb(255,0,16)' }, bg: { rgb: '#fff' } })).toEqual({ color: '#ff0010', fill: '#ffffff' });
});

it('values come back from the grid as they went into it, and texts that look like numbers stay texts', () => {
  const value = fc.oneof(
    fc.string(),
    fc.constantFrom('0012', '=1', 'TRUE', '1e5', '-', '+49 30'),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.boolean(),
  );
  fc.assert(
    fc.property(value, (one) => {
      expect(fromGridValue(toGridValue(one) as ICellData)).toBe(one);
    }),
  );
  expect(fromGridValue({ f: '=1/0', v: '#DIV/0!', t: 1 })).toEqual({ error: '#DIV/0!' });
  expect(fromGridValue({ v: '#DIV/0!', t: 1 })).toBe('#DIV/0!');
});

it('edits of cells become the same edits again', () => {
  const cell = fc.record({ row: fc.nat(50), column: fc.nat(20) });
  const content = fc.oneof(
    fc.record({ value: fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null)) }),
    fc.record({ formula: fc.constantFrom('SUM(A1:A3)', '"x"&B2') }),
    fc.record({ style }),
  );
  fc.assert(
    fc.property(cell, content, (place, what) => {
      const edit: WorkbookEdit = { kind: 'cells', sheet: 3, cells: [{ ...place, ...what }] };
      const grid = new PlainGrid();
      const made = mutationsOf(edit, '3', defaults);
      for (const { params } of made) grid.make(params);
      const back = made.flatMap((one) => editsOf(one, grid));
      // a style that changes nothing is no edit
      if ('style' in what && Object.keys(what.style).length === 0) return;
      expect(back).toEqual([edit]);
      expect(WorkbookEdit.safeParse(back[0]).success).toBe(true);
    }),
  );
});

it('sizes, hidden rows and frozen panes become the same edits again', () => {
  const edits: WorkbookEdit[] = [
    { kind: 'size', sheet: 1, axis: 'row', first: 2, last: 4, size: 30 },
    { kind: 'size', sheet: 1, axis: 'column', first: 0, last: 1, size: charactersOfColumn(100) },
    { kind: 'hide', sheet: 1, axis: 'row', first: 2, last: 4, hidden: true },
    { kind: 'hide', sheet: 1, axis: 'column', first: 5, last: 5, hidden: false },
    { kind: 'freeze', sheet: 1, rows: 1, columns: 2 },
    { kind: 'hideSheet', sheet: 1, hidden: true },
  ];
  for (const edit of edits) expect(mutationsOf(edit, '1', defaults).flatMap((one) => editsOf(one, new PlainGrid()))).toEqual([edit]);
  for (const pixels of [20, 64, 100, 137]) {
    expect(pixelsOfColumn(charactersOfColumn(pixels))).toBe(pixels);
    expect(pixelsOfRow(pointsOfRow(pixels))).toBe(pixels);
  }
});

it('rows, merged cells and sheets are told by what the grid did', () => {
  const grid = new PlainGrid();
  const range = { startRow: 3, endRow: 4, startColumn: 0, endColumn: 19 };
  const at = { unitId: 'workbook', subUnitId: '1' };
  expect(editsOf({ id: mutation.insertRow, params: { ...at, range, rowInfo: [{ h: 40 }, {}] } }, grid)).toEqual([
    { kind: 'insert', sheet: 1, axis: 'row', at: 3, count: 2 },
    { kind: 'size', sheet: 1, axis: 'row', first: 3, last: 3, size: 30 },
  ]);
  expect(editsOf({ id: mutation.removeColumn, params: { ...at, range } }, grid)).toEqual([
    { kind: 'remove', sheet: 1, axis: 'column', at: 0, count: 20 },
  ]);
  expect(editsOf({ id: mutation.merge, params: { ...at, ranges: [range] } }, grid)).toEqual([
    { kind: 'merge', sheet: 1, area: { row: 3, column: 0, lastRow: 4, lastColumn: 19 } },
  ]);
  expect(editsOf({ id: mutation.insertSheet, params: { unitId: 'workbook', index: 1, sheet: { id: '5', name: 'Five' } } }, grid)).toEqual([
    { kind: 'addSheet', sheet: 5, name: 'Five', at: 1 },
  ]);
  expect(editsOf({ id: 'sheet.mutation.set-tab-color', params: at }, grid)).toEqual([]);
});

it('cells that are moved are told as they are now, without what their style was', () => {
  const grid = new PlainGrid();
  grid.cells.set('2 2', { v: 5, t: 2, s: { bl: 1 } });
  const params = {
    unitId: 'workbook',
    from: { subUnitId: '1', value: { 0: { 0: null } } },
    to: { subUnitId: '2', value: { 2: { 2: { v: 5 } } } },
  };
  expect(editsOf({ id: mutation.moveCells, params }, grid)).toEqual([
    { kind: 'cells', sheet: 1, cells: [{ row: 0, column: 0, value: null, style: null }] },
    {
      kind: 'cells',
      sheet: 2,
      cells: [
        { row: 2, column: 2, value: 5, style: null },
        { row: 2, column: 2, style: { bold: true } },
      ],
    },
  ]);
});

it('takes off what files do not get, before it is on the screen', () => {
  const cell = {
    p: { id: 'd', body: { dataStream: 'two\rlines\r\n' }, documentStyle: {} },
    s: { bl: 1, tr: { a: 45 }, bd: { t: null, tl_br: { s: 1 } } },
  };
  const params = { unitId: 'workbook', subUnitId: '1', cellValue: { 0: { 0: cell } } };
  keepWhatFilesHave({ id: mutation.cells, params });
  expect(cell).toEqual({ p: null, v: 'two\nlines', s: { bl: 1, bd: { t: null } } });
});

it('fills the grid with a workbook', () => {
  const data = gridData(
    {
      sheets: [
        {
          sheetId: 4,
          name: 'Four',
          hidden: false,
          isWorksheet: true,
          rows: 2,
          columns: 2,
          cells: [{ row: 1, column: 1, value: 3, formula: '1+2', style: 1 }],
          merges: [{ row: 0, column: 0, lastRow: 0, lastColumn: 1 }],
          tables: [],
          rowLines: [{ first: 1, last: 1, size: 30, hidden: true }],
          columnLines: [{ first: 0, last: 16_383, size: null, hidden: false, style: 1 }],
          rowHeight: 15,
          columnWidth: 8.43,
          frozenRows: 1,
          frozenColumns: 0,
          gridLines: true,
          rightToLeft: false,
        },
      ],
      styles: [{ font: 'Arial', size: 11 }, { bold: true }],
      names: [{ name: 'rate', formula: 'Four!$A$1' }],
      date1904: false,
      canShift: true,
      obstacles: [],
    },
    'enUS' as never,
  );
  expect(data.sheets['4']).toMatchObject({
    cellData: { 1: { 1: { v: 3, t: 2, f: '=1+2', s: 's1' } } },
    rowData: { 1: { h: 40, hd: 1 } },
    columnData: { 0: { s: 's1' } },
    freeze: { ySplit: 1, startRow: 1, xSplit: 0, startColumn: -1 },
    defaultColumnWidth: 64,
  });
  expect(Object.keys(data.sheets['4']?.columnData ?? {}).length).toBeLessThan(100);
});
