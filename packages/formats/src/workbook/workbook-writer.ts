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

/** What a reader tells of a sheet, besides its cells. */
export type NewSheet = Pick<StoredSheet, 'name' | 'hidden'> &
  Partial<Omit<StoredSheet, 'name' | 'hidden' | 'blocks' | 'rows' | 'columns' | 'header'>>;

export interface SheetWriter {
  row: (row: number, cells: NewCell[]) => void;
  /** Puts the sheet into the book; what was told at last wins. */
  done: (facts: NewSheet) => void;
}

export interface WorkbookWriter {
  /** The place of a style in the book. */
  style: (style: CellStyle) => number;
  styleAt: (place: number) => CellStyle;
  sheet: () => SheetWriter;
  bytes: () => Buffer;
}

/** More than a hundred thousand rows of fifty columns. */
const mostCells = 6_000_000;
const mostRows = 1_048_576;
const mostSheets = 1000;
const mostStyles = 20_000;
const blockRows = 100;
/** Rows in another order come from many blocks: a block is read whole. */
const blockCells = 2000;
const blockLetters = 500_000;
/** Strings that many cells share can grow to anything. */
const mostLetters = 200_000_000;
const mostBlock = 16 * 1024 * 1024;
/** What is only coloured goes on so far behind what is written: often it is the rest of the sheet. */
const paleRows = 100;
const paleColumns = 20;
const mostMarks = 20_000;
/** Of links and comments of the whole book: they come with its head. */
const mostMarkLetters = 4_000_000;
/** Numbers in lists of merges and of lengths, of a sheet and of the whole book. */
const mostNumbers = 150_000;
const bookNumbers = 1_500_000;

/** Collects a workbook, packing its rows as they come; too much of anything gives the file up. */
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
        if (json.length > mostBlock) throw new TaskFailure('too-large');
        const packed = deflateRawSync(json, { level: 1 });
        pieces.push(packed);
        used.bytes += packed.length;
        return [used.bytes - packed.length, packed.length];
      };
      const done = (sheet: StoredSheet): void => {
        const [markLetters, numbers] = sizeOfHead(sheet);
        [used.markLetters, used.numbers] = [used.markLetters + markLetters, used.numbers + numbers];
        const [noMarks, noNumbers] = [used.markLetters > mostMarkLetters, used.numbers > bookNumbers];
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
      // a file whose rows go back and forth is none that a spreadsheet wrote
      if (number < Math.max(written.rows, written.paleRows)) throw new TaskFailure('broken');
      used.cells += row.t.length;
      used.letters += textLength(row);
      const length = fitRow(row);
      if (number >= mostRows || used.cells > mostCells || used.letters > mostLetters) throw new TaskFailure('too-large');
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
        rows: Math.min(written.paleRows, written.rows + paleRows),
        columns: Math.min(written.paleColumns, written.columns + paleColumns),
      };
      done(finishedSheet(facts, { blocks, ...size }));
    },
  };
}

/** What a sheet brings besides its rows: letters of links and comments, and numbers. */
const sizeOfHead = ({ links, notes, merges, heights, widths }: StoredSheet): [letters: number, numbers: number] => [
  [...links, ...notes].reduce((sum, [, , text]) => sum + text.length, 0),
  merges.length + heights.length + widths.length,
];

function finishedSheet(facts: NewSheet, size: Pick<StoredSheet, 'blocks' | 'rows' | 'columns'>): StoredSheet {
  const merges = (facts.merges ?? []).slice(0, mostNumbers).map((number) => Math.min(Math.max(0, number), mostRows));
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
    heights: (facts.heights ?? []).slice(0, mostNumbers),
    widths: (facts.widths ?? []).slice(0, mostNumbers),
    merges,
    ...(filter && { filter }),
    ...(facts.drawn && { drawn: facts.drawn }),
    lines: facts.lines ?? true,
    rightToLeft: facts.rightToLeft ?? false,
    links: (facts.links ?? []).slice(0, mostMarks).map(([row, column, target]) => [row, column, target.slice(0, 2000)]),
    notes: (facts.notes ?? []).slice(0, mostMarks).map(([row, column, text]) => [row, column, cleanText(text).slice(0, 4000)]),
  };
}

const clamped = (number: number, least: number, most: number): number => Math.round(Math.min(most, Math.max(least, number)));

const letterWidth = 7.2;
const lineHeight = 17;
const maxLines = 20;

/** Chinese letters are nearly twice as wide as others. */
function breadthOf(text: string, most: number): number {
  let breadth = 0;
  for (let at = 0; at < text.length && breadth < most; at++) breadth += text.charCodeAt(at) > 0x2e7f ? letterWidth * 1.8 : letterWidth;
  return breadth;
}

/** How many lines a text takes in so many pixels; where none are given, only those that it breaks itself. */
function linesOf(text: string, width: number | undefined): number {
  const room = Math.max(letterWidth * 2, (width ?? 0) - 8);
  const parts = text.split('\n', maxLines);
  if (width === undefined) return parts.length;
  const lines = parts.reduce((sum, part) => sum + Math.max(1, Math.ceil(breadthOf(part, room * maxLines) / room)), 0);
  return Math.min(lines, maxLines);
}

/** The height of a row that the file gives none: spreadsheets fit it to its texts when they open the file. Undefined where one line is enough. */
export function fittedHeight(cells: NewCell[], book: WorkbookWriter, widthOf: (column: number) => number): number | undefined {
  let lines = 1;
  for (const { column, text, style, value } of cells) {
    if (value !== undefined || text === '') continue;
    const wraps = book.styleAt(style).wrap === true;
    if (wraps || text.includes('\n')) lines = Math.max(lines, linesOf(text, wraps ? widthOf(column) : undefined));
  }
  return lines === 1 ? undefined : lines * lineHeight + 3;
}
