import type { Context, Services, ShareContext } from '../../platform/context.ts';
import type { Db } from '../../platform/db/database.ts';
import { type Subscriber, subscribe } from '../../platform/events/outbox.ts';
import { forgetCommentsOfLink } from '../comments/item-comments.ts';
import { documentMoved } from '../documents/events.ts';
import type { ItemFacts } from '../documents/show-items.ts';
import { deleteOldAttempts } from '../identity/attempts.queries.ts';
import { shareTermsChanged } from '../identity/events.ts';
import { shareClosed } from './events.ts';
import { requireOwnShare } from './links/share.ts';
import { closeAllSharesOf, deleteItemsFromShares, deleteRecipientsOf, deleteShare, sharedAmong } from './links/shares.queries.ts';
import {
  deleteExpired,
  deleteSession,
  deleteSessionsOfShare,
  deleteUploads,
  moveUploads,
} from './share-sessions/share-sessions.queries.ts';
import { requireLink } from './share-sessions/shared-items.ts';
import { uploadArrivedSubscriber } from './subscribers.ts';

/** Adds to every list which of its items the caller shares with an open link. */
export const sharedItemFacts: ItemFacts = async (ctx, ids) => {
  if (ctx.user.viewer !== undefined || ctx.shareSession !== undefined) return new Map();
  const rows = await sharedAmong(ctx.db, { person: ctx.user.id, ids: JSON.stringify(ids), now: ctx.now });
  // cached for a minute at most, since a share may end
  if (rows.length > 0) ctx.memo.until = Math.min(ctx.memo.until, ctx.now + 60_000);
  return new Map(rows.map((row) => [row.item_id, { shared: true }]));
};

/** Removes purged items from shares. */
export const removeItemsFromShares = async (ctx: Pick<Context, 'db'>, itemIds: number[]): Promise<void> =>
  void (await deleteItemsFromShares(ctx.db, itemIds));

/** Closes the shares of a user who is removed. */
export const closeSharesOfUser = async (db: Db, { personId, now }: { personId: number; now: number }): Promise<void> =>
  void (await closeAllSharesOf(db, personId, now));

/** Deletes a share and its recipients; its share sessions are deleted before. */
async function deleteShareAndRecipients(db: Db, shareId: number): Promise<void> {
  await deleteRecipientsOf(db, shareId);
  await deleteShare(db, shareId);
}

/** Removes a share of the caller, with all data of its visitors. */
export async function removeShare(ctx: Context, { id }: { id: string }) {
  const share = await requireOwnShare(ctx, id);
  await deleteSessionsOfShare(ctx.db, share.id);
  await deleteShareAndRecipients(ctx.db, share.id);
  await forgetCommentsOfLink(ctx.db, share.id);
  await ctx.emit(shareClosed, { objId: share.id, objName: share.name, after: { removed: true } });
  await ctx.emit(shareTermsChanged, { shareId: share.id });
  return {};
}

/** Ends a share session. */
export async function endShareSession(ctx: ShareContext, { token }: { token: string }) {
  await requireLink(ctx, token);
  await deleteSession(ctx.db, ctx.shareSession.id);
  await ctx.emit(shareTermsChanged, { shareId: ctx.shareSession.shareId });
  return {};
}

/** Deletes expired share sessions and codes, and expired attempt counters. */
export const sweepShareSessions = async (services: Services): Promise<void> =>
  services.database.write(async (db) => {
    await deleteExpired(db, services.now());
    await deleteOldAttempts(db, services.now());
  });

/** Deletes the upload rows of purged documents. */
export const forgetVisitorUploads = async (ctx: Pick<Context, 'db'>, itemIds: number[]): Promise<void> =>
  void (await deleteUploads(ctx.db, itemIds));

export const shareSessionSubscribers: Subscriber[] = [
  uploadArrivedSubscriber,
  subscribe(documentMoved, {
    name: 'visits.moved',
    // an upload moved out of its folder belongs to staff from then on, and is no longer hidden from other visitors
    batch: (db, delivered) =>
      moveUploads(
        db,
        delivered.map(({ data }) => data.objId),
      ),
  }),
];
