import { right } from '@dossier/contract/rights';
import type { Ctx, ItemFacts } from '../../ground/ctx.ts';
import type { Db } from '../../ground/db/database.ts';
import { needItems } from '../library/need-items.ts';
import { deleteFavorites, favoritesAmong, forgetItems, forgetMarksOf, insertFavorites, markedAmong } from './queries.ts';

/** Marks items as the caller's favourites; one that is marked already stays where it is. */
export async function addFavorites(ctx: Ctx, input: { objIds: string[] }) {
  const held = await needItems(ctx, right.visible, [...new Set(input.objIds)]);
  const rows = held.map(({ item }, place) => ({ person_id: ctx.user.id, item_id: item.id, created_at: ctx.now + place }));
  const added = new Set(await insertFavorites(ctx.db, rows));
  for (const { item } of held) if (added.has(item.id)) await ctx.say('favorite.added', { objId: item.id, objName: item.name });
  return {};
}

/** Unmarks items, also those that the caller no longer sees; what was not marked is let pass. */
export async function removeFavorites(ctx: Ctx, input: { objIds: string[] }) {
  const marked = await favoritesAmong(ctx.db, ctx.user.id, input.objIds.map(Number));
  await deleteFavorites(
    ctx.db,
    ctx.user.id,
    marked.map((item) => item.id),
  );
  for (const item of marked) await ctx.say('favorite.removed', { objId: item.id, objName: item.name });
  return {};
}

/** Tells every list which of its items the caller has marked. */
export const favoriteFacts: ItemFacts = async (ctx, ids) => {
  // what somebody marked is their own
  if (ctx.user.viewer !== undefined) return new Map();
  const marked = await markedAmong(ctx.db, { person: ctx.user.id, ids: JSON.stringify(ids) });
  return new Map(marked.map((row) => [row.item_id, { favorite: true }]));
};

/** Lets go of the marks on items that are removed for good. */
export const releaseFavorites = async (ctx: Pick<Ctx, 'db'>, itemIds: number[]): Promise<void> => void (await forgetItems(ctx.db, itemIds));

/** Lets go of what somebody marked who is removed. */
export const forgetFavoritesOf = async (db: Db, personId: number): Promise<void> => void (await forgetMarksOf(db, personId));
