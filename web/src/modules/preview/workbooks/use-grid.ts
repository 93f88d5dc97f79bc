import { type SheetFacts, workbooks } from '@dossier/contract/preview/workbooks';
import { type KeyboardEvent, useMemo, useRef } from 'react';
import { CallError, call } from '../../../platform/call.ts';
import { describeKey } from '../../../platform/ui/hotkeys.ts';
import { type Lengths, type VisibleSpan, innerSizeOf, lengthsOf, useViewport, visibleSpanOf } from './grid-layout.ts';
import { type Bounds, type Place, type Range, type Selection, placeWithin, rangesOf, stepFrom } from './selection.ts';
import type { MergedCell } from './sheet-row.tsx';
import { type SheetRows, type SheetTarget, textAt, useSheetRows, useTarget } from './sheet-rows.ts';

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

/** The effect of a key: a move, which may extend the selection, or a jump to the edge of filled cells. */
type KeyAction = { to: Place; extend: boolean } | { edge: 'up' | 'down' | 'left' | 'right'; extend: boolean } | { all: true } | undefined;

const steps: Record<string, [down: number, across: number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};
const edges = { ArrowUp: 'up', ArrowDown: 'down', ArrowLeft: 'left', ArrowRight: 'right' } as const;

/** The action of a key at a cell; `page` is the number of visible rows. */
function keyActionOf(event: React.KeyboardEvent, { from, bounds, page }: { from: Place; bounds: Bounds; page: number }): KeyAction {
  const extend = event.shiftKey;
  const key = describeKey(event).replace('shift+', '');
  const plain = key.replace('mod+', '');
  if (key === 'mod+a') return { all: true };
  const step = steps[plain];
  if (step && key.startsWith('mod+')) return { edge: edges[plain as keyof typeof edges], extend };
  if (step && key === plain) return { to: stepFrom(from, step, bounds), extend };
  const last = { row: bounds.rows - 1, column: bounds.columns - 1 };
  const goals: Record<string, Place> = {
    Home: { row: from.row, column: 0 },
    End: { row: from.row, column: last.column },
    'mod+Home': { row: 0, column: 0 },
    'mod+End': last,
    PageDown: { row: from.row + page, column: from.column },
    PageUp: { row: from.row - page, column: from.column },
  };
  const goal = goals[key];
  if (goal) return { to: placeWithin(goal, bounds), extend };
  return undefined;
}

/** The next edge of filled cells in a row. */
function edgeInRow(filled: (column: number) => boolean, column: number, { columns, step }: { columns: number; step: 1 | -1 }): number {
  const end = step > 0 ? columns - 1 : 0;
  let at = column;
  if (at === end) return end;
  if (filled(at) && filled(at + step)) while (at !== end && filled(at + step)) at += step;
  else
    do at += step;
    while (at !== end && !filled(at));
  return at;
}

interface GridKeysOptions {
  grid: Grid;
  target: SheetTarget;
  selection: Selection;
  select: (selection: Selection) => void;
  openFilter: () => void;
}

/** Keyboard handling of the grid, as in other spreadsheets. */
export function useGridKeys({ grid, target, selection, select, openFilter }: GridKeysOptions): (event: KeyboardEvent) => void {
  const { bounds, rows, data } = grid;
  // a late answer does not move the user, who has gone elsewhere
  const now = useRef(selection);
  now.current = selection;
  const go = (to: Place, extend: boolean): void => select({ active: extend ? selection.active : to, end: to });
  /** The server finds the edge in a column, most of which is not loaded. */
  const edge = async (from: Place, down: boolean): Promise<Place> => {
    const { place } = await call(workbooks.edge, { ...target, place: from.row, column: from.column, down }, { quiet: true });
    return { row: Math.min(place, bounds.rows - 1), column: from.column };
  };
  return (event) => {
    if (event.altKey && event.key === 'ArrowDown') {
      event.preventDefault();
      return openFilter();
    }
    const from = event.shiftKey ? selection.end : selection.active;
    const keyAction = keyActionOf(event, { from, bounds, page: Math.max(1, rows.last - rows.first) });
    if (keyAction === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    if ('all' in keyAction) return select({ active: { row: 0, column: 0 }, end: { row: bounds.rows - 1, column: bounds.columns - 1 } });
    if ('to' in keyAction) return go(keyAction.to, keyAction.extend);
    if (keyAction.edge === 'left' || keyAction.edge === 'right') {
      const row = data.at(from.row);
      const column = edgeInRow((place) => textAt(row, place) !== '', from.column, {
        columns: bounds.columns,
        step: keyAction.edge === 'right' ? 1 : -1,
      });
      return go({ row: from.row, column }, keyAction.extend);
    }
    edge(from, keyAction.edge === 'down').then(
      (to) => now.current === selection && go(to, keyAction.extend),
      (error: unknown) => {
        if (!(error instanceof CallError)) throw error;
      },
    );
  };
}
