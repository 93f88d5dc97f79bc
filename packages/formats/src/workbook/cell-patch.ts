import { attributeOf } from '../xml/scan-xml.ts';
import { XmlEdit, escapeText } from '../xml/xml-edit.ts';
import type { Area, CellEdit, CellError, CellResult, CellValue } from './edits.ts';
import { cellErrors, formulaFault } from './formula-grammar.ts';
import { maxColumns, maxRows, relocatedFormula } from './formula-tokens.ts';
import { areaOf } from './line-changes.ts';
import { plainText } from './ooxml-cells.ts';
import { PatchRefusal } from './patch-refusal.ts';
import { type CellText, type RowText, type SheetText, arrayFormula, elementIn, sharedFormula } from './sheet-text.ts';
import type { StylePatch } from './style-patch.ts';

/** The most characters of a text in a cell. */
const maxText = 32_767;
const mostPasses = 20;

/** What cells have to know of their workbook: its styles, how often lines have moved in it, and how many links to files it has. */
interface OpenBook {
  styles: () => StylePatch;
  moves: () => number;
  links: () => number;
}

/** Edits of the cells of one sheet. */
export class CellPatch {
  readonly #sheet: SheetText;
  readonly #book: OpenBook;
  #isExpanded = false;
  #arrays: Area[] | undefined;
  #expanded = 0;
  #columns: { frame: string; styles: { first: number; last: number; style: number }[] } | undefined;

  constructor(sheet: SheetText, book: OpenBook) {
    this.#sheet = sheet;
    this.#book = book;
  }

  /** Applies the edit of a cell; returns whether its value or formula changed. */
  edit(edit: CellEdit): boolean {
    const { row, column, value, formula, style } = edit;
    needPlace(row, column);
    const changes = value !== undefined || formula !== undefined;
    if (changes && this.#isInArray(row, column)) throw new PatchRefusal('array', `${row},${column}`);
    const found = this.#sheet.cell(row, column);
    const writes = (value ?? null) !== null || typeof formula === 'string';
    if (found === undefined && !writes && (style === undefined || style === null)) return false;
    const cell = this.#sheet.ensureCell(row, column, (line) => this.#usualStyle(line, column));
    if (changes) this.#setContent(cell, edit);
    if (style === null) this.#sheet.setAttributes(cell, [['s', null]]);
    else if (style !== undefined) {
      const styled = this.#book.styles().styled(Number(attributeOf(cell.attributes, 's') ?? 0), style);
      this.#sheet.setAttributes(cell, [['s', styled === 0 ? null : String(styled)]]);
    }
    return changes;
  }

  /** Writes what was computed for a formula; cells without one, which came meanwhile, stay. */
  result({ row, column, value }: CellResult): void {
    needPlace(row, column);
    const line = this.#sheet.row(row);
    const cell = this.#sheet.cell(row, column);
    if (line === undefined || cell === undefined) return;
    if (this.#sheet.formula(cell) === undefined && !this.#isInArray(row, column)) return;
    this.#sheet.touch(line);
    this.#setValue(cell, value, true);
  }

  /** Writes all shared formulas, or those with some number, as formulas of their own. */
  expandShared(only?: string): void {
    const sheet = this.#sheet;
    if (this.#isExpanded) return;
    this.#isExpanded = only === undefined;
    const masters = new Map<string, { formula: string; row: number; column: number }>();
    sheet.eachFormula(({ formula, attributes, kind }, cell, row) => {
      const si = kind === 'shared' ? (attributeOf(attributes, 'si') ?? '') : undefined;
      if (si === undefined || (only !== undefined && si !== only)) return;
      // a later formula under the same number begins anew
      if (formula !== '') masters.set(si, { formula, row: row.row, column: cell.column });
      const master = masters.get(si);
      if (master === undefined) throw new PatchRefusal('formula', `shared ${si}`);
      const own = relocatedFormula(master.formula, row.row - master.row, cell.column - master.column);
      if (own === undefined) throw new PatchRefusal('formula', master.formula.slice(0, 200));
      sheet.touch(row);
      sheet.setFormula(cell, { formula: own, attributes: keptAttributes(attributes) });
    }, sharedFormula);
  }

  /** Areas of array formulas and data tables of more than one cell; forgotten when lines move. */
  arrays(): Area[] {
    if (this.#arrays === undefined) {
      const found: Area[] = [];
      this.#sheet.eachFormula(({ attributes, kind }) => {
        const area = kind === 'array' || kind === 'dataTable' ? areaOf(attributeOf(attributes, 'ref')) : undefined;
        if (area && (area.row !== area.lastRow || area.column !== area.lastColumn)) found.push(area);
      }, arrayFormula);
      this.#arrays = found;
    }
    return this.#arrays;
  }

  forgetPlaces(): void {
    this.#arrays = undefined;
  }

  #isInArray(row: number, column: number): boolean {
    return this.arrays().some((area) => row >= area.row && row <= area.lastRow && column >= area.column && column <= area.lastColumn);
  }

