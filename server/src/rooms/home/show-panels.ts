import type { home, HomeEntry } from '@dossier/contract/home';
import type { ParsedOf } from '@dossier/contract/route';
import type { Ctx } from '../../ground/ctx.ts';
import { isoTime } from '../../ground/text/iso-time.ts';
import { colleaguesOf } from '../circles/colleagues.ts';
import { tagsInUse } from '../labels/list-tags.ts';
import { newestFavorites } from '../labels/list-favorites.ts';
import type { Held } from '../library/need-items.ts';
import { newestDocuments } from '../library/newest-documents.ts';
import { showItems } from '../library/show-items.ts';
import { mostUsed, openedAround, openedLast, useOfOwn } from '../reports/used-documents.ts';

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
  entries(ctx, await mostUsed(ctx, 'downloads', pageSize), ({ count }) => ({ count }));

export const showRead = async (ctx: Ctx, { pageSize }: Asked) =>
  entries(ctx, await mostUsed(ctx, 'views', pageSize), ({ count }) => ({ count }));

/** What people of the caller's departments look at, and the caller has not. */
export const showRecommended = async (ctx: Ctx, { pageSize }: Asked) =>
  entries(ctx, await openedAround(ctx, await colleaguesOf(ctx.db, ctx.user), pageSize), ({ item }) => ({
    time: isoTime(item.updated_at),
  }));

export const showOwnUse = (ctx: Ctx) => useOfOwn(ctx);

export const showFavorites = async (ctx: Ctx, { pageSize }: Asked): Promise<{ list: HomeEntry[] }> => {
  const list = await newestFavorites(ctx, { limit: pageSize, offset: 0 });
  return { list: list.map(({ favoriteTime, ...item }) => ({ ...item, time: favoriteTime })) };
};

export const showTags = async (ctx: Ctx, { pageSize }: Asked) => ({ list: await tagsInUse(ctx, pageSize) });
