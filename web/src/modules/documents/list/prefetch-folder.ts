import { library } from '@dossier/contract/documents/library';
import { parseQuery } from '../../../platform/page-query.ts';
import { callQuery, prefetchCall } from '../../../platform/prefetch.ts';
import { queryClient } from '../../../platform/query.ts';
import { type Sort, useListPreferences } from '../../../platform/ui/data-table/list-preferences.ts';
import { pageQuery } from '../../../platform/ui/data-table/paged-rows.ts';
import { AreaQuery, detailRoute } from '../areas.ts';

/** What the list of a folder asks for. */
export function folderInput(parentId: string, keyword: string | undefined, sort: Sort) {
  return { parentId, sortField: sort.field, sortDirection: sort.direction, ...(keyword && { keyword }) };
}

/** Asks for all that a folder's page shows first. What fails is asked for again, and told of, by the page itself. */
export function prefetchFolder(id: string, keyword: string | undefined): void {
  void queryClient.prefetchQuery(pageQuery(library.items, folderInput(id, keyword, useListPreferences.getState().sort), 1));
  void queryClient.fetchQuery(callQuery(library.ancestors, { id })).then(
    (way) => prefetchCall(detailRoute(way.at(-1)?.objType ?? 0), { id }),
    () => undefined,
  );
}

/** Asks for a folder's way and its first rows while its page is still on the way to the screen. */
export function prefetchFromAddress(text: string): void {
  const { id, keyword } = parseQuery(AreaQuery, text);
  if (id !== undefined) prefetchFolder(id, keyword);
}
