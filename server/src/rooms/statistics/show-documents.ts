import type { ReportRow } from '@dossier/contract/statistics';
import type { Ctx } from '../../ground/ctx.ts';
import { copiesOf, type DocumentRow, type DuplicateRow } from './document-queries.ts';
import type { Question } from './question.ts';
import { itemCells, personCells, timeCell } from './show-rows.ts';
import type { TotalRow } from './total-queries.ts';

/** Documents, whose own columns `cellsOf` writes after name and owner. */
export const showDocuments =
  (cellsOf: (row: DocumentRow) => string[]) =>
  async (ctx: Ctx, rows: readonly DocumentRow[]): Promise<ReportRow[]> => {
    const cellOf = await itemCells(
      ctx,
      rows.map((row) => row.id),
    );
    const nameOf = await personCells(
      ctx,
      rows.map((row) => row.owner),
    );
    return rows.map((row, place) => {
      const { name, ...item } = cellOf(row.id);
      // who may not see it learns not even which one it is
      return { id: item.objId ?? `hidden ${place}`, ...item, cells: [name, nameOf(row.owner), ...cellsOf(row)] };
    });
  };

export const usedCells = (row: DocumentRow): string[] => [String(row.views), String(row.downloads)];
export const newestCells = (row: DocumentRow): string[] => [String(row.size), timeCell(row.created)];
export const largestCells = (row: DocumentRow): string[] => [String(row.size), String(row.versions), timeCell(row.created)];

/** Same bytes, under the first name of theirs that the caller sees. */
export async function showDuplicates(ctx: Ctx, rows: readonly DuplicateRow[], question: Question): Promise<ReportRow[]> {
  const copies = await copiesOf(
    ctx.house.database.long,
    question,
    rows.map((row) => row.id),
  );
  const cellOf = await itemCells(ctx, [...copies.values()].flat());
  return rows.map((row, place) => {
    const seen = (copies.get(row.id) ?? []).map(cellOf).filter((cell) => cell.hidden !== true);
    const { name, ...item } = seen[0] ?? { name: '', hidden: true };
    const names = [...new Set(seen.map((cell) => cell.name))].join(' · ') || name;
    return {
      id: `copies ${place} ${item.objId ?? ''}`,
      ...item,
      cells: [names, String(row.copies), String(row.size), String(row.wasted)],
    };
  });
}

const amountsOf = (row: TotalRow): string[] => [row.documents, row.bytes, row.allBytes].map(String);

/** Amounts by something that has a name of its own. */
export const showTotals = async (_: Ctx, rows: readonly TotalRow[]): Promise<ReportRow[]> =>
  rows.map((row) => ({ id: String(row.id), cells: [row.name, ...amountsOf(row)] }));

export const showPeopleTotals = async (_: Ctx, rows: readonly TotalRow[]): Promise<ReportRow[]> =>
  rows.map((row) => ({ id: String(row.id), userId: String(row.id), cells: [row.name, ...amountsOf(row)] }));

/** Amounts by cabinet: all personal documents stand together under no name. */
export async function showCabinets(ctx: Ctx, rows: readonly TotalRow[]): Promise<ReportRow[]> {
  const cellOf = await itemCells(
    ctx,
    rows.map((row) => row.id).filter((id) => id !== 0),
  );
  return rows.map((row, place) => {
    const { name, ...item } = row.id === 0 ? { name: '' } : cellOf(row.id);
    return { id: row.id === 0 ? 'own' : `${place}`, ...item, cells: [name, ...amountsOf(row)] };
  });
}
