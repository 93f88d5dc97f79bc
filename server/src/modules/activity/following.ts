import { maxFollowed, type FollowedItem, type following } from '@dossier/contract/activity/following';
import { codes } from '@dossier/contract/core/codes';
import { right } from '@dossier/contract/core/rights';
import type { ParsedOf } from '@dossier/contract/core/route';
import type { Paged } from '@dossier/contract/core/shapes';
import type { Context } from '../../platform/context.ts';
import type { Db } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/refusal.ts';
import { isoTime } from '../../platform/text/iso-time.ts';
import { accessOf } from '../access/effective-rights.ts';
import { refuseAttachments, requireItems } from '../access/require-items.ts';
import { type ItemFacts, showItems } from '../documents/show-items.ts';
import {
  countFollowed,
  deleteFollows,
  deleteFollowsOfItems,
  deleteFollowsOfPerson,
  followedAmong,
  insertFollows,
  pageOfFollowed,
} from './following/following.queries.ts';

const needed = right.visible | right.read;

/** Has the caller follow items that they may read. */
export async function followItems(ctx: Context, { objIds }: ParsedOf<typeof following.follow>) {
  const authorised = await requireItems(ctx, needed, [...new Set(objIds)]);
  refuseAttachments(authorised);
  const rows = authorised.map(({ item }, place) => ({ person_id: ctx.user.id, item_id: item.id, created_at: ctx.now + place }));
  // counted after the rows are written: of two calls at once the transaction of one is undone
  if (rows.length > maxFollowed || !(await insertFollows(ctx.db, rows, maxFollowed))) throw new Refusal(codes.tooManyItems);
  return {};
}

/** Ends following items; what is not followed is ignored. */
export async function unfollowItems(ctx: Context, { objIds }: ParsedOf<typeof following.unfollow>) {
  await deleteFollows(ctx.db, ctx.user.id, objIds.map(Number));
  return {};
}

/** The items that the caller follows, as far as they may still read them. */
export async function listFollowed(ctx: Context, { pageNo, pageSize }: ParsedOf<typeof following.list>): Promise<Paged<FollowedItem>> {
  const access = await accessOf(ctx);
  const readable = access.idsWith(right.visible).filter((id) => (access.bits(id) & needed) === needed);
  const scope = { personId: ctx.user.id, organisationId: ctx.user.organisationId, acls: JSON.stringify(readable) };
  const rows = await pageOfFollowed(ctx.db, scope, { limit: pageSize, offset: (pageNo - 1) * pageSize });
  const shown = await showItems(
    ctx,
    rows.map((item) => ({ item, bits: access.bits(item.acl_id) })),
  );
  return {
    list: shown.map((item, place) => ({ ...item, followTime: isoTime(rows[place]?.followed_at ?? 0) })),
    pageNo,
    pageSize,
    totalNumber: await countFollowed(ctx.db, scope),
  };
}

/** Adds to every list which of its items the caller follows; nobody else learns of it. */
export const followFacts: ItemFacts = async (ctx, ids) => {
  if (ctx.user.viewer !== undefined || ctx.shareSession !== undefined) return new Map();
  const rows = await followedAmong(ctx.db, { person: ctx.user.id, ids: JSON.stringify(ids) });
  return new Map(rows.map((row) => [row.item_id, { followed: true }]));
};

/** Nobody follows items that are purged. */
export const releaseFollows = async ({ db }: Pick<Context, 'db'>, itemIds: number[]): Promise<void> =>
  void (await deleteFollowsOfItems(db, itemIds));

/** Deletes what a user follows who is removed. */
export const forgetFollowsOf = async (db: Db, personId: number): Promise<void> => void (await deleteFollowsOfPerson(db, personId));
