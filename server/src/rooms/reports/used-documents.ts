import type { Ctx } from '../../ground/ctx.ts';
import type { Held } from '../library/need-items.ts';
import { accessOf } from '../permissions/access.ts';
import { dayOf } from './listeners.ts';
import { downloadedSince, openedBy } from './queries.ts';

/** Documents that the caller opened last and still sees, with the time. */
export async function openedLast(ctx: Ctx, limit: number): Promise<(Held & { at: number })[]> {
  const access = await accessOf(ctx);
  const rows = await openedBy(ctx.db, ctx.user.id, { organisationId: ctx.user.organisationId, acls: access.visible, limit });
  return rows.map((item) => ({ item, bits: access.bits(item.acl_id), at: item.opened_at }));
}

/** Documents that the caller sees, by how often they were downloaded in so many days. */
export async function mostDownloaded(ctx: Ctx, { days, limit }: { days: number; limit: number }): Promise<(Held & { count: number })[]> {
  const access = await accessOf(ctx);
  const asked = { organisationId: ctx.user.organisationId, acls: access.visible, limit };
  const rows = await downloadedSince(ctx.house.database.long, dayOf(ctx.now) - days + 1, asked);
  return rows.map((item) => ({ item, bits: access.bits(item.acl_id), count: item.n }));
}
