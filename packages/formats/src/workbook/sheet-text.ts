import { TaskFailure } from '../task.ts';
import { attributeOf, unescapeXml } from '../xml/scan-xml.ts';
import { escapeText, withAttributes } from '../xml/xml-edit.ts';
import { columnIndex, columnLetters } from './cell-references.ts';
import { maxColumns, maxRows } from './formula-tokens.ts';
import { PatchRefusal } from './patch-refusal.ts';
import { joinedSheet, sheetPieces } from './sheet-frame.ts';

/** A cell as text; `raw` is its whole text while nothing in it has changed. */
export interface CellText {
  column: number;
  attributes: string;
  inner: string;
  raw: string | undefined;
  /** How many moves of lines had come before its formula was written; none where it is absent. */
  since?: number;
}

/** A row as text; `raw` is its whole text while nothing in it has changed. */
export interface RowText {
  row: number;
  /** What stands before it. */
  lead: string;
  attributes: string;
  inner: string;
  raw: string | undefined;
  /** Absent until they are needed. */
  cells: CellText[] | undefined;
  hasFormulas: boolean;
}

/** A formula of a cell as it is written. */
export interface FormulaText {
  /** '' for a member of a shared formula. */
  formula: string;
  attributes: string;
  /** `shared`, `array`, `dataTable`, or '' for a plain one. */
  kind: string;
}

/** The end of a tag, after its mark; -1 where it has none. */
function tagEnd(text: string, start: number): number {
  let [at, quote] = [start, 0];
  for (let close = text.indexOf('>', start); close >= 0; close = text.indexOf('>', close + 1)) {
    for (; at < close; at++) {
      const code = text.charCodeAt(at);
      if (quote === 0 && (code === 34 || code === 39)) quote = code;
      else if (code === quote) quote = 0;
    }
    if (quote === 0) return close + 1;
  }
  return -1;
}

