import type { Favorite, favourites } from '@dossier/contract/classification/favourites';
import type { Paged } from '@dossier/contract/core/shapes';
import { right } from '@dossier/contract/core/rights';
import type { ParsedOf } from '@dossier/contract/core/route';
import type { Context } from '../../platform/context.ts';
import type { Db } from '../../platform/db/database.ts';
import { nameKey } from '../../platform/text/names.ts';
import { accessOf } from '../access/effective-rights.ts';
import { refuseAttachments, requireItems } from '../access/require-items.ts';
import { type ItemFacts, showItems } from '../documents/show-items.ts';
import { favoriteAdded, favoriteRemoved } from './events.ts';
import {
  countFavourites,
  deleteFavourites,
  favouritesAmong,
  favouritesOf,
  forgetFavouriteItems,
  forgetFavouritesOfPerson,
  insertFavourites,
  markedAmong,
} from './favourites/favourites.queries.ts';

/** Adds items to the caller's favourites; a favourite keeps its position. */
export async function addFavourites(ctx: Context, input: { objIds: string[] }) {
  const authorised = await requireItems(ctx, right.visible, [...new Set(input.objIds)]);
  refuseAttachments(authorised);
  const rows = authorised.map(({ item }, place) => ({ person_id: ctx.user.id, item_id: item.id, created_at: ctx.now + place }));
  const added = new Set(await insertFavourites(ctx.db, rows));
  for (const { item } of authorised) if (added.has(item.id)) await ctx.emit(favoriteAdded, { objId: item.id, objName: item.name });
  return {};
}

/** Removes favourites, also of items that the caller no longer sees; items that are no favourites are ignored. */
export async function removeFavourites(ctx: Context, input: { objIds: string[] }) {
  const marked = await favouritesAmong(ctx.db, ctx.user.id, input.objIds.map(Number));
  await deleteFavourites(
    ctx.db,
    ctx.user.id,
    marked.map((item) => item.id),
  );
  for (const item of marked) await ctx.emit(favoriteRemoved, { objId: item.id, objName: item.name });
  return {};
}

/** Adds to every list which of its items are favourites of the caller. */
export const favouriteFacts: ItemFacts = async (ctx, ids) => {
  // favourites are private: none in a view-as session
  if (ctx.user.viewer !== undefined) return new Map();
  const marked = await markedAmong(ctx.db, { person: ctx.user.id, ids: JSON.stringify(ids) });
  return new Map(marked.map((row) => [row.item_id, { favorite: true }]));
};

/** Deletes the favourites of items that are purged. */
export const releaseFavourites = async (ctx: Pick<Context, 'db'>, itemIds: number[]): Promise<void> =>
  void (await forgetFavouriteItems(ctx.db, itemIds));

/** Deletes the favourites of a user who is removed. */
export const forgetFavouritesOf = async (db: Db, personId: number): Promise<void> => void (await forgetFavouritesOfPerson(db, personId));

/** A page of the caller's favourites, newest first; only those that the caller still sees. */
export async function newestFavourites(
  ctx: Context,
  { keyword = '', ...part }: { keyword?: string; limit: number; offset: number },
): Promise<Favorite[]> {
  const access = await accessOf(ctx);
  const rows = await favouritesOf(ctx.db, favouriteScopeOf(ctx, access.visible, keyword), part);
  const shown = await showItems(
    ctx,
    rows.map((item) => ({ item, bits: access.bits(item.acl_id) })),
  );
  return shown.map((item, place) => ({ ...item, favoriteTime: new Date(rows[place]?.marked_at ?? 0).toISOString() }));
}

const favouriteScopeOf = ({ user }: Context, acls: string, keyword: string) => ({
  personId: user.id,
  organisationId: user.organisationId,
  acls,
  keyword: nameKey(keyword.trim()),
});

export async function listFavourites(ctx: Context, input: ParsedOf<typeof favourites.favorites>): Promise<Paged<Favorite>> {
  const { pageNo, pageSize, keyword = '' } = input;
  const access = await accessOf(ctx);
  return {
    list: await newestFavourites(ctx, { keyword, limit: pageSize, offset: (pageNo - 1) * pageSize }),
    pageNo,
    pageSize,
    totalNumber: await countFavourites(ctx.db, favouriteScopeOf(ctx, access.visible, keyword)),
  };
}
