import type { Context, Services } from '../../platform/context.ts';
import type { Db } from '../../platform/db/database.ts';
import { accessOf } from '../access/effective-rights.ts';
import type { AuthorisedItem } from '../access/require-items.ts';
import { epochDay } from './subscribers.ts';
import { deleteOpenedBy, forgetPresence, hasOldPresence, openedBy, openedByOthers, useOfOwned, usedSince } from './usage/usage.queries.ts';

/** Documents that the caller opened last and still sees, with the time. */
export async function recentlyOpened(ctx: Context, limit: number): Promise<(AuthorisedItem & { at: number })[]> {
  const access = await accessOf(ctx);
  const rows = await openedBy(ctx.db, ctx.user.id, { organisationId: ctx.user.organisationId, acls: access.visible, limit });
  return rows.map((item) => ({ item, bits: access.bits(item.acl_id), at: item.opened_at }));
}

/** The last month, as people count it. */
const days = 30;

/** Documents that the caller sees, by how often they were opened or fetched in the last month. */
export async function mostUsed(ctx: Context, by: 'views' | 'downloads', limit: number): Promise<(AuthorisedItem & { count: number })[]> {
  const access = await accessOf(ctx);
  const asked = { by, organisationId: ctx.user.organisationId, acls: access.visible, limit };
  const rows = await usedSince(ctx.services.database.long, epochDay(ctx.now) - days + 1, asked);
  return rows.map((item) => ({ item, bits: access.bits(item.acl_id), count: item.n }));
}

/** Where one person alone could have opened something, it would be told of that person. */
const minOthers = 2;

/**
 * Documents that others of some people opened in the last month, that the caller sees and has not opened; `others` may have the caller among
 * them. Nothing where there are too few of them.
 */
export async function openedByColleagues(ctx: Context, others: readonly number[], limit: number): Promise<AuthorisedItem[]> {
  if (others.filter((id) => id !== ctx.user.id).length < minOthers) return [];
  const access = await accessOf(ctx);
  const among = { personId: ctx.user.id, others, since: ctx.now - days * 24 * 3600_000 };
  const seen = { organisationId: ctx.user.organisationId, acls: access.visible, limit };
  const rows = await openedByOthers(ctx.services.database.long, among, seen);
  return rows.map((item) => ({ item, bits: access.bits(item.acl_id) }));
}

/** How often the caller's own documents were opened and fetched in the last month, and how many of them: those that they still see. */
export async function usageOfOwned(ctx: Context): Promise<{ views: number; downloads: number; documents: number }> {
  const { visible: acls } = await accessOf(ctx);
  const { id: ownerId, organisationId } = ctx.user;
  return useOfOwned(ctx.services.database.long, epochDay(ctx.now) - days + 1, { ownerId, organisationId, acls });
}

/** Lets go of what somebody opened who is removed; the log keeps its lines, with the name in them. */
export const forgetUsageOfUser = async (db: Db, personId: number): Promise<void> => void (await deleteOpenedBy(db, personId));

/** A report reaches back over a year, and a little more for whoever asks about the year before today. */
const keptHours = 400 * 24;

/** Lets go of who was signed in when, once no report asks for it. */
export async function sweepPresence({ database, now }: Services): Promise<void> {
  const hour = Math.floor(now() / 3_600_000) - keptHours;
  if (await hasOldPresence(database.read, hour)) await database.write((db) => forgetPresence(db, hour));
}
