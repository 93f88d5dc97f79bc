import { codes } from '@dossier/contract/codes';
import type { reviews } from '@dossier/contract/reviews';
import { type GranteeType, right } from '@dossier/contract/rights';
import type { ParsedOf } from '@dossier/contract/route';
import type { Ctx } from '../../ground/ctx.ts';
import { newId } from '../../ground/ids.ts';
import { Refusal } from '../../ground/refusal.ts';
import { granteeNames } from '../grantees/grantees.ts';
import { personNames } from '../people/person-names.ts';
import type { ItemRow } from './item-queries.ts';
import { needPlace } from './need-items.ts';
import { insertLines, insertReview, linesOf, openReviewOf, reviewById } from './review-queries.ts';
import { type Reviewed, reviewedIn } from './review-grants.ts';

type ReviewRow = NonNullable<Awaited<ReturnType<typeof reviewById>>>;

/** A review with its place, for who manages that; hidden ones are as missing as those that never were. */
export async function needReview(ctx: Ctx, id: string): Promise<{ review: ReviewRow; item: ItemRow }> {
  const review = await reviewById(ctx.db, Number(id));
  if (review === undefined || review.organisation_id !== ctx.user.organisationId) throw new Refusal(codes.reviewMissing);
  const { item, bits } = await needPlace(ctx, right.visible, review.item_id).catch((error: unknown) => {
    throw error instanceof Refusal ? new Refusal(codes.reviewMissing) : error;
  });
  if ((bits & right.manage) === 0) throw new Refusal(codes.noRightToManage);
  return { review, item };
}

/** One that is still open. */
export async function needOpenReview(ctx: Ctx, id: string): Promise<{ review: ReviewRow; item: ItemRow }> {
  const found = await needReview(ctx, id);
  if (found.review.closed_at !== 0) throw new Refusal(codes.changedMeanwhile);
  return found;
}

/** Opens a review of a place, or takes up the one that is open; what was given since joins it. */
export async function openReview(ctx: Ctx, input: ParsedOf<typeof reviews.open>): Promise<{ id: string }> {
  const { item } = await needPlace(ctx, right.visible | right.manage, input.objId);
  const known = await openReviewOf(ctx.db, item.id);
  const id = known?.id ?? newId();
  if (known === undefined) {
    const facts = { item_id: item.id, organisation_id: item.organisation_id, opener_id: ctx.user.id, opened_at: ctx.now };
    await insertReview(ctx.db, { id, ...facts });
    await ctx.say('review.opened', { objId: item.id, objName: item.name });
  }
  await addLines(ctx, id, await reviewedIn(ctx, item));
  return { id: String(id) };
}

/** Adds a line for each right that has none in a review yet; answers how many. */
export async function addLines(ctx: Ctx, reviewId: number, { grants, places, alone }: Reviewed): Promise<number> {
  const lined = new Set((await linesOf(ctx.db, reviewId)).map((line) => line.grant_id));
  const fresh = [...grants.values()].filter(({ grant }) => !lined.has(grant.id));
  const giverOf = await personNames(
    ctx,
    fresh.map((one) => one.giverId),
  );
  const nameOf = await granteeNames(
    ctx,
    fresh.map(({ grant }) => ({ type: grant.granteeType as GranteeType, id: grant.granteeId })),
  );
  const rows = fresh.map(({ grant, giverId, givenAt }) => ({
    id: newId(),
    review_id: reviewId,
    grant_id: grant.id,
    root_id: grant.rootId,
    root_name: places.get(grant.rootId)?.name ?? '',
    own_list: alone.has(grant.rootId) ? 1 : 0,
    grantee_type: grant.granteeType,
    grantee_id: grant.granteeId,
    grantee_name: nameOf(grant.granteeType as GranteeType, grant.granteeId),
    level: grant.level,
    hand_on: grant.handOn,
    reach: grant.reach,
    deadline: grant.deadline,
    giver_name: giverOf(giverId),
    given_at: givenAt,
  }));
  await insertLines(ctx.db, rows);
  return rows.length;
}
