import type { Ctx, ItemFacts } from '../../ground/ctx.ts';
import type { Db } from '../../ground/db/database.ts';
import { closeSharesOf, forgetItems, sharedAmong } from './queries.ts';

/** Tells every list which of its items the caller shares by a link that stands. */
export const shareFacts: ItemFacts = async (ctx, ids) => {
  if (ctx.user.viewer !== undefined || ctx.visit !== undefined) return new Map();
  const rows = await sharedAmong(ctx.db, { person: ctx.user.id, ids: JSON.stringify(ids), now: ctx.now });
  // the answer may be given again, but not beyond the minute in which a share may end
  if (rows.length > 0) ctx.holds.until = Math.min(ctx.holds.until, ctx.now + 60_000);
  return new Map(rows.map((row) => [row.item_id, { shared: true }]));
};

/** Lets go of what was shared and is removed for good. */
export const releaseShares = async (ctx: Pick<Ctx, 'db'>, itemIds: number[]): Promise<void> => void (await forgetItems(ctx.db, itemIds));

/** Closes the shares of somebody who is removed. */
export const closeSharesOfPerson = async (db: Db, { personId, now }: { personId: number; now: number }): Promise<void> =>
  void (await closeSharesOf(db, personId, now));
