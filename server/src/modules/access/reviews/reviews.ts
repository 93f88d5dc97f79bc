import { mostReviewed, type ReviewLine, type ReviewResult, type reviews } from '@dossier/contract/access/reviews';
import { codes } from '@dossier/contract/core/codes';
import { type GranteeType, objType, reaches, right } from '@dossier/contract/core/rights';
import type { OutputOf, ParsedOf } from '@dossier/contract/core/route';
import type { Context } from '../../../platform/context.ts';
import { newId } from '../../../platform/ids.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { isoTime } from '../../../platform/text/iso-time.ts';
import { principalNames } from '../../identity/principals.ts';
import { requirePermission } from '../../identity/require-permission.ts';
import { personNames } from '../../identity/users.ts';
import { aclRootsOf, ownerOfAclRoot, rootsWithoutInheritance } from '../acl-roots.ts';
import { accessOf } from '../effective-rights.ts';
import { reviewOpened } from '../events.ts';
import { type GrantRecord, grantRecords } from '../grants.ts';
import { aclsBelow, type ItemRow, itemsByIds } from '../items.queries.ts';
import { requireContainer } from '../require-items.ts';
import { sortByTree, visiblePaths } from '../visible-items.ts';
import {
  countStates,
  insertLines,
  insertReview,
  lastReviews,
  type LineRow,
  linesOf,
  openReviewOf,
  pageOfReviews,
  pageOfStates,
  planOf,
  reviewById,
} from './reviews.queries.ts';

/** A review covers at most so many items with own rights. */
const placeLimit = 5000;

