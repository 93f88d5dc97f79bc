import { type ReactNode, Suspense, lazy, useCallback, useEffect, useRef } from 'react';
import { useText } from '../../i18n.ts';
import { useNavigate, usePageQuery } from '../../navigation.ts';
import { integerParam } from '../../page-query.ts';
import { useHotkeys } from '../hotkeys.ts';
import { useListPreferences } from './list-preferences.ts';
import styles from './list.module.css';
import type { RowGroup, RowSource } from './paged-rows.ts';

const Query = { pageNo: integerParam(1) };

/** How a list is shown: whole, to scroll through, or a page at a time. */
export interface ListPages<T> {
  /** The rows that are shown; indexes count from the first of them. */
  readonly source: RowSource<T>;
  /** Names the page, for the state of a list that each page has for itself; empty where the list is whole. */
  readonly key: string;
  /** The page; undefined where the list is whole. */
  readonly page: { number: number; size: number; total: number | undefined } | undefined;
  readonly turn: (pageNo: number) => void;
  /** The index among the shown rows of one of the whole list; undefined after turning to its page, where it is asked for again. */
  readonly reach: (index: number) => number | undefined;
}

/** The groups of which a page has rows, and the folded ones that stand between these. */
function groupsOfPage(groups: readonly RowGroup[], start: number, end: number): RowGroup[] {
  let before = 0;
  return groups.flatMap((group) => {
    const first = before;
    before += group.rows;
    const rows = Math.min(before, end) - Math.max(first, start);
    if (group.rows === 0) return first >= start && (first < end || first === 0) ? [group] : [];
    return rows > 0 ? [{ ...group, rows }] : [];
  });
}

/** The rows of a page of a list. */
export function rowsOfPage<T>(whole: RowSource<T>, { start, size }: { start: number; size: number }): RowSource<T> {
  const total = whole.total === undefined ? undefined : Math.max(0, Math.min(size, whole.total - start));
  return {
    ...whole,
    total,
    rowAt: (index) => (index < 0 || index >= size ? undefined : whole.rowAt(start + index)),
    find: (id) => {
      const found = whole.find(id);
      const index = (found?.index ?? -1) - start;
      return found !== undefined && index >= 0 && index < size ? { ...found, index } : undefined;
    },
    show: (from, to) => whole.show(start + from, start + Math.max(to, 0)),
    range: (from, to) => whole.range(start + from, start + to),
    isRead: (index) => whole.isRead(start + index),
    version: `${whole.version}:${start}:${size}`,
    groups: whole.groups && groupsOfPage(whole.groups, start, start + size),
  };
}

/**
 * A list as its user wants lists: to scroll through, or in pages, of which the address keeps the number. Another `order` begins at the first
 * page.
 */
export function useListPages<T>(whole: RowSource<T>, order = ''): ListPages<T> {
  const isPaged = useListPreferences((prefs) => prefs.paging === 'pages');
  const size = useListPreferences((prefs) => prefs.pageSize);
  const { pageNo = 1 } = usePageQuery(Query);
  const go = useNavigate();
  // the last page may have vanished with its last row
  const last = whole.total === undefined ? pageNo : Math.max(1, Math.ceil(whole.total / size));
  const number = Math.min(pageNo, last);
  const start = (number - 1) * size;
  const turn = useCallback(
    (next: number, how?: { replace: boolean }) => {
      const query = new URLSearchParams(location.search);
      query.delete('pageNo');
      if (next > 1) query.set('pageNo', String(next));
      const text = query.toString();
      go(text === '' ? location.pathname : `${location.pathname}?${text}`, undefined, how);
    },
    [go],
  );
  useEffect(() => {
    // a list to scroll through has no page; the one of its first address has led to its rows by now
    if (!isPaged && pageNo > 1) turn(1, { replace: true });
  }, [isPaged, pageNo, turn]);
  const before = useRef(order);
  useEffect(() => {
    if (before.current === order) return;
    before.current = order;
    if (isPaged && number > 1) turn(1, { replace: true });
  }, [order, isPaged, number, turn]);
  useHotkeys(
    {
      'alt+PageDown': () => (number < last ? turn(number + 1) : undefined),
      'alt+PageUp': () => (number > 1 ? turn(number - 1) : undefined),
    },
    isPaged,
  );
  const source = isPaged ? rowsOfPage(whole, { start, size }) : whole;
  const reach = (index: number): number | undefined => {
    if (!isPaged) return index;
    if (index >= start && index < start + size) return index - start;
    turn(Math.floor(index / size) + 1, { replace: true });
    return undefined;
  };
  const page = isPaged ? { number, size, total: whole.total } : undefined;
  return { source, key: isPaged ? `#${size}/${number}` : '', page, turn, reach };
}

const LazyPageBar = lazy(async () => ({ default: (await import('./page-bar.tsx')).PageBar }));

/** The bar below a list in pages; its room is kept while it loads. */
export function PagesOf<T>({ pages: { page, turn } }: { pages: ListPages<T> }): ReactNode {
  const t = useText('platform');
  if (page === undefined) return null;
  return (
    <nav className={styles.pages} aria-label={t('pages')}>
      <Suspense fallback={null}>{page.total !== undefined && <LazyPageBar {...page} total={page.total} turn={turn} />}</Suspense>
    </nav>
  );
}
