import { type GranteeType, objType } from '@dossier/contract/core/rights';
import type { ReportRow } from '@dossier/contract/reporting/statistics';
import type { Context } from '../../../platform/context.ts';
import { parseUserAgent } from '../../../platform/http/user-agent.ts';
import { isoTime } from '../../../platform/text/iso-time.ts';
import { findVisibleItems } from '../../access/require-items.ts';
import { membershipsOf } from '../../identity/memberships.queries.ts';
import { principalNames } from '../../identity/principals.ts';
import { type DocumentRow, type DuplicateRow, type TotalRow, copiesOf } from './documents.queries.ts';
import type { IdleRow, OnlineRow, PlaceRow, SessionRow, UserRow } from './people.queries.ts';
import type { ReportQuery } from './report-query.ts';
import { userNamesIncludingRemoved } from './report-scope.queries.ts';
import type { AclRootRow, GrantRow } from './rights.queries.ts';

/** A time as a cell; empty without one. */
export const timeCell = (at: number | null): string => (at === null || at === 0 ? '' : isoTime(at));

/** The item fields of a row, and the cell with its name: both empty where the caller may not see it. */
export type ItemCell = Pick<ReportRow, 'objId' | 'objType' | 'ext' | 'hidden'> & { name: string };

/** The names of items that the caller sees now. */
export async function itemCells(ctx: Context, ids: readonly number[]): Promise<(id: number) => ItemCell> {
  const visible = ids.length === 0 ? [] : await findVisibleItems(ctx, [...new Set(ids)]);
  const known = new Map(visible.map(({ item }) => [item.id, item]));
  return (id) => {
    const item = known.get(id);
    if (item === undefined) return { name: '', hidden: true };
    return { name: item.name, objId: String(id), objType: item.kind, ...(item.kind === objType.document && { ext: item.ext }) };
  };
}

/** The departments of users, the main one first, as one cell each. */
export async function departmentCells(ctx: Context, ids: readonly number[]): Promise<(id: number) => string> {
  const { departments } = await membershipsOf(ctx.services.database.long, [...new Set(ids)], ctx.user.organisationId);
  const names = Map.groupBy(departments, (row) => row.person_id);
  return (id) => (names.get(id) ?? []).map((row) => row.name).join(', ');
}

/** Names of users, removed ones too. */
export async function personCells(ctx: Context, ids: readonly number[]): Promise<(id: number) => string> {
  const names = await userNamesIncludingRemoved(ctx.services.database.long, ids);
  return (id) => names.get(id) ?? '';
}

/** Documents by name and owner, followed by the cells of `cellsOf`. */
export const showDocuments =
  (cellsOf: (row: DocumentRow) => string[]) =>
  async (ctx: Context, rows: readonly DocumentRow[]): Promise<ReportRow[]> => {
    const cellOf = await itemCells(
      ctx,
      rows.map((row) => row.id),
    );
    const nameOf = await personCells(
      ctx,
      rows.map((row) => row.owner),
    );
    return rows.map((row, index) => {
      const { name, ...item } = cellOf(row.id);
      // a hidden item is shown without its id
      return { id: item.objId ?? `hidden ${index}`, ...item, cells: [name, nameOf(row.owner), ...cellsOf(row)] };
    });
  };

export const usedCells = (row: DocumentRow): string[] => [String(row.views), String(row.downloads)];
export const newestCells = (row: DocumentRow): string[] => [String(row.size), timeCell(row.created)];
export const largestCells = (row: DocumentRow): string[] => [String(row.size), String(row.versions), timeCell(row.created)];

/** Documents with the same bytes, under the first of their names that the caller sees. */
export async function showDuplicates(ctx: Context, rows: readonly DuplicateRow[], question: ReportQuery): Promise<ReportRow[]> {
  const copies = await copiesOf(
    ctx.services.database.long,
    question,
    rows.map((row) => row.id),
  );
  const cellOf = await itemCells(ctx, [...copies.values()].flat());
  return rows.map((row, index) => {
    const seen = (copies.get(row.id) ?? []).map(cellOf).filter((cell) => cell.hidden !== true);
    const { name, ...item } = seen[0] ?? { name: '', hidden: true };
    const names = [...new Set(seen.map((cell) => cell.name))].join(' · ') || name;
    return {
      id: `copies ${index} ${item.objId ?? ''}`,
      ...item,
      cells: [names, String(row.copies), String(row.size), String(row.wasted)],
    };
  });
}

const amountsOf = (row: TotalRow): string[] => [row.documents, row.bytes, row.allBytes].map(String);

