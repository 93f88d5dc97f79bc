import type { Context, Services, ShareContext } from '../../platform/context.ts';
import type { Db } from '../../platform/db/database.ts';
import { type Subscriber, subscribe } from '../../platform/events/outbox.ts';
import { documentMoved } from '../documents/events.ts';
import { deleteOldAttempts } from '../identity/attempts.queries.ts';
import { shareClosed } from './events.ts';
import { requireOwnShare } from './links/share.ts';
import { closeAllSharesOf, deleteItemsFromShares, deleteShare, sharedAmong } from './links/shares.queries.ts';
import { deleteRecipientsOf } from './recipients/recipients.queries.ts';
import { deleteExpired, deleteSession, deleteSessionsOfShare, deleteUploads } from './share-sessions/share-sessions.queries.ts';
import { requireLink } from './share-sessions/shared-items.ts';
import { uploadArrivedSubscriber } from './subscribers.ts';
import type { ItemFacts } from '../documents/item-facts.ts';

/** Tells every list which of its items the caller shares by a link that stands. */
export const sharedItemFacts: ItemFacts = async (ctx, ids) => {
  if (ctx.user.viewer !== undefined || ctx.shareSession !== undefined) return new Map();
  const rows = await sharedAmong(ctx.db, { person: ctx.user.id, ids: JSON.stringify(ids), now: ctx.now });
  // the answer may be given again, but not beyond the minute in which a share may end
  if (rows.length > 0) ctx.memo.until = Math.min(ctx.memo.until, ctx.now + 60_000);
  return new Map(rows.map((row) => [row.item_id, { shared: true }]));
};

/** Lets go of what was shared and is removed for good. */
export const removeItemsFromShares = async (ctx: Pick<Context, 'db'>, itemIds: number[]): Promise<void> =>
  void (await deleteItemsFromShares(ctx.db, itemIds));

/** Closes the shares of somebody who is removed. */
export const closeSharesOfUser = async (db: Db, { personId, now }: { personId: number; now: number }): Promise<void> =>
  void (await closeAllSharesOf(db, personId, now));

/** Removes a share with whom it was for; its visits have gone before. */
async function deleteShareAndRecipients(db: Db, shareId: number): Promise<void> {
  await deleteRecipientsOf(db, shareId);
  await deleteShare(db, shareId);
}

/** Removes a share of the caller's own, with all that is known of who came. */
export async function removeShare(ctx: Context, { id }: { id: string }) {
  const share = await requireOwnShare(ctx, id);
  await deleteSessionsOfShare(ctx.db, share.id);
  await deleteShareAndRecipients(ctx.db, share.id);
  await ctx.emit(shareClosed, { objId: share.id, objName: share.name, after: { removed: true } });
  return {};
}

/** Ends a visit. */
export async function endShareSession(ctx: ShareContext, { token }: { token: string }) {
  await requireLink(ctx, token);
  await deleteSession(ctx.db, ctx.shareSession.id);
  return {};
}

/** Clears away visits and codes that are over, and what was counted at the doors. */
export const sweepShareSessions = async (services: Services): Promise<void> =>
  services.database.write(async (db) => {
    await deleteExpired(db, services.now());
    await deleteOldAttempts(db, services.now());
  });

/** Lets go of what visitors put somewhere and is removed for good. */
export const forgetVisitorUploads = async (ctx: Pick<Context, 'db'>, itemIds: number[]): Promise<void> =>
  void (await deleteUploads(ctx.db, itemIds));

export const shareSessionSubscribers: Subscriber[] = [
  uploadArrivedSubscriber,
  subscribe(documentMoved, {
    name: 'visits.moved',
    // what somebody took out of the place where a visitor put it is theirs from now on, and no longer kept from other visitors
    batch: async (db, happenings) =>
      void (await deleteUploads(
        db,
        happenings.map(({ data }) => data.objId),
      )),
  }),
];
