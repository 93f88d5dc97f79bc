import { codes } from '@dossier/contract/codes';
import { mostOfVotes, type scores } from '@dossier/contract/votes';
import type { ParsedOf } from '@dossier/contract/route';
import type { Ctx } from '../../ground/ctx.ts';
import { newId } from '../../ground/ids.ts';
import { Refusal } from '../../ground/refusal.ts';
import { isPlainGuest } from '../circles/principals.ts';
import { needOpenLed } from '../meetings/need-meeting.ts';
import { type Asked, askedIn, askedNamed } from './asked.ts';
import { needShort } from './cast-vote.ts';
import { needScore } from './need-score.ts';
import {
  closeScoreRow,
  criteriaOf,
  insertCriteria,
  insertJudges,
  insertScore,
  pageOfScores,
  replaceMarks,
  takeMarks,
} from './score-queries.ts';

async function judgesFor(ctx: Ctx, input: ParsedOf<typeof scores.create>): Promise<Asked[]> {
  if (input.meetingId === undefined) {
    if (isPlainGuest(ctx.user)) throw new Refusal(codes.noRightToOperate);
    return askedNamed(ctx, input.judges, mostOfVotes.judges);
  }
  const { meeting } = await needOpenLed(ctx, input.meetingId);
  const page = { personId: ctx.user.id, organisationId: ctx.user.organisationId, meetingId: meeting.id, limit: 1, offset: 0 };
  if ((await pageOfScores(ctx.db, page)).total >= mostOfVotes.inMeeting) throw new Refusal(codes.tooManyItems);
  const invited = await askedIn(ctx, meeting.id, { presentOnly: false });
  if (input.judges.length === 0) return invited;
  const named = new Set((await askedNamed(ctx, input.judges, mostOfVotes.judges)).map((one) => one.person_id));
  const judges = invited.filter((one) => named.has(one.person_id));
  // whoever judges in a meeting is invited to it
  if (judges.length < named.size) throw new Refusal(codes.notInvited);
  return judges;
}

/** Asks people to judge; who judges is settled now. */
export async function createScore(ctx: Ctx, input: ParsedOf<typeof scores.create>) {
  const closes_at = input.closeTime === undefined ? 0 : Date.parse(input.closeTime);
  if (closes_at !== 0 && closes_at <= ctx.now) throw new Refusal(codes.deadlinePassed);
  if (input.criteria.some(({ lowest, highest }) => lowest >= highest)) throw new Refusal(codes.invalidParams);
  const judges = await judgesFor(ctx, input);
  if (judges.length === 0) throw new Refusal(codes.userMissing);
  if (judges.length > mostOfVotes.judges) throw new Refusal(codes.tooManyItems);
  const id = newId();
  await insertScore(ctx.db, {
    id,
    organisation_id: ctx.user.organisationId,
    creator_id: ctx.user.id,
    creator_name: ctx.user.fullName,
    meeting_id: Number(input.meetingId ?? 0),
    title: input.title,
    description: input.description,
    closes_at,
    closed_at: 0,
  });
  await insertCriteria(
    ctx.db,
    input.criteria.map((one, place) => ({ id: newId(), score_id: id, place, ...one })),
  );
  await insertJudges(
    ctx.db,
    judges.map((one) => ({ score_id: id, ...one, given_at: 0, note: '' })),
  );
  await ctx.say('score.created', { objId: id, objName: input.title, number: judges.length });
  return { id: String(id) };
}

/** Gives marks to all criteria, in place of those before: 6106 for who does not judge, 6105 once the sheet is closed. */
export async function giveScores(ctx: Ctx, input: ParsedOf<typeof scores.give>) {
  const { score, own } = await needScore(ctx, input.id);
  if (own === undefined) throw new Refusal(codes.notInvited);
  needShort(input.note);
  const values = new Map(input.marks.map((mark) => [Number(mark.criterionId), mark.value]));
  const rows = (await criteriaOf(ctx.db, score.id)).map(({ id, lowest, highest }) => {
    const value = values.get(id);
    if (value === undefined || value < lowest || value > highest) throw new Refusal(codes.invalidParams);
    return { criterion_id: id, person_id: ctx.user.id, score_id: score.id, value };
  });
  if (rows.length !== input.marks.length) throw new Refusal(codes.invalidParams);
  const who = { scoreId: score.id, personId: ctx.user.id };
  if (!(await takeMarks(ctx.db, { ...who, note: input.note, now: ctx.house.now() }))) throw new Refusal(codes.voteClosed);
  await replaceMarks(ctx.db, who, rows);
  await ctx.say('score.given', { objId: score.id, objName: score.title });
  return {};
}

/** Closes a sheet for good: 6105 where it is closed already. */
export async function closeScore(ctx: Ctx, { id }: { id: string }) {
  const { score, manages } = await needScore(ctx, id);
  if (!manages) throw new Refusal(codes.noRightToOperate);
  if (!(await closeScoreRow(ctx.db, score.id, ctx.now))) throw new Refusal(codes.voteClosed);
  await ctx.say('score.closed', { objId: score.id, objName: score.title });
  return {};
}
