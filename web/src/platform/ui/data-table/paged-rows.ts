import type { Route } from '@dossier/contract/core/route';
import type { ListGroup } from '@dossier/contract/documents/list-groups';
import type { Paged } from '@dossier/contract/core/shapes';
import { useQueries } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { z } from 'zod';
import { type CallError, call, noAnswer } from '../../call.ts';
import { callQueryOptions, queryClient } from '../../query.ts';

/** A group of a list, and how many of its rows are listed: none of a folded one. */
export interface RowGroup extends ListGroup {
  readonly rows: number;
}

/** A page of a list that may be grouped. */
type GroupedPage<T> = Paged<T> & { groups?: readonly ListGroup[] | undefined };

/** A list of any length, loaded page by page as rows come into view. */
export interface RowSource<T> {
  /** Undefined until the first answer. */
  readonly total: number | undefined;
  readonly rowAt: (index: number) => T | undefined;
  /** The row with an id among the loaded ones, and its index. */
  readonly find: (id: string) => { row: T; index: number } | undefined;
  /** Reports the visible rows. */
  readonly show: (from: number, to: number) => void;
  /** A range of rows, loaded where needed. */
  readonly range: (from: number, to: number) => Promise<T[]>;
  /** Whether the page of an index is loaded. */
  readonly isRead: (index: number) => boolean;
  readonly error: CallError | null;
  readonly retry: () => void;
  /** Changes with the rows. */
  readonly version: string;
  /** The groups that the rows are in, one after the other; undefined for a list without groups. */
  readonly groups?: readonly RowGroup[] | undefined;
}

export const rowsAPage = 100;
/** Pages that pass within this time while the scroll bar is dragged are not requested. */
const settleMilliseconds = 60;

export type ListRoute<T> = Route<z.ZodType, z.ZodType<Paged<T>>>;

/** The query of one page of a list. */
export function pageQuery<T>(route: ListRoute<T>, input: object, pageNo: number) {
  return callQueryOptions(route, { ...input, pageNo, pageSize: rowsAPage });
}

interface PagedRowsOptions {
  enabled?: boolean;
  /** Within a family the old rows stay until the new ones are loaded (another order or filter). */
  family: string;
}

export function usePagedRows<T extends { id: string }>(route: ListRoute<T>, input: object, terms: PagedRowsOptions): RowSource<T> {
  const key = JSON.stringify([route.path, input]);
  const [visiblePages, setSight] = useState({ key, first: 1, last: 1 });
  const { first, last } = visiblePages.key === key ? visiblePages : { first: 1, last: 1 };
  const pageNumbers = Array.from({ length: last - first + 1 }, (_, at) => first + at);
  const results = useQueries({
    queries: pageNumbers.map((pageNo) => ({ ...pageQuery(route, input, pageNo), enabled: terms.enabled ?? true })),
  });

  const ready: GroupedPage<T> | undefined = results.find((result) => result.data !== undefined)?.data;
  const settled = useRef<{ family: string; key: string; input: object; total: number; groups: GroupedPage<T>['groups'] }>(undefined);
  if (ready !== undefined) settled.current = { family: terms.family, key, input, total: ready.totalNumber, groups: ready.groups };
  const previous = settled.current?.family === terms.family ? settled.current : undefined;
  const current = ready !== undefined || previous?.key === key;
  const failed = results.find((result) => result.error !== null && result.data === undefined);
  const failure = (failed?.error ?? null) as CallError | null;
  // Old rows are kept while the new ones are loading, or cannot be had now, but not after a refusal.
  const isPassing = failure?.code === noAnswer && previous !== undefined;
  const error = isPassing ? null : failure;
  const known = ready === undefined ? previous : { total: ready.totalNumber, groups: ready.groups };
  const shown = current ? { input, total: known?.total, groups: known?.groups } : error === null ? previous : undefined;
  const groups = useStable(shown?.groups ?? []);
  const version = `${key}:${first}:${results.map((result) => result.dataUpdatedAt).join()}:${shown === previous && !current}`;

  const shownInput = useStable(shown?.input ?? input);
  const pageAt = useCallback(
    (pageNo: number) => queryClient.getQueryData<Paged<T>>(pageQuery(route, shownInput, pageNo).queryKey),
    [route, shownInput],
  );
  const found = new Map<string, { row: T; index: number }>();
  for (const pageNo of pageNumbers) {
    const start = (pageNo - 1) * rowsAPage;
    pageAt(pageNo)?.list.forEach((row, at) => found.set(row.id, { row, index: start + at }));
  }
  const show = useVisiblePages(setSight, key, (pageNo) => pageAt(pageNo) !== undefined);

  return {
    total: shown?.total,
    rowAt: useCallback((index) => pageAt(Math.floor(index / rowsAPage) + 1)?.list[index % rowsAPage], [pageAt]),
    find: (id) => found.get(id),
    show,
    range: useCallback((from, to) => readRange(route, shownInput, { from, to }), [route, shownInput]),
    isRead: useCallback((index) => pageAt(Math.floor(index / rowsAPage) + 1) !== undefined, [pageAt]),
    error,
    retry: () => results.forEach((result) => void result.refetch()),
    version,
    groups: useMemo(() => (groups.length === 0 ? undefined : groups.map(withRows)), [groups]),
  };
}

