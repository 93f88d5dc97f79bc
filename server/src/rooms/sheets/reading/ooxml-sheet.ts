import type { Drawn } from '@dossier/contract/sheets';
import type { ZipParts } from '../../../ground/confined/extract/zip-parts.ts';
import type { BookWriter, NewSheet, SheetWriter } from './book-writer.ts';
import type { NewCell } from './stored-row.ts';
import { plainText } from './ooxml-strings.ts';
import type { CellFormat } from './ooxml-styles.ts';
import { columnOf, placeOf, rangeOf, runsOf, shiftFormula } from './places.ts';
import { fittedHeight } from './row-height.ts';
import { attributeOf, isSet, numberOf, type ScanEvents, scanXml } from './quick-xml.ts';

/** What the sheets of a workbook share. */
export interface Workbook {
  zip: ZipParts;
  book: BookWriter;
  strings: string[];
  formats: CellFormat[];
  /** The place of each format's look among the styles of the book. */
  styles: number[];
}

export interface SheetPart {
  name: string;
  hidden: boolean;
  path: string;
  /** Targets of its links by their id. */
  links: Map<string, string>;
  notes: NonNullable<NewSheet['notes']>;
  drawn?: Drawn;
}

const pointsToPixels = 4 / 3;
/** Widths are counted in digits of the default font, seven pixels each. */
const widthOf = (digits: number): number => Math.round(digits * 7);

interface Cell {
  column: number;
  type: string;
  format: number;
  value: string;
  formula: string | undefined;
  shared: number | undefined;
}

/** Reads one sheet into the book, row by row. */
export async function readSheet(workbook: Workbook, part: SheetPart): Promise<void> {
  const reader = new SheetReader(workbook, part);
  await scanXml(workbook.zip.read(part.path), reader);
  reader.end();
}

class SheetReader implements ScanEvents {
  readonly #workbook: Workbook;
  readonly #part: SheetPart;
  readonly #writer: SheetWriter;
  readonly #facts: Facts;
  readonly #heights: Array<[number, number]> = [];
  readonly #widths: number[] = [];
  readonly #shared = new Map<number, { formula: string; row: number; column: number }>();
  #row = -1;
  #cells: NewCell[] = [];
  #cell: Cell | undefined;
  #within = '';

  constructor(workbook: Workbook, part: SheetPart) {
    this.#workbook = workbook;
    this.#part = part;
    this.#writer = workbook.book.sheet();
    const { name, hidden, notes, drawn } = part;
    this.#facts = { name, hidden, merges: [], links: [], notes, ...(drawn && { drawn }) };
  }

