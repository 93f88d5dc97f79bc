import { codes } from '@dossier/contract/core/codes';
import type { ParsedOf } from '@dossier/contract/core/route';
import type { meetings } from '@dossier/contract/meetings/meetings';
import { type VoteState, opinionOptions, voteLimits, type votes } from '@dossier/contract/meetings/votes';
import type { Context } from '../../../platform/context.ts';
import { newId } from '../../../platform/ids.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { isPlainGuest } from '../../identity/effective-membership.ts';
import { voteCast, voteClosed, voteCreated } from '../events.ts';
import {
  attendeesOfMeeting,
  type AuthorisedMeeting,
  expandPrincipals,
  namesForInvitation,
  requireMeeting,
  requireOpenLedMeeting,
} from '../meetings/attendees.ts';
import {
  type VoteRow,
  type VoterRow,
  closeVoteRow,
  countChoices,
  insertChoices,
  insertOptions,
  insertVote,
  insertVoters,
  optionsOf,
  pageOfVotes,
  recordVote,
  voteById,
  voterOf,
} from './votes.queries.ts';

export interface AuthorisedVote {
  vote: VoteRow;
  /** The caller's own row as a voter. */
  own: VoterRow | undefined;
  /** Whether the caller may close it: its creator, or in a meeting its leaders. */
  manages: boolean;
  meeting: AuthorisedMeeting | undefined;
}

/** A meeting that the caller is invited to; undefined for any other. */
export async function findMeeting(ctx: Context, id: number): Promise<AuthorisedMeeting | undefined> {
  if (id === 0) return undefined;
  return requireMeeting(ctx, id).catch((error: unknown) => {
    if (error instanceof Refusal) return undefined;
    throw error;
  });
}

/** Authorises a vote for its voters, its creator, and the attendees of its meeting; 6103 for all others. */
export async function requireVote(ctx: Context, id: string | number): Promise<AuthorisedVote> {
  const [vote] = await voteById(ctx.db, { id: Number(id) });
  if (vote === undefined || vote.organisation_id !== ctx.user.organisationId) throw new Refusal(codes.voteMissing);
  const [own] = await voterOf(ctx.db, { vote: vote.id, person: ctx.user.id });
  const meeting = await findMeeting(ctx, vote.meeting_id);
  // in a meeting it belongs to the current leaders
  const isOwn = vote.creator_id === ctx.user.id && vote.meeting_id === 0;
  if (own === undefined && meeting === undefined && !isOwn) throw new Refusal(codes.voteMissing);
  return { vote, own, manages: isOwn || meeting?.leads === true, meeting };
}

/** Like `requireVote`, for its managers alone: 1001. */
async function requireManagedVote(ctx: Context, id: string | number): Promise<AuthorisedVote> {
  const authorised = await requireVote(ctx, id);
  if (!authorised.manages) throw new Refusal(codes.noRightToOperate);
  return authorised;
}

/** The state of a vote by its times. */
export function stateOfVote(vote: Pick<VoteRow, 'opens_at' | 'closes_at' | 'closed_at'>, now: number): VoteState {
  if (vote.closed_at > 0 || (vote.closes_at > 0 && vote.closes_at <= now)) return 'closed';
  return vote.opens_at > now ? 'waiting' : 'open';
}

/** With fewer votes, voters could infer each other's choices. */
const minSecretVotes = 3;

/** Whether a secret vote has so few participants that its counts would reveal choices: they are never shown then. */
export const hasTooFewVotes = ({ secret }: Pick<VoteRow, 'secret'>, voted: number): boolean => secret === 1 && voted < minSecretVotes;

/**
 * Whether the caller may see the counts, apart from the minimum of votes: of a closed vote, or of a live one after voting or as a manager
 * without a vote.
 */
export function areCountsVisible({ vote, own, manages }: AuthorisedVote, now: number): boolean {
  const state = stateOfVote(vote, now);
  if (state !== 'open') return state === 'closed';
  return vote.live === 1 && vote.secret === 0 && (own?.voted === 1 || (manages && own === undefined));
}

/** A voter or judge, as stored with a vote or a scoring form. */
export interface VoteParticipant {
  person_id: number;
  name: string;
  name_sort: string;
}

/** The attendees of a meeting, or those who are present. */
export const participantsOfMeeting = async (
  ctx: Context,
  meetingId: number,
  { presentOnly }: { presentOnly: boolean },
): Promise<VoteParticipant[]> =>
  (await attendeesOfMeeting(ctx.db, meetingId))
    .filter((row) => !presentOnly || row.present === 1)
    .map(({ person_id, name, name_sort }) => ({ person_id, name, name_sort }));

/** The users that principals stand for now. */
export async function participantsNamed(
  ctx: Context,
  named: ParsedOf<typeof meetings.create>['invited'],
  most: number,
): Promise<VoteParticipant[]> {
  const people = await namesForInvitation(ctx, await expandPrincipals(ctx, named, most));
  return people.map((one) => ({ person_id: one.id, name: one.full_name, name_sort: one.full_sort }));
}

type VoteInput = ParsedOf<typeof votes.create>;

const voterBatch = 500;

/** The options: 400 for fewer than two, duplicates, or more choices than options. */
function optionsFor({ kind, options, most }: VoteInput): string[] {
  const all = kind === 'opinion' ? [...opinionOptions] : options;
  const isPlain = all.length >= 2 && new Set(all).size === all.length && most <= all.length && (kind === 'options' || most === 1);
  if (!isPlain) throw new Refusal(codes.invalidParams);
  return all;
}

