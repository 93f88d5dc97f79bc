import { codes } from '@dossier/contract/codes';
import { mostOfVotes, opinionOptions, type votes } from '@dossier/contract/votes';
import type { ParsedOf } from '@dossier/contract/route';
import type { Ctx } from '../../ground/ctx.ts';
import { newId } from '../../ground/ids.ts';
import { Refusal } from '../../ground/refusal.ts';
import { isPlainGuest } from '../circles/principals.ts';
import { needOpenLed } from '../meetings/need-meeting.ts';
import { type Asked, askedIn, askedNamed } from './asked.ts';
import { leastSecret, needManagedVote, stateOfVote } from './need-vote.ts';
import { insertOptions, insertVote, insertVoters, pageOfVotes } from './vote-queries.ts';

type Wanted = ParsedOf<typeof votes.create>;

const piece = 500;

/** What may be chosen: 400 for fewer than two, the same one twice, or more to choose than there are. */
function optionsFor({ kind, options, most }: Wanted): string[] {
  const all = kind === 'opinion' ? [...opinionOptions] : options;
  const isPlain = all.length >= 2 && new Set(all).size === all.length && most <= all.length && (kind === 'options' || most === 1);
  if (!isPlain) throw new Refusal(codes.invalidParams);
  return all;
}

/** When it opens and closes: 4904 for an end that has passed, or comes before it opens. */
function termOf(ctx: Ctx, { openTime, closeTime }: Wanted): { opens_at: number; closes_at: number } {
  const opens_at = openTime === undefined ? ctx.now : Date.parse(openTime);
  const closes_at = closeTime === undefined ? 0 : Date.parse(closeTime);
  if (closes_at !== 0 && closes_at <= Math.max(ctx.now, opens_at)) throw new Refusal(codes.deadlinePassed);
  return { opens_at, closes_at };
}

async function votersFor(ctx: Ctx, input: Wanted): Promise<Asked[]> {
  if (input.meetingId !== undefined) {
    const { meeting } = await needOpenLed(ctx, input.meetingId);
    const wanted = { personId: ctx.user.id, organisationId: ctx.user.organisationId, meetingId: meeting.id, limit: 1, offset: 0 };
    if ((await pageOfVotes(ctx.db, wanted)).total >= mostOfVotes.inMeeting) throw new Refusal(codes.tooManyItems);
    return askedIn(ctx, meeting.id, { presentOnly: input.presentOnly });
  }
  if (isPlainGuest(ctx.user)) throw new Refusal(codes.noRightToOperate);
  return askedNamed(ctx, input.voters, mostOfVotes.voters);
}

/** Asks people to vote. Who is asked is settled now: whoever joins a group later is not. */
export async function createVote(ctx: Ctx, input: Wanted) {
  const options = optionsFor(input);
  const term = termOf(ctx, input);
  const voters = await votersFor(ctx, input);
  if (voters.length === 0) throw new Refusal(codes.userMissing);
  if (input.secret && (voters.length < leastSecret || input.live)) throw new Refusal(codes.illegalOperation);
  const before = input.beforeId === undefined ? undefined : (await needManagedVote(ctx, input.beforeId)).vote;
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
    most: input.most,
    secret: input.secret ? 1 : 0,
    live: input.live ? 1 : 0,
    ...term,
    closed_at: 0,
  });
  await insertOptions(
    ctx.db,
    options.map((label, place) => ({ id: newId(), vote_id: id, place, label, count: 0 })),
  );
  for (let at = 0; at < voters.length; at += piece)
    await insertVoters(
      ctx.db,
      voters.slice(at, at + piece).map((one) => ({ vote_id: id, ...one, voted: 0, voted_at: 0, opinion: '' })),
    );
  await ctx.say('vote.created', { objId: id, objName: input.question, number: voters.length });
  return { id: String(id) };
}
