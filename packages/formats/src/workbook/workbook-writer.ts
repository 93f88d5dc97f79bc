import { deflateRawSync } from 'node:zlib';
import type { CellStyle } from './model.ts';
import { TaskFailure } from '../task.ts';
import {
  type NewCell,
  type StoredBlock,
  type StoredRow,
  type StoredSheet,
  cleanText,
  fitRow,
  storedRow,
  textLength,
} from './stored-workbook.ts';

/** The facts of a sheet that a reader gives, besides its cells. */
export type NewSheet = Pick<StoredSheet, 'name' | 'hidden'> &
  Partial<Omit<StoredSheet, 'name' | 'hidden' | 'blocks' | 'rows' | 'columns' | 'header'>>;

export interface SheetWriter {
  row: (row: number, cells: NewCell[]) => void;
  /** Adds the sheet to the book; later facts override earlier ones. */
  done: (facts: NewSheet) => void;
}

export interface WorkbookWriter {
  /** The index of a style in the book. */
  style: (style: CellStyle) => number;
  styleAt: (place: number) => CellStyle;
  sheet: () => SheetWriter;
  bytes: () => Buffer;
}

/** More than a hundred thousand rows of fifty columns. */
const maxCells = 6_000_000;
const maxRows = 1_048_576;
const mostSheets = 1000;
const mostStyles = 20_000;
const blockRows = 100;
/** Rows in another order come from many blocks, and a block is read whole. */
const blockCells = 2000;
const blockLetters = 500_000;
/** Shared strings can be repeated in any number of cells. */
const maxLetters = 200_000_000;
const maxBlock = 16 * 1024 * 1024;
/** Cells that are only coloured are kept this far beyond the last text: often they are the rest of the sheet. */
const colouredRows = 100;
const colouredColumns = 20;
const mostMarks = 20_000;
/** Links and comments of the whole book: they are part of its head. */
const maxMarkLetters = 4_000_000;
/** Numbers in the lists of merges and lengths, of a sheet and of the whole book. */
const maxNumbers = 150_000;
const bookNumbers = 1_500_000;

/** Collects a workbook and compresses its rows as they come; fails on a file beyond a limit. */
export function createWorkbookWriter(): WorkbookWriter {
  const styles: CellStyle[] = [{}];
  const places = new Map<string, number>([['{}', 0]]);
  const sheets: StoredSheet[] = [];
  const pieces: Buffer[] = [];
  const used = { bytes: 0, cells: 0, letters: 0, markLetters: 0, numbers: 0 };
  let isCut = false;
  return {
    style(style) {
      const key = JSON.stringify(style);
      const known = places.get(key);
      if (known !== undefined) return known;
      if (styles.length >= mostStyles) return 0;
      places.set(key, styles.length);
      return styles.push(style) - 1;
    },
    styleAt: (place) => styles[place] ?? {},
    sheet() {
      if (sheets.length >= mostSheets) throw new TaskFailure('too-large');
      const put = (rows: StoredRow[]): [offset: number, length: number] => {
        const json = JSON.stringify(rows);
        if (json.length > maxBlock) throw new TaskFailure('too-large');
        const packed = deflateRawSync(json, { level: 1 });
        pieces.push(packed);
        used.bytes += packed.length;
        return [used.bytes - packed.length, packed.length];
      };
      const done = (sheet: StoredSheet): void => {
        const [markLetters, numbers] = sizeOfHead(sheet);
        [used.markLetters, used.numbers] = [used.markLetters + markLetters, used.numbers + numbers];
        const [noMarks, noNumbers] = [used.markLetters > maxMarkLetters, used.numbers > bookNumbers];
        isCut ||= noMarks || noNumbers;
        sheets.push({
          ...sheet,
          ...(noMarks && { links: [], notes: [] }),
          ...(noNumbers && { merges: [], heights: [], widths: [] }),
        });
      };
      return sheetWriter({ put, used, done });
    },
    bytes() {
      if (sheets.length === 0) throw new TaskFailure('broken');
      const head = deflateRawSync(JSON.stringify({ sheets, styles, cut: isCut }));
      const length = Buffer.alloc(4);
      length.writeUInt32BE(head.length, 0);
      return Buffer.concat([length, head, ...pieces]);
    },
  };
}

interface SheetWriterParts {
  put: (rows: StoredRow[]) => [offset: number, length: number];
  used: { cells: number; letters: number };
  done: (sheet: StoredSheet) => void;
}

