import { codes } from '@dossier/contract/core/codes';
import { csvText } from '@dossier/contract/core/csv';
import type { OutputOf, ParsedOf } from '@dossier/contract/core/route';
import { type ScoreRow as Shown, type scores, type ScoreSummary, voteLimits } from '@dossier/contract/meetings/votes';
import type { Context } from '../../../platform/context.ts';
import { newId } from '../../../platform/ids.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { isoTime } from '../../../platform/text/iso-time.ts';
import { isPlainGuest } from '../../identity/effective-membership.ts';
import { scoreClosed, scoreCreated, scoreGiven } from '../events.ts';
import { type AuthorisedMeeting, requireMeeting, requireOpenLedMeeting } from '../meetings/attendees.ts';
import {
  closeScoreRow,
  criteriaOf,
  insertCriteria,
  insertJudges,
  insertScore,
  judgeOf,
  type JudgeRow,
  judgesAmong,
  judgesOf,
  marksOf,
  pageOfScores,
  recordMarks,
  replaceMarks,
  scoreById,
  type ScoreRow,
} from './scores.queries.ts';
import { findMeeting, participantsNamed, participantsOfMeeting, requireShortOpinion, type VoteParticipant } from './votes.ts';

/** A scoring form that the caller may see. */
interface AuthorisedScore {
  score: ScoreRow;
  own: JudgeRow | undefined;
  manages: boolean;
  meeting: AuthorisedMeeting | undefined;
}

