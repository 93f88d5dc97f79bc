import type { VoteSummary } from '@dossier/contract/meetings/votes';
import type { Context } from '../../platform/context.ts';
import { voteClosed } from './events.ts';
import { scoreResult } from './votes/read-scores.ts';
import { resultOf } from './votes/read-votes.ts';
import { type CriterionRow, type ScoreRow, closeScoresIn, criteriaOf, pageOfScores } from './votes/scores.queries.ts';
import { type VoteRow, closeVotesIn, pageOfVotes } from './votes/votes.queries.ts';

/** The results of the votes and scores of a meeting, oldest first. */
export interface MeetingResults {
  votes: { vote: VoteRow; result: NonNullable<VoteSummary['result']>; voters: number; voted: number }[];
  scores: { score: ScoreRow; criteria: CriterionRow[]; result: Awaited<ReturnType<typeof scoreResult>> }[];
}

const unlimitedPage = { limit: 1000, offset: 0 };

/** The current results of all votes and scores of a meeting. */
export async function resultsOf(ctx: Context, meetingId: number): Promise<MeetingResults> {
  const wanted = { personId: ctx.user.id, organisationId: ctx.user.organisationId, meetingId, ...unlimitedPage };
  const results: MeetingResults = { votes: [], scores: [] };
  for (const vote of (await pageOfVotes(ctx.db, wanted)).rows.toReversed()) {
    const { result, voters, voted } = await resultOf(ctx, vote);
    results.votes.push({ vote, result, voters, voted });
  }
  for (const score of (await pageOfScores(ctx.db, wanted)).rows.toReversed())
    results.scores.push({ score, criteria: await criteriaOf(ctx.db, score.id), result: await scoreResult(ctx, score) });
  return results;
}

/** Closes the open votes of a meeting. */
export async function closeVotes(ctx: Pick<Context, 'db' | 'now' | 'emit'>, meetingId: number): Promise<void> {
  for (const vote of await closeVotesIn(ctx.db, meetingId, ctx.now)) await ctx.emit(voteClosed, { objId: vote.id, objName: vote.question });
}

/** Closes the open votes and scores of a meeting. */
export async function closeVotesAndScores(ctx: Pick<Context, 'db' | 'now' | 'emit'>, meetingId: number): Promise<void> {
  await closeVotes(ctx, meetingId);
  await closeScoresIn(ctx.db, meetingId, ctx.now);
}
