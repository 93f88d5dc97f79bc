import type { Area, Axis, CellEdit, CellError, CellValue, StyleEdit, WorkbookEdit } from './edits.ts';
import type { EditableLines, EditableSheet, EditableWorkbook } from './editable-workbook.ts';
import { type FormulaToken, type ReferenceToken, type ScopeToken, endText, formulaTokens } from './formula-tokens.ts';
import { LineMap } from './line-map.ts';

/** A formula, and how many of the edits came before it. */
interface ExpectedFormula {
  text: string;
  since: number;
}

interface ExpectedCell {
  value: CellValue | CellError | undefined;
  formula: ExpectedFormula | undefined;
  style: StyleEdit;
  /** A part of an array formula. */
  isResult: boolean;
}

interface ExpectedSheet {
  sheetId: number;
  name: string;
  hidden: boolean;
  cells: Map<number, ExpectedCell>;
  merges: Area[];
  arrays: Area[];
  lines: Record<Axis, LineMap>;
  /** Moves of lines that the cells have yet to follow. */
  moves: Record<Axis, LineMap> | undefined;
  base: EditableSheet | undefined;
}

const width = 16_384;
const keyOf = (row: number, column: number): number => row * width + column;

/** What a workbook has to be after edits, worked out on plain data without its package. */
export class ExpectedWorkbook {
  sheets: ExpectedSheet[];
  readonly #base: EditableWorkbook;
  readonly #edits: readonly WorkbookEdit[];
  /** The names of the sheets before each edit, where they differ from those before the edit before. */
  readonly #names: { since: number; names: Map<string, number> }[] = [];
  readonly #maps = new Map<string, { at: number; map: LineMap }[]>();
  /** Whether formulas may be others than they were. */
  readonly #isMoved: boolean;

  constructor(base: EditableWorkbook, edits: readonly WorkbookEdit[]) {
    this.#isMoved = edits.some(({ kind }) => kind === 'insert' || kind === 'remove' || kind === 'renameSheet');
    this.#base = base;
    this.#edits = edits;
    this.sheets = base.sheets.map((sheet) => expectedSheet(sheet, base.styles));
    this.#note(0);
    for (const [at, edit] of edits.entries()) {
      this.#apply(edit, at);
      if (edit.kind.endsWith('Sheet')) this.#note(at + 1);
    }
  }

  /** Whether a formula after the edits is the one that it has to be. */
  isFormula(
    { text, since }: ExpectedFormula,
    own: number | undefined,
    { found, isName = false }: { found: string; isName?: boolean },
  ): boolean {
    if (!this.#isMoved && text === found) return true;
    const [before, after] = [formulaTokens(text), formulaTokens(found)];
    if (before === undefined || after === undefined) return text === found;
    const wanted = this.#wanted(before, { since, own, isName });
    const sheets = this.#namesAt(this.#edits.length);
    const said = after.map((token) => (token.kind === 'scope' ? scopeKey(token, sheets) : token.text)).join('');
    return wanted === said;
  }

  /** The cells of a sheet by place: row * 16,384 + column. */
  cellsOf(sheetId: number): Map<number, ExpectedCell> {
    const sheet = this.sheets.find((one) => one.sheetId === sheetId);
    return sheet === undefined ? new Map<number, ExpectedCell>() : settledCells(sheet);
  }

  #note(since: number): void {
    this.#names.push({ since, names: new Map(this.sheets.map(({ name, sheetId }) => [name.toLowerCase(), sheetId])) });
  }

