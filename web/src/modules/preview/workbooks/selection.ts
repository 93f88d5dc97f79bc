/** A cell by its row in the current order, and its column. */
export interface Place {
  row: number;
  column: number;
}

/** Both ends included. */
export interface Range {
  top: number;
  left: number;
  bottom: number;
  right: number;
}

/** The selection: its start, which is the active cell, and its end. */
export interface Selection {
  active: Place;
  end: Place;
}

/** The size of the sheet, and its merged cells. */
export interface Bounds {
  rows: number;
  columns: number;
  merges: Range[];
}

export const cornerOf: Selection = { active: { row: 0, column: 0 }, end: { row: 0, column: 0 } };

/** The selected range; merged cells are included as a whole. */
export function rangeOf({ active, end }: Selection, merges: Range[]): Range {
  let range: Range = {
    top: Math.min(active.row, end.row),
    left: Math.min(active.column, end.column),
    bottom: Math.max(active.row, end.row),
    right: Math.max(active.column, end.column),
  };
  for (let grown = true; grown; ) {
    grown = false;
    for (const merge of merges) {
      if (!touches(merge, range) || holds(range, merge)) continue;
      range = around(range, merge);
      grown = true;
    }
  }
  return range;
}

const touches = (a: Range, b: Range): boolean => a.top <= b.bottom && a.bottom >= b.top && a.left <= b.right && a.right >= b.left;
const holds = (a: Range, b: Range): boolean => a.top <= b.top && a.bottom >= b.bottom && a.left <= b.left && a.right >= b.right;
const around = (a: Range, b: Range): Range => ({
  top: Math.min(a.top, b.top),
  left: Math.min(a.left, b.left),
  bottom: Math.max(a.bottom, b.bottom),
  right: Math.max(a.right, b.right),
});

/** The merged range that contains a cell. */
export const mergeAt = (merges: Range[], { row, column }: Place): Range | undefined =>
  merges.find(({ top, left, bottom, right }) => row >= top && row <= bottom && column >= left && column <= right);

/** Quadruples of numbers as ranges. */
export function rangesOf(numbers: readonly number[]): Range[] {
  const ranges: Range[] = [];
  for (let at = 0; at + 3 < numbers.length; at += 4) {
    const [top = 0, left = 0, bottom = 0, right = 0] = numbers.slice(at, at + 4);
    ranges.push({ top, left, bottom, right });
  }
  return ranges;
}

/** The cell some rows and columns away, within the sheet, beyond the merged range of the start. */
export function stepFrom(place: Place, [down, across]: [down: number, across: number], { rows, columns, merges }: Bounds): Place {
  const merge = mergeAt(merges, place);
  const row = (down > 0 ? merge?.bottom : down < 0 ? merge?.top : undefined) ?? place.row;
  const column = (across > 0 ? merge?.right : across < 0 ? merge?.left : undefined) ?? place.column;
  const clamped = { row: within(row + down, rows), column: within(column + across, columns) };
  const into = mergeAt(merges, clamped);
  return into ? { row: into.top, column: into.left } : clamped;
}

/** A cell clamped to the sheet. */
export const placeWithin = ({ row, column }: Place, { rows, columns }: Pick<Bounds, 'rows' | 'columns'>): Place => ({
  row: within(row, rows),
  column: within(column, columns),
});

const within = (place: number, count: number): number => Math.max(0, Math.min(place, count - 1));

export const isOne = ({ active, end }: Selection): boolean => active.row === end.row && active.column === end.column;

/** Parses "C7" to row and column from 0; undefined for an invalid name. */
export function parseCell(name: string): { row: number; column: number } | undefined {
  const found = /^\s*([a-z]{1,3})(\d{1,7})\s*$/i.exec(name);
  if (found === null || found[2] === '0') return undefined;
  let column = 0;
  for (const letter of (found[1] ?? '').toUpperCase()) column = column * 26 + letter.charCodeAt(0) - 64;
  return { row: Number(found[2]) - 1, column: column - 1 };
}
