import type { Context, Services } from '../../platform/context.ts';
import type { Db } from '../../platform/db/database.ts';
import { accessOf } from '../access/effective-rights.ts';
import type { AuthorisedItem } from '../access/require-items.ts';
import { epochDay } from './subscribers.ts';
import { deleteOpenedBy, forgetPresence, hasOldPresence, openedBy, openedByOthers, useOfOwned, usedSince } from './usage/usage.queries.ts';

/** The last documents that the caller opened and still sees, with the time. */
export async function recentlyOpened(ctx: Context, limit: number): Promise<(AuthorisedItem & { at: number })[]> {
  const access = await accessOf(ctx);
  const rows = await openedBy(ctx.db, ctx.user.id, { organisationId: ctx.user.organisationId, acls: access.visible, limit });
  return rows.map((item) => ({ item, bits: access.bits(item.acl_id), at: item.opened_at }));
}

/** The last month, in days. */
const days = 30;

/** Documents that the caller sees, by openings or downloads in the last month. */
export async function mostUsed(ctx: Context, by: 'views' | 'downloads', limit: number): Promise<(AuthorisedItem & { count: number })[]> {
  const access = await accessOf(ctx);
  const query = { by, organisationId: ctx.user.organisationId, acls: access.visible, limit };
  const rows = await usedSince(ctx.services.database.long, epochDay(ctx.now) - days + 1, query);
  return rows.map((item) => ({ item, bits: access.bits(item.acl_id), count: item.n }));
}

/** With fewer openers the result would disclose a single user's activity. */
const minOthers = 2;

/**
 * Documents that colleagues opened in the last month and that the caller sees but has not opened; `others` may include the caller. Empty
 * with too few colleagues.
 */
export async function openedByColleagues(ctx: Context, others: readonly number[], limit: number): Promise<AuthorisedItem[]> {
  if (others.filter((id) => id !== ctx.user.id).length < minOthers) return [];
  const access = await accessOf(ctx);
  const among = { personId: ctx.user.id, others, since: ctx.now - days * 24 * 3600_000 };
  const seen = { organisationId: ctx.user.organisationId, acls: access.visible, limit };
  const rows = await openedByOthers(ctx.services.database.long, among, seen);
  return rows.map((item) => ({ item, bits: access.bits(item.acl_id) }));
}

/** Openings and downloads of the caller's own documents in the last month, and their number: those that they still see. */
export async function usageOfOwned(ctx: Context): Promise<{ views: number; downloads: number; documents: number }> {
  const { visible: acls } = await accessOf(ctx);
  const { id: ownerId, organisationId } = ctx.user;
  return useOfOwned(ctx.services.database.long, epochDay(ctx.now) - days + 1, { ownerId, organisationId, acls });
}

/** Deletes the opened documents of a removed user; the log keeps its lines with the name. */
export const forgetUsageOfUser = async (db: Db, personId: number): Promise<void> => void (await deleteOpenedBy(db, personId));

/** Reports reach back a year, with a margin for the year before today. */
const keptHours = 400 * 24;

/** Deletes presence that is too old for any report. */
export async function sweepPresence({ database, now }: Services): Promise<void> {
  const hour = Math.floor(now() / 3_600_000) - keptHours;
  if (await hasOldPresence(database.read, hour)) await database.write((db) => forgetPresence(db, hour));
}
