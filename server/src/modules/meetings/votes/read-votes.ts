import { codes } from '@dossier/contract/core/codes';
import { csvText } from '@dossier/contract/core/csv';
import type { OutputOf, ParsedOf } from '@dossier/contract/core/route';
import type { Vote, VoteKind, VoteRow as Shown, votes, VoteSummary } from '@dossier/contract/meetings/votes';
import type { Context } from '../../../platform/context.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { isoTime } from '../../../platform/text/iso-time.ts';
import { voteClosed } from '../events.ts';
import { requireMeeting } from '../meetings/attendees.ts';
import { closeScoresIn, criteriaOf, type CriterionRow, pageOfScores, type ScoreRow } from './scores.queries.ts';
import { scoreResult } from './scores.ts';
import {
  choicesOf,
  closeVotesIn,
  countsOfVotes,
  nextRound,
  optionsOf,
  ownVotes,
  pageOfVotes,
  type VoteRow,
  votersOf,
} from './votes.queries.ts';
import { areCountsVisible, type AuthorisedVote, hasTooFewVotes, requireVote, stateOfVote } from './votes.ts';

async function describeVotes(ctx: Context, rows: readonly VoteRow[]): Promise<Shown[]> {
  if (rows.length === 0) return [];
  const ids = rows.map((row) => row.id);
  const counts = new Map((await countsOfVotes(ctx.db, ids)).map((row) => [row.vote_id, row]));
  const own = new Map((await ownVotes(ctx.db, ids, ctx.user.id)).map((row) => [row.vote_id, row.voted]));
  return rows.map((row) => ({
    id: String(row.id),
    question: row.question,
    kind: row.kind as VoteKind,
    secret: row.secret === 1,
    state: stateOfVote(row, ctx.now),
    creatorName: row.creator_name,
    meetingId: row.meeting_id === 0 ? undefined : String(row.meeting_id),
    openTime: isoTime(row.opens_at),
    closeTime: row.closes_at === 0 && row.closed_at === 0 ? undefined : isoTime(row.closed_at || row.closes_at),
    asked: own.has(row.id),
    voted: own.get(row.id) === 1,
    voters: counts.get(row.id)?.voters ?? 0,
    votes: counts.get(row.id)?.votes ?? 0,
  }));
}

export async function listVotes(ctx: Context, input: ParsedOf<typeof votes.list>): Promise<OutputOf<typeof votes.list>> {
  const { pageNo, pageSize } = input;
  const meetingId = input.meetingId === undefined ? undefined : (await requireMeeting(ctx, input.meetingId)).meeting.id;
  const page = { limit: pageSize, offset: (pageNo - 1) * pageSize };
  const { rows, total } = await pageOfVotes(ctx.db, {
    personId: ctx.user.id,
    organisationId: ctx.user.organisationId,
    meetingId,
    ...page,
    ...(input.waiting && { waitingAt: ctx.now }),
  });
  return { list: await describeVotes(ctx, rows), pageNo, pageSize, totalNumber: total };
}

async function describeVote(ctx: Context, authorised: AuthorisedVote): Promise<Vote> {
  const { vote, own, manages, meeting } = authorised;
  const [[row], options, next] = await Promise.all([describeVotes(ctx, [vote]), optionsOf(ctx.db, vote.id), nextRound(ctx.db, vote)]);
  if (row === undefined) throw new Error('a vote without a row');
  const mine =
    own?.voted === 1 && vote.secret === 0 ? (await choicesOf(ctx.db, vote.id)).filter((one) => one.person_id === own.person_id) : [];
  return {
    ...row,
    description: vote.description,
    most: vote.max_options,
    live: vote.live === 1,
    options: options.map(({ id, label }) => ({ id: String(id), text: label })),
    meetingTitle: meeting?.meeting.title,
    beforeId: vote.before_id === 0 ? undefined : String(vote.before_id),
    afterId: next === undefined ? undefined : String(next.id),
    manages,
    counted: areCountsVisible(authorised, ctx.now) && !hasTooFewVotes(vote, row.votes),
    chosen: mine.map((one) => String(one.option_id)),
    opinion: own?.opinion ?? '',
  };
}