/** The opening and closing times: 4904 for an end in the past or before the opening. */
function votingPeriod(ctx: Context, { openTime, closeTime }: VoteInput): { opens_at: number; closes_at: number } {
  const opens_at = openTime === undefined ? ctx.now : Date.parse(openTime);
  const closes_at = closeTime === undefined ? 0 : Date.parse(closeTime);
  if (closes_at !== 0 && closes_at <= Math.max(ctx.now, opens_at)) throw new Refusal(codes.deadlinePassed);
  return { opens_at, closes_at };
}

async function votersFor(ctx: Context, input: VoteInput): Promise<VoteParticipant[]> {
  if (input.meetingId !== undefined) {
    const { meeting } = await requireOpenLedMeeting(ctx, input.meetingId);
    const wanted = { personId: ctx.user.id, organisationId: ctx.user.organisationId, meetingId: meeting.id, limit: 1, offset: 0 };
    if ((await pageOfVotes(ctx.db, wanted)).total >= voteLimits.inMeeting) throw new Refusal(codes.tooManyItems);
    return participantsOfMeeting(ctx, meeting.id, { presentOnly: input.presentOnly });
  }
  if (isPlainGuest(ctx.user)) throw new Refusal(codes.noRightToOperate);
  return participantsNamed(ctx, input.voters, voteLimits.voters);
}

/** Creates a vote. Its voters are fixed now: later members of a group are not included. */
export async function createVote(ctx: Context, input: VoteInput) {
  const options = optionsFor(input);
  const term = votingPeriod(ctx, input);
  const voters = await votersFor(ctx, input);
  if (voters.length === 0) throw new Refusal(codes.userMissing);
  if (input.secret && (voters.length < minSecretVotes || input.live)) throw new Refusal(codes.illegalOperation);
  const before = input.beforeId === undefined ? undefined : (await requireManagedVote(ctx, input.beforeId)).vote;
  if (before !== undefined && stateOfVote(before, ctx.now) !== 'closed') throw new Refusal(codes.illegalOperation);
  const id = newId();
  await insertVote(ctx.db, {
    id,
    organisation_id: ctx.user.organisationId,
    creator_id: ctx.user.id,
    creator_name: ctx.user.fullName,
    meeting_id: Number(input.meetingId ?? 0),
    before_id: before?.id ?? 0,
    question: input.question,
    description: input.description,
    kind: input.kind,
    max_options: input.most,
    secret: input.secret ? 1 : 0,
    live: input.live ? 1 : 0,
    ...term,
    closed_at: 0,
  });
  await insertOptions(
    ctx.db,
    options.map((label, place) => ({ id: newId(), vote_id: id, place, label, count: 0 })),
  );
  for (let at = 0; at < voters.length; at += voterBatch)
    await insertVoters(
      ctx.db,
      voters.slice(at, at + voterBatch).map((one) => ({ vote_id: id, ...one, voted: 0, voted_at: 0, opinion: '' })),
    );
  await ctx.emit(voteCreated, { objId: id, objName: input.question, number: voters.length });
  return { id: String(id) };
}

/** A secret vote is refused this close to its end: a vote counted after the counts were shown would be attributable. */
const closingMarginMs = 5000;

/** Refuses an opinion beyond the limit, counted in code points: 6107. */
export function requireShortOpinion(opinion: string): void {
  if ([...opinion].length > voteLimits.opinion) throw new Refusal(codes.opinionTooLong);
}

async function requireOptions(ctx: Context, vote: VoteRow, ids: readonly string[]): Promise<number[]> {
  const options = new Set((await optionsOf(ctx.db, vote.id)).map((row) => row.id));
  const chosen = [...new Set(ids.map(Number))];
  if (chosen.length > vote.max_options || chosen.some((id) => !options.has(id))) throw new Refusal(codes.invalidParams);
  return chosen;
}

/**
 * Casts the caller's only vote: 6106 for a user who is no voter, 6104 after voting, 6105 while the vote is not open. A secret vote stores
 * only that the user voted.
 */
export async function castVote(ctx: Context, input: ParsedOf<typeof votes.cast>) {
  const { vote, own } = await requireVote(ctx, input.id);
  if (own === undefined) throw new Refusal(codes.notInvited);
  requireShortOpinion(input.opinion);
  const isSecret = vote.secret === 1;
  // an opinion would reveal its author
  if (isSecret && input.opinion !== '') throw new Refusal(codes.illegalOperation);
  const chosen = await requireOptions(ctx, vote, input.optionIds);
  // the current time, not that of the request: a request may have waited until counts were shown
  const now = ctx.services.now();
  const time = { at: isSecret ? 0 : now, now, still: isSecret ? now + closingMarginMs : now };
  const taken = { voteId: vote.id, personId: ctx.user.id, opinion: input.opinion, ...time };
  if (!(await recordVote(ctx.db, taken)))
    throw new Refusal(own.voted === 1 && stateOfVote(vote, ctx.now) === 'open' ? codes.alreadyVoted : codes.voteClosed);
  if (!isSecret)
    await insertChoices(
      ctx.db,
      chosen.map((option_id) => ({ vote_id: vote.id, person_id: ctx.user.id, option_id })),
    );
  await countChoices(ctx.db, vote.id, chosen);
  await ctx.emit(voteCast, { objId: vote.id, objName: vote.question });
  return {};
}

/** Closes a vote for good: 6105 where it is closed already. */
export async function closeVote(ctx: Context, { id }: { id: string }) {
  const { vote } = await requireManagedVote(ctx, id);
  if (!(await closeVoteRow(ctx.db, vote.id, ctx.now))) throw new Refusal(codes.voteClosed);
  await ctx.emit(voteClosed, { objId: vote.id, objName: vote.question });
  return {};
}
