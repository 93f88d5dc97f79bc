import { useEffect, useRef, useState } from 'react';
import { create } from 'zustand';
import type { ListPages } from '../../platform/ui/data-table/list-pages.tsx';
import type { ListState } from '../../platform/ui/data-table/list-state.ts';
import { type RowSource, rowsAPage } from '../../platform/ui/data-table/paged-rows.ts';

interface Highlight {
  /** The item that the open list scrolls to when it is loaded. */
  id: string | undefined;
  /** Whether it is selected too; not after creating it, as the user may create another one. */
  select: boolean;
  /** New items, marked for a moment. */
  fresh: ReadonlySet<string>;
}

const none: ReadonlySet<string> = new Set();

export const useHighlight = create<Highlight>(() => ({ id: undefined, select: true, fresh: none }));

/** Selects an item in the open list, and scrolls to it. */
export const highlight = (id: string | undefined): void => useHighlight.setState({ id, select: true });

/** As long as the ground of a marked row takes to fade. */
const moment = 4000;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Scrolls to the first new item, and marks all of them for a moment without selecting them. */
export function presentNew(ids: readonly string[]): void {
  if (ids.length === 0) return;
  useHighlight.setState({ id: ids[0], select: false, fresh: none });
  markNew(ids);
}

/** Marks new items for a moment, beside those that are marked already; the list stays where it is. */
export function markNew(ids: readonly string[]): void {
  if (ids.length === 0) return;
  clearTimeout(timer);
  useHighlight.setState(({ fresh }) => ({ fresh: new Set([...fresh, ...ids]) }));
  timer = setTimeout(() => useHighlight.setState({ fresh: none }), moment);
}

/** Rows on a page of the old client, whose links hold page numbers. */
const rowsOfLegacyPage = 30;

/** Selects or marks the highlighted item wherever it is in the list, and returns the row to scroll to. */
export function useReveal<T extends { id: string }>(
  source: RowSource<T>,
  state: ListState<T>,
  { pageNo, isReady, pages }: { pageNo: number | undefined; isReady: boolean; pages: ListPages<T> },
): number | undefined {
  const wanted = useHighlight((store) => store.id);
  const [row, setRow] = useState(
    pages.page !== undefined || pageNo === undefined || pageNo < 2 ? undefined : (pageNo - 1) * rowsOfLegacyPage,
  );
  const { total, range, version } = source;
  const { select } = state;
  const { key } = pages;
  const reach = useRef(pages.reach);
  reach.current = pages.reach;
  useEffect(() => {
    if (wanted === undefined || total === undefined || !isReady) return;
    let left = false;
    void findIndex(wanted, { total, range }, () => left).then((found) => {
      if (left || found === undefined) return;
      const index = reach.current(found);
      if (index === undefined) return;
      const isSelected = useHighlight.getState().select;
      highlight(undefined);
      select({ ids: new Set(isSelected ? [wanted] : []), anchor: index, focus: index });
      setRow(index);
    });
    return () => {
      left = true;
    };
  }, [wanted, total, range, version, key, select, isReady]);
  return row;
}

const manyRows = 1000;

/** Loads page after page until the item is found. */
async function findIndex(
  id: string,
  { total, range }: { total: number; range: (from: number, to: number) => Promise<{ id: string }[]> },
  stopped: () => boolean,
): Promise<number | undefined> {
  let count = rowsAPage;
  for (let from = 0; from < total && !stopped(); from += count) {
    // The first page is loaded already; later ones are loaded in larger ranges.
    count = from === 0 ? rowsAPage : manyRows;
    const at = (await range(from, Math.min(from + count, total) - 1)).findIndex((row) => row.id === id);
    if (at >= 0) return from + at;
  }
  return undefined;
}
