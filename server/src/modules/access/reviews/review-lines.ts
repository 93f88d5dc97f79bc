import { mostReviewed, type reviews } from '@dossier/contract/access/reviews';
import { codes } from '@dossier/contract/core/codes';
import { type GranteeType, right } from '@dossier/contract/core/rights';
import type { ParsedOf } from '@dossier/contract/core/route';
import type { Context } from '../../../platform/context.ts';
import { newId } from '../../../platform/ids.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { principalNames } from '../../identity/principals.ts';
import { personNames } from '../../identity/users.ts';
import { aclRootsOf, rootsWithoutInheritance } from '../acl-roots.ts';
import { accessOf } from '../effective-rights.ts';
import { reviewOpened } from '../events.ts';
import { type GrantRecord, grantRecords } from '../grants.ts';
import { type ItemRow, itemsByIds } from '../items.queries.ts';
import { requireContainer } from '../require-items.ts';
import { aclsBelow } from '../subtrees.queries.ts';
import { sortByTree } from '../visible-items.ts';
import { insertLines, insertReview, linesOf, openReviewOf, reviewById } from './reviews.queries.ts';

/** A review covers at most so many items with own rights. */
const placeLimit = 5000;

/** The present state of a review: grants by item, as far as the caller manages those items. */
export interface ReviewedGrants {
  grants: Map<number, GrantRecord>;
  /** Grants on every item inside, whoever manages it: to see what changed or is gone, not to show. */
  currentGrants: Map<number, GrantRecord>;
  places: Map<number, ItemRow>;
  /** Items whose inheritance is cancelled. */
  alone: Set<number>;
  /** The number of further items with own rights that the caller does not manage. */
  hidden: number;
}

/** A grant as one string: a decision names the state that was seen. */
export const grantFingerprint = ({ grant, givenAt }: GrantRecord): string =>
  [grant.level, grant.handOn ?? '', grant.reach, grant.deadline ?? '', givenAt].join(' ');

/** Every unexpired grant on an item and below it. */
export async function grantsUnderReview(ctx: Context, top: ItemRow): Promise<ReviewedGrants> {
  const roots = await aclRootsOf(ctx.db, await aclsBelow(ctx.db, top.id));
  if (roots.length > placeLimit) throw new Refusal(codes.tooManyItems);
  const inside = await sortByTree(ctx, roots, { area: undefined, within: top.id });
  const rows = await itemsByIds(ctx.db, { ids: JSON.stringify(inside) });
  const access = await accessOf(ctx);
  const managed = rows.filter((row) => (access.bits(row.acl_id) & right.manage) !== 0);
  const ids = new Set(managed.map((row) => row.id));
  const given = await grantRecords(ctx, inside);
  const unexpired = given.filter(({ grant }) => grant.deadline === null || grant.deadline > ctx.now);
  const theirs = unexpired.filter(({ grant }) => ids.has(grant.rootId));
  if (theirs.length > mostReviewed) throw new Refusal(codes.tooManyItems);
  const order = new Map(inside.map((id, n) => [id, n]));
  const sorted = theirs.toSorted((a, b) => (order.get(a.grant.rootId) ?? 0) - (order.get(b.grant.rootId) ?? 0));
  return {
    grants: new Map(sorted.map((entry) => [entry.grant.id, entry])),
    currentGrants: new Map(unexpired.map((entry) => [entry.grant.id, entry])),
    places: new Map(managed.map((row) => [row.id, row])),
    alone: await rootsWithoutInheritance(ctx.db, [...ids]),
    hidden: rows.length - managed.length,
  };
}

type ReviewRow = NonNullable<Awaited<ReturnType<typeof reviewById>>>;

/** A review with its item, for managers of that; hidden reviews are refused like missing ones. */
export async function requireReview(ctx: Context, id: string): Promise<{ review: ReviewRow; item: ItemRow }> {
  const review = await reviewById(ctx.db, Number(id));
  if (review === undefined || review.organisation_id !== ctx.user.organisationId) throw new Refusal(codes.reviewMissing);
  const { item, bits } = await requireContainer(ctx, right.visible, review.item_id).catch((error: unknown) => {
    throw error instanceof Refusal ? new Refusal(codes.reviewMissing) : error;
  });
  if ((bits & right.manage) === 0) throw new Refusal(codes.noRightToManage);
  return { review, item };
}

/** A review that is still open. */
export async function requireOpenReview(ctx: Context, id: string): Promise<{ review: ReviewRow; item: ItemRow }> {
  const found = await requireReview(ctx, id);
  if (found.review.closed_at !== 0) throw new Refusal(codes.changedMeanwhile);
  return found;
}

/** Opens a review of an item, or continues the open one; grants given since are added. */
export async function openReview(ctx: Context, input: ParsedOf<typeof reviews.open>): Promise<{ id: string }> {
  const { item } = await requireContainer(ctx, right.visible | right.manage, input.objId);
  const known = await openReviewOf(ctx.db, item.id);
  const id = known?.id ?? newId();
  if (known === undefined) {
    const facts = { item_id: item.id, organisation_id: item.organisation_id, opener_id: ctx.user.id, opened_at: ctx.now };
    await insertReview(ctx.db, { id, ...facts });
    await ctx.emit(reviewOpened, { objId: item.id, objName: item.name });
  }
  await addLines(ctx, id, await grantsUnderReview(ctx, item));
  return { id: String(id) };
}

/** Adds a line for each grant that has none in a review yet; answers how many. */
export async function addLines(ctx: Context, reviewId: number, { grants, places, alone }: ReviewedGrants): Promise<number> {
  const lined = new Set((await linesOf(ctx.db, reviewId)).map((line) => line.grant_id));
  const fresh = [...grants.values()].filter(({ grant }) => !lined.has(grant.id));
  const giverOf = await personNames(
    ctx,
    fresh.map((entry) => entry.giverId),
  );
  const nameOf = await principalNames(
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
    principal_type: grant.granteeType,
    principal_id: grant.granteeId,
    principal_name: nameOf(grant.granteeType as GranteeType, grant.granteeId),
    level: grant.level,
    grantable_permissions: grant.handOn,
    inheritance_scope: grant.reach,
    deadline: grant.deadline,
    giver_name: giverOf(giverId),
    given_at: givenAt,
  }));
  await insertLines(ctx.db, rows);
  return rows.length;
}