  #setContent(cell: CellText, { row, value, formula }: CellEdit): void {
    this.#freeFromShared(cell);
    const isFormula = typeof formula === 'string';
    if (isFormula) {
      if (!isXmlText(formula) || formulaFault(formula, this.#book.links()) !== undefined)
        throw new PatchRefusal('formula', formula.slice(0, 200));
      this.#setValue(cell, value ?? null, true);
      this.#sheet.setFormula(cell, { formula, attributes: '' });
      cell.since = this.#book.moves();
      const line = this.#sheet.row(row);
      if (line) line.hasFormulas = true;
    } else if (value === undefined) {
      // the formula goes, its value stays: a text is no longer the result of something
      const isText = attributeOf(cell.attributes, 't') === 'str' && this.#sheet.formula(cell) !== undefined;
      this.#sheet.setFormula(cell, undefined);
      if (isText) this.#setValue(cell, this.#textOf(cell), false);
    } else this.#setValue(cell, value, false);
    this.#sheet.setAttributes(cell, [['cm', null]]);
  }

  /** Before a formula goes that others share, each of them gets its own. */
  #freeFromShared(cell: CellText): void {
    const formula = this.#sheet.formula(cell);
    if (formula?.kind !== 'shared' || formula.formula === '') return;
    // each time costs a pass over all formulas
    this.expandShared(++this.#expanded > mostPasses ? undefined : (attributeOf(formula.attributes, 'si') ?? ''));
  }

  #setValue(cell: CellText, value: CellValue | CellError, keepsFormula: boolean): void {
    const { prefix } = this.#sheet;
    this.#sheet.drop(cell);
    const [start, end] = keepsFormula ? elementIn(cell.inner, `${prefix}f`) : [0, 0];
    const { type, text } = written(value, prefix, keepsFormula);
    const inner = cell.inner.slice(start, end) + text;
    this.#sheet.setAttributes(cell, [
      ['t', type],
      ['vm', null],
    ]);
    cell.inner = inner;
  }

  #textOf(cell: CellText): string {
    const [start, end] = elementIn(cell.inner, `${this.#sheet.prefix}v`);
    if (start === end) return '';
    const xml = new XmlEdit(cell.inner.slice(start, end));
    return plainText(xml.value(xml.root));
  }

  /** The style of a new cell: that of its row, or that of its column. */
  #usualStyle(row: RowText, column: number): number {
    if (attributeOf(row.attributes, 'customFormat') === '1') return Number(attributeOf(row.attributes, 's') ?? 0);
    const { frame } = this.#sheet;
    if (this.#columns?.frame !== frame) {
      const xml = new XmlEdit(frame);
      const number = (element: Parameters<XmlEdit['get']>[0], name: string): number => Number(xml.get(element, name) ?? 0);
      const cols = xml.child(xml.root, 'cols')?.children ?? [];
      const styles = cols.map((one) => ({ first: number(one, 'min') - 1, last: number(one, 'max') - 1, style: number(one, 'style') }));
      this.#columns = { frame, styles };
    }
    return this.#columns.styles.find(({ first, last }) => column >= first && column <= last)?.style ?? 0;
  }
}

function needPlace(row: number, column: number): void {
  const isPlace =
    Number.isSafeInteger(row) && Number.isSafeInteger(column) && row >= 0 && column >= 0 && row < maxRows && column < maxColumns;
  if (!isPlace) throw new PatchRefusal('place', `${row},${column}`);
}

/** Of a formula that stands alone from now on: not what it shares. */
const keptAttributes = (attributes: string): string => (attributeOf(attributes, 'ca') === '1' ? ' ca="1"' : '');

const isXmlText = (text: string): boolean => text.isWellFormed() && !/[\0-\x08\x0b\x0c\x0e-\x1f\uFFFE\uFFFF]/.test(text);

/** A value as the type and content of a cell. */
function written(value: CellValue | CellError, prefix: string, isResult: boolean): { type: string | null; text: string } {
  const v = (text: string): string => `<${prefix}v>${text}</${prefix}v>`;
  if (value === null) return { type: null, text: '' };
  if (typeof value === 'boolean') return { type: 'b', text: v(value ? '1' : '0') };
  if (typeof value === 'number') {
    if (!Number.isFinite(value)) throw new PatchRefusal('value', String(value));
    return { type: null, text: v(Object.is(value, -0) ? '0' : String(value).replace('e', 'E')) };
  }
  if (typeof value === 'object') {
    if (!cellErrors.has(value.error)) throw new PatchRefusal('value', value.error.slice(0, 40));
    return { type: 'e', text: v(value.error) };
  }
  if (value.length > maxText) throw new PatchRefusal('value', 'a text of more than 32767 characters');
  const text = escapeText(cellText(value));
  if (isResult) return { type: 'str', text: v(text) };
  const space = /^\s|\s$|\n/.test(value) ? ' xml:space="preserve"' : '';
  return { type: 'inlineStr', text: `<${prefix}is><${prefix}t${space}>${text}</${prefix}t></${prefix}is>` };
}

/** A text with the escapes of spreadsheets for what XML does not allow, and for what looks like such an escape. */
const cellText = (text: string): string =>
  text
    .toWellFormed()
    .replace(/_(?=x[\da-f]{4}_)/gi, '_x005F_')
    .replace(/[\0-\x08\x0b-\x1f\uFFFE\uFFFF]/g, (sign) => `_x${sign.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`);
