import type { SheetOrder } from '@dossier/contract/preview/workbooks';
import { type Answer, type Job, TaskFailure, type Tasks } from '@dossier/formats/task';
import { readWorkbook } from '@dossier/formats/workbook/read-workbook';
import {
  cellNumber,
  openStoredWorkbook,
  type OpenWorkbook,
  type StoredRow,
  type StoredSheet,
} from '@dossier/formats/workbook/stored-workbook';
import { writeFlatTable } from './write-flat-table.ts';

/** All non-empty rows of a sheet in order. */
async function* rowsOf(book: OpenWorkbook, sheet: StoredSheet): AsyncGenerator<StoredRow> {
  for (const block of sheet.blocks) yield* await book.block(block);
}

const textAt = (row: StoredRow, column: number): string => row.t[column - row.at] ?? '';

/** The last row that sorting moves: at the end of the file's own filter, else of the sheet. */
const lastMoved = (sheet: StoredSheet): number => Math.min(sheet.rows - 1, sheet.filter?.[2] ?? sheet.rows - 1);

interface Key {
  row: number;
  text: string;
  value: number | null;
}

/**
 * The row numbers of a sheet in an order: header rows first, then the rows that pass the filters (rows hidden by the file do not), sorted
 * with
 * numbers before texts and empty cells last; rows below the file's own filter stay below.
 */
