import { TaskFailure } from '../task.ts';
import { attributeOf, isSet, numberOf, type ScanEvents, scanXml } from '../xml/scan-xml.ts';
import type { ZipParts } from '../zip/zip-parts.ts';
import { columnIndex } from './cell-references.ts';
import { type Relation, relationsOf } from './overlay-objects.ts';

/** The most characters of a shared string, of which programs allow 32,767. */
const maxStringLength = 40_000;

/** Limits of the shared strings, which are kept in memory. */
interface StringLimits {
  characters: number;
  strings: number;
  /** Beyond the limits strings are empty, instead of a failure. */
  cut?: boolean;
}

/** Decodes the spreadsheets' escapes for characters that XML does not allow. */
export const plainText = (text: string): string =>
  text.includes('_x') ? text.replace(/_x([\da-f]{4})_/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))) : text;

/** The shared strings of a workbook, which cells refer to by number. */
export async function sharedStrings(zip: ZipParts, name: string, { characters, strings: count, cut }: StringLimits): Promise<string[]> {
  const strings: string[] = [];
  let [length, current, within, phonetic] = [0, '', false, false];
  await scanXml(zip.read(name), {
    open(tag) {
      if (tag === 'si') current = '';
      else if (tag === 'rPh') phonetic = true;
      else if (tag === 't') within = !phonetic;
    },
    close(tag) {
      if (tag === 'rPh') phonetic = false;
      else if (tag === 't') within = false;
      else if (tag === 'si') {
        length += current.length;
        const isFull = length > characters || strings.length >= count;
        if (isFull && cut !== true) throw new TaskFailure('too-large');
        if (strings.length < count) strings.push(isFull ? '' : plainText(current));
      }
    },
    text(text) {
      if (within && current.length < maxStringLength) current += text;
    },
  });
  return strings;
}

/** A sheet in the list of a workbook; `relation` leads to its part. */
interface ListedSheet {
  name: string;
  hidden: boolean;
  relation: Relation | undefined;
}

/** A workbook without its sheets. */
interface WorkbookFacts {
  sheets: ListedSheet[];
  /** The part of the shared strings. */
  strings: string;
  date1904: boolean;
}

/** Reads the list of sheets of a workbook. */
export async function workbookFacts(zip: ZipParts): Promise<WorkbookFacts> {
  const listed: { name: string; hidden: boolean; id: string }[] = [];
  let date1904 = false;
  await scanXml(zip.read('xl/workbook.xml'), {
    open(name, attributes) {
      if (name === 'workbookPr') date1904 = isSet(attributes, 'date1904');
      if (name !== 'sheet') return;
      const hidden = (attributeOf(attributes, 'state') ?? 'visible') !== 'visible';
      listed.push({ name: attributeOf(attributes, 'name') ?? '', hidden, id: attributeOf(attributes, 'id') ?? '' });
    },
  });
  const relations = await relationsOf(zip, 'xl/workbook.xml');
  const strings = [...relations.values()].find(({ type }) => type === 'sharedStrings')?.target ?? 'xl/sharedStrings.xml';
  return { sheets: listed.map(({ name, hidden, id }) => ({ name, hidden, relation: relations.get(id) })), strings, date1904 };
}

/** A cell as the file has it. */
export interface FileCell {
  column: number;
  /** `n` is a number, `s` the number of a shared string, `b` a boolean, `e` an error; others are texts. */
  type: string;
  format: number;
  value: string;
  formula: string | undefined;
  /** The index of a shared formula (`si`); only the first of its cells holds the formula text. */
  shared: number | undefined;
  /** The cells of an array formula or data table, which begins here. */
  array: { ref: string; isTable: boolean } | undefined;
}

/** The events of a sheet; `other` are all elements that are no part of a cell. */
interface SheetEvents {
  startRow?: (row: number, attributes: string) => void;
  cell: (cell: FileCell, row: number) => void;
  endRow?: (row: number) => void;
  other?: (name: string, attributes: string) => void;
}

