import type { CellStyle } from './model.ts';
import { attributeOf, numberOf } from '../xml/scan-xml.ts';
import { lengthRuns } from './cell-references.ts';
import { noOverlays, overlaysIfAny } from './overlay-objects.ts';
import { type NewCell, mostColumns } from './stored-workbook.ts';
import type { NewSheet, SheetWriter, WorkbookWriter } from './workbook-writer.ts';

/** The formatting of an OpenDocument style, for cells, rows, columns and sheets. */
interface AppliedStyle {
  cell: CellStyle;
  /** Pixels. */
  width?: number;
  height?: number;
  hidden?: boolean;
}

const units: Record<string, number> = { cm: 96 / 2.54, mm: 96 / 25.4, in: 96, pt: 96 / 72, pc: 16, px: 1 };

/** "2.5cm" in pixels; undefined where it is no length. */
function pixelsOf(length: string | undefined): number | undefined {
  const found = /^(-?[\d.]+)(cm|mm|in|pt|pc|px)$/.exec(length ?? '');
  return found === null ? undefined : Number(found[1]) * (units[found[2] ?? ''] ?? 1);
}

const colourOf = (text: string | undefined): string | undefined => (/^#[\da-f]{6}$/i.test(text ?? '') ? text?.toLowerCase() : undefined);

/** Converts "0.74pt solid #000000" to a border of `CellStyle`. */
function borderOf(text: string | undefined): string | undefined {
  const [length = '', kind = '', colour] = (text ?? '').split(' ');
  const [pixels, ink] = [pixelsOf(length), colourOf(colour)];
  if (pixels === undefined || ink === undefined) return undefined;
  const known = ['solid', 'dashed', 'dotted', 'double'].includes(kind) ? kind : 'solid';
  return `${Math.max(1, Math.min(3, Math.round(pixels)))} ${known} ${ink}`;
}

const across: Record<string, CellStyle['across']> = {
  start: 'left',
  left: 'left',
  center: 'center',
  end: 'right',
  right: 'right',
  justify: 'justify',
};
const down: Record<string, CellStyle['down']> = { top: 'top', middle: 'middle' };

/** Collects the styles of an OpenDocument as they are read, each merged with its parent style. */
export function styleTable(): {
  open: (name: string, attributes: string) => void;
  find: (name: string | undefined) => AppliedStyle | undefined;
} {
  const styles = new Map<string, AppliedStyle>();
  let current: AppliedStyle | undefined;
  return {
    find: (name) => (name === undefined ? undefined : styles.get(name)),
    open(name, attributes) {
      if (name === 'style') {
        const parent = styles.get(attributeOf(attributes, 'parent-style-name') ?? '');
        current = { ...parent, cell: { ...parent?.cell } };
        if (styles.size < 50_000) styles.set(attributeOf(attributes, 'name') ?? '', current);
      } else if (current) readProperties(name, attributes, current);
    },
  };
}

function readProperties(name: string, attributes: string, style: AppliedStyle): void {
  const of = (key: string): string | undefined => attributeOf(attributes, key);
  if (name === 'table-column-properties') Object.assign(style, definedOnly({ width: pixelsOf(of('column-width')) }));
  else if (name === 'table-row-properties') Object.assign(style, definedOnly({ height: pixelsOf(of('row-height')) }));
  else if (name === 'table-properties' && of('display') === 'false') style.hidden = true;
  else if (name === 'paragraph-properties') Object.assign(style.cell, definedOnly({ across: across[of('text-align') ?? ''] }));
  else if (name === 'text-properties') readText(of, style.cell);
  else if (name === 'table-cell-properties') readCell(of, style.cell);
}

function readText(of: (key: string) => string | undefined, cell: CellStyle): void {
  const [colour, size] = [colourOf(of('color')), /^([\d.]+)pt$/.exec(of('font-size') ?? '')?.[1]];
  if (of('font-weight') !== undefined) cell.bold = /^(bold|[6-9]00)$/.test(of('font-weight') ?? '');
  if (of('font-style') !== undefined) cell.italic = of('font-style') !== 'normal';
  if (of('text-underline-style') !== undefined) cell.underline = of('text-underline-style') !== 'none';
  if (of('text-line-through-style') !== undefined) cell.strike = of('text-line-through-style') !== 'none';
  if (colour !== undefined && colour !== '#000000') cell.colour = colour;
  if (size !== undefined && Number(size) > 0) cell.size = Number(size);
}

function readCell(of: (key: string) => string | undefined, cell: CellStyle): void {
  const [all, fill] = [borderOf(of('border')), of('background-color')];
  if (fill !== undefined) Object.assign(cell, definedOnly({ fill: colourOf(fill) }));
  if (fill === 'transparent') delete cell.fill;
  for (const side of ['top', 'right', 'bottom', 'left'] as const)
    Object.assign(cell, definedOnly({ [side]: borderOf(of(`border-${side}`)) ?? all }));
  Object.assign(cell, definedOnly({ down: down[of('vertical-align') ?? ''] }));
  if (of('wrap-option') !== undefined) cell.wrap = of('wrap-option') === 'wrap';
}

const definedOnly = (facts: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined));