function sheetWriter({ put, used, done }: SheetWriterParts): SheetWriter {
  const blocks: StoredBlock[] = [];
  const written = { rows: 0, columns: 0, paleRows: 0, paleColumns: 0 };
  let [rows, cells, letters] = [[] as StoredRow[], 0, 0];
  const flush = (): void => {
    if (rows.length > 0) blocks.push([rows[0]?.r ?? 0, ...put(rows)]);
    [rows, cells, letters] = [[], 0, 0];
  };
  return {
    row(number, given) {
      const row = storedRow(number, given);
      if (row === undefined) return;
      // no spreadsheet program writes rows out of order
      if (number < Math.max(written.rows, written.paleRows)) throw new TaskFailure('broken');
      used.cells += row.t.length;
      used.letters += textLength(row);
      const length = fitRow(row);
      if (number >= maxRows || used.cells > maxCells || used.letters > maxLetters) throw new TaskFailure('too-large');
      if (rows.length > 0 && (number - (rows[0]?.r ?? 0) >= blockRows || cells > blockCells || letters + length > blockLetters)) flush();
      rows.push(row);
      [cells, letters] = [cells + row.t.length, letters + length];
      [written.paleRows, written.paleColumns] = [number + 1, Math.max(written.paleColumns, row.at + row.t.length)];
      if (length > 0)
        [written.rows, written.columns] = [number + 1, Math.max(written.columns, row.at + row.t.findLastIndex((text) => text !== '') + 1)];
    },
    done(facts) {
      flush();
      const size = {
        rows: Math.min(written.paleRows, written.rows + colouredRows),
        columns: Math.min(written.paleColumns, written.columns + colouredColumns),
      };
      done(finishedSheet(facts, { blocks, ...size }));
    },
  };
}

/** The size of a sheet's facts: letters of links and comments, and numbers. */
const sizeOfHead = ({ links, notes, merges, heights, widths }: StoredSheet): [letters: number, numbers: number] => [
  [...links, ...notes].reduce((sum, [, , text]) => sum + text.length, 0),
  merges.length + heights.length + widths.length,
];

function finishedSheet(facts: NewSheet, size: Pick<StoredSheet, 'blocks' | 'rows' | 'columns'>): StoredSheet {
  const merges = (facts.merges ?? []).slice(0, maxNumbers).map((number) => Math.min(Math.max(0, number), maxRows));
  const filter = facts.filter?.length === 4 ? facts.filter : undefined;
  const frozenRows = Math.min(facts.frozenRows ?? 0, 200);
  return {
    hidden: facts.hidden,
    // biome-ignore lint/suspicious/noControlCharactersInRegex: no name holds one, so what comes after is none of it
    name: (facts.name.split(/[\0-\x1f]/)[0] ?? '').toWellFormed().slice(0, 100),
    ...size,
    header: filter === undefined ? Math.max(1, frozenRows) : (filter[0] ?? 0) + 1,
    frozenRows,
    frozenColumns: Math.min(facts.frozenColumns ?? 0, 50),
    rowHeight: clamped(facts.rowHeight ?? 20, 8, 400),
    columnWidth: clamped(facts.columnWidth ?? 72, 8, 600),
    heights: (facts.heights ?? []).slice(0, maxNumbers),
    widths: (facts.widths ?? []).slice(0, maxNumbers),
    merges,
    ...(filter && { filter }),
    ...(facts.drawn && { drawn: facts.drawn }),
    lines: facts.lines ?? true,
    rightToLeft: facts.rightToLeft ?? false,
    links: (facts.links ?? []).slice(0, mostMarks).map(([row, column, target]) => [row, column, target.slice(0, 2000)]),
    notes: (facts.notes ?? []).slice(0, mostMarks).map(([row, column, text]) => [row, column, cleanText(text).slice(0, 4000)]),
  };
}

const clamped = (number: number, least: number, limit: number): number => Math.round(Math.min(limit, Math.max(least, number)));

const letterWidth = 7.2;
const lineHeight = 17;
const maxLines = 20;

/** The width of a text in letters: Chinese ones are nearly twice as wide as others. */
function breadthOf(text: string, limit: number): number {
  let breadth = 0;
  for (let at = 0; at < text.length && breadth < limit; at++) breadth += text.charCodeAt(at) > 0x2e7f ? letterWidth * 1.8 : letterWidth;
  return breadth;
}

/** The number of lines of a text at a width in pixels; without a width, only its own line breaks count. */
function linesOf(text: string, width: number | undefined): number {
  const available = Math.max(letterWidth * 2, (width ?? 0) - 8);
  const parts = text.split('\n', maxLines);
  if (width === undefined) return parts.length;
  const lines = parts.reduce((sum, part) => sum + Math.max(1, Math.ceil(breadthOf(part, available * maxLines) / available)), 0);
  return Math.min(lines, maxLines);
}

/** The height of a row without one in the file: spreadsheets fit it to its texts when they open the file. Undefined where one line is enough. */
export function fittedHeight(cells: NewCell[], book: WorkbookWriter, widthOf: (column: number) => number): number | undefined {
  let lines = 1;
  for (const { column, text, style, value } of cells) {
    if (value !== undefined || text === '') continue;
    const wraps = book.styleAt(style).wrap === true;
    if (wraps || text.includes('\n')) lines = Math.max(lines, linesOf(text, wraps ? widthOf(column) : undefined));
  }
  return lines === 1 ? undefined : lines * lineHeight + 3;
}
