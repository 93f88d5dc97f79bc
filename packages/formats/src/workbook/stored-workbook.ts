import { type FileHandle, open } from 'node:fs/promises';
import { inflateRawSync } from 'node:zlib';
import type { CellStyle, SheetFacts } from './model.ts';

/** A stored row: `n` is true where the text is the number. */
export interface StoredRow {
  /** Its number in the sheet, from 0, and the column of its first cell. */
  r: number;
  at: number;
  t: string[];
  s?: number[];
  n?: Array<number | true | null>;
  /** Formulas by column. */
  f?: Array<[column: number, formula: string]>;
}

/** A block of rows in the file: its first row, and its position. */
export type StoredBlock = [firstRow: number, offset: number, length: number];

export interface StoredSheet extends SheetFacts {
  blocks: StoredBlock[];
  links: Array<[row: number, column: number, target: string]>;
  notes: Array<[row: number, column: number, text: string]>;
}

/** The head before the rows: its compressed length, then itself. Offsets of blocks count from its end. */
export interface StoredWorkbookHead {
  sheets: StoredSheet[];
  styles: CellStyle[];
  /** The file was cut at a limit. */
  cut: boolean;
}

/** An open workbook of the rendition cache. */
export interface OpenWorkbook {
  head: StoredWorkbookHead;
  block: (block: StoredBlock) => Promise<StoredRow[]>;
  close: () => Promise<void>;
}

const mostHead = 32 * 1024 * 1024;
const mostBlock = 16 * 1024 * 1024;

/** Opens a stored workbook; `known` avoids reading its head again. */
export async function openStoredWorkbook(path: string, known?: StoredWorkbookHead): Promise<OpenWorkbook> {
  const file = await open(path, 'r');
  try {
    const length = (await readAt(file, 0, 4)).readUInt32BE(0);
    const head = known ?? (unpack(await readAt(file, 4, Math.min(length, mostHead)), mostHead) as StoredWorkbookHead);
    return {
      head,
      block: async ([, offset, size]) => unpack(await readAt(file, 4 + length + offset, size), mostBlock) as StoredRow[],
      close: () => file.close(),
    };
  } catch (error) {
    await file.close();
    throw error;
  }
}

const unpack = (bytes: Buffer, maxCell: number): unknown => JSON.parse(inflateRawSync(bytes, { maxOutputLength: maxCell }).toString());

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  const { bytesRead } = await file.read(bytes, 0, length, position);
  return bytes.subarray(0, bytesRead);
}

/** The number of a cell, or null. */
export function cellNumber(row: StoredRow, place: number): number | null {
  const value = row.n?.[place] ?? null;
  return value === true ? Number(row.t[place]) : value;
}

/** The index of the block that contains a row or would contain it; -1 where it comes before all. */
export function blockAt(blocks: StoredBlock[], row: number): number {
  let [low, high] = [0, blocks.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((blocks[middle]?.[0] ?? 0) <= row) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** A cell to be written. */
export interface NewCell {
  column: number;
  text: string;
  style: number;
  value?: number | undefined;
  formula?: string | undefined;
}

export const mostColumns = 16_384;
const maxText = 32_767;
/** The cells of a longer row are cut so that they fit. */
const rowLetters = 1_000_000;

/** A row without the empty cells at both its ends; undefined where nothing is left. */
export function storedRow(number: number, cells: NewCell[]): StoredRow | undefined {
  const shown = cells.filter(({ column, text, style }) => column < mostColumns && (text !== '' || style !== 0));
  const [first] = shown;
  if (first === undefined) return undefined;
  const at = shown.reduce((least, { column }) => Math.min(least, column), first.column);
  const row: StoredRow = { r: number, at, t: [] };
  for (const { column, text, style, value, formula } of shown) {
    const place = column - at;
    while (row.t.length <= place) row.t.push('');
    row.t[place] = cleanText(text);
    if (style !== 0) padded((row.s ??= []), place, 0)[place] = style;
    if (value !== undefined && Number.isFinite(value)) padded((row.n ??= []), place, null)[place] = String(value) === text ? true : value;
    if (formula) (row.f ??= []).push([column, formula.slice(0, 2000)]);
  }
  return row;
}

function padded<T>(list: T[], place: number, empty: T): T[] {
  while (list.length < place) list.push(empty);
  return list;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is meant
const controls = /[\0-\x08\x0b-\x1f\x7f]+/g;

/** A text for display in a cell. */
export const cleanText = (text: string): string =>
  (text.length > maxText ? text.slice(0, maxText) : text).replace(controls, ' ').toWellFormed();

/** The number of letters in a row. */
export const textLength = ({ t }: Pick<StoredRow, 't'>): number => t.reduce((sum, text) => sum + text.length, 0);

/** Cuts the cells of a row that is too long; returns its number of letters. */
export function fitRow(row: StoredRow): number {
  const length = textLength(row);
  if (length <= rowLetters) return length;
  const maxCell = Math.floor(rowLetters / row.t.length);
  row.t = row.t.map((text) => (text.length > maxCell ? `${text.slice(0, maxCell - 1).toWellFormed()}…` : text));
  return textLength(row);
}
