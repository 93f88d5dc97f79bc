import { home } from '@dossier/contract/home';
import { labels } from '@dossier/contract/labels';
import type { Item } from '@dossier/contract/library';
import { batchLimit } from '@dossier/contract/rights';
import { call } from '../../ground/call.ts';
import { queryClient, refresh } from '../../ground/query.ts';

/** Marks or unmarks items as favourites; shown at once everywhere, and taken back where the server refuses. */
export async function star(items: readonly Item[], favorite: boolean): Promise<void> {
  const ids = items.filter((item) => item.favorite !== favorite).map((item) => item.id);
  paint(ids, favorite);
  try {
    for (let from = 0; from < ids.length; from += batchLimit) {
      await call(favorite ? labels.addFavorite : labels.removeFavorite, { objIds: ids.slice(from, from + batchLimit) });
    }
  } catch (error) {
    paint(ids, !favorite);
    throw error;
  } finally {
    await refresh(labels.favorites, home.favorite);
  }
}

/** Changes the mark in every answer that is kept: lists, panels and details. */
function paint(ids: readonly string[], favorite: boolean): void {
  const marked = new Set(ids);
  const repaint = (item: unknown): unknown => (isItem(item) && marked.has(item.id) ? { ...item, favorite } : item);
  queryClient.setQueriesData<unknown>({ predicate: ({ state }) => holdsItems(state.data) }, (data: unknown) =>
    hasList(data) ? { ...data, list: data.list.map(repaint) } : repaint(data),
  );
}

const isItem = (value: unknown): value is Item => typeof value === 'object' && value !== null && 'favorite' in value && 'id' in value;
const hasList = (data: unknown): data is { list: unknown[] } =>
  typeof data === 'object' && data !== null && 'list' in data && Array.isArray(data.list);
const holdsItems = (data: unknown): boolean => isItem(data) || (hasList(data) && isItem(data.list[0]));
