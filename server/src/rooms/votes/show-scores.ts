import { codes } from '@dossier/contract/codes';
import type { scores, ScoreRow as Shown, ScoreSummary } from '@dossier/contract/votes';
import type { OutputOf, ParsedOf } from '@dossier/contract/route';
import type { Ctx } from '../../ground/ctx.ts';
import { Refusal } from '../../ground/refusal.ts';
import { csvText } from '../../ground/tables/csv.ts';
import { isoTime } from '../../ground/text/iso-time.ts';
import { needMeeting } from '../meetings/need-meeting.ts';
import { type HeldScore, isClosed, needScore } from './need-score.ts';
import { criteriaOf, judgesAmong, judgesOf, marksOf, pageOfScores, type ScoreRow } from './score-queries.ts';
import { averageOf, totalOf, trimmedOf } from './score-rules.ts';

type Result = NonNullable<ScoreSummary['result']>;

async function showRows(ctx: Ctx, rows: readonly ScoreRow[]): Promise<Shown[]> {
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

/** The caller's sheets of scores, or those of a meeting. */
export async function listScores(ctx: Ctx, input: ParsedOf<typeof scores.list>): Promise<OutputOf<typeof scores.list>> {
  const { pageNo, pageSize } = input;
  const meetingId = input.meetingId === undefined ? undefined : (await needMeeting(ctx, input.meetingId)).meeting.id;
  const page = { limit: pageSize, offset: (pageNo - 1) * pageSize };
  const { rows, total } = await pageOfScores(ctx.db, {
    personId: ctx.user.id,
    organisationId: ctx.user.organisationId,
    meetingId,
    ...page,
  });
  return { list: await showRows(ctx, rows), pageNo, pageSize, totalNumber: total };
}

/** Averages, judge by judge and criterion by criterion. */
export async function scoreResult(ctx: Pick<Ctx, 'db'>, score: Pick<ScoreRow, 'id'>): Promise<Result> {
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

/** Who manages a sheet follows it; who judges sees what others gave when nothing can be changed by it any more. */
const isShown = ({ score, manages, own }: HeldScore, now: number): boolean => isClosed(score, now) || (manages && own === undefined);

/** A sheet of scores, with what came of it as far as that is open to the caller. */
export async function showScore(ctx: Ctx, { id }: { id: string }): Promise<ScoreSummary> {
  const held = await needScore(ctx, id);
  const { score, own, manages, meeting } = held;
  const [row] = await showRows(ctx, [score]);
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
    result: isShown(held, ctx.now) ? await scoreResult(ctx, score) : undefined,
  };
}

/** What came of a sheet as a table: a line a judge, averages below; 1009 while it is not open to the caller. */
export async function exportScore(ctx: Ctx, { id }: { id: string }) {
  const held = await needScore(ctx, id);
  if (!isShown(held, ctx.now)) throw new Refusal(codes.notAvailable);
  const criteria = await criteriaOf(ctx.db, held.score.id);
  const result = await scoreResult(ctx, held.score);
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