/** The present state of a review: grants by item, as far as the caller manages those items. */
export interface ReviewedGrants {
  grants: Map<number, GrantRecord>;
  /** Grants on all items inside, also on those that the reviewer does not manage: they show which grants changed or are gone, and are not listed. */
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
async function requireReview(ctx: Context, id: string): Promise<{ review: ReviewRow; item: ItemRow }> {
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

interface ShownTerms {
  level: number;
  handOn: number | null;
  reach: number;
  deadline: number | null;
  giver: string;
  givenAt: number;
}

const shownTerms = ({ level, handOn, reach, deadline, giver, givenAt }: ShownTerms) => ({
  level,
  handOn: handOn ?? undefined,
  reach: reaches[reach] ?? 'all',
  deadline: deadline === null ? undefined : isoTime(deadline),
  givenBy: giver,
  givenAt: isoTime(givenAt),
});

/** A line in the format of `grantFingerprint`, as it was when decided. */
export const lineFingerprint = (line: LineRow): string =>
  [line.level, line.grantable_permissions ?? '', line.inheritance_scope, line.deadline ?? '', line.given_at].join(' ');

/** A review line by line, each beside the grant as it is now. */
export async function showReview(ctx: Context, input: ParsedOf<typeof reviews.sheet>): Promise<OutputOf<typeof reviews.sheet>> {
  const { review, item } = await requireReview(ctx, input.id);
  const reviewed = await grantsUnderReview(ctx, item);
  const all = await linesOf(ctx.db, review.id);
  const existing = new Set(
    (await itemsByIds(ctx.db, { ids: JSON.stringify([...new Set(all.map((line) => line.root_id))]) })).map((row) => row.id),
  );
  // lines of purged items are shown to the user who decided them; what the caller does not manage is only counted
  const ofGone = all.filter((line) => !existing.has(line.root_id));
  const own = new Set(ofGone.filter((line) => line.decider_id === ctx.user.id));
  const lines = all.filter((line) => reviewed.places.has(line.root_id) || own.has(line));
  const ownerId = (await ownerOfAclRoot(ctx.db, item.id)) || item.owner_id;
  const people = [review.opener_id, review.closer_id, ownerId, ...lines.map((line) => line.decider_id)];
  const nameOf = await personNames(ctx, [...people, ...[...reviewed.grants.values()].map((given) => given.giverId)]);
  return {
    ...summary(review, nameOf),
    objId: String(item.id),
    objName: item.name,
    objType: item.kind,
    moduleType: item.area,
    ownerName: nameOf(ownerId),
    notes: review.notes,
    hidden: reviewed.hidden,
    unlisted: ofGone.length - own.size,
    lines: await shownLines(ctx, lines, { reviewed, nameOf, closed: review.closed_at !== 0 }),
  };
}

async function shownLines(
  ctx: Context,
  lines: LineRow[],
  { reviewed, nameOf, closed }: { reviewed: ReviewedGrants; nameOf: (id: number) => string; closed: boolean },
): Promise<ReviewLine[]> {
  const items = [...reviewed.places.values()].map((item) => ({ item, bits: right.manage }));
  const paths = await visiblePaths(ctx, items);
  return lines.map((line) => {
    const root = reviewed.places.get(line.root_id);
    const given = reviewed.grants.get(line.grant_id);
    const changed = given !== undefined && !closed && grantFingerprint(given) !== lineFingerprint(line);
    return {
      id: String(line.id),
      objId: root === undefined ? undefined : String(root.id),
      objName: root?.name ?? line.root_name,
      objType: root?.kind ?? objType.folder,
      ext: root?.kind === objType.document ? root.ext : undefined,
      path: (paths.get(line.root_id) ?? []).join('/'),
      ownList: line.own_list === 1,
      granteeType: line.principal_type as GranteeType,
      granteeName: line.principal_name,
      ...shownTerms({
        ...line,
        reach: line.inheritance_scope,
        handOn: line.grantable_permissions,
        giver: line.giver_name,
        givenAt: line.given_at,
      }),
      result: line.result as ReviewResult,
      now: changed ? shownTerms({ ...given.grant, giver: nameOf(given.giverId), givenAt: given.givenAt }) : undefined,
      seen: given === undefined ? undefined : grantFingerprint(given),
      note: line.note,
      decidedBy: line.decider_id === 0 ? undefined : nameOf(line.decider_id),
      decidedAt: line.decided_at === 0 ? undefined : isoTime(line.decided_at),
    };
  });
}

type ReviewSummaryRow = Awaited<ReturnType<typeof pageOfReviews>>['rows'][number];

const summary = (row: ReviewSummaryRow, nameOf: (id: number) => string) => ({
  id: String(row.id),
  openedAt: isoTime(row.opened_at),
  openedBy: nameOf(row.opener_id),
  closedAt: row.closed_at === 0 ? undefined : isoTime(row.closed_at),
  closedBy: row.closer_id === 0 ? undefined : nameOf(row.closer_id),
  confirmed: row.confirmed,
  taken: row.taken,
  gone: row.gone,
});

/** The reviews of an item, and when the next one is due. */
export async function listReviews(ctx: Context, input: ParsedOf<typeof reviews.history>): Promise<OutputOf<typeof reviews.history>> {
  const { item } = await requireContainer(ctx, right.visible | right.manage, input.objId);
  const { pageNo, pageSize } = input;
  const { rows, total } = await pageOfReviews(ctx.db, item.id, { limit: pageSize, offset: (pageNo - 1) * pageSize });
  const nameOf = await personNames(
    ctx,
    rows.flatMap((row) => [row.opener_id, row.closer_id]),
  );
  const plan = await planOf(ctx.db, item.id);
  const planned = plan !== undefined && plan.months > 0;
  return {
    list: rows.map((row) => summary(row, nameOf)),
    pageNo,
    pageSize,
    totalNumber: total,
    months: plan?.months ?? 0,
    nextAt: planned ? isoTime(plan.next_at) : undefined,
  };
}

/** Cabinets by due date of their review; hidden ones are only counted, for auditors. */
export async function listStates(ctx: Context, input: ParsedOf<typeof reviews.states>): Promise<OutputOf<typeof reviews.states>> {
  const { scope, pageNo, pageSize } = input;
  const { organisationId } = ctx.user;
  if (scope === 'all') await requirePermission(ctx, 'rights.see');
  const access = await accessOf(ctx);
  const acls = scope === 'all' ? access.visible : JSON.stringify(access.idsWith(right.manage));
  const { rows, total } = await pageOfStates(ctx.db, { organisationId, acls }, { limit: pageSize, offset: (pageNo - 1) * pageSize });
  const ids = rows.map((row) => row.id);
  const last = new Map((await lastReviews(ctx.db, ids)).map((row) => [row.item_id, row]));
  const nameOf = await personNames(
    ctx,
    rows.flatMap((row) => [row.owner_id, last.get(row.id)?.closer_id ?? 0]),
  );
  const list = rows.map((row) => {
    const done = last.get(row.id);
    return {
      objId: String(row.id),
      objName: row.name,
      objType: objType.cabinet,
      moduleType: row.area,
      ownerName: nameOf(row.owner_id),
      months: row.months ?? 0,
      nextAt: row.next_at === null ? undefined : isoTime(row.next_at),
      overdue: row.next_at !== null && row.next_at <= ctx.now,
      openId: row.open_id === null ? undefined : String(row.open_id),
      lastAt: done === undefined ? undefined : isoTime(done.closed_at),
      lastBy: done === undefined ? undefined : nameOf(done.closer_id),
      manages: (access.bits(row.acl_id) & right.manage) !== 0,
    };
  });
  const page = { list, pageNo, pageSize, totalNumber: total };
  if (scope !== 'all') return page;
  const every = await countStates(ctx.db, organisationId, { now: ctx.now });
  const seen = await countStates(ctx.db, organisationId, { acls, now: ctx.now });
  return { ...page, hidden: every.all - seen.all, hiddenOverdue: every.overdue - seen.overdue };
}
