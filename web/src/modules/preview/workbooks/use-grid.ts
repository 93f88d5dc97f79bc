import type { SheetFacts } from '@dossier/contract/preview/workbooks';
import { useMemo, useRef } from 'react';
import { type Lengths, type VisibleSpan, lengthsOf, innerSizeOf, useViewport, visibleSpanOf } from './grid-layout.ts';
import { type Range, rangesOf } from './selection.ts';
import type { MergedCell } from './sheet-row.tsx';
import { type SheetRows, type SheetTarget, useSheetRows, useTarget } from './sheet-rows.ts';

interface VisibleArea {
  rows: VisibleSpan;
  columns: VisibleSpan;
  heights: Lengths;
  widths: Lengths;
  offset: { left: number; top: number };
}

/** The merged ranges that are partly visible. */
function mergesInSight(merges: Range[], { rows, columns }: Pick<VisibleArea, 'rows' | 'columns'>): Range[] {
  const isIn = (drawn: VisibleSpan, first: number, last: number): boolean =>
    first < drawn.frozenCount || (first <= drawn.last && last >= drawn.first);
  return merges.filter(({ top, left, bottom, right }) => isIn(rows, top, bottom) && isIn(columns, left, right));
}

/** By visible row and column: where a merged cell is drawn, or null where one covers the cell. */
function mergedCells(merges: Range[], visible: VisibleArea, data: SheetRows): Map<number, Map<number, MergedCell | null>> {
  const byRow = new Map<number, Map<number, MergedCell | null>>();
  for (const merge of merges) {
    const rows = visible.rows.places.filter(({ place }) => place >= merge.top && place <= merge.bottom);
    const columns = visible.columns.places.filter(({ place }) => place >= merge.left && place <= merge.right);
    const [firstRow, firstColumn] = [rows[0], columns[0]];
    if (!firstRow || !firstColumn) continue;
    for (const { place: row } of rows) {
      const cells = byRow.get(row) ?? new Map<number, MergedCell | null>();
      for (const { place: column } of columns) cells.set(column, null);
      byRow.set(row, cells);
    }
    const stillRows = firstRow.place < visible.rows.frozenCount;
    const stillColumns = firstColumn.place < visible.columns.frozenCount;
    byRow.get(firstRow.place)?.set(firstColumn.place, {
      column: firstColumn.place,
      from: { row: data.at(merge.top), column: merge.left },
      left: visible.widths.startOf(merge.left) - (stillColumns ? 0 : visible.offset.left),
      top: visible.heights.startOf(merge.top) - (stillRows ? 0 : visible.offset.top) - firstRow.start,
      width: visible.widths.startOf(merge.right + 1) - visible.widths.startOf(merge.left),
      height: visible.heights.startOf(merge.bottom + 1) - visible.heights.startOf(merge.top),
    });
  }
  return byRow;
}

/** The user's view options for a worksheet. */
export interface ViewOptions {
  zoom: number;
  wrap: boolean;
  /** Widths set by the user, in pixels, by column. */
  own: ReadonlyMap<number, number>;
}

const headHeight = 24;
const wrappedLines = 3;
/** Empty columns and rows after the last cell, as in other spreadsheets. */
const spareColumns = 4;
const spareRows = 12;
const leastColumns = 26;
const leastRows = 60;

/** The rendered part of a worksheet, and its rows. */
export function useGrid(facts: SheetFacts, target: SheetTarget, { zoom, wrap, own }: ViewOptions) {
  const box = useRef<HTMLDivElement>(null);
  const ordered = target.order !== undefined;
  const stableTarget = useTarget(target);
  const total = useSheetRows(stableTarget, { first: 0, last: 0, more: [] }).total;
  const rowCount = ordered ? (total ?? facts.header) : Math.max(facts.rows + spareRows, leastRows);
  const columnCount = Math.max(facts.columns + spareColumns, leastColumns);
  const heights = useMemo(() => heightsOf(facts, { count: rowCount, zoom, wrap, ordered }), [facts, rowCount, zoom, wrap, ordered]);
  const widths = useMemo(
    () => lengthsOf({ count: columnCount, usual: facts.columnWidth, runs: facts.widths, own, zoom }),
    [facts, columnCount, own, zoom],
  );
  const heads = { width: headWidth(facts.rows), height: headHeight };
  const { view, extent, scrollTo } = useViewport(box, heights.total + heads.height);
  const space = innerSizeOf(view, heads);
  const columns = useMemo(
    () => visibleSpanOf(widths, { frozen: facts.frozenColumns, offset: view.left, room: space.width }),
    [widths, facts, view.left, space.width],
  );
  const rows = useMemo(
    () => visibleSpanOf(heights, { frozen: facts.frozenRows, offset: view.top, room: space.height }),
    [heights, facts, view.top, space.height],
  );
  const allMerges = useMemo(() => mergesOf(facts, ordered), [facts, ordered]);
  const merges = mergesInSight(allMerges, { rows, columns });
  const data = useSheetRows(stableTarget, { first: rows.first, last: rows.last, more: merges.map(({ top }) => top) });
  const merged = mergedCells(merges, { rows, columns, heights, widths, offset: view }, data);
  return {
    box,
    bounds: { rows: rowCount, columns: columnCount, merges: allMerges },
    heights,
    widths,
    heads,
    view,
    room: space,
    extent,
    scrollTo,
    columns,
    rows,
    data,
    merged,
  };
}

export type Grid = ReturnType<typeof useGrid>;

/** Sorted or filtered rows lose their own heights and merged cells, except in the header. */
function heightsOf(
  facts: SheetFacts,
  { count, zoom, wrap, ordered }: { count: number; zoom: number; wrap: boolean; ordered: boolean },
): Lengths {
  const usual = wrap ? facts.rowHeight * wrappedLines : facts.rowHeight;
  const runs: number[] = [];
  for (let at = 0; at + 2 < facts.heights.length; at += 3) {
    const [first = 0, last = 0, size = 0] = facts.heights.slice(at, at + 3);
    if (ordered && first >= facts.header) continue;
    runs.push(first, ordered ? Math.min(last, facts.header - 1) : last, size === 0 ? 0 : wrap ? Math.max(size, usual) : size);
  }
  return lengthsOf({ count, usual, runs, zoom });
}

function mergesOf(facts: SheetFacts, ordered: boolean): Range[] {
  const merges = rangesOf(facts.merges);
  return ordered ? merges.filter(({ bottom }) => bottom < facts.header) : merges;
}

const headWidth = (rows: number): number => 24 + String(rows).length * 8;
