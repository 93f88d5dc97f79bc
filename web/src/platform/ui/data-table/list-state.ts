import { useCallback, useEffect, useRef, useState } from 'react';
import type { RowSource } from './paged-rows.ts';

/** The selected rows, the anchor of a range, and the focused row. Indexes count the whole list, loaded or not. */
export interface Selection {
  readonly ids: ReadonlySet<string>;
  readonly anchor: number;
  readonly focus: number;
}

type IdAt = (index: number) => string | undefined;

export const nothing: Selection = { ids: new Set(), anchor: -1, focus: -1 };

/** Selects only this row. */
export function pick(index: number, idAt: IdAt): Selection {
  const id = idAt(index);
  return { ids: new Set(id === undefined ? [] : [id]), anchor: index, focus: index };
}

/** Toggles this row. */
export function toggle(selection: Selection, index: number, idAt: IdAt): Selection {
  const id = idAt(index);
  if (id === undefined) return selection;
  const ids = new Set(selection.ids);
  if (!ids.delete(id)) ids.add(id);
  return { ids, anchor: index, focus: index };
}

/** Selects the range from the anchor to this row, and nothing else. */
export function extend(selection: Selection, index: number, idAt: IdAt): Selection {
  const anchor = selection.anchor < 0 ? index : selection.anchor;
  return { ids: new Set(idsBetween(anchor, index, idAt)), anchor, focus: index };
}

/** Adds the rows under a marquee to the previous selection. */
export function cover(before: Selection, indexes: readonly number[], idAt: IdAt): Selection {
  const ids = new Set(before.ids);
  for (const index of indexes) {
    const id = idAt(index);
    if (id !== undefined) ids.add(id);
  }
  const last = indexes.at(-1) ?? before.focus;
  return { ids, anchor: indexes[0] ?? before.anchor, focus: last };
}

/** Moves the focus without selecting. */
export function focusOn(selection: Selection, index: number): Selection {
  return { ...selection, focus: index };
}

/** Selects exactly these ids; the focus stays. */
export function selectAll(selection: Selection, ids: Iterable<string>): Selection {
  return { ids: new Set(ids), anchor: 0, focus: Math.max(selection.focus, 0) };
}

/** Removes deleted ids; returns the same object if none is selected. */
export function without(selection: Selection, gone: Iterable<string>): Selection {
  const ids = new Set(selection.ids);
  let changed = false;
  for (const id of gone) changed = ids.delete(id) || changed;
  return changed ? { ...selection, ids } : selection;
}

function idsBetween(one: number, other: number, idAt: IdAt): string[] {
  const ids: string[] = [];
  for (let index = Math.min(one, other); index <= Math.max(one, other); index++) {
    const id = idAt(index);
    if (id !== undefined) ids.push(id);
  }
  return ids;
}

/** Keeps the focus on its row while rows are added and removed; if the row itself is removed, on the one at its position. */
function useFocusRow<T extends { id: string }>(
  source: RowSource<T>,
  selection: Selection,
  select: (next: (before: Selection) => Selection) => void,
): void {
  const lastFocus = useRef<{ index: number; id: string | undefined }>({ index: -1, id: undefined });
  useEffect(() => {
    const { focus, anchor } = selection;
    const { total = 0 } = source;
    const id = source.rowAt(focus)?.id;
    const before = lastFocus.current;
    if (focus < 0 || focus !== before.index || before.id === undefined || total === 0) {
      lastFocus.current = { index: focus, id };
      return;
    }
    // a row that is still loading may be the same one
    if (id === before.id || (id === undefined && focus < total)) return;
    const first = anchor < 0 ? focus : Math.min(anchor, focus);
    const next = source.find(before.id)?.index ?? Math.min(first, total - 1);
    lastFocus.current = { index: next, id: source.rowAt(next)?.id };
    if (next !== focus) select((now) => ({ ...now, focus: next, anchor: next }));
  }, [source, selection, select]);
}

/** The state of a list that is kept after unmounting. */
interface Memory {
  selection: Selection;
  scroll: number;
}

const memories = new Map<string, Memory>();
const memoryLimit = 100;

export interface ListState<T> {
  /** Identifies the list; another key resets the state. */
  readonly key: string;
  readonly selection: Selection;
  /** The selected rows, in the order of their selection. */
  readonly rows: T[];
  /** Remembers rows loaded outside the view, so that they can be selected. */
  readonly learn: (rows: readonly T[], from: number) => void;
  readonly select: (next: Selection | ((before: Selection) => Selection)) => void;
  readonly scroll: { read: () => number; keep: (top: number) => void };
}

/** The selection and scroll position of a list, both restored for the same `key`. */
export function useListState<T extends { id: string }>(source: RowSource<T>, key: string): ListState<T> {
  const [stored, setHeld] = useState({ key, selection: memories.get(key)?.selection ?? nothing });
  const selection = stored.key === key ? stored.selection : (memories.get(key)?.selection ?? nothing);
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

/** A missing row whose page is visible was deleted; one on an unloaded page may still exist. */
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
