import type { Drawn } from './model.ts';
import { TaskFailure } from '../task.ts';
import { type ScanEvents, attributeOf, isSet, numberOf, scanXml } from '../xml/scan-xml.ts';
import type { ZipParts } from '../zip/zip-parts.ts';
import { columnIndex, lengthRuns, parseCell, parseRange, shiftFormula } from './cell-references.ts';
import { type CellFormat, cellFormats } from './ooxml-styles.ts';
import { type Relation, noOverlays, overlayCounter, overlaysIfAny, relationsOf } from './overlay-objects.ts';
import type { NewCell } from './stored-workbook.ts';
import { type NewSheet, type SheetWriter, type WorkbookWriter, fittedHeight } from './workbook-writer.ts';

/** Shared strings are kept in memory: so many characters and so many strings at most. */
const maxLength = 100_000_000;
const maxStrings = 3_000_000;

/** Decodes the spreadsheets' escapes for characters that XML does not allow. */
const plainText = (text: string): string =>
  text.includes('_x') ? text.replace(/_x([\da-f]{4})_/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))) : text;

/** The shared strings, which cells refer to by number. */
async function workbookStrings(zip: ZipParts, name: string): Promise<string[]> {
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
        strings.push(plainText(current));
        if ((length += current.length) > maxLength || strings.length > maxStrings) throw new TaskFailure('too-large');
      }
    },
    text(text) {
      if (within && current.length < 40_000) current += text;
    },
  });
  return strings;
}

/** What the sheets of a workbook share. */
interface SharedParts {
  zip: ZipParts;
  book: WorkbookWriter;
  strings: string[];
  formats: CellFormat[];
  /** The index of each format's style in the book. */
  styles: number[];
}

interface SheetPart {
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
async function readSheet(workbook: SharedParts, part: SheetPart): Promise<void> {
  const reader = new SheetReader(workbook, part);
  await scanXml(workbook.zip.read(part.path), reader);
  reader.end();
}

class SheetReader implements ScanEvents {
  readonly #workbook: SharedParts;
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

  constructor(workbook: SharedParts, part: SheetPart) {
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
      this.#cells.push(finishedCell(this.#cell, this.#formulaOf(this.#cell), this.#workbook));
      this.#cell = undefined;
    } else if (name === 'row') this.#endRow();
  }

  text(text: string): void {
    if (!this.#cell || this.#within === '') return;
    if (this.#within === 'f') this.#cell.formula += text;
    else this.#cell.value += text;
  }

  end(): void {
    this.#writer.done({ ...this.#facts, widths: this.#widths, heights: lengthRuns(this.#heights) });
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
    const column = letters === undefined ? (this.#cells.at(-1)?.column ?? -1) + 1 : columnIndex(letters);
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
    const range = parseRange(attributeOf(attributes, 'ref'));
    if (range) facts.merges.push(...range);
  } else if (name === 'autoFilter') {
    const range = parseRange(attributeOf(attributes, 'ref'));
    if (range) facts.filter = range;
  } else if (name === 'hyperlink') {
    const place = parseCell(attributeOf(attributes, 'ref')?.split(':')[0]);
    const target = links.get(attributeOf(attributes, 'id') ?? '');
    if (place && target) facts.links.push([...place, target]);
  }
}

function finishedCell({ column, type, format, value }: Cell, formula: string | undefined, workbook: SharedParts): NewCell {
  const look = workbook.styles[format] ?? 0;
  if (type === 's') return { column, style: look, text: workbook.strings[Number(value)] ?? '', formula };
  if (type === 'b' || type === 'e') return { column, style: centred(look, workbook.book), text: booleanText(type, value), formula };
  if (type !== 'n' || value === '') return { column, style: look, text: plainText(value), formula };
  const number = Number(value);
  if (!Number.isFinite(number)) return { column, style: look, text: value, formula };
  const { text, colour } = workbook.formats[format]?.show(number) ?? { text: String(number) };
  const style = colour === undefined ? look : workbook.book.style({ ...workbook.book.styleAt(look), colour });
  return { column, style, text, value: number, formula };
}

const booleanText = (type: string, value: string): string => (type === 'e' ? value : value === '1' || value === 'true' ? 'TRUE' : 'FALSE');

/** Booleans and errors are centred by default. */
function centred(look: number, book: WorkbookWriter): number {
  const style = book.styleAt(look);
  return style.across === undefined ? book.style({ ...style, across: 'center' }) : look;
}

interface SheetEntry {
  name: string;
  hidden: boolean;
  id: string;
}

/** Whether a zip is a workbook of this format. */
export const isOoxml = (zip: ZipParts): boolean => zip.names.some((name) => name.toLowerCase() === 'xl/workbook.xml');

/** Reads an OOXML workbook: xlsx, xlsm and their templates. */
export async function readOoxmlWorkbook(zip: ZipParts, book: WorkbookWriter): Promise<void> {
  const listed: SheetEntry[] = [];
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
  const byType = (type: string): string | undefined => [...relations.values()].find((candidate) => candidate.type === type)?.target;
  const strings = await workbookStrings(zip, byType('sharedStrings') ?? 'xl/sharedStrings.xml');
  const formats = await cellFormats(zip, date1904);
  const styles = formats.map(({ style }) => book.style(style));
  const drawnOver = overlayCounter(zip);
  for (const { name, hidden, id } of listed) {
    const relation = relations.get(id);
    // a chart sheet has no cells
    if (relation?.type === 'chartsheet') book.sheet().done({ name, hidden, drawn: { ...noOverlays(), charts: 1 } });
    if (relation?.type !== 'worksheet') continue;
    const own = await relationsOf(zip, relation.target);
    const drawings = [...own.values()].filter(({ type }) => type === 'drawing').map(({ target }) => target);
    const part: SheetPart = {
      name,
      hidden,
      path: relation.target,
      links: linksOf(own),
      notes: await notesOf(zip, own),
      ...overlaysIfAny(await drawnOver(drawings)),
    };
    await readSheet({ zip, book, strings, formats, styles }, part);
  }
  if (listed.length === 0) throw new TaskFailure('broken');
}

const linksOf = (relations: Map<string, Relation>): Map<string, string> =>
  new Map([...relations].filter(([, { type, outside }]) => outside && type === 'hyperlink').map(([id, { target }]) => [id, target]));

/** The comments of a sheet's cells. */
async function notesOf(zip: ZipParts, relations: Map<string, Relation>): Promise<NonNullable<NewSheet['notes']>> {
  const notes: NonNullable<NewSheet['notes']> = [];
  const path = [...relations.values()].find(({ type }) => type === 'comments')?.target;
  if (path === undefined) return notes;
  let [place, text, within] = [undefined as [number, number] | undefined, '', false];
  await scanXml(zip.read(path), {
    open(name, attributes) {
      if (name === 'comment') [place, text] = [parseCell(attributeOf(attributes, 'ref')), ''];
      else if (name === 't') within = true;
    },
    close(name) {
      if (name === 't') within = false;
      else if (name === 'comment' && place && notes.length < 20_000) notes.push([...place, plainText(text).trim()]);
    },
    text(piece) {
      if (within && text.length < 4000) text += piece;
    },
  });
  return notes;
}