const withRows = (group: ListGroup): RowGroup => ({ ...group, rows: group.folded === true ? 0 : group.count });

/** A stable object for equal contents. */
function useStable<V extends object>(value: V): V {
  const text = JSON.stringify(value);
  return useMemo(() => JSON.parse(text) as V, [text]);
}

type SetVisiblePages = (visiblePages: { key: string; first: number; last: number }) => void;

function useVisiblePages(setSight: SetVisiblePages, key: string, isHere: (pageNo: number) => boolean) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const at = useRef('');
  const here = useRef(isHere);
  here.current = isHere;
  useEffect(() => () => clearTimeout(timer.current), []);
  return useCallback(
    (from: number, to: number) => {
      const first = Math.floor(Math.max(from, 0) / rowsAPage) + 1;
      const last = Math.floor(Math.max(to, 0) / rowsAPage) + 1;
      const name = `${key}:${first}:${last}`;
      if (name === at.current) return;
      at.current = name;
      clearTimeout(timer.current);
      const settle = () => setSight({ key, first, last });
      if (here.current(first) && here.current(last)) settle();
      else timer.current = setTimeout(settle, settleMilliseconds);
    },
    [key, setSight],
  );
}

/** Rows in one request for long ranges: the server's limit. */
const rowsAtOnce = 1000;

async function readRange<T>(route: ListRoute<T>, input: object, span: { from: number; to: number }): Promise<T[]> {
  const first = Math.floor(span.from / rowsAPage);
  const last = Math.floor(span.to / rowsAPage);
  if (last - first > 1) await readMany(route, input, { first, last });
  const rows: T[] = [];
  for (let page = first; page <= last; page++) {
    const answer = await queryClient.ensureQueryData(pageQuery(route, input, page + 1));
    rows.push(...answer.list);
  }
  return rows.slice(span.from - first * rowsAPage, span.to - first * rowsAPage + 1);
}

/** Loads a long range by ten pages per request, if one of them is missing. */
async function readMany<T>(route: ListRoute<T>, input: object, { first, last }: { first: number; last: number }): Promise<void> {
  const pagesAtOnce = rowsAtOnce / rowsAPage;
  const keyOf = (page: number) => pageQuery(route, input, page + 1).queryKey;
  for (let block = Math.floor(first / pagesAtOnce); block * pagesAtOnce <= last; block++) {
    const pages = Array.from({ length: pagesAtOnce }, (_, at) => block * pagesAtOnce + at);
    const isHere = (page: number): boolean => queryClient.getQueryData(keyOf(page)) !== undefined;
    if (pages.filter((page) => page >= first && page <= last).every(isHere)) continue;
    const answer = await call(route, { ...input, pageNo: block + 1, pageSize: rowsAtOnce }, { quiet: true });
    for (const [at, page] of pages.entries()) {
      const list = answer.list.slice(at * rowsAPage, (at + 1) * rowsAPage);
      if (list.length > 0) queryClient.setQueryData(keyOf(page), { ...answer, list, pageNo: page + 1, pageSize: rowsAPage });
    }
  }
}
