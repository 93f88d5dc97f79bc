import { codes } from '@dossier/contract/codes';
import type { reviews } from '@dossier/contract/reviews';
import type { GranteeType } from '@dossier/contract/rights';
import type { ParsedOf } from '@dossier/contract/route';
import type { Ctx } from '../../ground/ctx.ts';
import { Refusal } from '../../ground/refusal.ts';
import { findGrantee } from '../grantees/grantees.ts';
import { findPerson } from '../people/people.ts';
import { again } from './copy-rights.ts';
import type { ItemRow } from './item-queries.ts';
import { needOpenReview } from './open-review.ts';
import { type Reviewed, reviewedIn, seenAs } from './review-grants.ts';
import { type LineRow, linesOf, updateLine } from './review-queries.ts';
import { giveOn, takeOff } from './rights-deeds.ts';
import { sayGiven } from './say-rights.ts';

type Decision = ParsedOf<typeof reviews.decide>['lines'][number];

/** Confirms rights, takes them away, or undoes either; only what is still as it was seen. */
export async function decideReview(ctx: Ctx, input: ParsedOf<typeof reviews.decide>) {
  const { review, item } = await needOpenReview(ctx, input.id);
  const lines = new Map((await linesOf(ctx.db, review.id)).map((line) => [line.id, line]));
  const reviewed = await reviewedIn(ctx, item);
  for (const decision of input.lines) {
    const line = lines.get(Number(decision.id));
    const place = line === undefined ? undefined : reviewed.places.get(line.root_id);
    if (line === undefined || place === undefined) throw new Refusal(codes.grantMissing);
    await decide(ctx, line, { decision, place, reviewed });
  }
  return {};
}

async function decide(
  ctx: Ctx,
  line: LineRow,
  { decision, place, reviewed }: { decision: Decision; place: ItemRow; reviewed: Reviewed },
): Promise<void> {
  const { result, note = line.note } = decision;
  const decided = result === 'open' ? { decider_id: 0, decided_at: 0 } : { decider_id: ctx.user.id, decided_at: ctx.now };
  const all = { result, note, ...decided };
  if (line.result === 'taken') {
    if (result === 'taken') return void (await updateLine(ctx.db, line.id, { note }));
    return void (await updateLine(ctx.db, line.id, { ...all, ...(await giveBack(ctx, line, place)) }));
  }
  const one = reviewed.grants.get(line.grant_id);
  if (one === undefined || (result !== 'open' && decision.seen !== seenAs(one))) throw new Refusal(codes.changedMeanwhile);
  if (result === 'taken') await takeOff(ctx, await again(ctx, place), [one.grant]);
  const { grant, giverId, givenAt } = one;
  const giver = (await findPerson(ctx.db, giverId))?.full_name ?? line.giver_name;
  const terms = { level: grant.level, hand_on: grant.handOn, reach: grant.reach, deadline: grant.deadline };
  // what was decided about is what the line shows from now on
  const facts = result === 'open' ? {} : { ...terms, giver_name: giver, given_at: givenAt };
  await updateLine(ctx.db, line.id, { ...all, ...facts });
}

/** Gives again what a line took away, as the caller's own deed. */
async function giveBack(ctx: Ctx, line: LineRow, place: ItemRow) {
  if (line.deadline !== null && line.deadline <= ctx.now) throw new Refusal(codes.deadlinePassed);
  const grantee = await findGrantee(ctx, line.grantee_type as GranteeType, line.grantee_id);
  if (grantee === undefined) throw new Refusal(codes.granteeMissing);
  const { level, reach, deadline, hand_on: handOn, grantee_type: granteeType, grantee_id: granteeId } = line;
  const terms = { level, reach, deadline, handOn, granteeType, granteeId };
  const id = await giveOn(ctx, await again(ctx, place), terms);
  await sayGiven(ctx, place, { ...terms, name: grantee.name });
  return { grant_id: id, giver_name: ctx.user.fullName, given_at: ctx.now };
}
