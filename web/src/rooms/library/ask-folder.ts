import { library } from '@dossier/contract/library';
import { parseQuery } from '../../ground/page-query.ts';
import { queryClient } from '../../ground/query.ts';
import { AreaQuery, detailRoute } from './area.ts';
import { useListPrefs } from './list/list-prefs.ts';
import { pageQuery } from './list/row-source.ts';
import type { Sort } from './list/sort.ts';
import { callQuery, prefetchCall } from './prefetch.ts';

/** What the list of a folder asks for. */
export function folderInput(parentId: string, keyword: string | undefined, sort: Sort) {
  return { parentId, sortField: sort.field, sortDirection: sort.direction, ...(keyword && { keyword }) };
}

/** Asks for all that a folder's page shows first. What fails is asked for again, and told of, by the page itself. */
export function askFolder(id: string, keyword: string | undefined): void {
  void queryClient.prefetchQuery(pageQuery(library.items, folderInput(id, keyword, useListPrefs.getState().sort), 1));
  void queryClient.fetchQuery(callQuery(library.ancestors, { id })).then(
    (way) => prefetchCall(detailRoute(way.at(-1)?.objType ?? 0), { id }),
    () => undefined,
  );
}

/** Asks for a folder's way and its first rows while its page is still on the way to the screen. */
export function askAhead(text: string): void {
  const { id, keyword } = parseQuery(AreaQuery, text);
  if (id !== undefined) askFolder(id, keyword);
}
