import type { Workbook } from '@univerjs/core';
import { expect, it } from 'vitest';
import { type GridState, type Mutation, mutation } from './grid-edits.ts';
import { StructuralBatch } from './structural-batch.ts';

interface Range {
  startRow: number;
  endRow: number;
  startColumn: number;
  endColumn: number;
}

const merged = (startRow: number): Range => ({ startRow, endRow: startRow + 2, startColumn: 2, endColumn: 3 });
const at = { unitId: 'workbook', subUnitId: '1' };
const rows = (first: number, last: number): Range => ({ startRow: first, endRow: last, startColumn: 0, endColumn: 19 });

/** The batch of one command in a workbook of one sheet, which has other merged cells afterwards. */
function batchOf(command: string, made: Mutation[], { before, after }: { before: Range[]; after: Range[] }) {
  const config = { mergeData: before };
  const workbook = { getSheets: () => [{ getSheetId: () => '1', getConfig: () => config }] } as unknown as Workbook;
  const grid: GridState = {
    sheetOf: Number,
    cellAt: () => ({ v: 7, t: 2 }),
    styleAt: () => null,
    formulaAt: (_, row) => (row === 0 ? 'A6*2' : undefined),
    placeOf: () => 0,
  };
  const batch = new StructuralBatch(command, workbook, grid);
  config.mergeData = after;
  for (const one of made) batch.add(one);
  return batch.edits();
}

const insert = { id: mutation.insertRow, params: { ...at, range: rows(1, 1) } };
const remove = { id: mutation.removeRow, params: { ...at, range: rows(1, 1) } };
const formula = { id: mutation.cells, params: { ...at, cellValue: { 0: { 1: { f: '=A6*2', si: null } } } } };
const told = { kind: 'cells', sheet: 1, cells: [{ row: 0, column: 1, formula: 'A6*2' }] };

it('tells an insertion alone: the file moves merged cells and adapts formulas by itself', () => {
  const made = [
    insert,
    { id: mutation.unmerge, params: { ...at, ranges: [merged(3)] } },
    { id: mutation.merge, params: { ...at, ranges: [merged(4)] } },
    formula,
  ];
  const edits = batchOf('sheet.command.insert-row-by-range', made, { before: [merged(3)], after: [merged(4)] });
  expect(edits).toEqual([{ kind: 'insert', sheet: 1, axis: 'row', at: 1, count: 1 }]);
});

it('tells what an undo brings back: formulas, contents of removed rows, and cells that were merged there', () => {
  const contents = { id: mutation.cells, params: { ...at, cellValue: { 1: { 0: { v: 7 } } } } };
  expect(batchOf('univer.command.undo', [insert, contents, formula], { before: [], after: [merged(1)] })).toEqual([
    { kind: 'insert', sheet: 1, axis: 'row', at: 1, count: 1 },
    { kind: 'merge', sheet: 1, area: { row: 1, column: 2, lastRow: 3, lastColumn: 3 } },
    { kind: 'cells', sheet: 1, cells: [{ row: 1, column: 0, value: 7 }] },
    told,
  ]);
  expect(batchOf('univer.command.undo', [remove, formula], { before: [merged(4)], after: [merged(3)] })).toEqual([
    { kind: 'remove', sheet: 1, axis: 'row', at: 1, count: 1 },
    told,
  ]);
});

it('takes a sheet out of formulas before it goes', () => {
  const gone = { id: mutation.removeSheet, params: { ...at, subUnitId: '2' } };
  expect(batchOf('sheet.command.remove-sheet', [gone, formula], { before: [], after: [] })).toEqual([
    told,
    { kind: 'removeSheet', sheet: 2 },
  ]);
});

it('tells all of a command that moves nothing', () => {
  expect(batchOf('univer.command.undo', [formula], { before: [], after: [] })).toEqual([told]);
});
