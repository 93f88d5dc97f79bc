import type { Lengths } from './lengths.ts';
import type { Drawn } from './panes.ts';
import type { Range } from './selection.ts';
import type { MergedCell } from './sheet-row.tsx';
import type { SheetRows } from './use-sheet-rows.ts';

interface Sight {
  rows: Drawn;
  columns: Drawn;
  heights: Lengths;
  widths: Lengths;
  offset: { left: number; top: number };
}

/** The merges of which something is in sight. */
export function mergesInSight(merges: Range[], { rows, columns }: Pick<Sight, 'rows' | 'columns'>): Range[] {
  const isIn = (drawn: Drawn, first: number, last: number): boolean =>
    first < drawn.frozenCount || (first <= drawn.last && last >= drawn.first);
  return merges.filter(({ top, left, bottom, right }) => isIn(rows, top, bottom) && isIn(columns, left, right));
}

/** By row and column in sight: where a merged cell is drawn, and (null) where nothing is as it lies below one. */
export function mergedCells(merges: Range[], sight: Sight, data: SheetRows): Map<number, Map<number, MergedCell | null>> {
  const byRow = new Map<number, Map<number, MergedCell | null>>();
  for (const merge of merges) {
    const rows = sight.rows.places.filter(({ place }) => place >= merge.top && place <= merge.bottom);
    const columns = sight.columns.places.filter(({ place }) => place >= merge.left && place <= merge.right);
    const [firstRow, firstColumn] = [rows[0], columns[0]];
    if (!firstRow || !firstColumn) continue;
    for (const { place: row } of rows) {
      const cells = byRow.get(row) ?? new Map<number, MergedCell | null>();
      for (const { place: column } of columns) cells.set(column, null);
      byRow.set(row, cells);
    }
    const stillRows = firstRow.place < sight.rows.frozenCount;
    const stillColumns = firstColumn.place < sight.columns.frozenCount;
    byRow.get(firstRow.place)?.set(firstColumn.place, {
      column: firstColumn.place,
      from: { row: data.at(merge.top), column: merge.left },
      left: sight.widths.startOf(merge.left) - (stillColumns ? 0 : sight.offset.left),
      top: sight.heights.startOf(merge.top) - (stillRows ? 0 : sight.offset.top) - firstRow.start,
      width: sight.widths.startOf(merge.right + 1) - sight.widths.startOf(merge.left),
      height: sight.heights.startOf(merge.bottom + 1) - sight.heights.startOf(merge.top),
    });
  }
  return byRow;
}
