import type { Ctx, House } from '../../ground/ctx.ts';
import type { Listener } from '../../ground/outbox.ts';
import { deleteOldTries } from '../guard/tries.ts';
import { needOwnShare } from '../shares/need-share.ts';
import { forgetShare } from '../shares/forget-share.ts';
import { endVisit, deleteOfShare, deleteOver, forgetUploads } from './queries.ts';
import { needLink } from './link-items.ts';
import { tellArrivals } from './tell-arrivals.ts';
import type { VisitCtx } from '../../ground/ctx.ts';

/** Removes a share of the caller's own, with all that is known of who came. */
export async function removeShare(ctx: Ctx, { id }: { id: string }) {
  const share = await needOwnShare(ctx, id);
  await deleteOfShare(ctx.db, share.id);
  await forgetShare(ctx.db, share.id);
  await ctx.say('share.closed', { objId: share.id, objName: share.name, after: { removed: true } });
  return {};
}

/** Ends a visit. */
export async function leaveLink(ctx: VisitCtx, { token }: { token: string }) {
  await needLink(ctx, token);
  await endVisit(ctx.db, ctx.visit.id);
  return {};
}

/** Clears away visits and codes that are over, and what was counted at the doors. */
export const sweepVisits = async (house: House): Promise<void> =>
  house.database.write(async (db) => {
    await deleteOver(db, house.now());
    await deleteOldTries(db, house.now());
  });

/** Lets go of what visitors put somewhere and is removed for good. */
export const releaseUploads = async (ctx: Pick<Ctx, 'db'>, itemIds: number[]): Promise<void> => void (await forgetUploads(ctx.db, itemIds));

export const visitListeners: Listener[] = [
  tellArrivals,
  {
    name: 'visits.moved',
    events: ['document.moved'],
    // what somebody took out of the place where a visitor put it is theirs from now on, and no longer kept from other visitors
    batch: async (db, happenings) =>
      void (await forgetUploads(
        db,
        happenings.map(({ data }) => Number(data['objId'])),
      )),
  },
];