async function orderRows(book: OpenWorkbook, sheet: StoredSheet, order: SheetOrder): Promise<Uint32Array> {
  const last = lastMoved(sheet);
  const hidden = hiddenRows(sheet);
  const keys: Key[] = [];
  let next = sheet.header;
  const take = (row: number, stored: StoredRow | undefined): void => {
    if (hidden.has(row) || !passes(stored, order)) return;
    const column = order.sort?.column;
    const text = stored === undefined || column === undefined ? '' : textAt(stored, column);
    keys.push({ row, text, value: stored === undefined || column === undefined ? null : cellNumber(stored, column - stored.at) });
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

function hiddenRows(sheet: StoredSheet): Set<number> {
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
    // empty cells are last in both directions
    if (first === 2 || second === 2) return first - second || a.row - b.row;
    if (first !== second) return (first - second) * sign;
    const by = first === 0 ? (a.value ?? 0) - (b.value ?? 0) : collator.compare(a.text, b.text);
    return by * sign || a.row - b.row;
  };
}

const mostHits = 1000;
const mostValues = 1000;
const mostDistinct = 200_000;

interface QueryTerms {
  sheet: number;
  order?: SheetOrder;
}

/** Opens the workbook of a job, its sheet, and the row order where one is given. */
async function answerQuery<T>(
  job: Job,
  work: (open: { book: OpenWorkbook; sheet: StoredSheet; rows: Uint32Array | undefined }) => Promise<T>,
): Promise<Answer> {
  const { sheet: place, order: asked } = job.terms as unknown as QueryTerms;
  const book = await openStoredWorkbook(job.path);
  try {
    const sheet = book.head.sheets[place];
    if (sheet === undefined) throw new TaskFailure('broken');
    const rows = asked === undefined ? undefined : await orderRows(book, sheet, asked);
    return { ok: true, text: JSON.stringify(await work({ book, sheet, rows })) };
  } finally {
    await book.close();
  }
}

/** The position by row number; undefined without an order. */
function placesOf(rows: Uint32Array | undefined): Map<number, number> | undefined {
  return rows && new Map(Array.from(rows, (row, place) => [row, place]));
}

/** The row numbers of a sheet in an order, four bytes each. */
async function rowOrder(job: Job): Promise<Answer> {
  const terms = job.terms as unknown as Required<QueryTerms>;
  const book = await openStoredWorkbook(job.path);
  try {
    const sheet = book.head.sheets[terms.sheet];
    if (sheet === undefined) throw new TaskFailure('broken');
    return { ok: true, text: '', bytes: Buffer.from((await orderRows(book, sheet, terms.order)).buffer) };
  } finally {
    await book.close();
  }
}

/** The distinct texts of a column among the rows that pass the filters of the other columns. */
const values = (job: Job): Promise<Answer> =>
  answerQuery(job, async ({ book, sheet, rows }) => {
    const { column, contains } = job.terms as unknown as { column: number; contains: string };
    const [counts, sought, shown] = [new Map<string, number>(), contains.toLowerCase(), rows && new Set(rows)];
    const hidden = hiddenRows(sheet);
    const count = (text: string, times: number): void => {
      const short = text.slice(0, 2000);
      if (times === 0 || (sought !== '' && !short.toLowerCase().includes(sought))) return;
      if (counts.has(short) || counts.size < mostDistinct) counts.set(short, (counts.get(short) ?? 0) + times);
    };
    let seen = 0;
    for await (const row of rowsOf(book, sheet)) {
      if (row.r < sheet.header || row.r > lastMoved(sheet) || hidden.has(row.r) || (shown && !shown.has(row.r))) continue;
      seen++;
      count(textAt(row, column), 1);
    }
    if (!shown) count('', Math.max(0, lastMoved(sheet) - sheet.header + 1 - hidden.size - seen));
    const sorted = [...counts].toSorted(([a], [b]) => Number(a === '') - Number(b === '') || collator.compare(a, b));
    return { values: sorted.slice(0, mostValues).map(([text, times]) => ({ text, count: times })), more: sorted.length > mostValues };
  });

/** The matches of a text in all visible sheets. */
const find = (job: Job): Promise<Answer> =>
  answerQuery(job, async ({ book, sheet: current, rows }) => {
    const sought = (job.terms as { keyword: string }).keyword.toLowerCase();
    const places = placesOf(rows);
    const hits: Array<{ sheet: number; place: number; column: number }> = [];
    for (const [at, sheet] of book.head.sheets.entries()) {
      if (sheet.hidden) continue;
      const own: typeof hits = [];
      for await (const row of rowsOf(book, sheet)) {
        const place = sheet === current && places ? places.get(row.r) : row.r;
        if (place === undefined) continue;
        row.t.forEach((text, cell) => {
          if (text !== '' && text.toLowerCase().includes(sought)) own.push({ sheet: at, place, column: row.at + cell });
        });
        if (own.length > 100 * mostHits) break;
      }
      if (sheet === current && places) own.sort((a, b) => a.place - b.place || a.column - b.column);
      hits.push(...own.slice(0, mostHits + 1));
      if (hits.length > mostHits) break;
    }
    return { hits: hits.slice(0, mostHits), more: hits.length > mostHits };
  });

/** Count, sum and average of a range. */
const sum = (job: Job): Promise<Answer> =>
  answerQuery(job, async ({ book, sheet, rows }) => {
    const { top, bottom, left, right } = job.terms as Record<'top' | 'bottom' | 'left' | 'right', number>;
    const places = placesOf(rows);
    const hidden = hiddenRows(sheet);
    const totals = { filled: 0, numbers: 0, sum: 0, least: 0, greatest: 0 };
    for await (const row of rowsOf(book, sheet)) {
      const place = places ? places.get(row.r) : row.r;
      if (place === undefined || place < top || place > bottom || hidden.has(row.r)) continue;
      for (let cell = Math.max(0, left - row.at); cell < row.t.length && row.at + cell <= right; cell++) {
        if (row.t[cell] !== '') totals.filled++;
        const value = cellNumber(row, cell);
        if (value === null) continue;
        totals.least = totals.numbers === 0 ? value : Math.min(totals.least, value);
        totals.greatest = totals.numbers === 0 ? value : Math.max(totals.greatest, value);
        totals.numbers++;
        totals.sum += value;
      }
    }
    return { ...totals, sum: Number(totals.sum.toPrecision(15)) };
  });

/** The next edge up or down a column: the last filled cell of a run, else the first one after the empty cells. */
const edge = (job: Job): Promise<Answer> =>
  answerQuery(job, async ({ book, sheet, rows }) => {
    const { place, column, down } = job.terms as { place: number; column: number; down: boolean };
    const places = placesOf(rows);
    const count = rows?.length ?? sheet.rows;
    const filled = new Uint8Array(count);
    for await (const row of rowsOf(book, sheet)) {
      const at = places ? places.get(row.r) : row.r;
      if (at !== undefined && at < count && textAt(row, column) !== '') filled[at] = 1;
    }
    const step = down ? 1 : -1;
    const end = down ? Math.max(0, count - 1) : 0;
    let at = Math.min(Math.max(0, place), Math.max(0, count - 1));
    if (at === end) return { place: end };
    const running = filled[at] === 1 && filled[at + step] === 1;
    if (running) while (at !== end && filled[at + step] === 1) at += step;
    else
      do at += step;
      while (at !== end && filled[at] === 0);
    return { place: at };
  });

/** The queries over all rows of a workbook. */
const workbookQueries: Tasks = { order: rowOrder, values, find, sum, edge };

/** Tasks of the workbook processes. */
export const tasks: Tasks = { read: readWorkbook, flat: writeFlatTable, ...workbookQueries };
