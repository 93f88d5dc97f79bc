import { codes } from '@dossier/contract/codes';
import type { VoteState } from '@dossier/contract/votes';
import type { Ctx } from '../../ground/ctx.ts';
import { Refusal } from '../../ground/refusal.ts';
import { type HeldMeeting, needMeeting } from '../meetings/need-meeting.ts';
import { voteById, type VoteRow, type VoterRow, voterOf } from './vote-queries.ts';

/** A vote that the caller may see. */
export interface HeldVote {
  vote: VoteRow;
  /** The caller's own place in it. */
  own: VoterRow | undefined;
  /** May close it: who made it, of one in a meeting who leads that. */
  manages: boolean;
  meeting: HeldMeeting | undefined;
}

/** A meeting that the caller is invited to; undefined for any other. */
export async function findMeeting(ctx: Ctx, id: number): Promise<HeldMeeting | undefined> {
  if (id === 0) return undefined;
  return needMeeting(ctx, id).catch((error: unknown) => {
    if (error instanceof Refusal) return undefined;
    throw error;
  });
}

/** The gate to a vote: who is asked, who made it, and who is invited to its meeting; for everybody else there is none (6103). */
export async function needVote(ctx: Ctx, id: string | number): Promise<HeldVote> {
  const [vote] = await voteById(ctx.db, { id: Number(id) });
  if (vote === undefined || vote.organisation_id !== ctx.user.organisationId) throw new Refusal(codes.voteMissing);
  const [own] = await voterOf(ctx.db, { vote: vote.id, person: ctx.user.id });
  const meeting = await findMeeting(ctx, vote.meeting_id);
  // in a meeting it belongs to whoever leads that now
  const isOwn = vote.creator_id === ctx.user.id && vote.meeting_id === 0;
  if (own === undefined && meeting === undefined && !isOwn) throw new Refusal(codes.voteMissing);
  return { vote, own, manages: isOwn || meeting?.leads === true, meeting };
}

/** One that the caller manages: 1001 for who is only asked. */
export async function needManagedVote(ctx: Ctx, id: string | number): Promise<HeldVote> {
  const held = await needVote(ctx, id);
  if (!held.manages) throw new Refusal(codes.noRightToOperate);
  return held;
}

/** How far a vote is. */
export function stateOfVote(vote: Pick<VoteRow, 'opens_at' | 'closes_at' | 'closed_at'>, now: number): VoteState {
  if (vote.closed_at > 0 || (vote.closes_at > 0 && vote.closes_at <= now)) return 'closed';
  return vote.opens_at > now ? 'waiting' : 'open';
}

/** Fewer would know of each other what was chosen. */
export const leastSecret = 3;

/** Whether the counts of a secret vote would tell who chose what, so few took part: they are shown to nobody then, ever. */
export const isTooFew = ({ secret }: Pick<VoteRow, 'secret'>, voted: number): boolean => secret === 1 && voted < leastSecret;

/** Whether the counts are open to the caller, as long as enough took part: of a closed vote, or of a live one to who cannot be swayed by them any more. */
export function isCounted({ vote, own, manages }: HeldVote, now: number): boolean {
  const state = stateOfVote(vote, now);
  if (state !== 'open') return state === 'closed';
  return vote.live === 1 && vote.secret === 0 && (own?.voted === 1 || (manages && own === undefined));
}
