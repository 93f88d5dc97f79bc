import { useRouter, useRouterState } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import type { z } from 'zod';
import { withQuery } from './call.ts';

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

/** The query of the page, typed by its schema; a value that the schema refuses is left out. */
export function usePageQuery<S extends z.ZodObject>(schema: S): z.output<S> {
  // While another page is on its way, its query is none of this one's: it would ask for what the other one shows.
  const text = useRouterState({
    select: ({ location, matches }) => {
      const shown = matches.at(-1);
      const isLeft = shown !== undefined && shown.pathname !== location.pathname;
      return isLeft ? new URLSearchParams(shown.search as Record<string, string>).toString() : location.searchStr;
    },
  });
  return useMemo(() => parseQuery(schema, text), [schema, text]);
}

/** Reads a query text by a schema whose fields are all optional or have defaults. */
export function parseQuery<S extends z.ZodObject>(schema: S, text: string): z.output<S> {
  const raw: Record<string, string> = Object.fromEntries(new URLSearchParams(text));
  const first = schema.safeParse(raw);
  if (first.success) return first.data;
  for (const issue of first.error.issues) delete raw[String(issue.path[0])];
  return schema.parse(raw);
}
