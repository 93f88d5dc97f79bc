import type { ReportRow } from '@dossier/contract/statistics';
import type { Ctx } from '../../ground/ctx.ts';
import { readAgent } from '../session/agent.ts';
import type { IdleRow, UserRow } from './behaviour-queries.ts';
import type { OnlineRow, PlaceRow, SessionRow } from './online-queries.ts';
import { departmentCells, timeCell } from './show-rows.ts';

/** A device in words that need none of any language. */
export function deviceCell(agent: string): string {
  const { browser, system } = readAgent(agent);
  return [browser, system].filter((part) => part !== '').join(' · ');
}

export async function showUsers(ctx: Ctx, rows: readonly UserRow[]): Promise<ReportRow[]> {
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

export async function showIdle(ctx: Ctx, rows: readonly IdleRow[]): Promise<ReportRow[]> {
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

export async function showOnline(ctx: Ctx, rows: readonly OnlineRow[]): Promise<ReportRow[]> {
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

export async function showSessions(ctx: Ctx, rows: readonly SessionRow[]): Promise<ReportRow[]> {
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

export const showPlaces = async (_: Ctx, rows: readonly PlaceRow[]): Promise<ReportRow[]> =>
  rows.map(({ id, people, sessions }) => ({ id, cells: [id, String(people), String(sessions)] }));
