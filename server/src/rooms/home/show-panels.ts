import type { home, HomeEntry } from '@dossier/contract/home';
import type { ParsedOf } from '@dossier/contract/route';
import type { Ctx } from '../../ground/ctx.ts';
import { isoTime } from '../../ground/text/iso-time.ts';
import { tagsInUse } from '../labels/list-tags.ts';
import { newestFavorites } from '../labels/list-favorites.ts';
import type { Held } from '../library/need-items.ts';
import { newestDocuments } from '../library/newest-documents.ts';
import { showItems } from '../library/show-items.ts';
import { mostDownloaded, openedLast } from '../reports/used-documents.ts';

type Asked = ParsedOf<typeof home.open>;

/** Items as a list shows them, each with what the list is about. */
export async function entries<T extends Held>(
  ctx: Ctx,
  held: T[],
  factsOf: (one: T) => Partial<HomeEntry>,
): Promise<{ list: HomeEntry[] }> {
  const shown = await showItems(ctx, held);
  return { list: shown.map((item, place) => ({ ...item, ...factsOf(held[place] as T) })) };
}

export const showOpened = async (ctx: Ctx, { pageSize }: Asked) =>
  entries(ctx, await openedLast(ctx, pageSize), ({ at }) => ({ time: isoTime(at) }));

export const showNewest = async (ctx: Ctx, { pageSize }: Asked) =>
  entries(ctx, await newestDocuments(ctx, pageSize), ({ item }) => ({ time: isoTime(item.created_at) }));

export const showDownloaded = async (ctx: Ctx, { pageSize }: Asked) =>
  entries(ctx, await mostDownloaded(ctx, { days: 30, limit: pageSize }), ({ count }) => ({ count }));

export const showFavorites = async (ctx: Ctx, { pageSize }: Asked): Promise<{ list: HomeEntry[] }> => {
  const list = await newestFavorites(ctx, { limit: pageSize, offset: 0 });
  return { list: list.map(({ favoriteTime, ...item }) => ({ ...item, time: favoriteTime })) };
};

export const showTags = async (ctx: Ctx, { pageSize }: Asked) => ({ list: await tagsInUse(ctx, pageSize) });
