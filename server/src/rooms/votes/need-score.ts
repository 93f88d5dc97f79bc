import { codes } from '@dossier/contract/codes';
import type { Ctx } from '../../ground/ctx.ts';
import { Refusal } from '../../ground/refusal.ts';
import type { HeldMeeting } from '../meetings/need-meeting.ts';
import { findMeeting } from './need-vote.ts';
import { judgeOf, type JudgeRow, scoreById, type ScoreRow } from './score-queries.ts';

/** A sheet of scores that the caller may see. */
export interface HeldScore {
  score: ScoreRow;
  own: JudgeRow | undefined;
  manages: boolean;
  meeting: HeldMeeting | undefined;
}

/** The gate to a sheet: who judges, who made it, and who is invited to its meeting; for everybody else there is none (6103). */
export async function needScore(ctx: Ctx, id: string | number): Promise<HeldScore> {
  const [score] = await scoreById(ctx.db, { id: Number(id) });
  if (score === undefined || score.organisation_id !== ctx.user.organisationId) throw new Refusal(codes.voteMissing);
  const [own] = await judgeOf(ctx.db, { score: score.id, person: ctx.user.id });
  const meeting = await findMeeting(ctx, score.meeting_id);
  // in a meeting it belongs to whoever leads that now
  const isOwn = score.creator_id === ctx.user.id && score.meeting_id === 0;
  if (own === undefined && meeting === undefined && !isOwn) throw new Refusal(codes.voteMissing);
  return { score, own, manages: isOwn || meeting?.leads === true, meeting };
}

/** Whether nobody gives marks any more. */
export const isClosed = ({ closed_at, closes_at }: Pick<ScoreRow, 'closed_at' | 'closes_at'>, now: number): boolean =>
  closed_at > 0 || (closes_at > 0 && closes_at <= now);