  #namesAt(since: number): Map<string, number> {
    return this.#names.findLast((one) => one.since <= since)?.names ?? new Map<string, number>();
  }

  #wanted(tokens: FormulaToken[], { since, own, isName }: { since: number; own: number | undefined; isName: boolean }): string {
    const sheets = this.#namesAt(since);
    return tokens
      .map((token) => {
        if (token.kind === 'scope') return scopeKey(token, sheets);
        if (token.kind !== 'reference') return token.text;
        const there = token.scope === undefined ? own : oneSheet(token.scope, sheets);
        return there === undefined ? token.text : this.#reference(token, { there, since, isName });
      })
      .join('');
  }

  #reference({ from, to, text }: ReferenceToken, { there, since, isName }: { there: number; since: number; isName: boolean }): string {
    let ends = [from, to ?? from];
    for (const axis of ['row', 'column'] as const) {
      const isFixed = ends.every((end) => (axis === 'row' ? end.keepsRow : end.keepsColumn));
      const [a = -1, b = -1] = ends.map((end) => end[axis]);
      if (a < 0 || (isName && !isFixed)) continue;
      let span: [number, number] | undefined = a > b ? [b, a] : [a, b];
      // one change after another: what a range has grown by belongs to it from then on
      for (const map of this.#mapsSince(there, axis, since)) span = span && movedSpan(map, span, to === undefined);
      if (span === undefined) return '#REF!';
      const [first = 0, last = 0] = a > b ? span.toReversed() : span;
      ends = ends.map((end, at) => ({ ...end, [axis]: at === 0 ? first : last }));
    }
    const [first, last] = ends;
    return first && last ? endText(first) + (to === undefined ? '' : `:${endText(last)}`) : text;
  }

  /** How the lines of a sheet have moved since an edit, change by change. */
  #mapsSince(sheetId: number, axis: Axis, since: number): LineMap[] {
    const key = `${sheetId} ${axis}`;
    const known = this.#maps.get(key) ?? this.#mapsOf(sheetId, axis);
    this.#maps.set(key, known);
    return known.filter((one) => one.at >= since).map(({ map }) => map);
  }

  #mapsOf(sheetId: number, axis: Axis): { at: number; map: LineMap }[] {
    return this.#edits.flatMap((edit, at) => {
      if ((edit.kind !== 'insert' && edit.kind !== 'remove') || edit.sheet !== sheetId || edit.axis !== axis) return [];
      const map = new LineMap(axis);
      map[edit.kind](edit.at, edit.count);
      return [{ at, map }];
    });
  }

  #apply(edit: WorkbookEdit, at: number): void {
    const sheet = this.sheets.find(({ sheetId }) => sheetId === edit.sheet);
    if (edit.kind === 'addSheet') {
      this.sheets.splice(edit.at, 0, emptySheet(edit.sheet, edit.name));
      return;
    }
    if (sheet === undefined) return;
    if (edit.kind === 'cells') for (const cell of edit.cells) this.#edit(sheet, cell, at + 1);
    else if (edit.kind === 'results') for (const { row, column, value } of edit.cells) putResult(sheet, row, column, value);
    else if (edit.kind === 'insert' || edit.kind === 'remove') moveLines(sheet, edit);
    else if (edit.kind === 'merge') sheet.merges.push(edit.area);
    else if (edit.kind === 'unmerge') sheet.merges = sheet.merges.filter((area) => !haveCommon(area, edit.area));
    else if (edit.kind === 'removeSheet') this.sheets = this.sheets.filter((one) => one !== sheet);
    else if (edit.kind === 'renameSheet') sheet.name = edit.name;
    else if (edit.kind === 'hideSheet') sheet.hidden = edit.hidden;
    else if (edit.kind === 'moveSheet') this.sheets = this.sheets.filter((one) => one !== sheet).toSpliced(edit.at, 0, sheet);
  }

  #edit(sheet: ExpectedSheet, { row, column, value, formula, style }: CellEdit, since: number): void {
    const key = keyOf(row, column);
    const cells = settledCells(sheet);
    const known = cells.get(key);
    const writes = (value ?? null) !== null || typeof formula === 'string' || (style ?? null) !== null;
    if (known === undefined && !writes) return;
    const cell: ExpectedCell = known ?? {
      value: undefined,
      formula: undefined,
      style: this.#usualStyle(sheet, row, column),
      isResult: false,
    };
    cells.set(key, cell);
    if (typeof formula === 'string') [cell.formula, cell.value] = [{ text: formula, since }, value ?? undefined];
    else if (value !== undefined || formula === null) {
      cell.formula = undefined;
      if (value !== undefined) cell.value = value ?? undefined;
    }
    if (style === null) cell.style = this.#base.styles[0] ?? {};
    else if (style !== undefined) cell.style = mergedStyle(cell.style, style, this.#base.styles[0] ?? {});
  }

  /** The style of a new cell: of its row, or of its column. */
  #usualStyle({ lines, base }: ExpectedSheet, row: number, column: number): StyleEdit {
    const of = (list: EditableLines[] | undefined, line: number | undefined): number | undefined =>
      list?.find(({ first, last, style }) => style !== undefined && line !== undefined && line >= first && line <= last)?.style;
    const style = of(base?.rowLines, lines.row.before(row)) ?? of(base?.columnLines, lines.column.before(column)) ?? 0;
    return this.#base.styles[style] ?? {};
  }
}

function movedSpan(map: LineMap, [first, last]: [number, number], isOne: boolean): [number, number] | undefined {
  if (!isOne) return map.span(first, last);
  const line = map.now(first);
  return line === undefined ? undefined : [line, line];
}

const emptySheet = (sheetId: number, name: string): ExpectedSheet => ({
  sheetId,
  name,
  hidden: false,
  cells: new Map(),
  merges: [],
  arrays: [],
  lines: { row: new LineMap('row'), column: new LineMap('column') },
  moves: undefined,
  base: undefined,
});

