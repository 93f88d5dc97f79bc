import { useCallback, useEffect, useRef, useState } from 'react';
import type { RowSource } from './row-source.ts';
import { nothing, type Selection, without } from './selection.ts';
import { useFocusRow } from './use-focus-row.ts';

/** What a list remembers while one is elsewhere. */
interface Memory {
  selection: Selection;
  scroll: number;
}

const memories = new Map<string, Memory>();
const memoryLimit = 100;

export interface ListState<T> {
  /** Names the list; another one begins anew. */
  readonly key: string;
  readonly selection: Selection;
  /** The selected rows, in the order of their selection. */
  readonly rows: T[];
  /** Keeps rows that were read out of sight, so that they can be selected. */
  readonly learn: (rows: readonly T[], from: number) => void;
  readonly select: (next: Selection | ((before: Selection) => Selection)) => void;
  readonly scroll: { read: () => number; keep: (top: number) => void };
}

/** The selection of a list and its scroll, both restored when one comes back to the same `key`. */
export function useListState<T extends { id: string }>(source: RowSource<T>, key: string): ListState<T> {
  const [held, setHeld] = useState({ key, selection: memories.get(key)?.selection ?? nothing });
  const selection = held.key === key ? held.selection : (memories.get(key)?.selection ?? nothing);
  const known = useRef(new Map<string, { row: T; index: number }>());

  const select = useCallback(
    (next: Selection | ((before: Selection) => Selection)) =>
      setHeld((before) => {
        const base = before.key === key ? before.selection : (memories.get(key)?.selection ?? nothing);
        const after = typeof next === 'function' ? next(base) : next;
        remember(key, { selection: after });
        return before.key === key && after === before.selection ? before : { key, selection: after };
      }),
    [key],
  );

  const learn = useCallback((read: readonly T[], from: number) => {
    for (const [at, row] of read.entries()) known.current.set(row.id, { row, index: from + at });
  }, []);

  for (const id of selection.ids) {
    const found = source.find(id);
    if (found !== undefined) known.current.set(id, found);
  }
  useEffect(() => {
    const gone = [...selection.ids].filter((id) => source.find(id) === undefined && wasInSight(source, known.current.get(id)?.index));
    if (gone.length > 0) select((before) => without(before, gone));
  }, [source, selection, select]);

  useFocusRow(source, selection, select);

  const rows = [...selection.ids].map((id) => known.current.get(id)?.row).filter((row) => row !== undefined);
  return {
    key,
    selection,
    rows,
    learn,
    select,
    scroll: { read: () => memories.get(key)?.scroll ?? 0, keep: (top) => remember(key, { scroll: top }) },
  };
}

/** A row whose page is in sight, and which is not there any more, is gone; one on a page that has not been read may come back. */
function wasInSight<T>(source: RowSource<T>, index: number | undefined): boolean {
  if (source.total === undefined) return false;
  if (index === undefined) return source.isRead(0) && source.total <= 100;
  return (
    index >= source.total ||
    (source.isRead(index) && source.rowAt(index) !== undefined && source.find((source.rowAt(index) as { id: string } & T).id) !== undefined)
  );
}

function remember(key: string, change: Partial<Memory>): void {
  const memory = { selection: nothing, scroll: 0, ...memories.get(key), ...change };
  memories.delete(key);
  memories.set(key, memory);
  if (memories.size > memoryLimit) memories.delete(memories.keys().next().value as string);
}
