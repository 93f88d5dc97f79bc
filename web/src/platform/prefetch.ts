import type { InputOf, Route } from '@dossier/contract/core/route';
import { callQueryOptions, queryClient } from './query.ts';

const deletedIds = new Set<string>();

/** Stops prefetches for deleted items whose row is still under the pointer. */
export function stopPrefetching(ids: readonly string[]): void {
  for (const id of ids) deletedIds.add(id);
}

/** Whether an item was deleted in this window. */
export const isDeleted = (id: string): boolean => deletedIds.has(id);

/** Prefetches a call; a refusal is silent, as the page will show it. */
export function prefetchCall<R extends Route>(route: R, input: InputOf<R>): void {
  void queryClient.prefetchQuery(callQueryOptions(route, input));
}
