import { useRouter, useRouterState } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { withQuery } from './call.ts';
import { parseQuery, type QueryOf, type QueryShape } from './page-query.ts';

export type Query = Record<string, string | number | boolean | undefined>;

/** Goes to a path of the client: `go('/knowledge/index', { id })`; absent values are left out. */
export function useGo(): (path: string, query?: Query, how?: { replace?: boolean }) => void {
  const router = useRouter();
  return useCallback(
    (path, query, how) => {
      const href = query ? withQuery(path, query) : path;
      if (how?.replace) router.history.replace(href);
      else router.history.push(href);
    },
    [router],
  );
}

/** The query of the page, read by its shape; a value that the shape refuses is left out. */
export function usePageQuery<S extends QueryShape>(shape: S): QueryOf<S> {
  // While another page is on its way, its query is none of this one's: it would ask for what the other one shows.
  const text = useRouterState({
    select: ({ location, matches }) => {
      const shown = matches.at(-1);
      const isLeft = shown !== undefined && shown.pathname !== location.pathname;
      return isLeft ? new URLSearchParams(shown.search as Record<string, string>).toString() : location.searchStr;
    },
  });
  return useMemo(() => parseQuery(shape, text), [shape, text]);
}
