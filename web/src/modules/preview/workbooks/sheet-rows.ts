import type { OutputOf } from '@dossier/contract/core/route';
import { type SheetOrder, type SheetRow, workbooks } from '@dossier/contract/preview/workbooks';
import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type CallError, type CallOptions, call } from '../../../platform/call.ts';
import { copyText } from '../../../platform/copy-text.ts';
import type { Range } from './selection.ts';

/** Rows of one request: few enough to be fast, enough for a screen. */
const together = 100;

export interface SheetTarget {
  look: string;
  sheet: number;
  order?: SheetOrder | undefined;
}

export interface SheetRows {
  /** A row by its index in the current order; undefined for an empty row or one that is not loaded. */
  at: (place: number) => SheetRow | undefined;
  /** The number of rows in the current order, once known. */
  total: number | undefined;
  waiting: boolean;
  error: CallError | undefined;
  again: () => void;
}

type Answer = OutputOf<typeof workbooks.rows>;

const blockQuery = (target: SheetTarget, block: number) => ({
  queryKey: [workbooks.rows.path, target, block],
  queryFn: ({ signal }: { signal: AbortSignal }) => readRows(target, [block * together, (block + 1) * together], { quiet: true, signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

/** The rows in view, and single ones elsewhere that they depend on. */
export function useSheetRows(target: SheetTarget, { first, last, more }: { first: number; last: number; more: number[] }): SheetRows {
  const blocks = blocksOf(first, last, more);
  return useQueries({
    queries: blocks.map((block) => blockQuery(target, block)),
    combine: (results) => {
      const rows = new Map<number, SheetRow>();
      let total: number | undefined;
      for (const { data } of results) {
        total ??= data?.total;
        for (const row of data?.rows ?? []) rows.set(row.place, row);
      }
      return {
        at: (place: number) => rows.get(place),
        total,
        waiting: results.some(({ isLoading }) => isLoading),
        error: (results.find(({ error }) => error)?.error ?? undefined) as CallError | undefined,
        again: () => results.forEach(({ error, refetch }) => error && void refetch()),
      };
    },
  });
}

/** The blocks that hold these rows; always with the first, which tells the number of rows. */
function blocksOf(first: number, last: number, more: number[]): number[] {
  const blocks = new Set([0]);
  for (let block = Math.floor(first / together); block <= Math.floor(last / together); block++) blocks.add(block);
  for (const row of more) blocks.add(Math.floor(row / together));
  return [...blocks];
}

/** All rows of a range, up to a limit, for the clipboard and printing. */
export async function fetchRows(target: SheetTarget, [from, to]: [from: number, to: number]): Promise<Answer['rows']> {
  const rows: Answer['rows'] = [];
  for (let at = from; at < to; at += 500) rows.push(...(await readRows(target, [at, Math.min(to, at + 500)])).rows);
  return rows;
}

/** Rows of a range; long rows come in several answers. */
async function readRows(target: SheetTarget, [from, to]: [from: number, to: number], options?: CallOptions): Promise<Answer> {
  const answer = await call(workbooks.rows, { ...target, from, to }, options);
  while (answer.next !== undefined) {
    const { rows, next } = await call(workbooks.rows, { ...target, from: answer.next, to }, options);
    answer.rows.push(...rows);
    if (next === undefined) delete answer.next;
    else answer.next = next;
  }
  return answer;
}

/** The displayed text of a cell. */
export const textAt = (row: SheetRow | undefined, column: number): string => row?.texts[column - row.at] ?? '';

/** The formula, link and comment of a cell. */
export const extraAt = (row: SheetRow | undefined, column: number) => row?.extras.find((extra) => extra.column === column);

/** A stable object for the same target, so that dependants are not recomputed. */
export function useTarget({ look: previewToken, sheet, order }: SheetTarget): SheetTarget {
  return useMemo(() => ({ look: previewToken, sheet, ...(order && { order }) }), [previewToken, sheet, order]);
}

/** The most cells that can be copied; more needs an export. */
const mostCells = 200_000;

export const isTooLargeToCopy = ({ top, left, bottom, right }: Range): boolean => (bottom - top + 1) * (right - left + 1) > mostCells;

/** Cells as other programs paste them: rows separated by line breaks, columns by tabs. */
export function cellsAsText(range: Range, rowAt: (place: number) => SheetRow | undefined): string {
  const lines: string[] = [];
  for (let place = range.top; place <= range.bottom; place++) {
    const row = rowAt(place);
    const cells: string[] = [];
    for (let column = range.left; column <= range.right; column++) cells.push(quoted(textAt(row, column)));
    lines.push(cells.join('\t'));
  }
  return lines.join('\n');
}

const quoted = (text: string): string => (/[\t\n"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** Loads the selected cells and copies them. */
export async function copyFetched(target: SheetTarget, range: Range): Promise<void> {
  const rows = new Map((await fetchRows(target, [range.top, range.bottom + 1])).map((row) => [row.place, row]));
  await copyText(cellsAsText(range, (place) => rows.get(place)));
}
