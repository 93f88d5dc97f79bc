import { useEffect, useState } from 'react';
import { create } from 'zustand';
import type { ListState } from '../../platform/ui/data-table/list-state.ts';
import { type RowSource, rowsAPage } from '../../platform/ui/data-table/paged-rows.ts';

interface Highlight {
  /** An item that the open list is to bring into sight as soon as it has it. */
  id: string | undefined;
  /** Whether it is selected too. Somebody who has just made it may want to make the next one. */
  select: boolean;
  /** Items that were just made or put here, and stand out for a moment. */
  fresh: ReadonlySet<string>;
}

const none: ReadonlySet<string> = new Set();

export const useHighlight = create<Highlight>(() => ({ id: undefined, select: true, fresh: none }));

/** Selects an item in the open list, and brings it into sight. */
export const highlight = (id: string | undefined): void => useHighlight.setState({ id, select: true });

const moment = 2500;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Brings the first of what was just made into sight, and lets all of it stand out for a moment without being selected. */
export function presentNew(ids: readonly string[]): void {
  if (ids.length === 0) return;
  clearTimeout(timer);
  useHighlight.setState({ id: ids[0], select: false, fresh: new Set(ids) });
  timer = setTimeout(() => useHighlight.setState({ fresh: none }), moment);
}

/** Rows on a page of the old client, whose links name pages. */
const rowsOfLegacyPage = 30;

/** Selects or points at the item that is to be highlighted, wherever in the list it stands, and answers the row to bring into sight. */
export function useReveal<T extends { id: string }>(
  source: RowSource<T>,
  state: ListState<T>,
  { pageNo, isReady }: { pageNo: number | undefined; isReady: boolean },
): number | undefined {
  const wanted = useHighlight((one) => one.id);
  const [row, setRow] = useState(pageNo === undefined || pageNo < 2 ? undefined : (pageNo - 1) * rowsOfLegacyPage);
  const { total, range, version } = source;
  const { select } = state;
  useEffect(() => {
    if (wanted === undefined || total === undefined || !isReady) return;
    let left = false;
    void findIndex(wanted, { total, range }, () => left).then((index) => {
      if (left || index === undefined) return;
      const isSelected = useHighlight.getState().select;
      highlight(undefined);
      select({ ids: new Set(isSelected ? [wanted] : []), anchor: index, focus: index });
      setRow(index);
    });
    return () => {
      left = true;
    };
  }, [wanted, total, range, version, select, isReady]);
  return row;
}

const manyRows = 1000;

/** Reads page after page until the item is found. */
async function findIndex(
  id: string,
  { total, range }: { total: number; range: (from: number, to: number) => Promise<{ id: string }[]> },
  stopped: () => boolean,
): Promise<number | undefined> {
  let count = rowsAPage;
  for (let from = 0; from < total && !stopped(); from += count) {
    // The first page is there already; farther ones come many at once.
    count = from === 0 ? rowsAPage : manyRows;
    const at = (await range(from, Math.min(from + count, total) - 1)).findIndex((row) => row.id === id);
    if (at >= 0) return from + at;
  }
  return undefined;
}
