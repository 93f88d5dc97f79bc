import { library } from '@dossier/contract/documents/library';
import { parseQuery } from '../../../platform/page-query.ts';
import { prefetchCall } from '../../../platform/prefetch.ts';
import { callQueryOptions, queryClient } from '../../../platform/query.ts';
import { type Arrangement, arrangementOf, useListPreferences } from '../../../platform/ui/data-table/list-preferences.ts';
import { pageQuery } from '../../../platform/ui/data-table/paged-rows.ts';
import { AreaQuery, detailRoute } from '../areas.ts';
import { groupInput } from './list-grouping.ts';

/** The order of a folder's list, and its groups. */
export interface FolderOrder extends Arrangement {
  /** The keys of folded groups. */
  folded?: readonly string[];
}

/** The query input of a folder's list. */
export function folderInput(parentId: string, keyword: string | undefined, { sort, grouping, folded = [] }: FolderOrder) {
  return {
    parentId,
    sortField: sort.field,
    sortDirection: sort.direction,
    ...(keyword && { keyword }),
    ...groupInput(grouping, Date.now()),
    ...(grouping !== 'none' && folded.length > 0 && { folded: folded.join(',') }),
  };
}

/** Prefetches what a folder's page shows first. Failures are repeated and reported by the page. */
export function prefetchFolder(id: string, keyword: string | undefined): void {
  void queryClient.prefetchQuery(pageQuery(library.items, folderInput(id, keyword, arrangementOf(useListPreferences.getState(), id)), 1));
  void queryClient.fetchQuery(callQueryOptions(library.ancestors, { id })).then(
    (ancestorPath) => prefetchCall(detailRoute(ancestorPath.at(-1)?.objType ?? 0), { id }),
    () => undefined,
  );
}

/** Prefetches a folder's ancestors and first rows while its page is still loading. */
export function prefetchFromAddress(text: string): void {
  const { id, keyword } = parseQuery(AreaQuery, text);
  if (id !== undefined) prefetchFolder(id, keyword);
}
