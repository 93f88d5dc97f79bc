import { codes } from '@dossier/contract/codes';
import { mostOfVotes, type votes } from '@dossier/contract/votes';
import type { ParsedOf } from '@dossier/contract/route';
import type { Ctx } from '../../ground/ctx.ts';
import { Refusal } from '../../ground/refusal.ts';
import { needManagedVote, needVote, stateOfVote } from './need-vote.ts';
import { closeVoteRow, countChoices, insertChoices, optionsOf, takeVote, type VoteRow } from './vote-queries.ts';

/** A secret vote takes none so shortly before its end: what is counted after somebody has seen the counts would tell whose choice it was. */
const spareMs = 5000;

/** Refuses what is longer than an opinion may be, in characters as people count them: 6107. */
export function needShort(opinion: string): void {
  if ([...opinion].length > mostOfVotes.opinion) throw new Refusal(codes.opinionTooLong);
}

async function chosenOf(ctx: Ctx, vote: VoteRow, ids: readonly string[]): Promise<number[]> {
  const options = new Set((await optionsOf(ctx.db, vote.id)).map((row) => row.id));
  const chosen = [...new Set(ids.map(Number))];
  if (chosen.length > vote.most || chosen.some((id) => !options.has(id))) throw new Refusal(codes.invalidParams);
  return chosen;
}

/** Votes, once and for good: 6106 for who is not asked, 6104 for who has voted, 6105 while it is not open. Of a secret vote nothing is kept by person but that they voted. */
export async function castVote(ctx: Ctx, input: ParsedOf<typeof votes.cast>) {
  const { vote, own } = await needVote(ctx, input.id);
  if (own === undefined) throw new Refusal(codes.notInvited);
  needShort(input.opinion);
  const isSecret = vote.secret === 1;
  // words of one's own would tell who wrote them
  if (isSecret && input.opinion !== '') throw new Refusal(codes.illegalOperation);
  const chosen = await chosenOf(ctx, vote, input.optionIds);
  // the time of this moment: whoever asked in time may have waited until counts were shown
  const now = ctx.house.now();
  const time = { at: isSecret ? 0 : now, now, still: isSecret ? now + spareMs : now };
  const taken = { voteId: vote.id, personId: ctx.user.id, opinion: input.opinion, ...time };
  if (!(await takeVote(ctx.db, taken)))
    throw new Refusal(own.voted === 1 && stateOfVote(vote, ctx.now) === 'open' ? codes.alreadyVoted : codes.voteClosed);
  if (!isSecret)
    await insertChoices(
      ctx.db,
      chosen.map((option_id) => ({ vote_id: vote.id, person_id: ctx.user.id, option_id })),
    );
  await countChoices(ctx.db, vote.id, chosen);
  await ctx.say('vote.cast', { objId: vote.id, objName: vote.question });
  return {};
}

/** Closes a vote for good: 6105 where it is closed already. */
export async function closeVote(ctx: Ctx, { id }: { id: string }) {
  const { vote } = await needManagedVote(ctx, id);
  if (!(await closeVoteRow(ctx.db, vote.id, ctx.now))) throw new Refusal(codes.voteClosed);
  await ctx.say('vote.closed', { objId: vote.id, objName: vote.question });
  return {};
}
