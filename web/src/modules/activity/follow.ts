import { following } from '@dossier/contract/activity/following';
import type { Item } from '@dossier/contract/documents/library';
import { call } from '../../platform/call.ts';
import { textOf } from '../../platform/i18n.ts';
import { notice } from '../../platform/notices.ts';
import { invalidateRoutes, queryClient } from '../../platform/query.ts';

const isItem = (value: unknown): value is Item => typeof value === 'object' && value !== null && 'favorite' in value && 'id' in value;
const hasList = (data: unknown): data is { list: unknown[] } =>
  typeof data === 'object' && data !== null && 'list' in data && Array.isArray(data.list);

/** Changes the mark in every cached answer: lists and details. */
function markCached(ids: ReadonlySet<string>, followed: boolean): void {
  const marked = (item: unknown): unknown => (isItem(item) && ids.has(item.id) ? { ...item, followed } : item);
  const holdsItems = (data: unknown): boolean => isItem(data) || (hasList(data) && isItem(data.list[0]));
  queryClient.setQueriesData<unknown>({ predicate: ({ state }) => holdsItems(state.data) }, (data: unknown) =>
    hasList(data) ? { ...data, list: data.list.map(marked) } : marked(data),
  );
}

/** Follows items or stops; shown once the server has done it, and said, as nothing else on the screen may change. */
export async function setFollowed(items: readonly Pick<Item, 'id' | 'name'>[], followed: boolean): Promise<void> {
  const ids = items.map(({ id }) => id);
  await call(followed ? following.follow : following.unfollow, { objIds: ids });
  markCached(new Set(ids), followed);
  const t = textOf('activity');
  const [only] = items;
  const count = items.length;
  notice.success(
    count === 1 && only !== undefined
      ? t(followed ? 'nowFollowed' : 'notFollowed', { name: only.name })
      : t(followed ? 'nowFollowedMany' : 'notFollowedMany', { count, number: count }),
  );
  await invalidateRoutes(following.list);
}
