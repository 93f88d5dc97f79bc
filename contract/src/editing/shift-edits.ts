import { type Area, type WorkbookEdit, maxColumns, maxRows } from './workbook-edits.ts';

type Axis = 'row' | 'column';
/** Rows or columns that are put in or taken out. */
type Move = Extract<WorkbookEdit, { kind: 'insert' | 'remove' }>;

const lengthOf = (axis: Axis): number => (axis === 'row' ? maxRows : maxColumns);

/** Where a row or column stands after others were inserted or removed; undefined where it is gone. */
export function shiftIndex(index: number, { kind, axis, at, count }: Move): number | undefined {
  if (index < at) return index;
  if (kind === 'remove') return index < at + count ? undefined : index - count;
  return index + count < lengthOf(axis) ? index + count : undefined;
}

/** What is left of a span of rows or columns; one that rows are inserted into grows. */
function shiftSpan(first: number, last: number, move: Move): [number, number] | undefined {
  const { kind, axis, at, count } = move;
  if (kind === 'insert') {
    const end = lengthOf(axis) - 1;
    const from = first >= at ? first + count : first;
    return from > end ? undefined : [from, Math.min(last >= at ? last + count : last, end)];
  }
  const before = (index: number): number => (index < at ? index : Math.max(at, index - count));
  const isGone = first >= at && last < at + count;
  return isGone ? undefined : [before(first), last < at ? last : last < at + count ? at - 1 : last - count];
}

/** Where cells stand afterwards; undefined where none are left. */
export function shiftCellsOf(area: Area, move: Move): Area | undefined {
  const rows = move.axis === 'row' ? shiftSpan(area.row, area.lastRow, move) : ([area.row, area.lastRow] as const);
  const columns = move.axis === 'column' ? shiftSpan(area.column, area.lastColumn, move) : ([area.column, area.lastColumn] as const);
  if (rows === undefined || columns === undefined) return undefined;
  const [row, lastRow] = rows;
  const [column, lastColumn] = columns;
  return { row, column, lastRow, lastColumn };
}

/** Where merged cells stand afterwards; undefined where fewer than two are left. */
export function shiftArea(area: Area, move: Move): Area | undefined {
  const shifted = shiftCellsOf(area, move);
  return shifted?.row === shifted?.lastRow && shifted?.column === shifted?.lastColumn ? undefined : shifted;
}

export const areasMeet = (a: Area, b: Area): boolean =>
  a.row <= b.lastRow && b.row <= a.lastRow && a.column <= b.lastColumn && b.column <= a.lastColumn;

function shiftCells<T extends { row: number; column: number }>(cells: readonly T[], move: Move): T[] {
  const key = move.axis;
  return cells.flatMap((cell) => {
    const index = shiftIndex(cell[key], move);
    return index === undefined ? [] : [{ ...cell, [key]: index }];
  });
}

/** What an insertion or removal means after another. */
function shiftMove(edit: Move, by: Move): Move[] {
  if (edit.axis !== by.axis) return [edit];
  const { at, count } = edit;
  if (edit.kind === 'insert') {
    const moved =
      by.kind === 'remove' && at >= by.at ? Math.max(by.at, at - by.count) : by.kind === 'insert' && at >= by.at ? at + by.count : at;
    return moved + count <= lengthOf(edit.axis) ? [{ ...edit, at: moved }] : [];
  }
  if (by.kind === 'remove') {
    const span = shiftSpan(at, at + count - 1, by);
    return span === undefined ? [] : [{ ...edit, at: span[0], count: span[1] - span[0] + 1 }];
  }
  // what was inserted into the rows that go stays; those behind go first, so that those before keep their place
  if (by.at > at && by.at < at + count)
    return [
      { ...edit, at: by.at + by.count, count: at + count - by.at },
      { ...edit, count: by.at - at },
    ].filter((part) => part.at + part.count <= lengthOf(edit.axis));
  const moved = at >= by.at ? at + by.count : at;
  return moved + count <= lengthOf(edit.axis) ? [{ ...edit, at: moved }] : [];
}

function shiftByMove(edit: WorkbookEdit, by: Move): WorkbookEdit[] {
  if (edit.sheet !== by.sheet) return [edit];
  switch (edit.kind) {
    case 'cells': {
      const cells = shiftCells(edit.cells, by);
      return cells.length === 0 ? [] : [{ ...edit, cells }];
    }
    case 'results': {
      const cells = shiftCells(edit.cells, by);
      return cells.length === 0 ? [] : [{ ...edit, cells }];
    }
    case 'insert':
    case 'remove':
      return shiftMove(edit, by);
    case 'size':
    case 'hide': {
      if (edit.axis !== by.axis) return [edit];
      // what was put between is not meant
      const isSplit = by.kind === 'insert' && edit.first < by.at && by.at <= edit.last;
      const spans: [number, number][] = isSplit
        ? [
            [edit.first, by.at - 1],
            [by.at, edit.last],
          ]
        : [[edit.first, edit.last]];
      return spans.flatMap(([first, last]) => {
        const span = shiftSpan(first, last, by);
        return span === undefined ? [] : [{ ...edit, first: span[0], last: span[1] }];
      });
    }
    case 'merge':
    case 'unmerge': {
      const area = shiftArea(edit.area, by);
      return area === undefined ? [] : [{ ...edit, area }];
    }
    default:
      return [edit];
  }
}

/**
 * What an edit means in a workbook that another one, of which its author did not know, has changed first; nothing where it has no meaning any more. The
 * later of two edits of one cell wins, so these stay as they are.
 */
export function shiftEdit(edit: WorkbookEdit, by: WorkbookEdit): WorkbookEdit[] {
  switch (by.kind) {
    case 'insert':
    case 'remove':
      return shiftByMove(edit, by);
    case 'removeSheet':
      return edit.sheet === by.sheet ? [] : [edit];
    case 'addSheet':
      return edit.sheet === by.sheet ? [] : [edit];
    case 'merge':
      return edit.kind === 'merge' && edit.sheet === by.sheet && areasMeet(edit.area, by.area) ? [] : [edit];
    default:
      return [edit];
  }
}

/**
 * Moves edits over others that come before them in the order: each of these means something else after each of those, and the other way round, as in a
 * list that is built up again.
 */
export function shiftEdits(edits: readonly WorkbookEdit[], by: readonly WorkbookEdit[]): WorkbookEdit[] {
  let others = [...by];
  return edits.flatMap((edit) => {
    let moved = [edit];
    for (const other of others) moved = moved.flatMap((one) => shiftEdit(one, other));
    // what comes next was meant for a workbook with this edit in it
    others = others.flatMap((other) => shiftEdit(other, edit));
    return moved;
  });
}
