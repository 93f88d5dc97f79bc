import { compoundStreams, isCompound } from '../compound/compound-file.ts';
import { OfficePackage } from '../office/patch-package.ts';
import { TaskFailure } from '../task.ts';
import { attributeOf, isSet, numberOf } from '../xml/scan-xml.ts';
import { openZipOf, type ZipParts } from '../zip/zip-parts.ts';
import { type BookName, type BookSheet, bookPart } from './book-part.ts';
import type { Area, CellError, CellValue, StyleEdit } from './edits.ts';
import { relocatedFormula } from './formula-tokens.ts';
import { fullStyles } from './full-styles.ts';
import { areaOf } from './line-changes.ts';
import { type FileCell, plainText, readCells, sharedStrings } from './ooxml-cells.ts';
import { tablesOf } from './tables.ts';
import { type Obstacle, workbookObstacles } from './workbook-obstacles.ts';

/** A cell that has a value, a formula or a style of its own. */
export interface EditableCell {
  row: number;
  column: number;
  /** Absent where it is empty. Of a formula: what was kept of its result. */
  value?: CellValue | CellError;
  /** Without `=`, in the language of the file. */
  formula?: string;
  /** Of the list of styles; absent for the first. */
  style?: number;
  /** The cells of the array formula or data table that begins here: a part of them cannot be edited. */
  array?: Area;
}

/** Rows or columns that are not like the others. */
export interface EditableLines {
  first: number;
  last: number;
  /** Points (rows) or characters (columns); null is the default. */
  size: number | null;
  hidden: boolean;
  /** Of the list of styles: for cells that are not listed. */
  style?: number;
}

export interface EditableSheet {
  sheetId: number;
  name: string;
  hidden: boolean;
  /** Others than worksheets (charts on a sheet of their own) have no cells, and only their place in the order can change. */
  isWorksheet: boolean;
  /** How many are used. */
  rows: number;
  columns: number;
  cells: EditableCell[];
  merges: Area[];
  rowLines: EditableLines[];
  columnLines: EditableLines[];
  /** Points. */
  rowHeight: number;
  /** Characters. */
  columnWidth: number;
  frozenRows: number;
  frozenColumns: number;
  gridLines: boolean;
  rightToLeft: boolean;
  tables: EditableTable[];
}

/** A table: its heads have to be different texts, and neither they nor all of its rows can be removed. */
export interface EditableTable {
  name: string;
  area: Area;
  /** Rows at its top and at its bottom. */
  heads: number;
  totals: number;
}

/** A workbook as an editor needs it, as plain data. */
export interface EditableWorkbook {
  sheets: EditableSheet[];
  styles: StyleEdit[];
  names: BookName[];
  date1904: boolean;
  /** Whether rows and columns can be inserted and removed; the obstacles say what is in the way. */
  canShift: boolean;
  obstacles: Obstacle[];
}

/** The largest file that is edited. */
export const maxEditedBytes = 20 * 1024 * 1024;
export const maxEditedCells = 500_000;
const maxUnpacked = 400 * 1024 * 1024;
const stringLimits = { characters: 64_000_000, strings: 2_000_000 };
/** Of all cells together: the editor holds them in memory. */
const maxLetters = 64_000_000;
const maxLines = 200_000;

/** Reads a workbook (.xlsx, .xlsm) for editing. Fails with 'too-large' beyond its bounds, 'encrypted', 'broken', and 'unsupported' for others. */
export async function readEditableWorkbook(bytes: Buffer): Promise<EditableWorkbook> {
  if (bytes.length > maxEditedBytes) throw new TaskFailure('too-large');
  if (isCompound(bytes)) {
    const isEncrypted = compoundStreams(bytes).some(({ name }) => name.toLowerCase() === 'encryptedpackage');
    throw new TaskFailure(isEncrypted ? 'encrypted' : 'unsupported');
  }
  const parts = new OfficePackage(bytes);
  const zip = await openZipOf(bytes, maxUnpacked);
  try {
    return await readBook(parts, zip);
  } finally {
    zip.close();
  }
}

async function readBook(parts: OfficePackage, zip: ZipParts): Promise<EditableWorkbook> {
  const book = bookPart(parts);
  const relations = parts.relations(book.path);
  const pathOf = (kind: string): string | undefined => relations.find((one) => one.kind === kind)?.target;
  const strings = await sharedStrings(zip, pathOf('sharedStrings') ?? '', stringLimits);
  const styles = await fullStyles(parts, zip, pathOf('styles'));
  const used = { cells: 0, letters: 0, lines: 0 };
  const sheets: EditableSheet[] = [];
  for (const listed of book.sheets) {
    const reader = new EditableReader(listed, { strings, styles: styles.length, used });
    if (listed.kind === 'worksheet') await reader.read(zip);
    reader.sheet.tables = tablesOf(parts, listed.path).map(({ name, area, heads, totals }) => ({ name, area, heads, totals }));
    sheets.push(reader.sheet);
  }
  const { obstacles, canShift } = workbookObstacles(parts, book, sheets);
  return { sheets, styles, names: book.names, date1904: book.date1904, canShift, obstacles };
}

interface Shared {
  strings: string[];
  styles: number;
  used: { cells: number; letters: number; lines: number };
}

class EditableReader {
  readonly sheet: EditableSheet;
  readonly #path: string;
  readonly #shared: Shared;
  readonly #formulas = new Map<number, { formula: string; row: number; column: number }>();