function expectedSheet(base: EditableSheet, styles: StyleEdit[]): ExpectedSheet {
  const sheet = { ...emptySheet(base.sheetId, base.name), hidden: base.hidden, merges: base.merges, base };
  sheet.arrays = base.cells.flatMap(({ array }) => array ?? []);
  const isIn = (row: number, column: number): boolean =>
    sheet.arrays.some((area) => row >= area.row && row <= area.lastRow && column >= area.column && column <= area.lastColumn);
  for (const { row, column, value, formula, style } of base.cells)
    sheet.cells.set(keyOf(row, column), {
      value,
      formula: formula === undefined ? undefined : { text: formula, since: 0 },
      style: styles[style ?? 0] ?? {},
      isResult: sheet.arrays.length > 0 && isIn(row, column),
    });
  return sheet;
}

function putResult(sheet: ExpectedSheet, row: number, column: number, value: CellValue | CellError): void {
  const cell = settledCells(sheet).get(keyOf(row, column));
  if (cell && (cell.formula !== undefined || cell.isResult)) cell.value = value ?? undefined;
}

function moveLines(sheet: ExpectedSheet, { axis, kind, at, count }: Extract<WorkbookEdit, { kind: 'insert' | 'remove' }>): void {
  const map = new LineMap(axis);
  map[kind](at, count);
  sheet.lines[axis][kind](at, count);
  sheet.moves ??= { row: new LineMap('row'), column: new LineMap('column') };
  sheet.moves[axis][kind](at, count);
  sheet.merges = sheet.merges.flatMap((area) => {
    const span = axis === 'row' ? map.span(area.row, area.lastRow) : map.span(area.column, area.lastColumn);
    if (span === undefined) return [];
    const left: Area = axis === 'row' ? { ...area, row: span[0], lastRow: span[1] } : { ...area, column: span[0], lastColumn: span[1] };
    return left.row === left.lastRow && left.column === left.lastColumn ? [] : [left];
  });
}

/** The cells of a sheet where all moves have put them. */
function settledCells(sheet: ExpectedSheet): Map<number, ExpectedCell> {
  const { moves } = sheet;
  if (moves === undefined) return sheet.cells;
  const known = { row: new Map<number, number | undefined>(), column: new Map<number, number | undefined>() };
  const now = (axis: Axis, line: number): number | undefined => {
    if (!known[axis].has(line)) known[axis].set(line, moves[axis].now(line));
    return known[axis].get(line);
  };
  const moved = new Map<number, ExpectedCell>();
  for (const [key, cell] of sheet.cells) {
    const [row, column] = [now('row', Math.floor(key / width)), now('column', key % width)];
    if (row !== undefined && column !== undefined) moved.set(keyOf(row, column), cell);
  }
  [sheet.cells, sheet.moves] = [moved, undefined];
  return moved;
}

const haveCommon = (a: Area, b: Area): boolean =>
  Math.max(a.row, b.row) <= Math.min(a.lastRow, b.lastRow) && Math.max(a.column, b.column) <= Math.min(a.lastColumn, b.lastColumn);

/** A style with what an edit changes of it; null and false are what the first style has, or nothing. */
function mergedStyle(style: StyleEdit, edit: StyleEdit, usual: StyleEdit): StyleEdit {
  const { border, ...others } = edit;
  const merged: Record<string, unknown> = { ...style };
  for (const [name, value] of Object.entries(others)) {
    if (value === undefined) continue;
    const isFont = name === 'size' || name === 'font' || name === 'color';
    if (value === null && isFont) merged[name] = usual[name];
    else if (value === null || value === false || (name === 'number' && /^general$/i.test(String(value)))) delete merged[name];
    else merged[name] = name === 'color' || name === 'fill' ? String(value).toLowerCase() : value;
  }
  if (border !== undefined) {
    const sides: Record<string, unknown> = { ...style.border };
    for (const [side, line] of Object.entries(border))
      if (line !== undefined) sides[side] = line === null ? undefined : { ...line, color: line.color.toLowerCase() };
    merged.border = sides;
  }
  return merged;
}

const styleKeys = new WeakMap<StyleEdit, string>();

/** A style as a text that equal styles share. */
export function styleKey(style: StyleEdit): string {
  const known = styleKeys.get(style);
  if (known !== undefined) return known;
  const sorted = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    const entries = Object.entries(value).filter(([, one]) => one !== undefined);
    return entries.length === 0
      ? undefined
      : Object.fromEntries(entries.toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([name, one]) => [name, sorted(one)]));
  };
  const key = JSON.stringify(sorted(style)) ?? '';
  styleKeys.set(style, key);
  return key;
}

function oneSheet({ outside, first, last }: ScopeToken, sheets: Map<string, number>): number | undefined {
  return outside || first.toLowerCase() !== last.toLowerCase() ? undefined : sheets.get(first.toLowerCase());
}

/** The sheets before a reference by their ids, however their names are written. */
function scopeKey({ outside, text, first, last }: ScopeToken, sheets: Map<string, number>): string {
  const [a, b] = [sheets.get(first.toLowerCase()), sheets.get(last.toLowerCase())];
  return outside || a === undefined || b === undefined ? text : `<${a}:${b}>`;
}
