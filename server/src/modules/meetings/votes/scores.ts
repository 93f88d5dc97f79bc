import { codes } from '@dossier/contract/core/codes';
import type { ParsedOf } from '@dossier/contract/core/route';
import { type scores, voteLimits } from '@dossier/contract/meetings/votes';
import type { Context } from '../../../platform/context.ts';
import { newId } from '../../../platform/ids.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { isPlainGuest } from '../../identity/effective-membership.ts';
import { scoreClosed, scoreCreated, scoreGiven } from '../events.ts';
import { type AuthorisedMeeting, requireOpenLedMeeting } from '../meetings/meeting-access.ts';
import {
  type JudgeRow,
  type ScoreRow,
  closeScoreRow,
  criteriaOf,
  insertCriteria,
  insertJudges,
  insertScore,
  judgeOf,
  pageOfScores,
  recordMarks,
  replaceMarks,
  scoreById,
} from './scores.queries.ts';
import { type VoteParticipant, findMeeting, participantsNamed, participantsOfMeeting, requireShortOpinion } from './votes.ts';

/** A scoring form that the caller may see. */
export interface AuthorisedScore {
  score: ScoreRow;
  own: JudgeRow | undefined;
  manages: boolean;
  meeting: AuthorisedMeeting | undefined;
}

/** Authorises a scoring form for its judges, its creator, and the attendees of its meeting; 6103 for all others. */
export async function requireScore(ctx: Context, id: string | number): Promise<AuthorisedScore> {
  const [score] = await scoreById(ctx.db, { id: Number(id) });
  if (score === undefined || score.organisation_id !== ctx.user.organisationId) throw new Refusal(codes.voteMissing);
  const [own] = await judgeOf(ctx.db, { score: score.id, person: ctx.user.id });
  const meeting = await findMeeting(ctx, score.meeting_id);
  // in a meeting it belongs to the current leaders
  const isOwn = score.creator_id === ctx.user.id && score.meeting_id === 0;
  if (own === undefined && meeting === undefined && !isOwn) throw new Refusal(codes.voteMissing);
  return { score, own, manages: isOwn || meeting?.leads === true, meeting };
}

/** Whether no marks can be given any more. */
export const isClosed = ({ closed_at, closes_at }: Pick<ScoreRow, 'closed_at' | 'closes_at'>, now: number): boolean =>
  closed_at > 0 || (closes_at > 0 && closes_at <= now);

async function requireJudges(ctx: Context, input: ParsedOf<typeof scores.create>): Promise<VoteParticipant[]> {
  if (input.meetingId === undefined) {
    if (isPlainGuest(ctx.user)) throw new Refusal(codes.noRightToOperate);
    return participantsNamed(ctx, input.judges, voteLimits.judges);
  }
  const { meeting } = await requireOpenLedMeeting(ctx, input.meetingId);
  const page = { personId: ctx.user.id, organisationId: ctx.user.organisationId, meetingId: meeting.id, limit: 1, offset: 0 };
  if ((await pageOfScores(ctx.db, page)).total >= voteLimits.inMeeting) throw new Refusal(codes.tooManyItems);
  const invited = await participantsOfMeeting(ctx, meeting.id, { presentOnly: false });
  if (input.judges.length === 0) return invited;
  const named = new Set((await participantsNamed(ctx, input.judges, voteLimits.judges)).map((one) => one.person_id));
  const judges = invited.filter((one) => named.has(one.person_id));
  // judges in a meeting must be attendees of it
  if (judges.length < named.size) throw new Refusal(codes.notInvited);
  return judges;
}

/** Creates a scoring form; its judges are fixed now. */
export async function createScore(ctx: Context, input: ParsedOf<typeof scores.create>) {
  const closes_at = input.closeTime === undefined ? 0 : Date.parse(input.closeTime);
  if (closes_at !== 0 && closes_at <= ctx.now) throw new Refusal(codes.deadlinePassed);
  if (input.criteria.some(({ lowest, highest }) => lowest >= highest)) throw new Refusal(codes.invalidParams);
  const judges = await requireJudges(ctx, input);
  if (judges.length === 0) throw new Refusal(codes.userMissing);
  if (judges.length > voteLimits.judges) throw new Refusal(codes.tooManyItems);
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
  await ctx.emit(scoreCreated, { objId: id, objName: input.title, number: judges.length });
  return { id: String(id) };
}

/** Gives marks for all criteria, replacing earlier ones: 6106 for a user who is no judge, 6105 once the form is closed. */
export async function giveScores(ctx: Context, input: ParsedOf<typeof scores.give>) {
  const { score, own } = await requireScore(ctx, input.id);
  if (own === undefined) throw new Refusal(codes.notInvited);
  requireShortOpinion(input.note);
  const values = new Map(input.marks.map((mark) => [Number(mark.criterionId), mark.value]));
  const rows = (await criteriaOf(ctx.db, score.id)).map(({ id, lowest, highest }) => {
    const value = values.get(id);
    if (value === undefined || value < lowest || value > highest) throw new Refusal(codes.invalidParams);
    return { criterion_id: id, person_id: ctx.user.id, score_id: score.id, value };
  });
  if (rows.length !== input.marks.length) throw new Refusal(codes.invalidParams);
  const who = { scoreId: score.id, personId: ctx.user.id };
  if (!(await recordMarks(ctx.db, { ...who, note: input.note, now: ctx.services.now() }))) throw new Refusal(codes.voteClosed);
  await replaceMarks(ctx.db, who, rows);
  await ctx.emit(scoreGiven, { objId: score.id, objName: score.title });
  return {};
}

/** Closes a scoring form for good: 6105 where it is closed already. */
export async function closeScore(ctx: Context, { id }: { id: string }) {
  const { score, manages } = await requireScore(ctx, id);
  if (!manages) throw new Refusal(codes.noRightToOperate);
  if (!(await closeScoreRow(ctx.db, score.id, ctx.now))) throw new Refusal(codes.voteClosed);
  await ctx.emit(scoreClosed, { objId: score.id, objName: score.title });
  return {};
}