  open(name: string, attributes: string): void {
    if (name === 'c') this.#startCell(attributes);
    else if (name === 'v' || name === 't') this.#within = name;
    else if (name === 'f' && this.#cell) {
      this.#within = 'f';
      this.#cell.formula = '';
      if (attributeOf(attributes, 't') === 'shared') this.#cell.shared = numberOf(attributes, 'si');
    } else if (name === 'row') this.#startRow(attributes);
    else if (name === 'col') readColumn(attributes, this.#widths);
    else readOther(name, attributes, { facts: this.#facts, links: this.#part.links });
  }

  close(name: string): void {
    if (name === this.#within) this.#within = '';
    else if (name === 'c' && this.#cell) {
      this.#cells.push(finished(this.#cell, this.#formulaOf(this.#cell), this.#workbook));
      this.#cell = undefined;
    } else if (name === 'row') this.#endRow();
  }

  text(text: string): void {
    if (!this.#cell || this.#within === '') return;
    if (this.#within === 'f') this.#cell.formula += text;
    else this.#cell.value += text;
  }

  end(): void {
    this.#writer.done({ ...this.#facts, widths: this.#widths, heights: runsOf(this.#heights) });
  }

  #startRow(attributes: string): void {
    this.#row = numberOf(attributes, 'r', this.#row + 2) - 1;
    this.#cells = [];
    const hidden = isSet(attributes, 'hidden');
    const height = hidden ? 0 : numberOf(attributes, 'ht') * pointsToPixels;
    if (hidden || height > 0) this.#heights.push([this.#row, Math.round(height)]);
  }

  #endRow(): void {
    this.#writer.row(this.#row, this.#cells);
    if (this.#heights.at(-1)?.[0] === this.#row) return;
    const height = fittedHeight(this.#cells, this.#workbook.book, (column) => this.#widthOf(column));
    if (height !== undefined && height > (this.#facts.rowHeight ?? 0)) this.#heights.push([this.#row, height]);
  }

  #widthOf(column: number): number {
    for (let at = 0; at + 2 < this.#widths.length; at += 3)
      if (column >= (this.#widths[at] ?? 0) && column <= (this.#widths[at + 1] ?? 0)) return this.#widths[at + 2] ?? 0;
    return this.#facts.columnWidth ?? 72;
  }

  #startCell(attributes: string): void {
    const letters = /^[A-Z]{1,3}/i.exec(attributeOf(attributes, 'r') ?? '')?.[0];
    const column = letters === undefined ? (this.#cells.at(-1)?.column ?? -1) + 1 : columnOf(letters);
    const [type, format] = [attributeOf(attributes, 't') ?? 'n', numberOf(attributes, 's')];
    this.#cell = { column, type, format, value: '', formula: undefined, shared: undefined };
  }

  #formulaOf({ column, formula, shared }: Cell): string | undefined {
    if (shared === undefined) return formula;
    if (formula) this.#shared.set(shared, { formula, row: this.#row, column });
    const first = this.#shared.get(shared);
    return first && shiftFormula(first.formula, this.#row - first.row, column - first.column);
  }
}

function readColumn(attributes: string, widths: number[]): void {
  const [first, last] = [numberOf(attributes, 'min', 1) - 1, numberOf(attributes, 'max', 1) - 1];
  const width = isSet(attributes, 'hidden') ? 0 : widthOf(numberOf(attributes, 'width'));
  if (isSet(attributes, 'hidden') || width > 0) widths.push(first, last, width);
}

type Facts = NewSheet & { links: NonNullable<NewSheet['links']>; merges: number[] };

function readOther(name: string, attributes: string, { facts, links }: { facts: Facts; links: Map<string, string> }): void {
  if (name === 'sheetView') {
    facts.lines = attributeOf(attributes, 'showGridLines') !== '0' && attributeOf(attributes, 'showGridLines') !== 'false';
    facts.rightToLeft = isSet(attributes, 'rightToLeft');
  } else if (name === 'pane' && attributeOf(attributes, 'state')?.startsWith('frozen')) {
    facts.frozenRows = numberOf(attributes, 'ySplit');
    facts.frozenColumns = numberOf(attributes, 'xSplit');
  } else if (name === 'sheetFormatPr') {
    const [height, width] = [numberOf(attributes, 'defaultRowHeight'), numberOf(attributes, 'defaultColWidth')];
    if (height > 0) facts.rowHeight = height * pointsToPixels;
    if (width > 0) facts.columnWidth = widthOf(width);
  } else if (name === 'mergeCell') {
    const range = rangeOf(attributeOf(attributes, 'ref'));
    if (range) facts.merges.push(...range);
  } else if (name === 'autoFilter') {
    const range = rangeOf(attributeOf(attributes, 'ref'));
    if (range) facts.filter = range;
  } else if (name === 'hyperlink') {
    const place = placeOf(attributeOf(attributes, 'ref')?.split(':')[0]);
    const target = links.get(attributeOf(attributes, 'id') ?? '');
    if (place && target) facts.links.push([...place, target]);
  }
}

function finished({ column, type, format, value }: Cell, formula: string | undefined, workbook: Workbook): NewCell {
  const look = workbook.styles[format] ?? 0;
  if (type === 's') return { column, style: look, text: workbook.strings[Number(value)] ?? '', formula };
  if (type === 'b' || type === 'e') return { column, style: centred(look, workbook.book), text: truth(type, value), formula };
  if (type !== 'n' || value === '') return { column, style: look, text: plainText(value), formula };
  const number = Number(value);
  if (!Number.isFinite(number)) return { column, style: look, text: value, formula };
  const { text, colour } = workbook.formats[format]?.show(number) ?? { text: String(number) };
  const style = colour === undefined ? look : workbook.book.style({ ...workbook.book.styleAt(look), colour });
  return { column, style, text, value: number, formula };
}

const truth = (type: string, value: string): string => (type === 'e' ? value : value === '1' || value === 'true' ? 'TRUE' : 'FALSE');

/** Yes, no and faults stand in the middle unless they are told otherwise. */
function centred(look: number, book: BookWriter): number {
  const style = book.styleAt(look);
  return style.across === undefined ? book.style({ ...style, across: 'center' }) : look;
}
