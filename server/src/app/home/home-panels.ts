import type { HomeEntry, home } from '@dossier/contract/core/home';
import type { OutputOf, ParsedOf } from '@dossier/contract/core/route';
import type { AuthorisedItem } from '../../modules/access/require-items.ts';
import { newestFavourites } from '../../modules/classification/favourites.ts';
import { tagsInUse } from '../../modules/classification/tags.ts';
import { documentsByCreators, newestDocuments } from '../../modules/documents/list-items.ts';
import { showItems } from '../../modules/documents/show-items.ts';
import { colleaguesOf } from '../../modules/identity/memberships.ts';
import { mostUsed, openedByColleagues, recentlyOpened, usageOfOwned } from '../../modules/reporting/usage.ts';
import type { Context } from '../../platform/context.ts';
import { isoTime } from '../../platform/text/iso-time.ts';

type PanelInput = ParsedOf<typeof home.open>;

/** Items as a list shows them, each with the facts of the panel. */
async function homeEntries<T extends AuthorisedItem>(
  ctx: Context,
  items: T[],
  factsOf: (entry: T) => Partial<HomeEntry>,
): Promise<{ list: HomeEntry[] }> {
  const shown = await showItems(ctx, items);
  return { list: shown.map((item, place) => ({ ...item, ...factsOf(items[place] as T) })) };
}

export const listRecentlyOpened = async (ctx: Context, { pageSize }: PanelInput) =>
  homeEntries(ctx, await recentlyOpened(ctx, pageSize), ({ at }) => ({ time: isoTime(at) }));

export const listNewest = async (ctx: Context, { pageSize }: PanelInput) =>
  homeEntries(ctx, await newestDocuments(ctx, pageSize), ({ item }) => ({ time: isoTime(item.created_at) }));

export const listMostDownloaded = async (ctx: Context, { pageSize }: PanelInput) =>
  homeEntries(ctx, await mostUsed(ctx, 'downloads', pageSize), ({ count }) => ({ count }));

export const listMostViewed = async (ctx: Context, { pageSize }: PanelInput) =>
  homeEntries(ctx, await mostUsed(ctx, 'views', pageSize), ({ count }) => ({ count }));

/** Documents that colleagues of the requester's departments opened, and the requester has not. */
export const listRecommended = async (ctx: Context, { pageSize }: PanelInput) =>
  homeEntries(ctx, await openedByColleagues(ctx, await colleaguesOf(ctx.db, ctx.user), pageSize), ({ item }) => ({
    time: isoTime(item.updated_at),
  }));

export const showUsageOfOwned = (ctx: Context) => usageOfOwned(ctx);

export const listFavorites = async (ctx: Context, { pageSize }: PanelInput): Promise<{ list: HomeEntry[] }> => {
  const list = await newestFavourites(ctx, { limit: pageSize, offset: 0 });
  return { list: list.map(({ favoriteTime, ...item }) => ({ ...item, time: favoriteTime })) };
};

export const listTagsInUse = async (ctx: Context, { pageSize }: PanelInput) => ({ list: await tagsInUse(ctx, pageSize) });

type DepartmentDocumentsCall = typeof home.departmentDocs;

/** The newest visible documents of the requester's departments. */
export async function listDepartmentDocuments(
  ctx: Context,
  page: ParsedOf<DepartmentDocumentsCall>,
): Promise<OutputOf<DepartmentDocumentsCall>> {
  const { authorised: items, total } = await documentsByCreators(ctx, await colleaguesOf(ctx.db, ctx.user), page);
  const { list } = await homeEntries(ctx, items, ({ item }) => ({ time: isoTime(item.created_at) }));
  return { list, ...page, totalNumber: total };
}