/** Authorises a scoring form for its judges, its creator, and the attendees of its meeting; 6103 for all others. */
async function requireScore(ctx: Context, id: string | number): Promise<AuthorisedScore> {
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
const isClosed = ({ closed_at, closes_at }: Pick<ScoreRow, 'closed_at' | 'closes_at'>, now: number): boolean =>
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

/** A criterion, as far as it is calculated with. */
interface WeightedCriterion {
  id: number;
  weight: number;
  highest: number;
}

/** From this number of judges on, the highest and the lowest total may be left out. */
const minToTrim = 3;

const round = (value: number): number => Math.round(value * 100) / 100;

/** The weighted total of marks out of 100; undefined where a mark is missing. */
export function totalOf(criteria: readonly WeightedCriterion[], valueOf: (criterionId: number) => number | undefined): number | undefined {
  let sum = 0;
  let weights = 0;
  for (const { id, weight, highest } of criteria) {
    const value = valueOf(id);
    if (value === undefined) return undefined;
    sum += (weight * value) / highest;
    weights += weight;
  }
  return weights === 0 ? undefined : round((sum / weights) * 100);
}

/** The average; undefined for no values. */
export const averageOf = (values: readonly number[]): number | undefined =>
  values.length === 0 ? undefined : round(values.reduce((sum, value) => sum + value, 0) / values.length);

/** The average without one highest and one lowest value; undefined for fewer than three. */
export const trimmedOf = (values: readonly number[]): number | undefined =>
  values.length < minToTrim ? undefined : averageOf(values.toSorted((a, b) => a - b).slice(1, -1));

type ScoreResult = NonNullable<ScoreSummary['result']>;

async function describeScores(ctx: Context, rows: readonly ScoreRow[]): Promise<Shown[]> {
  if (rows.length === 0) return [];
  const judges = await judgesAmong(
    ctx.db,
    rows.map((row) => row.id),
  );
  const bySheet = Map.groupBy(judges, (row) => row.score_id);
  return rows.map((row) => {
    const all = bySheet.get(row.id) ?? [];
    const own = all.find((one) => one.person_id === ctx.user.id);
    return {
      id: String(row.id),
      title: row.title,
      state: isClosed(row, ctx.now) ? 'closed' : 'open',
      creatorName: row.creator_name,
      meetingId: row.meeting_id === 0 ? undefined : String(row.meeting_id),
      closeTime: row.closes_at === 0 && row.closed_at === 0 ? undefined : isoTime(row.closed_at || row.closes_at),
      asked: own !== undefined,
      given: own !== undefined && own.given_at > 0,
      judges: all.length,
      givenBy: all.filter((one) => one.given_at > 0).length,
    };
  });
}

/** The caller's scoring forms, or those of a meeting. */
export async function listScores(ctx: Context, input: ParsedOf<typeof scores.list>): Promise<OutputOf<typeof scores.list>> {
  const { pageNo, pageSize } = input;
  const meetingId = input.meetingId === undefined ? undefined : (await requireMeeting(ctx, input.meetingId)).meeting.id;
  const page = { limit: pageSize, offset: (pageNo - 1) * pageSize };
  const { rows, total } = await pageOfScores(ctx.db, {
    personId: ctx.user.id,
    organisationId: ctx.user.organisationId,
    meetingId,
    ...page,
    ...(input.waiting && { waitingAt: ctx.now }),
  });
  return { list: await describeScores(ctx, rows), pageNo, pageSize, totalNumber: total };
}

/** Averages, by judge and by criterion. */
export async function scoreResult(ctx: Pick<Context, 'db'>, score: Pick<ScoreRow, 'id'>): Promise<ScoreResult> {
  const [criteria, judges, marks] = await Promise.all([
    criteriaOf(ctx.db, score.id),
    judgesOf(ctx.db, score.id),
    marksOf(ctx.db, score.id),
  ]);
  const valueOf = new Map(marks.map((mark) => [`${mark.person_id} ${mark.criterion_id}`, mark.value]));
  const sheets = judges.map((judge) => ({
    name: judge.name,
    note: judge.note,
    total: totalOf(criteria, (id) => valueOf.get(`${judge.person_id} ${id}`)),
    marks: criteria.flatMap(({ id }) => {
      const value = valueOf.get(`${judge.person_id} ${id}`);
      return value === undefined ? [] : [{ criterionId: String(id), value }];
    }),
  }));
  const totals = sheets.flatMap(({ total }) => (total === undefined ? [] : [total]));
  return {
    average: averageOf(totals),
    trimmed: trimmedOf(totals),
    criteria: criteria.map(({ id }) => ({
      criterionId: String(id),
      average: averageOf(marks.filter((mark) => mark.criterion_id === id).map((mark) => mark.value)),
    })),
    judges: sheets,
  };
}

/** A manager of a scoring form always sees its results; judges see them when nothing can be changed any more. */
const isShown = ({ score, manages, own }: AuthorisedScore, now: number): boolean => isClosed(score, now) || (manages && own === undefined);

/** A scoring form, with its results as far as the caller may see them. */
export async function showScore(ctx: Context, { id }: { id: string }): Promise<ScoreSummary> {
  const authorised = await requireScore(ctx, id);
  const { score, own, manages, meeting } = authorised;
  const [row] = await describeScores(ctx, [score]);
  if (row === undefined) throw new Error('a sheet of scores without a row');
  const criteria = await criteriaOf(ctx.db, score.id);
  const marks = own === undefined ? [] : (await marksOf(ctx.db, score.id)).filter((mark) => mark.person_id === own.person_id);
  return {
    ...row,
    description: score.description,
    meetingTitle: meeting?.meeting.title,
    manages,
    criteria: criteria.map(({ id: one, name, weight, lowest, highest }) => ({ id: String(one), name, weight, lowest, highest })),
    marks: marks.map((mark) => ({ criterionId: String(mark.criterion_id), value: mark.value })),
    note: own?.note ?? '',
    result: isShown(authorised, ctx.now) ? await scoreResult(ctx, score) : undefined,
  };
}

/** The results of a scoring form as a table: a row per judge, averages below; 1009 while the caller may not see them. */
export async function exportScore(ctx: Context, { id }: { id: string }) {
  const authorised = await requireScore(ctx, id);
  if (!isShown(authorised, ctx.now)) throw new Refusal(codes.notAvailable);
  const criteria = await criteriaOf(ctx.db, authorised.score.id);
  const result = await scoreResult(ctx, authorised.score);
  const text = (value: number | undefined): string => (value === undefined ? '' : String(value));
  const lines = [
    ['judge', ...criteria.map((one) => `${one.name} (${one.lowest}–${one.highest}, ×${one.weight})`), 'total', 'note'],
    ...result.judges.map((judge) => [
      judge.name,
      ...criteria.map((one) => text(judge.marks.find((mark) => mark.criterionId === String(one.id))?.value)),
      text(judge.total),
      judge.note,
    ]),
    ['average', ...result.criteria.map((one) => text(one.average)), text(result.average), ''],
    ['trimmed', ...criteria.map(() => ''), text(result.trimmed), ''],
  ];
  return { fileName: 'scores.csv', text: csvText(lines) };
}
