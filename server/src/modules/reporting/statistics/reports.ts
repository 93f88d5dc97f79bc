import { codes } from '@dossier/contract/core/codes';
import type { OutputOf, ParsedOf } from '@dossier/contract/core/route';
import type { Paged } from '@dossier/contract/core/shapes';
import { type ReportRow, type ReportView, reportViews, type statistics } from '@dossier/contract/reporting/statistics';
import type { RawBuilder } from 'kysely';
import type { Context } from '../../../platform/context.ts';
import type { Db } from '../../../platform/db/database.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { isoTime } from '../../../platform/text/iso-time.ts';
import * as documents from './documents.queries.ts';
import { addedByDay, beforeFirstDay, bytesByDay, documentsByDay, usesByDay } from './documents.queries.ts';
import * as online from './people.queries.ts';
import { activePeople, idlePeople, onlineOverTime, useOverTime } from './people.queries.ts';
import { type ReportQuery, dayMs, hourMs, inReportTurn, reportQuery } from './report-query.ts';
import * as show from './report-rows.ts';
import { deviceCell, showAclRoots, showGrants, showIdle, showOnline, showPlaces, showSessions, showUsers } from './report-rows.ts';
import { type PageRequest, pageOf } from './report-scope.queries.ts';
import { aclRoots, endingGrants, fullGrants, grants } from './rights.queries.ts';

/** Reads the requested rows of a table; `order` undefined: in its default order. */
type ReportTable = (ctx: Context, question: ReportQuery, wanted: PageRequest) => Promise<{ rows: ReportRow[]; total: number }>;

/** A table made of a select and a presenter of its rows. */
const table =
  <R>(
    select: (db: Db, question: ReportQuery) => RawBuilder<R>,
    rowsOf: (ctx: Context, rows: readonly R[], question: ReportQuery) => Promise<ReportRow[]>,
  ): ReportTable =>
  async (ctx, question, wanted) => {
    const { long } = ctx.services.database;
    const { rows, total } = await pageOf(long, select(long, question), wanted);
    return { rows: await rowsOf(ctx, rows, question), total };
  };

/** Groups devices by user agent, of which there are a few hundred. */
const devices: ReportTable = async (ctx, question, { order, ascends, limit, offset }) => {
  const known = new Map<string, { people: Set<number>; sessions: number }>();
  for (const { agent, person, sessions } of await online.agentsOf(ctx.services.database.long, question)) {
    const name = deviceCell(agent);
    const device = known.get(name) ?? { people: new Set(), sessions: 0 };
    device.people.add(person);
    device.sessions += sessions;
    known.set(name, device);
  }
  const rows = [...known].map(([name, { people, sessions }]) => ({ name, people: people.size, sessions }));
  const by = order === 'sessions' ? ('sessions' as const) : ('people' as const);
  const factor = ascends ? 1 : -1;
  const all = rows.toSorted((one, other) => factor * (one[by] - other[by]) || (one.name < other.name ? -1 : 1));
  const shown = all.slice(offset, offset + limit);
  return {
    rows: shown.map(({ name, people, sessions }) => ({ id: name || '?', cells: [name, String(people), String(sessions)] })),
    total: all.length,
  };
};

const organisations: ReportTable = (ctx, question, wanted) => {
  const everywhere = ctx.user.permissions.all.has('organisations.edit');
  return table((db, asked) => documents.byOrganisation(db, asked, everywhere), show.showTotals)(ctx, question, wanted);
};

const tables: Record<ReportView, ReportTable> = {
  people: table(activePeople, showUsers),
  idle: table(idlePeople, showIdle),
  used: table(documents.usedDocuments, show.showDocuments(show.usedCells)),
  newest: table(documents.newestDocuments, show.showDocuments(show.newestCells)),
  largest: table(documents.largestDocuments, show.showDocuments(show.largestCells)),
  unopened: table(documents.unopenedDocuments, show.showDocuments(show.newestCells)),
  duplicates: table(documents.duplicates, show.showDuplicates),
  grants: table(grants, showGrants),
  ending: table(endingGrants, showGrants),
  full: table(fullGrants, showGrants),
  roots: table(aclRoots, showAclRoots),
  online: table(online.onlinePeople, showOnline),
  sessions: table(online.sessions, showSessions),
  devices,
  addresses: table(online.addresses, showPlaces),
  byOrganisation: organisations,
  byDepartment: table(documents.byDepartment, show.showTotals),
  byCabinet: table(documents.byCabinet, show.showCabinets),
  byType: table(documents.byType, show.showTotals),
  byPerson: table(documents.byPerson, show.showPeopleTotals),
};

