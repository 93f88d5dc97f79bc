import type { ReviewMonths, reviews } from '@dossier/contract/access/reviews';
import { codes } from '@dossier/contract/core/codes';
import { type GranteeType, objType, right } from '@dossier/contract/core/rights';
import type { OutputOf, ParsedOf } from '@dossier/contract/core/route';
import type { Context } from '../../../platform/context.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { findPrincipal } from '../../identity/principals.ts';
import { findPerson } from '../../identity/users.ts';
import { reviewClosed, reviewPlanned } from '../events.ts';
import { grantOn, revokeGrants } from '../grant-rights.ts';
import { emitGranted, replacedGrant } from '../grants.ts';
import { reloadItem } from '../grants/change-grants.ts';
import type { ItemRow } from '../items.queries.ts';
import { requireItem } from '../require-items.ts';
import { type LineRow, closeReviewRow, lastClosed, linesOf, planOf, savePlan, setResults, updateLine } from './reviews.queries.ts';
import { addLines, grantFingerprint, grantsUnderReview, lineFingerprint, requireOpenReview, type ReviewedGrants } from './reviews.ts';

type Decision = ParsedOf<typeof reviews.decide>['lines'][number];

/** Confirms grants, revokes them, or undoes either; only lines that are unchanged since they were shown. */
export async function decideReview(ctx: Context, input: ParsedOf<typeof reviews.decide>) {
  const { review, item } = await requireOpenReview(ctx, input.id);
  const lines = new Map((await linesOf(ctx.db, review.id)).map((line) => [line.id, line]));
  const reviewed = await grantsUnderReview(ctx, item);
  for (const decision of input.lines) {
    const line = lines.get(Number(decision.id));
    const root = line === undefined ? undefined : reviewed.places.get(line.root_id);
    if (line === undefined || root === undefined) throw new Refusal(codes.grantMissing);
    await decide(ctx, line, { decision, place: root, reviewed });
  }
  return {};
}

async function decide(
  ctx: Context,
  line: LineRow,
  { decision, place: root, reviewed }: { decision: Decision; place: ItemRow; reviewed: ReviewedGrants },
): Promise<void> {
  const { result, note = line.note } = decision;
  const decided = result === 'open' ? { decider_id: 0, decided_at: 0 } : { decider_id: ctx.user.id, decided_at: ctx.now };
  const all = { result, note, ...decided };
  if (line.result === 'taken') {
    if (result === 'taken') return void (await updateLine(ctx.db, line.id, { note }));
    return void (await updateLine(ctx.db, line.id, { ...all, ...(await giveBack(ctx, line, root)) }));
  }
  const present = reviewed.grants.get(line.grant_id);
  if (present === undefined || (result !== 'open' && decision.seen !== grantFingerprint(present)))
    throw new Refusal(codes.changedMeanwhile);
  if (result === 'taken') await revokeGrants(ctx, await reloadItem(ctx, root), [present.grant]);
  const { grant, giverId, givenAt } = present;
  const giver = (await findPerson(ctx.db, giverId))?.full_name ?? line.giver_name;
  const terms = { level: grant.level, grantable_permissions: grant.handOn, inheritance_scope: grant.reach, deadline: grant.deadline };
  // from now on the line shows the state that was decided about
  const facts = result === 'open' ? {} : { ...terms, giver_name: giver, given_at: givenAt };
  await updateLine(ctx.db, line.id, { ...all, ...facts });
}

