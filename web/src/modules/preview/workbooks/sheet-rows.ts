import type { OutputOf } from '@dossier/contract/core/route';
import { type SheetOrder, type SheetRow, workbooks } from '@dossier/contract/preview/workbooks';
import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type CallError, type CallOptions, call } from '../../../platform/call.ts';
import type { Range } from './selection.ts';

/** Rows are asked for by so many: few enough to be there at once, enough for a screen. */
const together = 100;

export interface SheetTarget {
  look: string;
  sheet: number;
  order?: SheetOrder | undefined;
}

export interface SheetRows {
  /** A row by its place in the order; undefined where nothing is in it or it has not come yet. */
  at: (place: number) => SheetRow | undefined;
  /** How many there are in the order, once that is known. */
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

/** The rows around what is looked at, and single ones farther away that it depends on. */
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

/** Which blocks hold these rows; the first is always among them, as it tells how many rows there are. */
function blocksOf(first: number, last: number, more: number[]): number[] {
  const blocks = new Set([0]);
  for (let block = Math.floor(first / together); block <= Math.floor(last / together); block++) blocks.add(block);
  for (const row of more) blocks.add(Math.floor(row / together));
  return [...blocks];
}

/** All rows of a stretch, at most so many, for the clipboard and the printer. */
export async function fetchRows(target: SheetTarget, [from, to]: [from: number, to: number]): Promise<Answer['rows']> {
  const rows: Answer['rows'] = [];
  for (let at = from; at < to; at += 500) rows.push(...(await readRows(target, [at, Math.min(to, at + 500)])).rows);
  return rows;
}

/** Rows of a stretch; very long ones come in several answers. */
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

/** A row's cell as shown. */
export const textAt = (row: SheetRow | undefined, column: number): string => row?.texts[column - row.at] ?? '';

/** The formula, link and comment of a cell. */
export const extraAt = (row: SheetRow | undefined, column: number) => row?.extras.find((extra) => extra.column === column);

/** The same object for the same target, so that what hangs on it is not made anew. */
export function useTarget({ look, sheet, order }: SheetTarget): SheetTarget {
  return useMemo(() => ({ look, sheet, ...(order && { order }) }), [look, sheet, order]);
}

/** More than this is no copy but an export. */
const mostCells = 200_000;

export const isTooLargeToCopy = ({ top, left, bottom, right }: Range): boolean => (bottom - top + 1) * (right - left + 1) > mostCells;

/** Cells as other programs take them: rows by lines, columns by tabs. */
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

/** Fetches what is selected and puts it on the clipboard. */
export async function copyFetched(target: SheetTarget, range: Range): Promise<void> {
  const rows = new Map((await fetchRows(target, [range.top, range.bottom + 1])).map((row) => [row.place, row]));
  await putOnClipboard(cellsAsText(range, (place) => rows.get(place)));
}

/** Pages that came without encryption have no clipboard but the old one. */
async function putOnClipboard(text: string): Promise<void> {
  if (window.isSecureContext) return navigator.clipboard.writeText(text);
  const field = document.createElement('textarea');
  field.value = text;
  document.body.append(field);
  field.select();
  document.execCommand('copy');
  field.remove();
}
