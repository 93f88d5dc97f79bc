import type { SheetOrder } from '@dossier/contract/sheets';
import { type OpenBook, type StoredRow, type StoredSheet, valueOf } from './stored-book.ts';

/** All rows of a sheet that hold anything, one after the other. */
export async function* rowsOf(book: OpenBook, sheet: StoredSheet): AsyncGenerator<StoredRow> {
  for (const block of sheet.blocks) yield* await book.block(block);
}

/** The text of a row in a column. */
export const textAt = (row: StoredRow, column: number): string => row.t[column - row.at] ?? '';

/** Where the rows end that an order moves: at the end of the filter that the file has, else of the sheet. */
export const lastMoved = (sheet: StoredSheet): number => Math.min(sheet.rows - 1, sheet.filter?.[2] ?? sheet.rows - 1);

interface Key {
  row: number;
  text: string;
  value: number | null;
}

/**
 * The rows of a sheet in an order, by their numbers: those of the header stand first, then what passes the filters (what the file hides does
 * not), sorted with numbers before texts and emptiness last; what stands below the file's own filter stays below.
 */
export async function orderRows(book: OpenBook, sheet: StoredSheet, order: SheetOrder): Promise<Uint32Array> {
  const last = lastMoved(sheet);
  const hidden = hiddenRows(sheet);
  const keys: Key[] = [];
  let next = sheet.header;
  const take = (row: number, stored: StoredRow | undefined): void => {
    if (hidden.has(row) || !passes(stored, order)) return;
    const column = order.sort?.column;
    const text = stored === undefined || column === undefined ? '' : textAt(stored, column);
    keys.push({ row, text, value: stored === undefined || column === undefined ? null : valueOf(stored, column - stored.at) });
  };
  for await (const stored of rowsOf(book, sheet)) {
    if (stored.r < next) continue;
    if (stored.r > last) break;
    while (next < stored.r) take(next++, undefined);
    take(next++, stored);
  }
  while (next <= last) take(next++, undefined);
  if (order.sort) keys.sort(comparing(order.sort.descending));
  const rows: number[] = [];
  for (let row = 0; row < Math.min(sheet.header, sheet.rows); row++) rows.push(row);
  for (const { row } of keys) rows.push(row);
  for (let row = Math.max(last + 1, sheet.header); row < sheet.rows; row++) rows.push(row);
  return Uint32Array.from(rows);
}

export function hiddenRows(sheet: StoredSheet): Set<number> {
  const hidden = new Set<number>();
  for (let at = 0; at + 2 < sheet.heights.length; at += 3) {
    const [first = 0, last = 0, pixels] = sheet.heights.slice(at, at + 3);
    if (pixels !== 0) continue;
    for (let row = first; row <= Math.min(last, sheet.rows); row++) hidden.add(row);
  }
  return hidden;
}

function passes(row: StoredRow | undefined, { filters }: SheetOrder): boolean {
  return filters.every(({ column, contains, values }) => {
    const text = row === undefined ? '' : textAt(row, column);
    if (contains !== undefined && !text.toLowerCase().includes(contains.toLowerCase())) return false;
    return values === undefined || values.includes(text.slice(0, 2000));
  });
}

const collator = new Intl.Collator('zh-CN', { numeric: true });
const rank = ({ text, value }: Key): number => (value !== null ? 0 : text !== '' ? 1 : 2);

function comparing(descending: boolean): (a: Key, b: Key) => number {
  const sign = descending ? -1 : 1;
  return (a, b) => {
    const [first, second] = [rank(a), rank(b)];
    // emptiness stays last both ways
    if (first === 2 || second === 2) return first - second || a.row - b.row;
    if (first !== second) return (first - second) * sign;
    const by = first === 0 ? (a.value ?? 0) - (b.value ?? 0) : collator.compare(a.text, b.text);
    return by * sign || a.row - b.row;
  };
}
