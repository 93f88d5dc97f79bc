import { useEffect, useState } from 'react';
import { highlight, useHighlight } from './highlight.ts';
import type { ListState } from './list-state.ts';
import { type RowSource, rowsAPage } from './row-source.ts';

/** Rows on a page of the old client, whose links name pages. */
const rowsAnOldPage = 30;

/** Selects or points at the item that is to be highlighted, wherever in the list it stands, and answers the row to bring into sight. */
export function useReveal<T extends { id: string }>(
  source: RowSource<T>,
  state: ListState<T>,
  { pageNo, isReady }: { pageNo: number | undefined; isReady: boolean },
): number | undefined {
  const wanted = useHighlight((one) => one.id);
  const [row, setRow] = useState(pageNo === undefined || pageNo < 2 ? undefined : (pageNo - 1) * rowsAnOldPage);
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