  constructor({ sheetId, name, isHidden, path, kind }: BookSheet, shared: Shared) {
    this.#path = path;
    this.#shared = shared;
    this.sheet = {
      sheetId,
      name,
      hidden: isHidden,
      isWorksheet: kind === 'worksheet',
      rows: 0,
      columns: 0,
      cells: [],
      merges: [],
      rowLines: [],
      columnLines: [],
      rowHeight: 15,
      columnWidth: 8.43,
      frozenRows: 0,
      frozenColumns: 0,
      gridLines: true,
      rightToLeft: false,
      tables: [],
    };
  }

  read(zip: ZipParts): Promise<void> {
    return readCells(zip.read(this.#path), {
      startRow: (row, attributes) => this.#startRow(row, attributes),
      cell: (cell, row) => this.#cell(cell, row),
      other: (name, attributes) => this.#other(name, attributes),
    });
  }

  #startRow(row: number, attributes: string): void {
    const height = numberOf(attributes, 'ht');
    const style = isSet(attributes, 'customFormat') ? this.#style(numberOf(attributes, 's')) : undefined;
    const hidden = isSet(attributes, 'hidden');
    if (height <= 0 && !hidden && style === undefined) return;
    const last = this.sheet.rowLines.at(-1);
    const size = height > 0 ? height : null;
    if (last && last.last === row - 1 && last.size === size && last.hidden === hidden && last.style === style) last.last = row;
    else this.#addLines(this.sheet.rowLines, { first: row, last: row, size, hidden, ...(style !== undefined && { style }) });
  }

  #cell(file: FileCell, row: number): void {
    const { column, format } = file;
    const style = this.#style(format);
    const formula = this.#formula(file, row);
    const value = valueOf(file, this.#shared.strings);
    const area = file.array && areaOf(file.array.ref);
    const { used } = this.#shared;
    used.letters += (typeof value === 'string' ? value.length : 0) + (formula?.length ?? 0);
    if (++used.cells > maxEditedCells || used.letters > maxLetters) throw new TaskFailure('too-large');
    this.sheet.rows = Math.max(this.sheet.rows, row + 1);
    this.sheet.columns = Math.max(this.sheet.columns, column + 1);
    this.sheet.cells.push({
      row,
      column,
      ...(value !== undefined && { value }),
      ...(formula !== undefined && { formula }),
      ...(style !== undefined && { style }),
      ...(area && { array: area }),
    });
  }

  #formula({ column, formula, shared, array }: FileCell, row: number): string | undefined {
    if (array?.isTable === true) return undefined;
    if (shared === undefined) return formula === '' ? undefined : formula;
    if (formula) this.#formulas.set(shared, { formula, row, column });
    const first = this.#formulas.get(shared);
    if (first === undefined) throw new TaskFailure('broken');
    return relocatedFormula(first.formula, row - first.row, column - first.column) ?? first.formula;
  }

  #other(name: string, attributes: string): void {
    const { sheet } = this;
    if (name === 'col') this.#column(attributes);
    else if (name === 'mergeCell') {
      const area = areaOf(attributeOf(attributes, 'ref'));
      if (area) sheet.merges.push(area);
      if (++this.#shared.used.lines > maxLines) throw new TaskFailure('too-large');
    } else if (name === 'sheetFormatPr') {
      const width = numberOf(attributes, 'defaultColWidth');
      sheet.rowHeight = numberOf(attributes, 'defaultRowHeight', sheet.rowHeight);
      if (width > 0) sheet.columnWidth = width;
      else sheet.columnWidth = numberOf(attributes, 'baseColWidth', 8) + 0.43;
    } else if (name === 'sheetView') {
      sheet.gridLines = !['0', 'false'].includes(attributeOf(attributes, 'showGridLines') ?? '');
      sheet.rightToLeft = isSet(attributes, 'rightToLeft');
    } else if (name === 'pane' && attributeOf(attributes, 'state')?.startsWith('frozen')) {
      sheet.frozenRows = numberOf(attributes, 'ySplit');
      sheet.frozenColumns = numberOf(attributes, 'xSplit');
    }
  }

  #column(attributes: string): void {
    const [first, last] = [numberOf(attributes, 'min', 1) - 1, numberOf(attributes, 'max', 1) - 1];
    const width = numberOf(attributes, 'width');
    const style = this.#style(numberOf(attributes, 's', numberOf(attributes, 'style')));
    const hidden = isSet(attributes, 'hidden');
    this.#addLines(this.sheet.columnLines, { first, last, size: width > 0 ? width : null, hidden, ...(style !== undefined && { style }) });
  }

  #addLines(lines: EditableLines[], added: EditableLines): void {
    if (++this.#shared.used.lines > maxLines) throw new TaskFailure('too-large');
    lines.push(added);
  }

  #style(index: number): number | undefined {
    return index > 0 && index < this.#shared.styles ? index : undefined;
  }
}

function valueOf({ type, value, formula }: FileCell, strings: string[]): CellValue | CellError | undefined {
  if (type === 's') return strings[Number(value)] ?? '';
  if (type === 'b') return value === '1' || value === 'true';
  if (type === 'e') return { error: value };
  if (type === 'n') return value === '' || !Number.isFinite(Number(value)) ? undefined : Number(value);
  return value === '' && formula === undefined && type !== 'inlineStr' ? undefined : plainText(value);
}