/** How formulas of these kinds are written, to find them quickly. */
export const [arrayFormula, sharedFormula] = [/\st\s*=\s*["'](?:array|dataTable)/, /\st\s*=\s*["']shared/];

/** The rows of a sheet as text: what is not touched keeps its bytes. */
export class SheetText {
  /** The sheet without its rows. */
  frame: string;
  readonly prefix: string;
  rows: RowText[];
  /** Numbers of shared strings that cells had which were changed or removed. */
  readonly dropped = new Set<number>();
  readonly #before: { frame: string; rows: string };
  readonly #tail: string;
  #newRows = 0;

  constructor(text: string) {
    const { frame, prefix, rows } = sheetPieces(text);
    [this.#before, this.frame, this.prefix] = [{ frame, rows }, frame, prefix];
    // the end of a row or a cell could stand in them as text
    if (rows.includes('<![CDATA[') || rows.includes('<!--')) throw new TaskFailure('unsupported');
    [this.rows, this.#tail] = rowsOf(rows, prefix);
  }

  /** The text of the sheet; undefined where nothing changed. */
  text(): string | undefined {
    const pieces: string[] = [];
    let last = -1;
    for (const row of this.rows) {
      // a row without a number comes after the one before it
      if (row.row !== last + 1 && attributeOf(row.attributes, 'r') === undefined) this.touch(row);
      pieces.push(this.#rowText(row));
      last = row.row;
    }
    pieces.push(this.#tail);
    const rows = pieces.join('');
    const { frame, prefix } = this;
    return rows === this.#before.rows && frame === this.#before.frame ? undefined : joinedSheet({ frame, prefix, rows });
  }

  row(row: number): RowText | undefined {
    const place = placeOf(this.rows, row, 'row');
    return this.rows[place]?.row === row ? this.rows[place] : undefined;
  }

  /** A row, made where there is none. */
  ensureRow(row: number): RowText {
    const place = placeOf(this.rows, row, 'row');
    const found = this.rows[place];
    if (found?.row === row) return found;
    if (++this.#newRows > maxNewRows) throw new PatchRefusal('limit', 'new rows');
    const added: RowText = { row, lead: '', attributes: ` r="${row + 1}"`, inner: '', raw: undefined, cells: [], hasFormulas: false };
    this.rows.splice(place, 0, added);
    return added;
  }

  /** The rows that there are from one to another. */
  rowsBetween(first: number, last: number): RowText[] {
    return this.rows.slice(placeOf(this.rows, first, 'row'), placeOf(this.rows, last + 1, 'row'));
  }

  cells(row: RowText): CellText[] {
    row.cells ??= cellsOf(row.inner, this.prefix);
    return row.cells;
  }

  cell(row: number, column: number): CellText | undefined {
    const line = this.row(row);
    if (line === undefined) return undefined;
    const cells = this.cells(line);
    const found = cells[placeOf(cells, column, 'column')];
    return found?.column === column ? found : undefined;
  }

  /** A cell, made where there is none with the style that its row or column has. */
  ensureCell(row: number, column: number, style: (row: RowText) => number): CellText {
    const line = this.ensureRow(row);
    const cells = this.cells(line);
    this.touch(line);
    const place = placeOf(cells, column, 'column');
    const found = cells[place];
    if (found?.column === column) return found;
    const number = style(line);
    const attributes = ` r="${columnLetters(column)}${row + 1}"${number === 0 ? '' : ` s="${number}"`}`;
    const added: CellText = { column, attributes, inner: '', raw: undefined };
    cells.splice(place, 0, added);
    // a hint for readers, which is no longer true
    line.attributes = withAttributes(line.attributes, [['spans', null]]);
    return added;
  }

  /** To be called before anything in a row changes. */
  touch(row: RowText): void {
    this.cells(row);
    row.raw = undefined;
  }

  formula(cell: CellText): FormulaText | undefined {
    const [start, end] = elementIn(cell.inner, `${this.prefix}f`);
    if (start === end) return undefined;
    const raw = cell.inner.slice(start, end);
    const open = raw.slice(0, tagEnd(raw, 0));
    const isEmpty = open.endsWith('/>');
    const attributes = open.slice(this.prefix.length + 2, isEmpty ? -2 : -1);
    const content = isEmpty ? '' : raw.slice(open.length, raw.lastIndexOf('</'));
    const kind = attributeOf(attributes, 't') ?? '';
    return { formula: unescapeXml(content), attributes, kind: kind === 'normal' ? '' : kind };
  }

  /** Replaces the formula of a cell; undefined removes it. Its value stays. */
  setFormula(cell: CellText, formula: { formula: string; attributes: string } | undefined): void {
    const [start, end] = elementIn(cell.inner, `${this.prefix}f`);
    const tag = `${this.prefix}f`;
    const text = formula === undefined ? '' : `<${tag}${formula.attributes}>${escapeText(formula.formula)}</${tag}>`;
    cell.inner = cell.inner.slice(0, start) + text + cell.inner.slice(end);
    cell.raw = undefined;
  }

  setAttributes(cell: CellText, changes: [name: string, value: string | null][]): void {
    cell.attributes = withAttributes(cell.attributes, changes);
    cell.raw = undefined;
  }

  /** To be called before a cell loses its value. */
  drop(cell: CellText): void {
    const number = this.#sharedString(cell);
    if (number !== undefined) this.dropped.add(number);
  }

  /** To be called before a row goes. */
  dropRow(row: RowText): void {
    if (row.cells === undefined && !sharedCell.test(row.inner)) return;
    for (const cell of this.cells(row)) this.drop(cell);
  }

  /** Takes the shared strings that cells have out of these numbers. */
  takeUsed(numbers: Set<number>): void {
    for (const { inner, cells } of this.rows) {
      if (numbers.size === 0) return;
      if (cells === undefined && !mayUse(inner, numbers)) continue;
      for (const cell of cells ?? cellsOf(inner, this.prefix)) numbers.delete(this.#sharedString(cell) ?? -1);
    }
  }

  /** As readers understand it: nothing is the first one. */
  #sharedString(cell: CellText): number | undefined {
    if (attributeOf(cell.attributes, 't') !== 's') return undefined;
    const [start, end] = elementIn(cell.inner, `${this.prefix}v`);
    const value = cell.inner.slice(start, end);
    return Number(unescapeXml(value.slice(tagEnd(value, 0), Math.max(0, value.lastIndexOf('</')))));
  }

  /** Passes each cell with a formula; with a kind at least those that are written so in the file. */
  eachFormula(take: (formula: FormulaText, cell: CellText, row: RowText) => void, kind?: RegExp): void {
    for (const row of this.rows) {
      if (!row.hasFormulas || kind?.test(row.inner) === false) continue;
      for (const cell of this.cells(row)) {
        const formula = cell.inner === '' ? undefined : this.formula(cell);
        if (formula !== undefined) take(formula, cell, row);
      }
    }
  }

  #rowText(row: RowText): string {
    if (row.raw !== undefined) return row.raw;
    const tag = `${this.prefix}row`;
    const attributes = withPlace(row.attributes, String(row.row + 1));
    const cells = this.cells(row).map((cell) => this.#cellText(cell, row.row));
    return `${row.lead}<${tag}${attributes}${cells.length === 0 ? '/>' : `>${cells.join('')}</${tag}>`}`;
  }

  #cellText(cell: CellText, row: number): string {
    const place = `${columnLetters(cell.column)}${row + 1}`;
    if (cell.raw !== undefined && attributeOf(cell.attributes, 'r') === place) return cell.raw;
    const tag = `${this.prefix}c`;
    return `<${tag}${withPlace(cell.attributes, place)}${cell.inner === '' ? '/>' : `>${cell.inner}</${tag}>`}`;
  }
}

/** What cells with a shared string have, besides what is written with escapes. */
const sharedCell = /["']s["']|&/;
const cellValues = /<(?:[\w.-]+:)?v(?:\s[^<>]*)?>([^<]*)</g;

/** Whether cells of a row may have one of these shared strings; without reading each of them. */
function mayUse(row: string, numbers: ReadonlySet<number>): boolean {
  if (!sharedCell.test(row)) return false;
  // an empty value is the first string
  if (numbers.has(0)) return true;
  for (const [, value = ''] of row.matchAll(cellValues)) if (value.includes('&') || numbers.has(Number(value))) return true;
  return false;
}

/** Rows that are made because something is said of them. */
const maxNewRows = 200_000;
/** The first place in a sorted list whose number is not below one. */
function placeOf<Key extends string>(list: readonly Record<Key, number>[], number: number, key: Key): number {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((list[middle]?.[key] ?? 0) < number) low = middle + 1;
    else high = middle;
  }
  return low;
}

const placeAttribute = /(\sr\s*=\s*)(?:"[^"]*"|'[^']*')/;

/** The attributes of a row or cell with its place. */
function withPlace(attributes: string, place: string): string {
  const found = placeAttribute.exec(attributes);
  if (found === null) return ` r="${place}"${attributes}`;
  return `${attributes.slice(0, found.index)}${found[1] ?? ''}"${place}"${attributes.slice(found.index + found[0].length)}`;
}

function* elementsOf(text: string, tag: string): Generator<{ start: number; from: number; to: number; end: number; attributes: string }> {
  const [open, close] = [`<${tag}`, `</${tag}>`];
  for (let start = text.indexOf(open); start >= 0; ) {
    const after = text.charCodeAt(start + open.length);
    // a longer name begins like this one
    if (after !== 62 && after !== 47 && after > 32) {
      start = text.indexOf(open, start + 1);
      continue;
    }
    const from = tagEnd(text, start);
    if (from < 0) throw new TaskFailure('broken');
    const isEmpty = text.charCodeAt(from - 2) === 47;
    const to = isEmpty ? from : text.indexOf(close, from);
    if (to < 0) throw new TaskFailure('broken');
    const end = isEmpty ? from : to + close.length;
    yield { start, from, to, end, attributes: text.slice(start + open.length, from - (isEmpty ? 2 : 1)) };
    start = text.indexOf(open, end);
  }
}

/** The start and end of the first element of a name; both the place where it would be inserted where there is none. */
export function elementIn(text: string, tag: string): [start: number, end: number] {
  for (const { start, end } of elementsOf(text, tag)) return [start, end];
  return [0, 0];
}

function rowsOf(text: string, prefix: string): [rows: RowText[], tail: string] {
  const rows: RowText[] = [];
  let [at, last] = [0, -1];
  for (const { start, from, to, end, attributes } of elementsOf(text, `${prefix}row`)) {
    const number = attributeOf(attributes, 'r');
    const row = number === undefined ? last + 1 : Number(number) - 1;
    if (!Number.isSafeInteger(row) || row <= last || row >= maxRows) throw new TaskFailure('broken');
    const inner = text.slice(from, to);
    const [lead, raw] = [text.slice(at, start), text.slice(at, end)];
    rows.push({ row, lead, attributes, inner, raw, cells: undefined, hasFormulas: inner.includes(`<${prefix}f`) });
    [at, last] = [end, row];
  }
  return [rows, text.slice(at)];
}

function cellsOf(text: string, prefix: string): CellText[] {
  const cells: CellText[] = [];
  let last = -1;
  for (const { start, from, to, end, attributes } of elementsOf(text, `${prefix}c`)) {
    const letters = /^[A-Z]{1,3}/i.exec(attributeOf(attributes, 'r') ?? '')?.[0];
    const column = letters === undefined ? last + 1 : columnIndex(letters);
    if (column <= last || column >= maxColumns) throw new TaskFailure('broken');
    cells.push({ column, attributes, inner: text.slice(from, to), raw: text.slice(start, end) });
    last = column;
  }
  return cells;
}