type TableInput = Omit<ParsedOf<typeof statistics.table>, 'pageNo' | 'pageSize' | 'view'> & { view: ReportView };

/** The column to sort by: the requested one, else the first sortable one; 400 for one that is not. */
function orderOf({ view, sort }: TableInput): string | undefined {
  const columns = reportViews[view].filter((column) => 'sorts' in column);
  if (sort === undefined) return columns[0]?.name;
  if (!columns.some((column) => column.name === sort)) throw new Refusal(codes.invalidParams, { fields: ['sort'] });
  return sort;
}

/** The requested rows of a report, within the scope of the caller's permission. */
export async function readReportTable(
  ctx: Context,
  asked: TableInput,
  { limit, offset, rights }: { limit: number; offset: number; rights: boolean },
) {
  const order = orderOf(asked);
  const question = await reportQuery(ctx, asked, { wholly: rights });
  return inReportTurn(() => tables[asked.view](ctx, question, { order, ascends: asked.sortDirection === 'asc', limit, offset }));
}

const paged =
  (rights: boolean) =>
  async (ctx: Context, input: TableInput & { pageNo: number; pageSize: number }): Promise<Paged<ReportRow>> => {
    const { pageNo, pageSize } = input;
    const { rows, total } = await readReportTable(ctx, input, { limit: pageSize, offset: (pageNo - 1) * pageSize, rights });
    return { list: rows, pageNo, pageSize, totalNumber: total };
  };

/** A page of a report on users, documents or storage. */
export const listReport = paged(false);
/** A page of the report on rights. */
export const listRightsReport = paged(true);

type Chart = OutputOf<typeof statistics.chart>;
type Point = Chart['points'][number];

/** Periods up to this length are drawn by the hour. */
const hourlyMs = 3 * dayMs;

const dayAt = (day: number): string => isoTime(day * dayMs).slice(0, 10);
const pointOf = (unit: Chart['unit'], at: number, values: number[]): Point => ({
  at: unit === 'hour' ? isoTime(at * hourMs) : dayAt(at),
  values,
});

async function documentsOverTime(ctx: Context, question: ReportQuery): Promise<Point[]> {
  const { long } = ctx.services.database;
  const uses = await usesByDay(long, question);
  const added = new Map((await addedByDay(long, question)).map((row) => [row.at, row.n]));
  const used = new Map(uses.map((row) => [row.at, row]));
  const days = [...new Set([...used.keys(), ...added.keys()])].toSorted((one, other) => one - other);
  return days.map((day) => pointOf('day', day, [used.get(day)?.views ?? 0, used.get(day)?.downloads ?? 0, added.get(day) ?? 0]));
}

/** Present documents and bytes by creation time, cumulated by day. */
async function storageOverTime(ctx: Context, question: ReportQuery): Promise<Point[]> {
  const { long } = ctx.services.database;
  const came = new Map((await documentsByDay(long, question)).map((row) => [row.at, row.n]));
  const stored = new Map((await bytesByDay(long, question)).map((row) => [row.at, row.bytes]));
  let documentCount = came.get(beforeFirstDay) ?? 0;
  let bytes = stored.get(beforeFirstDay) ?? 0;
  const today = Math.floor((question.now + question.zone * hourMs) / dayMs);
  const points: Point[] = [];
  for (let day = question.days.from; day < question.days.to && day <= today; day += 1) {
    documentCount += came.get(day) ?? 0;
    bytes += stored.get(day) ?? 0;
    points.push(pointOf('day', day, [documentCount, bytes]));
  }
  return points;
}

/** The chart of a report over the requested period. */
export async function showChart(ctx: Context, input: ParsedOf<typeof statistics.chart>): Promise<Chart> {
  const question = await reportQuery(ctx, input);
  return inReportTurn(() => chartOf(ctx, input.report, question));
}

async function chartOf(ctx: Context, report: ParsedOf<typeof statistics.chart>['report'], question: ReportQuery): Promise<Chart> {
  const { long } = ctx.services.database;
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
