import { parseRange } from './cell-references.ts';
import type { Area, Axis } from './edits.ts';
import {
  type FormulaToken,
  type ReferenceEnd,
  type ReferenceToken,
  type ScopeToken,
  endText,
  formulaTokens,
  maxColumns,
  maxRows,
} from './formula-tokens.ts';
import { PatchRefusal } from './patch-refusal.ts';

/** Rows or columns of a sheet that are inserted before a place, or removed from it on. */
export interface LineChange {
  kind: 'insert' | 'remove';
  axis: Axis;
  at: number;
  count: number;
}

type Span = [first: number, last: number];

const limitOf = (axis: Axis): number => (axis === 'row' ? maxRows : maxColumns);

/** Where a row or column goes; undefined where it is removed. */
export function movedLine(line: number, { kind, at, count }: LineChange): number | undefined {
  if (line < at) return line;
  if (kind === 'insert') return line + count;
  return line < at + count ? undefined : line - count;
}

/** Where a span of rows or columns goes: it grows with what is inserted within it. Undefined where nothing is left of it. */
export function movedSpan([first, last]: Span, change: LineChange): Span | undefined {
  const { kind, axis, at, count } = change;
  const limit = limitOf(axis);
  if (kind === 'insert') {
    const moved: Span = [first >= at ? first + count : first, last >= at ? Math.min(last + count, limit - 1) : last];
    return moved[0] >= limit ? undefined : moved;
  }
  const start = movedLine(first, change) ?? at;
  // to the end of the sheet stays to the end of the sheet
  const end = last === limit - 1 ? last : (movedLine(last, change) ?? at - 1);
  return start > end || (last === limit - 1 && first >= at && first < at + count && first === last) ? undefined : [start, end];
}

/** Where an area of cells goes; undefined where nothing is left of it. */
export function movedArea(area: Area, change: LineChange): Area | undefined {
  const isRow = change.axis === 'row';
  const span = movedSpan(isRow ? [area.row, area.lastRow] : [area.column, area.lastColumn], change);
  if (span === undefined) return undefined;
  return isRow ? { ...area, row: span[0], lastRow: span[1] } : { ...area, column: span[0], lastColumn: span[1] };
}

/** An area as a range: "A1:B2", or "A1" of one cell. */
export function rangeText({ row, column, lastRow, lastColumn }: Area): string {
  const end = (line: number, place: number): string => endText({ row: line, column: place, keepsRow: false, keepsColumn: false });
  return row === lastRow && column === lastColumn ? end(row, column) : `${end(row, column)}:${end(lastRow, lastColumn)}`;
}

/** A range as its area; undefined where it is none. */
export function areaOf(reference: string | undefined): Area | undefined {
  const range = parseRange(reference);
  if (range) return { row: range[0], column: range[1], lastRow: range[2], lastColumn: range[3] };
  // whole rows or columns
  const token = formulaTokens(reference ?? '')?.[0];
  if (token?.kind !== 'reference' || token.text !== reference || token.to === undefined) return undefined;
  const { from, to } = token;
  return {
    row: Math.max(from.row, 0),
    column: Math.max(from.column, 0),
    lastRow: to.row < 0 ? maxRows - 1 : to.row,
    lastColumn: to.column < 0 ? maxColumns - 1 : to.column,
  };
}

/** The areas of a list of ranges. */
export const areasOf = (list: string): Area[] =>
  list
    .split(/\s+/)
    .filter(Boolean)
    .map((one) => {
      const area = areaOf(one);
      if (area === undefined) throw new PatchRefusal('shift', one);
      return area;
    });

/** A list of ranges, or one, after a change; undefined where nothing is left. */
export function movedRanges(list: string, change: LineChange): string | undefined {
  const moved = areasOf(list)
    .map((area) => movedArea(area, change))
    .filter((area) => area !== undefined);
  return moved.length === 0 ? undefined : moved.map(rangeText).join(' ');
}

/** Whether two areas have cells in common. */
export const overlap = (a: Area, b: Area): boolean =>
  a.row <= b.lastRow && b.row <= a.lastRow && a.column <= b.lastColumn && b.column <= a.lastColumn;

/** How references of formulas follow a change of lines. */
export interface FormulaShift {
  change: LineChange;
  /** Whether references with these sheets before them, or with none, lead to the sheet that changes. */
  leadsThere: (scope: ScopeToken | undefined) => boolean;
  /** In names, what is relative says how far away something is, and stays. */
  onlyFixed?: boolean;
}

/** A formula after a change of lines: what is gone becomes #REF!. Refuses formulas that cannot be understood. */
export const shiftedFormula = (formula: string, shift: FormulaShift): string => shiftedThrough(formula, [shift]);

/** A formula after several changes, one after another. */
export function shiftedThrough(formula: string, shifts: readonly FormulaShift[]): string {
  const tokens = formulaTokens(formula);
  if (tokens === undefined) throw new PatchRefusal('formula', formula.slice(0, 200));
  return tokens
    .map((token) => {
      if (token.kind !== 'reference') return token.text;
      let moved: ReferenceToken | undefined = token;
      for (const shift of shifts) if (moved !== undefined && shift.leadsThere(token.scope)) moved = shiftedReference(moved, shift);
      return moved === undefined ? '#REF!' : moved === token ? token.text : referenceText(moved);
    })
    .join('');
}

const referenceText = ({ from, to }: ReferenceToken): string => endText(from) + (to === undefined ? '' : `:${endText(to)}`);

/** Where a reference leads after a change; undefined where all of it is gone. */
function shiftedReference(token: ReferenceToken, { change, onlyFixed = false }: FormulaShift): ReferenceToken | undefined {
  const { from, to } = token;
  const isRow = change.axis === 'row';
  const lineOf = (end: ReferenceEnd): number => (isRow ? end.row : end.column);
  const isFixed = (end: ReferenceEnd): boolean => (isRow ? end.keepsRow : end.keepsColumn);
  const at = (end: ReferenceEnd, line: number): ReferenceEnd => (isRow ? { ...end, row: line } : { ...end, column: line });
  if (lineOf(from) < 0 || (onlyFixed && !(isFixed(from) && (to === undefined || isFixed(to))))) return token;
  if (to === undefined) {
    const moved = movedLine(lineOf(from), change);
    if (moved === lineOf(from)) return token;
    return moved === undefined || moved >= limitOf(change.axis) ? undefined : { ...token, from: at(from, moved) };
  }
  const isTurned = lineOf(from) > lineOf(to);
  const span = movedSpan(isTurned ? [lineOf(to), lineOf(from)] : [lineOf(from), lineOf(to)], change);
  if (span === undefined) return undefined;
  const [first, last] = isTurned ? [span[1], span[0]] : span;
  return first === lineOf(from) && last === lineOf(to) ? token : { ...token, from: at(from, first), to: at(to, last) };
}

/** Formulas with other sheets before their references; undefined where nothing changes. */
export function renamedFormula(formula: string, rename: (scope: ScopeToken) => string | undefined): string | undefined {
  const tokens = formulaTokens(formula);
  if (tokens === undefined) throw new PatchRefusal('formula', formula.slice(0, 200));
  let changed = false;
  const text = tokens.map((token: FormulaToken) => {
    const renamed = token.kind === 'scope' && !token.outside ? rename(token) : undefined;
    changed ||= renamed !== undefined;
    return renamed ?? token.text;
  });
  return changed ? text.join('') : undefined;
}
