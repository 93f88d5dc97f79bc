import { codes } from '@dossier/contract/codes';
import { type ReviewMonths, type reviews } from '@dossier/contract/reviews';
import { objType, right } from '@dossier/contract/rights';
import type { OutputOf, ParsedOf } from '@dossier/contract/route';
import type { Ctx } from '../../ground/ctx.ts';
import { Refusal } from '../../ground/refusal.ts';
import type { ItemRow } from './item-queries.ts';
import { needItem } from './need-items.ts';
import { addLines, needOpenReview } from './open-review.ts';
import { type Reviewed, reviewedIn, seenAs } from './review-grants.ts';
import { closeReviewRow, lastClosed, type LineRow, linesOf, planOf, savePlan, setResults } from './review-queries.ts';
import { lineAs } from './show-review.ts';

const usual: ReviewMonths = 12;

/** Brings the lines up to what is given now: what came joins, what changed after it was confirmed is open again, what went by itself is gone. */
async function settle(ctx: Ctx, reviewId: number, reviewed: Reviewed): Promise<LineRow[]> {
  await addLines(ctx, reviewId, reviewed);
  const lines = await linesOf(ctx.db, reviewId);
  const isGone = (line: LineRow): boolean => !reviewed.standing.has(line.grant_id);
  const changed = lines.filter((line) => {
    const one = reviewed.standing.get(line.grant_id);
    return line.result === 'confirmed' && one !== undefined && seenAs(one) !== lineAs(line);
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

/** Closes a review whose lines are all decided; the next one of a cabinet is due as its plan says, after a year where there was none. */
export async function closeReview(ctx: Ctx, input: ParsedOf<typeof reviews.close>): Promise<OutputOf<typeof reviews.close>> {
  const { review, item } = await needOpenReview(ctx, input.id);
  const lines = await settle(ctx, review.id, await reviewedIn(ctx, item));
  const count = (result: string): number => lines.filter((line) => line.result === result).length;
  if (count('open') > 0) return { closed: false, open: count('open') };
  const counts = { confirmed: count('confirmed'), taken: count('taken'), gone: count('gone') };
  await closeReviewRow(ctx.db, review.id, { closer_id: ctx.user.id, closed_at: ctx.now, notes: input.notes, ...counts });
  if (item.kind === objType.cabinet) await plan(ctx, item, (await planOf(ctx.db, item.id))?.months ?? usual);
  await ctx.say('review.closed', { objId: item.id, objName: item.name, after: counts });
  return { closed: true, open: 0 };
}

/** Sets after how many months the rights on a cabinet are to be looked through again, from the last time on. */
export async function planReviews(ctx: Ctx, input: ParsedOf<typeof reviews.plan>) {
  const { item } = await needItem(ctx, right.visible | right.manage, input.objId);
  if (item.kind !== objType.cabinet) throw new Refusal(codes.cabinetMissing);
  await plan(ctx, item, input.months);
  await ctx.say('review.planned', { objId: item.id, objName: item.name, after: { months: input.months } });
  return {};
}

async function plan(ctx: Ctx, item: ItemRow, months: number): Promise<void> {
  const from = new Date((await lastClosed(ctx.db, item.id)) || ctx.now);
  const next = new Date(from);
  next.setUTCMonth(from.getUTCMonth() + months);
  // the 31st of a month with 30 days is its last day
  if (next.getUTCDate() !== from.getUTCDate()) next.setUTCDate(0);
  await savePlan(ctx.db, { item_id: item.id, organisation_id: item.organisation_id, months, next_at: months === 0 ? 0 : next.getTime() });
}
