import type { Drawn } from './model.ts';
import { TaskFailure } from '../task.ts';
import { attributeOf, isSet, numberOf, scanXml } from '../xml/scan-xml.ts';
import type { ZipParts } from '../zip/zip-parts.ts';
import { lengthRuns, parseCell, parseRange, shiftFormula } from './cell-references.ts';
import { type FileCell, plainText, readCells, sharedStrings, workbookFacts } from './ooxml-cells.ts';
import { type CellFormat, cellFormats } from './ooxml-styles.ts';
import { type Relation, noOverlays, overlayCounter, overlaysIfAny, relationsOf } from './overlay-objects.ts';
import type { NewCell } from './stored-workbook.ts';
import { type NewSheet, type SheetWriter, type WorkbookWriter, fittedHeight } from './workbook-writer.ts';

/** Shared strings are kept in memory. */
const stringLimits = { characters: 100_000_000, strings: 3_000_000 };

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

/** Reads one sheet into the book, row by row. */
async function readSheet(workbook: SharedParts, part: SheetPart): Promise<void> {
  const reader = new SheetReader(workbook, part);
  await readCells(workbook.zip.read(part.path), {
    startRow: (row, attributes) => reader.startRow(row, attributes),
    cell: (cell, row) => reader.cell(cell, row),
    endRow: (row) => reader.endRow(row),
    other: (name, attributes) => reader.other(name, attributes),
  });
  reader.end();
}

class SheetReader {
  readonly #workbook: SharedParts;
  readonly #part: SheetPart;
  readonly #writer: SheetWriter;
  readonly #facts: Facts;
  readonly #heights: Array<[number, number]> = [];
  readonly #widths: number[] = [];
  readonly #shared = new Map<number, { formula: string; row: number; column: number }>();
  #cells: NewCell[] = [];

  constructor(workbook: SharedParts, part: SheetPart) {
    this.#workbook = workbook;
    this.#part = part;
    this.#writer = workbook.book.sheet();
    const { name, hidden, notes, drawn } = part;
    this.#facts = { name, hidden, merges: [], links: [], notes, ...(drawn && { drawn }) };
  }

  startRow(row: number, attributes: string): void {
    this.#cells = [];
    const hidden = isSet(attributes, 'hidden');
    const height = hidden ? 0 : numberOf(attributes, 'ht') * pointsToPixels;
    if (hidden || height > 0) this.#heights.push([row, Math.round(height)]);
  }

  cell(cell: FileCell, row: number): void {
    this.#cells.push(finishedCell(cell, this.#formulaOf(cell, row), this.#workbook));
  }

  endRow(row: number): void {
    this.#writer.row(row, this.#cells);
    if (this.#heights.at(-1)?.[0] === row) return;
    const height = fittedHeight(this.#cells, this.#workbook.book, (column) => this.#widthOf(column));
    if (height !== undefined && height > (this.#facts.rowHeight ?? 0)) this.#heights.push([row, height]);
  }

  other(name: string, attributes: string): void {
    if (name === 'col') readColumn(attributes, this.#widths);
    else readOther(name, attributes, { facts: this.#facts, links: this.#part.links });
  }

  end(): void {
    this.#writer.done({ ...this.#facts, widths: this.#widths, heights: lengthRuns(this.#heights) });
  }

  #widthOf(column: number): number {
    for (let at = 0; at + 2 < this.#widths.length; at += 3)
      if (column >= (this.#widths[at] ?? 0) && column <= (this.#widths[at + 1] ?? 0)) return this.#widths[at + 2] ?? 0;
    return this.#facts.columnWidth ?? 72;
  }

  #formulaOf({ column, formula, shared }: FileCell, row: number): string | undefined {
    if (shared === undefined) return formula;
    if (formula) this.#shared.set(shared, { formula, row, column });
    const first = this.#shared.get(shared);
    return first && shiftFormula(first.formula, row - first.row, column - first.column);
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

function finishedCell({ column, type, format, value }: FileCell, formula: string | undefined, workbook: SharedParts): NewCell {
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

/** Whether a zip is a workbook of this format. */
export const isOoxml = (zip: ZipParts): boolean => zip.names.some((name) => name.toLowerCase() === 'xl/workbook.xml');

/** Reads an OOXML workbook: xlsx, xlsm and their templates. */
export async function readOoxmlWorkbook(zip: ZipParts, book: WorkbookWriter): Promise<void> {
  const facts = await workbookFacts(zip);
  const strings = await sharedStrings(zip, facts.strings, stringLimits);
  const formats = await cellFormats(zip, facts.date1904);
  const styles = formats.map(({ style }) => book.style(style));
  const drawnOver = overlayCounter(zip);
  for (const { name, hidden, relation } of facts.sheets) {
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
  if (facts.sheets.length === 0) throw new TaskFailure('broken');
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
