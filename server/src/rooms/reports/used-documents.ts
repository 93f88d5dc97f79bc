import type { Ctx } from '../../ground/ctx.ts';
import type { Held } from '../library/need-items.ts';
import { accessOf } from '../permissions/access.ts';
import { dayOf } from './listeners.ts';
import { openedBy, openedByOthers, usedSince, useOfOwned } from './queries.ts';

/** Documents that the caller opened last and still sees, with the time. */
export async function openedLast(ctx: Ctx, limit: number): Promise<(Held & { at: number })[]> {
  const access = await accessOf(ctx);
  const rows = await openedBy(ctx.db, ctx.user.id, { organisationId: ctx.user.organisationId, acls: access.visible, limit });
  return rows.map((item) => ({ item, bits: access.bits(item.acl_id), at: item.opened_at }));
}

/** The last month, as people count it. */
const days = 30;

/** Documents that the caller sees, by how often they were opened or fetched in the last month. */
export async function mostUsed(ctx: Ctx, by: 'views' | 'downloads', limit: number): Promise<(Held & { count: number })[]> {
  const access = await accessOf(ctx);
  const asked = { by, organisationId: ctx.user.organisationId, acls: access.visible, limit };
  const rows = await usedSince(ctx.house.database.long, dayOf(ctx.now) - days + 1, asked);
  return rows.map((item) => ({ item, bits: access.bits(item.acl_id), count: item.n }));
}

/** Where one person alone could have opened something, it would be told of that person. */
const fewestOthers = 2;

/**
 * Documents that others of some people opened in the last month, that the caller sees and has not opened; `others` may have the caller among
 * them. Nothing where there are too few of them.
 */
export async function openedAround(ctx: Ctx, others: readonly number[], limit: number): Promise<Held[]> {
  if (others.filter((id) => id !== ctx.user.id).length < fewestOthers) return [];
  const access = await accessOf(ctx);
  const among = { personId: ctx.user.id, others, since: ctx.now - days * 24 * 3600_000 };
  const seen = { organisationId: ctx.user.organisationId, acls: access.visible, limit };
  const rows = await openedByOthers(ctx.house.database.long, among, seen);
  return rows.map((item) => ({ item, bits: access.bits(item.acl_id) }));
}

/** How often the caller's own documents were opened and fetched in the last month, and how many of them: those that they still see. */
export async function useOfOwn(ctx: Ctx): Promise<{ views: number; downloads: number; documents: number }> {
  const { visible: acls } = await accessOf(ctx);
  const { id: ownerId, organisationId } = ctx.user;
  return useOfOwned(ctx.house.database.long, dayOf(ctx.now) - days + 1, { ownerId, organisationId, acls });
}
