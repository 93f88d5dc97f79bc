import { codes } from '@dossier/contract/core/codes';
import { csvText } from '@dossier/contract/core/csv';
import type { OutputOf, ParsedOf } from '@dossier/contract/core/route';
import type { ScoreRow as Shown, ScoreSummary, scores } from '@dossier/contract/meetings/votes';
import type { Context } from '../../../platform/context.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { isoTime } from '../../../platform/text/iso-time.ts';
import { requireMeeting } from '../meetings/meeting-access.ts';
import { type ScoreRow, criteriaOf, judgesAmong, judgesOf, marksOf, pageOfScores } from './scores.queries.ts';
import { type AuthorisedScore, isClosed, requireScore } from './scores.ts';

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
