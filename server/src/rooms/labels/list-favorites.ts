import type { Favorite, labels } from '@dossier/contract/labels';
import type { Paged } from '@dossier/contract/page';
import type { ParsedOf } from '@dossier/contract/route';
import type { Ctx } from '../../ground/ctx.ts';
import { nameKey } from '../../ground/text/names.ts';
import { showItems } from '../library/show-items.ts';
import { accessOf } from '../permissions/access.ts';
import { countFavorites, favoritesOf } from './queries.ts';

/** A piece of the caller's favourites, newest first; only what the caller still sees. */
export async function newestFavorites(
  ctx: Ctx,
  { keyword = '', ...part }: { keyword?: string; limit: number; offset: number },
): Promise<Favorite[]> {
  const access = await accessOf(ctx);
  const rows = await favoritesOf(ctx.db, askedOf(ctx, access.visible, keyword), part);
  const shown = await showItems(
    ctx,
    rows.map((item) => ({ item, bits: access.bits(item.acl_id) })),
  );
  return shown.map((item, place) => ({ ...item, favoriteTime: new Date(rows[place]?.marked_at ?? 0).toISOString() }));
}

const askedOf = ({ user }: Ctx, acls: string, keyword: string) => ({
  personId: user.id,
  organisationId: user.organisationId,
  acls,
  keyword: nameKey(keyword.trim()),
});

export async function listFavorites(ctx: Ctx, input: ParsedOf<typeof labels.favorites>): Promise<Paged<Favorite>> {
  const { pageNo, pageSize, keyword = '' } = input;
  const access = await accessOf(ctx);
  return {
    list: await newestFavorites(ctx, { keyword, limit: pageSize, offset: (pageNo - 1) * pageSize }),
    pageNo,
    pageSize,
    totalNumber: await countFavorites(ctx.db, askedOf(ctx, access.visible, keyword)),
  };
}
