import { type FileHandle, open } from 'node:fs/promises';
import { inflateRawSync } from 'node:zlib';
import type { CellStyle, SheetFacts } from '@dossier/contract/sheets';

/** A row as it is kept: a value is true where its text is the number. */
export interface StoredRow {
  /** Its number in the sheet, from 0, and the column that its cells begin in. */
  r: number;
  at: number;
  t: string[];
  s?: number[];
  n?: Array<number | true | null>;
  /** Formulas by column. */
  f?: Array<[column: number, formula: string]>;
}

/** Where some rows lie in the file, and which is the first of them. */
export type StoredBlock = [firstRow: number, offset: number, length: number];

export interface StoredSheet extends SheetFacts {
  blocks: StoredBlock[];
  links: Array<[row: number, column: number, target: string]>;
  notes: Array<[row: number, column: number, text: string]>;
}

/** What stands in front of the rows: the length of this, packed, and this. Offsets of blocks count from its end. */
export interface StoredHead {
  sheets: StoredSheet[];
  styles: CellStyle[];
  /** Not all of the file is here. */
  cut: boolean;
}

/** A workbook on the shelf that is open for reading. */
export interface OpenBook {
  head: StoredHead;
  block: (block: StoredBlock) => Promise<StoredRow[]>;
  close: () => Promise<void>;
}

const mostHead = 32 * 1024 * 1024;
const mostBlock = 16 * 1024 * 1024;

/** Opens a workbook that was read before; `known` spares reading its head again. */
export async function openBook(path: string, known?: StoredHead): Promise<OpenBook> {
  const file = await open(path, 'r');
  try {
    const length = (await readAt(file, 0, 4)).readUInt32BE(0);
    const head = known ?? (unpack(await readAt(file, 4, Math.min(length, mostHead)), mostHead) as StoredHead);
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

const unpack = (bytes: Buffer, most: number): unknown => JSON.parse(inflateRawSync(bytes, { maxOutputLength: most }).toString());

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  const { bytesRead } = await file.read(bytes, 0, length, position);
  return bytes.subarray(0, bytesRead);
}

/** The number of a cell, where it is one. */
export function valueOf(row: StoredRow, place: number): number | null {
  const value = row.n?.[place] ?? null;
  return value === true ? Number(row.t[place]) : value;
}

/** The place of the block that holds a row or would hold it; -1 where it comes before all. */
export function blockAt(blocks: StoredBlock[], row: number): number {
  let [low, high] = [0, blocks.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((blocks[middle]?.[0] ?? 0) <= row) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