/** A vote, for a voter. */
export const showVote = async (ctx: Context, { id }: { id: string }): Promise<Vote> => describeVote(ctx, await requireVote(ctx, id));

/** The results of a vote, as far as the caller may see them. */
export async function showSummary(ctx: Context, { id }: { id: string }): Promise<VoteSummary> {
  const authorised = await requireVote(ctx, id);
  const shown = await describeVote(ctx, authorised);
  if (!shown.counted) return { ...shown, opinions: [], missing: [] };
  const { result, opinions, missing } = await resultOf(ctx, authorised.vote);
  return { ...shown, result, opinions, missing };
}

type VoteResult = Required<Pick<VoteSummary, 'result' | 'opinions' | 'missing'>> & { voters: number; voted: number };

/** The counts, and the choices by voter of a named vote; no counts of a secret vote that would reveal choices. */
async function resultOf(ctx: Pick<Context, 'db'>, vote: VoteRow): Promise<VoteResult> {
  const options = await optionsOf(ctx.db, vote.id);
  const voters = await votersOf(ctx.db, vote.id);
  const voted = voters.filter((row) => row.voted === 1).length;
  const isNamed = vote.secret === 0;
  const chosen = isNamed ? Map.groupBy(await choicesOf(ctx.db, vote.id), (row) => row.option_id) : new Map<number, never[]>();
  const nameOf = new Map(voters.map((row, place) => [row.person_id, { name: row.name, place }]));
  const namesOf = (optionId: number): string[] =>
    (chosen.get(optionId) ?? [])
      .flatMap((row) => nameOf.get(row.person_id) ?? [])
      .toSorted((a, b) => a.place - b.place)
      .map(({ name }) => name);
  return {
    result: (hasTooFewVotes(vote, voted) ? [] : options).map((row) => ({
      id: String(row.id),
      text: row.label,
      count: row.count,
      percent: voted === 0 ? 0 : Math.round((row.count / voted) * 1000) / 10,
      names: namesOf(row.id),
    })),
    opinions: isNamed ? voters.filter((row) => row.opinion !== '').map(({ name, opinion }) => ({ name, opinion })) : [],
    voters: voters.length,
    voted,
    missing: isNamed ? voters.filter((row) => row.voted === 0).map((row) => row.name) : [],
  };
}

/** The counts as a table, followed by the choices by voter of a named vote; 1009 while the caller may not see them. */
export async function exportVote(ctx: Context, { id }: { id: string }) {
  const authorised = await requireVote(ctx, id);
  if (!areCountsVisible(authorised, ctx.now)) throw new Refusal(codes.notAvailable);
  const { vote } = authorised;
  const { result, voted } = await resultOf(ctx, vote);
  if (hasTooFewVotes(vote, voted)) throw new Refusal(codes.notAvailable);
  const lines = [
    ['question', 'option', 'votes', 'percent'],
    ...result.map((row) => [vote.question, row.text, String(row.count), String(row.percent)]),
    ...(vote.secret === 0 ? await namedLines(ctx, vote, new Map(result.map((row) => [Number(row.id), row.text]))) : []),
  ];
  return { fileName: 'vote.csv', text: csvText(lines) };
}

async function namedLines(ctx: Context, vote: VoteRow, textOf: ReadonlyMap<number, string>): Promise<string[][]> {
  const chosen = Map.groupBy(await choicesOf(ctx.db, vote.id), (row) => row.person_id);
  const voters = await votersOf(ctx.db, vote.id);
  return [
    [],
    ['voter', 'chosen', 'opinion', 'time'],
    ...voters.map((row) => [
      row.name,
      (chosen.get(row.person_id) ?? []).map((one) => textOf.get(one.option_id) ?? '').join(' / '),
      row.opinion,
      row.voted_at === 0 ? '' : isoTime(row.voted_at),
    ]),
  ];
}

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
