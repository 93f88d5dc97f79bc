import { codes } from '@dossier/contract/codes';
import type { Paged } from '@dossier/contract/page';
import type { ParsedOf } from '@dossier/contract/route';
import { type ReportRow, type ReportView, reportViews, type statistics } from '@dossier/contract/statistics';
import type { RawBuilder } from 'kysely';
import type { Ctx } from '../../ground/ctx.ts';
import type { Db } from '../../ground/db/database.ts';
import { Refusal } from '../../ground/refusal.ts';
import { activePeople, idlePeople } from './behaviour-queries.ts';
import * as documents from './document-queries.ts';
import * as online from './online-queries.ts';
import { pageOf, type Wanted } from './page-queries.ts';
import { type Question, questionOf } from './question.ts';
import { endingGrants, fullGrants, grants, roots } from './rights-queries.ts';
import * as show from './show-documents.ts';
import { deviceCell, showIdle, showOnline, showPlaces, showSessions, showUsers } from './show-people.ts';
import { showGrants, showRoots } from './show-rights.ts';
import { inTurnOfReports } from './take-turn.ts';
import * as totals from './total-queries.ts';

/** Reads some rows of a table, as it is asked; `order` undefined: in the order of its own. */
export type Table = (ctx: Ctx, question: Question, wanted: Wanted) => Promise<{ rows: ReportRow[]; total: number }>;

/** A table that is a select and the way in which its rows are shown. */
const table =
  <R>(
    select: (db: Db, question: Question) => RawBuilder<R>,
    rowsOf: (ctx: Ctx, rows: readonly R[], question: Question) => Promise<ReportRow[]>,
  ): Table =>
  async (ctx, question, wanted) => {
    const { long } = ctx.house.database;
    const { rows, total } = await pageOf(long, select(long, question), wanted);
    return { rows: await rowsOf(ctx, rows, question), total };
  };

/** Devices are put together by what browsers say of themselves, of which there are a few hundred ways. */
const devices: Table = async (ctx, question, { order, ascends, limit, offset }) => {
  const known = new Map<string, { people: Set<number>; sessions: number }>();
  for (const { agent, person, sessions } of await online.agentsOf(ctx.house.database.long, question)) {
    const name = deviceCell(agent);
    const device = known.get(name) ?? { people: new Set(), sessions: 0 };
    device.people.add(person);
    device.sessions += sessions;
    known.set(name, device);
  }
  const rows = [...known].map(([name, { people, sessions }]) => ({ name, people: people.size, sessions }));
  const by = order === 'sessions' ? ('sessions' as const) : ('people' as const);
  const sign = ascends ? 1 : -1;
  const all = rows.toSorted((one, other) => sign * (one[by] - other[by]) || (one.name < other.name ? -1 : 1));
  const shown = all.slice(offset, offset + limit);
  return {
    rows: shown.map(({ name, people, sessions }) => ({ id: name || '?', cells: [name, String(people), String(sessions)] })),
    total: all.length,
  };
};

const organisations: Table = (ctx, question, wanted) => {
  const everywhere = ctx.user.office.deeds.has('organisations.edit');
  return table((db, asked) => totals.byOrganisation(db, asked, everywhere), show.showTotals)(ctx, question, wanted);
};

const tables: Record<ReportView, Table> = {
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
  roots: table(roots, showRoots),
  online: table(online.onlinePeople, showOnline),
  sessions: table(online.sessions, showSessions),
  devices,
  addresses: table(online.addresses, showPlaces),
  byOrganisation: organisations,
  byDepartment: table(totals.byDepartment, show.showTotals),
  byCabinet: table(totals.byCabinet, show.showCabinets),
  byType: table(totals.byType, show.showTotals),
  byPerson: table(totals.byPerson, show.showPeopleTotals),
};

type Asked = Omit<ParsedOf<typeof statistics.table>, 'pageNo' | 'pageSize' | 'view'> & { view: ReportView };

/** The column that rows stand by: the one asked for, else the first that can be; 400 for one that cannot. */
function orderOf({ view, sort }: Asked): string | undefined {
  const columns = reportViews[view].filter((column) => 'sorts' in column);
  if (sort === undefined) return columns[0]?.name;
  if (!columns.some((column) => column.name === sort)) throw new Refusal(codes.invalidParams, { fields: ['sort'] });
  return sort;
}

/** Some rows of a report, as far as the caller's office reaches. */
export async function readTable(ctx: Ctx, asked: Asked, { limit, offset, rights }: { limit: number; offset: number; rights: boolean }) {
  const order = orderOf(asked);
  const question = await questionOf(ctx, asked, { wholly: rights });
  return inTurnOfReports(() => tables[asked.view](ctx, question, { order, ascends: asked.sortDirection === 'asc', limit, offset }));
}

const paged =
  (rights: boolean) =>
  async (ctx: Ctx, input: Asked & { pageNo: number; pageSize: number }): Promise<Paged<ReportRow>> => {
    const { pageNo, pageSize } = input;
    const { rows, total } = await readTable(ctx, input, { limit: pageSize, offset: (pageNo - 1) * pageSize, rights });
    return { list: rows, pageNo, pageSize, totalNumber: total };
  };

/** A page of a report on people, documents or storage. */
export const listTable = paged(false);
/** A page of the report on rights. */
export const listRights = paged(true);