/** Totals of groups that have a name. */
export const showTotals = async (_: Context, rows: readonly TotalRow[]): Promise<ReportRow[]> =>
  rows.map((row) => ({ id: String(row.id), cells: [row.name, ...amountsOf(row)] }));

export const showPeopleTotals = async (_: Context, rows: readonly TotalRow[]): Promise<ReportRow[]> =>
  rows.map((row) => ({ id: String(row.id), userId: String(row.id), cells: [row.name, ...amountsOf(row)] }));

/** Totals by cabinet: all personal documents together, without a name. */
export async function showCabinets(ctx: Context, rows: readonly TotalRow[]): Promise<ReportRow[]> {
  const cellOf = await itemCells(
    ctx,
    rows.map((row) => row.id).filter((id) => id !== 0),
  );
  return rows.map((row, index) => {
    const { name, ...item } = row.id === 0 ? { name: '' } : cellOf(row.id);
    return { id: row.id === 0 ? 'own' : `${index}`, ...item, cells: [name, ...amountsOf(row)] };
  });
}

/** The name of a device, the same in every language. */
export function deviceCell(agent: string): string {
  const { browser, system } = parseUserAgent(agent);
  return [browser, system].filter((part) => part !== '').join(' · ');
}

export async function showUsers(ctx: Context, rows: readonly UserRow[]): Promise<ReportRow[]> {
  const departmentOf = await departmentCells(
    ctx,
    rows.map((row) => row.id),
  );
  return rows.map((row) => {
    const { id, name, signIns, views, downloads, prints, uploads, shares, others, last } = row;
    const counts = [signIns, views, downloads, prints, uploads, shares, others].map(String);
    return { id: String(id), userId: String(id), cells: [name, departmentOf(id), ...counts, timeCell(last)] };
  });
}

export async function showIdle(ctx: Context, rows: readonly IdleRow[]): Promise<ReportRow[]> {
  const departmentOf = await departmentCells(
    ctx,
    rows.map((row) => row.id),
  );
  return rows.map(({ id, name, last, created }) => ({
    id: String(id),
    userId: String(id),
    cells: [name, departmentOf(id), timeCell(last), timeCell(created)],
  }));
}

export async function showOnline(ctx: Context, rows: readonly OnlineRow[]): Promise<ReportRow[]> {
  const departmentOf = await departmentCells(
    ctx,
    rows.map((row) => row.id),
  );
  return rows.map(({ id, name, hours, sessions, last }) => ({
    id: String(id),
    userId: String(id),
    cells: [name, departmentOf(id), String(hours), String(sessions), timeCell(last)],
  }));
}

export async function showSessions(ctx: Context, rows: readonly SessionRow[]): Promise<ReportRow[]> {
  const departmentOf = await departmentCells(
    ctx,
    rows.map((row) => row.person),
  );
  return rows.map(({ id, person, name, begun, last, hours, agent, address }) => ({
    id: String(id),
    userId: String(person),
    cells: [name, departmentOf(person), timeCell(begun), timeCell(last), String(hours), deviceCell(agent), address],
  }));
}

export const showPlaces = async (_: Context, rows: readonly PlaceRow[]): Promise<ReportRow[]> =>
  rows.map(({ id, people, sessions }) => ({ id, cells: [id, String(people), String(sessions)] }));

/** Grants. With the administrative permission they are shown with their principals; hidden items without their name. */
export async function showGrants(ctx: Context, rows: readonly GrantRow[]): Promise<ReportRow[]> {
  const cellOf = await itemCells(
    ctx,
    rows.map((row) => row.item),
  );
  const granteeOf = await principalNames(
    ctx,
    rows.map((row) => ({ type: row.type as GranteeType, id: row.grantee })),
  );
  const nameOf = await personCells(
    ctx,
    rows.map((row) => row.giver),
  );
  return rows.map((row) => {
    const { name, ...item } = cellOf(row.item);
    const cells = [
      name,
      granteeOf(row.type as GranteeType, row.grantee),
      String(row.level),
      String(row.reach),
      timeCell(row.until),
      nameOf(row.giver),
      timeCell(row.given),
    ];
    return { id: String(row.id), ...item, granteeType: row.type, cells };
  });
}

export async function showAclRoots(ctx: Context, rows: readonly AclRootRow[]): Promise<ReportRow[]> {
  const cellOf = await itemCells(
    ctx,
    rows.map((row) => row.id),
  );
  const nameOf = await personCells(
    ctx,
    rows.map((row) => row.owner),
  );
  return rows.map((row, index) => {
    const { name, ...item } = cellOf(row.id);
    return { id: item.objId ?? `hidden ${index}`, ...item, cells: [name, String(row.inherits), String(row.grants), nameOf(row.owner)] };
  });
}
