import type { OutputOf, ParsedOf } from '@dossier/contract/route';
import type { statistics } from '@dossier/contract/statistics';
import type { Ctx } from '../../ground/ctx.ts';
import { isoTime } from '../../ground/text/iso-time.ts';
import { useOverTime } from './behaviour-queries.ts';
import { addedByDay, before, bytesByDay, documentsByDay, usesByDay } from './document-queries.ts';
import { onlineOverTime } from './online-queries.ts';
import { dayMs, hourMs, type Question, questionOf } from './question.ts';
import { inTurnOfReports } from './take-turn.ts';

type Chart = OutputOf<typeof statistics.chart>;
type Point = Chart['points'][number];

/** Up to so long a time is drawn by the hour. */
const hourlyMs = 3 * dayMs;

const dayAt = (day: number): string => isoTime(day * dayMs).slice(0, 10);
const pointOf = (unit: Chart['unit'], at: number, values: number[]): Point => ({
  at: unit === 'hour' ? isoTime(at * hourMs) : dayAt(at),
  values,
});

async function documentsOverTime(ctx: Ctx, question: Question): Promise<Point[]> {
  const { long } = ctx.house.database;
  const uses = await usesByDay(long, question);
  const added = new Map((await addedByDay(long, question)).map((row) => [row.at, row.n]));
  const used = new Map(uses.map((row) => [row.at, row]));
  const days = [...new Set([...used.keys(), ...added.keys()])].toSorted((one, other) => one - other);
  return days.map((day) => pointOf('day', day, [used.get(day)?.views ?? 0, used.get(day)?.downloads ?? 0, added.get(day) ?? 0]));
}

/** What there is now, by when it came: each day all that had come by its end. */
async function storageOverTime(ctx: Ctx, question: Question): Promise<Point[]> {
  const { long } = ctx.house.database;
  const came = new Map((await documentsByDay(long, question)).map((row) => [row.at, row.n]));
  const stored = new Map((await bytesByDay(long, question)).map((row) => [row.at, row.bytes]));
  let documents = came.get(before) ?? 0;
  let bytes = stored.get(before) ?? 0;
  const today = Math.floor((question.now + question.zone * hourMs) / dayMs);
  const points: Point[] = [];
  for (let day = question.days.from; day < question.days.to && day <= today; day += 1) {
    documents += came.get(day) ?? 0;
    bytes += stored.get(day) ?? 0;
    points.push(pointOf('day', day, [documents, bytes]));
  }
  return points;
}

/** What a report draws over the time asked for. */
export async function drawChart(ctx: Ctx, input: ParsedOf<typeof statistics.chart>): Promise<Chart> {
  const question = await questionOf(ctx, input);
  return inTurnOfReports(() => chartOf(ctx, input.report, question));
}

async function chartOf(ctx: Ctx, report: ParsedOf<typeof statistics.chart>['report'], question: Question): Promise<Chart> {
  const { long } = ctx.house.database;
  if (report === 'document') return { unit: 'day', points: await documentsOverTime(ctx, question) };
  if (report === 'fileTotal') return { unit: 'day', points: await storageOverTime(ctx, question) };
  const unit = question.to - question.from <= hourlyMs ? 'hour' : 'day';
  if (report === 'userOnline') {
    const rows = await onlineOverTime(long, question, unit);
    return { unit, points: rows.map((row) => pointOf(unit, row.at, [row.people, row.sessions])) };
  }
  const rows = await useOverTime(long, question, unit);
  const valuesOf = (row: (typeof rows)[number]): number[] => [
    row.active,
    row.signIns,
    row.views,
    row.downloads,
    row.prints,
    row.uploads,
    row.shares,
  ];
  return { unit, points: rows.map((row) => pointOf(unit, row.at, valuesOf(row))) };
}
