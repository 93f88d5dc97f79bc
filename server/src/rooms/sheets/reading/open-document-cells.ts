import type { BookWriter, NewSheet, SheetWriter } from './book-writer.ts';
import type { NewCell } from './stored-row.ts';
import { mostColumns } from './stored-row.ts';
import type { styleShelf, WornStyle } from './open-document-styles.ts';
import { nothingDrawn, toldDrawn } from './drawn.ts';
import { runsOf } from './places.ts';
import { attributeOf, numberOf } from './quick-xml.ts';

/** Emptiness that is repeated more often than this is the rest of the sheet. */
const mostEmpty = 1000;
const mostRepeated = 1_048_576;

interface OpenCell {
  column: number;
  times: number;
  style: number;
  covered: boolean;
  value: number | undefined;
  formula: string | undefined;
  text: string;
  paragraphs: number;
}

interface Desk {
  book: BookWriter;
  styles: ReturnType<typeof styleShelf>;
  name: string;
  hidden: boolean;
}

/** One sheet of an OpenDocument while its rows come in. */
export class OpenSheet {
  readonly writer: SheetWriter;
  /** What lies over its cells. */
  readonly drawn = nothingDrawn();
  readonly #desk: Desk;
  readonly #widths: number[] = [];
  readonly #heights: Array<[number, number]> = [];
  readonly #merges: number[] = [];
  readonly #links: NonNullable<NewSheet['links']> = [];
  readonly #notes: NonNullable<NewSheet['notes']> = [];
  readonly #columnStyles: Array<string | undefined> = [];
  #columns = 0;
  #row = 0;
  #times = 1;
  #next = 0;
  #cells: NewCell[] = [];
  #cell: OpenCell | undefined;

  constructor(desk: Desk) {
    this.#desk = desk;
    this.writer = desk.book.sheet();
  }

  column(attributes: string): void {
    const repeated = numberOf(attributes, 'number-columns-repeated', 1);
    const width = isHidden(attributes) ? 0 : this.#worn(attributeOf(attributes, 'style-name'))?.width;
    if (width !== undefined && this.#columns < mostColumns)
      this.#widths.push(this.#columns, this.#columns + repeated - 1, Math.round(width));
    const look = attributeOf(attributes, 'default-cell-style-name');
    for (let at = this.#columns; at < Math.min(this.#columns + repeated, mostEmpty); at++) this.#columnStyles[at] = look;
    this.#columns += repeated;
  }

  startRow(attributes: string): void {
    this.#times = Math.min(numberOf(attributes, 'number-rows-repeated', 1), mostRepeated);
    [this.#cells, this.#next] = [[], 0];
    const height = isHidden(attributes) ? 0 : this.#worn(attributeOf(attributes, 'style-name'))?.height;
    if (height === undefined || this.#times > mostEmpty) return;
    for (let at = 0; at < this.#times; at++) this.#heights.push([this.#row + at, Math.round(height)]);
  }

  endRow(): void {
    const filled = this.#cells.some(({ text }) => text !== '');
    if (filled || this.#times <= mostEmpty) for (let at = 0; at < this.#times; at++) this.writer.row(this.#row + at, this.#cells);
    this.#row += this.#times;
  }

  startCell(attributes: string, covered: boolean): void {
    const [column, row] = [this.#next, this.#row];
    const times = Math.min(numberOf(attributes, 'number-columns-repeated', 1), mostColumns);
    const worn = this.#worn(attributeOf(attributes, 'style-name') ?? this.#columnStyles[column]);
    const formula = attributeOf(attributes, 'formula');
    this.#cell = {
      column,
      times,
      covered,
      text: '',
      paragraphs: 0,
      style: worn ? this.#desk.book.style(worn.cell) : 0,
      value: valueOf(attributes),
      formula: formula && plainFormula(formula),
    };
    const [down, across] = [numberOf(attributes, 'number-rows-spanned', 1), numberOf(attributes, 'number-columns-spanned', 1)];
    if (down > 1 || across > 1) this.#merges.push(row, column, row + down - 1, column + across - 1);
    this.#next += times;
  }

  endCell(): void {
    if (this.#cell === undefined) return;
    const { column, text: written, style, value, formula, covered, times } = this.#cell;
    this.#cell = undefined;
    const text = covered ? '' : written;
    if ((text === '' && style === 0) || (written === '' && times > mostEmpty)) return;
    for (let at = 0; at < times; at++) this.#cells.push({ column: column + at, text, style, value, formula });
  }

  paragraph(): void {
    if (this.#cell && this.#cell.paragraphs++ > 0) this.#cell.text += '\n';
  }

  text(text: string): void {
    if (this.#cell && this.#cell.text.length < 40_000) this.#cell.text += text;
  }

  link(target: string): void {
    if (this.#cell && this.#links.length < 20_000) this.#links.push([this.#row, this.#cell.column, target]);
  }

  note(text: string): void {
    if (this.#cell && this.#notes.length < 20_000) this.#notes.push([this.#row, this.#cell.column, text.trim()]);
  }

  facts(): NewSheet {
    const { name, hidden } = this.#desk;
    const lengths = { widths: this.#widths, heights: runsOf(this.#heights), rowHeight: 17, columnWidth: 85 };
    return { name, hidden, ...lengths, merges: this.#merges, links: this.#links, notes: this.#notes, ...toldDrawn(this.drawn) };
  }

  #worn(style: string | undefined): WornStyle | undefined {
    return this.#desk.styles.find(style);
  }
}

const isHidden = (attributes: string): boolean => ['collapse', 'filter'].includes(attributeOf(attributes, 'visibility') ?? '');

/** A formula as people write it: `of:=SUM([.A1:.B2])` is SUM(A1:B2). */
const plainFormula = (formula: string): string =>
  formula
    .replace(/^\w+:=/, '')
    .replace(/^=/, '')
    .replace(/\[([^\]]*)\]/g, (_, reference: string) => reference.replace(/(^|:)\./g, '$1').replace(/\.(?=\$?[A-Z]+\$?\d)/g, '!'));

const day = 24 * 3600_000;
const firstDay = Date.UTC(1899, 11, 30);

/** The value of a cell as a number: dates by their days, so that they sort. */
function valueOf(attributes: string): number | undefined {
  const type = attributeOf(attributes, 'value-type');
  if (type === 'float' || type === 'percentage' || type === 'currency') return numberOf(attributes, 'value', Number.NaN);
  if (type !== 'date') return undefined;
  const written = attributeOf(attributes, 'date-value') ?? '';
  return (Date.parse(written.includes('T') ? `${written.slice(0, 19)}Z` : written) - firstDay) / day;
}
