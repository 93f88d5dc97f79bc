import type { CellEdit, WorkbookEdit } from '@dossier/contract/editing/workbook-edits';
import type { ICellData } from '@univerjs/core';
import { toGridStyle } from './cell-styles.ts';
import { toGridFormula } from './formula-text.ts';
import { bookId, pixelsOfColumn, pixelsOfRow, toGridValue } from './grid-data.ts';
import { type Mutation, mutation } from './grid-edits.ts';

function cellData({ value, formula, style }: CellEdit): ICellData {
  const cell: ICellData = {};
  if (typeof formula === 'string') Object.assign(cell, { f: `=${toGridFormula(formula)}`, si: null, p: null });
  else if (value !== undefined || formula === null) Object.assign(cell, { f: null, si: null, p: null });
  if (value === null) Object.assign(cell, { v: null, t: null });
  else if (value !== undefined) Object.assign(cell, toGridValue(value));
  if (style !== undefined) cell.s = style === null ? null : toGridStyle(style);
  return cell;
}

/** The mutations of the grid that make an edit which moves no rows, columns or sheets. Of a column without a size of its own the default is given. */
export function mutationsOf(edit: WorkbookEdit, gridId: string, defaults: { rowHeight: number; columnWidth: number }): Mutation[] {
  const at = { unitId: bookId, subUnitId: gridId };
  switch (edit.kind) {
    case 'cells': {
      // a cell may be named twice: its style goes, and then it gets another
      const rounds: Record<number, Record<number, ICellData>>[] = [];
      for (const cell of edit.cells) {
        const round = rounds.find((one) => one[cell.row]?.[cell.column] === undefined) ?? {};
        if (!rounds.includes(round)) rounds.push(round);
        (round[cell.row] ??= {})[cell.column] = cellData(cell);
      }
      return rounds.map((cellValue) => ({ id: mutation.cells, params: { ...at, cellValue } }));
    }
    case 'size': {
      const isRow = edit.axis === 'row';
      const ranges = [spanRange(edit)];
      if (isRow)
        return [
          {
            id: mutation.rowHeight,
            params: { ...at, ranges, rowHeight: edit.size === null ? defaults.rowHeight : pixelsOfRow(edit.size) },
          },
        ];
      return [
        {
          id: mutation.columnWidth,
          params: { ...at, ranges, colWidth: edit.size === null ? defaults.columnWidth : pixelsOfColumn(edit.size) },
        },
      ];
    }
    case 'hide': {
      const id =
        edit.axis === 'row' ? (edit.hidden ? mutation.hideRow : mutation.showRow) : edit.hidden ? mutation.hideColumn : mutation.showColumn;
      return [{ id, params: { ...at, ranges: [spanRange(edit)] } }];
    }
    case 'freeze': {
      const { rows, columns } = edit;
      const start = { startRow: rows === 0 ? -1 : rows, startColumn: columns === 0 ? -1 : columns };
      return [{ id: mutation.freeze, params: { ...at, ySplit: rows, xSplit: columns, ...start } }];
    }
    case 'hideSheet':
      return [{ id: mutation.hideSheet, params: { ...at, hidden: edit.hidden ? 1 : 0 } }];
    default:
      return [];
  }
}

const spanRange = ({ axis, first, last }: { axis: 'row' | 'column'; first: number; last: number }) =>
  axis === 'row'
    ? { startRow: first, endRow: last, startColumn: 0, endColumn: 0 }
    : { startRow: 0, endRow: 0, startColumn: first, endColumn: last };