/** Empty rows or columns that are repeated more often than this are the rest of the sheet. */
const maxEmpty = 1000;
const maxRepeated = 1_048_576;

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

interface SheetContext {
  book: WorkbookWriter;
  styles: ReturnType<typeof styleTable>;
  name: string;
  hidden: boolean;
}

/** One sheet of an OpenDocument while its rows are read. */
export class OpenDocumentSheet {
  readonly writer: SheetWriter;
  /** The objects over its cells. */
  readonly drawn = noOverlays();
  readonly #desk: SheetContext;
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

  constructor(desk: SheetContext) {
    this.#desk = desk;
    this.writer = desk.book.sheet();
  }

  column(attributes: string): void {
    const repeated = numberOf(attributes, 'number-columns-repeated', 1);
    const width = isHidden(attributes) ? 0 : this.#worn(attributeOf(attributes, 'style-name'))?.width;
    if (width !== undefined && this.#columns < mostColumns)
      this.#widths.push(this.#columns, this.#columns + repeated - 1, Math.round(width));
    const styleName = attributeOf(attributes, 'default-cell-style-name');
    for (let at = this.#columns; at < Math.min(this.#columns + repeated, maxEmpty); at++) this.#columnStyles[at] = styleName;
    this.#columns += repeated;
  }

  startRow(attributes: string): void {
    this.#times = Math.min(numberOf(attributes, 'number-rows-repeated', 1), maxRepeated);
    [this.#cells, this.#next] = [[], 0];
    const height = isHidden(attributes) ? 0 : this.#worn(attributeOf(attributes, 'style-name'))?.height;
    if (height === undefined || this.#times > maxEmpty) return;
    for (let at = 0; at < this.#times; at++) this.#heights.push([this.#row + at, Math.round(height)]);
  }

  endRow(): void {
    const filled = this.#cells.some(({ text }) => text !== '');
    if (filled || this.#times <= maxEmpty) for (let at = 0; at < this.#times; at++) this.writer.row(this.#row + at, this.#cells);
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
      value: cellValueOf(attributes),
      formula: formula && plainFormula(formula),
    };
    const [rowSpan, columnSpan] = [numberOf(attributes, 'number-rows-spanned', 1), numberOf(attributes, 'number-columns-spanned', 1)];
    if (rowSpan > 1 || columnSpan > 1) this.#merges.push(row, column, row + rowSpan - 1, column + columnSpan - 1);
    this.#next += times;
  }

  endCell(): void {
    if (this.#cell === undefined) return;
    const { column, text: written, style, value, formula, covered, times } = this.#cell;
    this.#cell = undefined;
    const text = covered ? '' : written;
    if ((text === '' && style === 0) || (written === '' && times > maxEmpty)) return;
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
    const lengths = { widths: this.#widths, heights: lengthRuns(this.#heights), rowHeight: 17, columnWidth: 85 };
    return { name, hidden, ...lengths, merges: this.#merges, links: this.#links, notes: this.#notes, ...overlaysIfAny(this.drawn) };
  }

  #worn(style: string | undefined): AppliedStyle | undefined {
    return this.#desk.styles.find(style);
  }
}

const isHidden = (attributes: string): boolean => ['collapse', 'filter'].includes(attributeOf(attributes, 'visibility') ?? '');

/** A formula in spreadsheet notation: `of:=SUM([.A1:.B2])` is SUM(A1:B2). */
const plainFormula = (formula: string): string =>
  formula
    .replace(/^\w+:=/, '')
    .replace(/^=/, '')
    .replace(/\[([^\]]*)\]/g, (_, reference: string) => reference.replace(/(^|:)\./g, '$1').replace(/\.(?=\$?[A-Z]+\$?\d)/g, '!'));

const day = 24 * 3600_000;
const firstDay = Date.UTC(1899, 11, 30);

/** The value of a cell as a number: dates as days, so that they sort. */
function cellValueOf(attributes: string): number | undefined {
  const type = attributeOf(attributes, 'value-type');
  if (type === 'float' || type === 'percentage' || type === 'currency') return numberOf(attributes, 'value', Number.NaN);
  if (type !== 'date') return undefined;
  const written = attributeOf(attributes, 'date-value') ?? '';
  return (Date.parse(written.includes('T') ? `${written.slice(0, 19)}Z` : written) - firstDay) / day;
}