/** Gives a revoked grant again, in the caller's name; 1008 where the same principal was given another one since, which it would replace. */
async function giveBack(ctx: Context, line: LineRow, root: ItemRow) {
  if (line.deadline !== null && line.deadline <= ctx.now) throw new Refusal(codes.deadlinePassed);
  const grantee = await findPrincipal(ctx, line.principal_type as GranteeType, line.principal_id);
  if (grantee === undefined) throw new Refusal(codes.granteeMissing);
  const {
    level,
    inheritance_scope: reach,
    deadline,
    grantable_permissions: handOn,
    principal_type: granteeType,
    principal_id: granteeId,
  } = line;
  const terms = { level, reach, deadline, handOn, granteeType, granteeId };
  const since = await replacedGrant(ctx, root, terms);
  if (since !== undefined && (since.deadline === null || since.deadline > ctx.now)) throw new Refusal(codes.changedMeanwhile);
  const id = await grantOn(ctx, await reloadItem(ctx, root), terms);
  await emitGranted(ctx, root, { ...terms, name: grantee.name });
  return { grant_id: id, giver_name: ctx.user.fullName, given_at: ctx.now };
}

const defaultMonths: ReviewMonths = 12;

/** Brings the lines up to date: new grants are added, confirmed ones that changed are open again, revoked ones are gone. */
async function refreshLines(ctx: Context, reviewId: number, reviewed: ReviewedGrants): Promise<LineRow[]> {
  await addLines(ctx, reviewId, reviewed);
  const lines = await linesOf(ctx.db, reviewId);
  const isGone = (line: LineRow): boolean => !reviewed.currentGrants.has(line.grant_id);
  const changed = lines.filter((line) => {
    const present = reviewed.currentGrants.get(line.grant_id);
    return line.result === 'confirmed' && present !== undefined && grantFingerprint(present) !== lineFingerprint(line);
  });
  const gone = lines.filter((line) => line.result !== 'taken' && line.result !== 'gone' && isGone(line));
  const back = lines.filter((line) => line.result === 'gone' && !isGone(line));
  await setResults(
    ctx.db,
    [...changed, ...back].map((line) => line.id),
    'open',
  );
  await setResults(
    ctx.db,
    gone.map((line) => line.id),
    'gone',
  );
  return linesOf(ctx.db, reviewId);
}

/** Closes a review whose lines are all decided. The next one of a cabinet is due by its plan, or after a year without one. */
export async function closeReview(ctx: Context, input: ParsedOf<typeof reviews.close>): Promise<OutputOf<typeof reviews.close>> {
  const { review, item } = await requireOpenReview(ctx, input.id);
  const lines = await refreshLines(ctx, review.id, await grantsUnderReview(ctx, item));
  const count = (result: string): number => lines.filter((line) => line.result === result).length;
  if (count('open') > 0) return { closed: false, open: count('open') };
  const counts = { confirmed: count('confirmed'), taken: count('taken'), gone: count('gone') };
  await closeReviewRow(ctx.db, review.id, { closer_id: ctx.user.id, closed_at: ctx.now, notes: input.notes, ...counts });
  if (item.kind === objType.cabinet) await scheduleNext(ctx, item, (await planOf(ctx.db, item.id))?.months ?? defaultMonths);
  await ctx.emit(reviewClosed, { objId: item.id, objName: item.name, after: counts });
  return { closed: true, open: 0 };
}

/** Sets the interval of reviews of a cabinet in months, counted from the last review. */
export async function planReviews(ctx: Context, input: ParsedOf<typeof reviews.plan>) {
  const { item } = await requireItem(ctx, right.visible | right.manage, input.objId);
  if (item.kind !== objType.cabinet) throw new Refusal(codes.cabinetMissing);
  await scheduleNext(ctx, item, input.months);
  await ctx.emit(reviewPlanned, { objId: item.id, objName: item.name, after: { months: input.months } });
  return {};
}

async function scheduleNext(ctx: Context, item: ItemRow, months: number): Promise<void> {
  const from = new Date((await lastClosed(ctx.db, item.id)) || ctx.now);
  const next = new Date(from);
  next.setUTCMonth(from.getUTCMonth() + months);
  // the 31st of a month with 30 days is its last day
  if (next.getUTCDate() !== from.getUTCDate()) next.setUTCDate(0);
  await savePlan(ctx.db, { item_id: item.id, organisation_id: item.organisation_id, months, next_at: months === 0 ? 0 : next.getTime() });
}