/** Reads the cells of a sheet, row by row; rows count from 0. */
export const readCells = (sheet: AsyncIterable<Buffer>, events: SheetEvents): Promise<void> => scanXml(sheet, new CellReader(events));

class CellReader implements ScanEvents {
  readonly #events: SheetEvents;
  #row = -1;
  #column = -1;
  #cell: FileCell | undefined;
  #within = '';
  #phonetic = false;

  constructor(events: SheetEvents) {
    this.#events = events;
  }

  open(name: string, attributes: string): void {
    if (name === 'c') this.#startCell(attributes);
    else if (name === 'rPh') this.#phonetic = true;
    else if (name === 'v' || name === 't') this.#within = this.#phonetic ? '' : name;
    else if (name === 'f' && this.#cell) {
      this.#within = 'f';
      this.#cell.formula = '';
      const kind = attributeOf(attributes, 't');
      if (kind === 'shared') this.#cell.shared = numberOf(attributes, 'si');
      if (kind === 'array' || kind === 'dataTable')
        this.#cell.array = { ref: attributeOf(attributes, 'ref') ?? '', isTable: kind === 'dataTable' };
    } else if (name === 'row') {
      this.#row = numberOf(attributes, 'r', this.#row + 2) - 1;
      this.#column = -1;
      this.#events.startRow?.(this.#row, attributes);
    } else this.#events.other?.(name, attributes);
  }

  close(name: string): void {
    if (name === this.#within) this.#within = '';
    else if (name === 'rPh') this.#phonetic = false;
    else if (name === 'c' && this.#cell) {
      this.#events.cell(this.#cell, this.#row);
      this.#cell = undefined;
    } else if (name === 'row') this.#events.endRow?.(this.#row);
  }

  text(text: string): void {
    if (!this.#cell || this.#within === '') return;
    if (this.#within === 'f') this.#cell.formula += text;
    else this.#cell.value += text;
  }

  #startCell(attributes: string): void {
    const letters = /^[A-Z]{1,3}/i.exec(attributeOf(attributes, 'r') ?? '')?.[0];
    this.#column = letters === undefined ? this.#column + 1 : columnIndex(letters);
    const [type, format] = [attributeOf(attributes, 't') ?? 'n', numberOf(attributes, 's')];
    this.#cell = { column: this.#column, type, format, value: '', formula: undefined, shared: undefined, array: undefined };
  }
}

/** A row of a table that has cells: its number, as a spreadsheet counts, and the texts of its cells. */
export interface TableRow {
  row: number;
  cells: string[];
}

/** Columns beyond these are ignored. */
const maxColumns = 64;
const stringLimits = { characters: 32_000_000, strings: 3_000_000 };

/** A number as it was typed: 1E+11 is a personnel number. */
const numeral = (value: string): string => (/[eE.]/.test(value) && Number.isSafeInteger(Number(value)) ? String(Number(value)) : value);

/** The rows of a workbook's first visible sheet, unformatted; `take` throws when it has enough. */
export async function firstSheetRows(zip: ZipParts, take: (row: TableRow) => void): Promise<void> {
  const facts = await workbookFacts(zip);
  const path = facts.sheets.find(({ hidden }) => !hidden)?.relation?.target;
  if (path === undefined) throw new TaskFailure('broken');
  const strings = await sharedStrings(zip, facts.strings, stringLimits);
  let cells: string[] = [];
  await readCells(zip.read(path), {
    startRow: () => {
      cells = [];
    },
    cell: ({ column, type, value }) => {
      if (value === '' || column >= maxColumns) return;
      while (cells.length < column) cells.push('');
      if (type === 's') cells[column] = strings[Number(value)] ?? '';
      else if (type === 'e') cells[column] = '';
      else cells[column] = type === 'n' ? numeral(value) : plainText(value);
    },
    endRow: (row) => {
      if (cells.length > 0) take({ row: row + 1, cells });
    },
  });
}
