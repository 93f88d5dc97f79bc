import type { GranteeType } from '@dossier/contract/rights';
import type { ReportRow } from '@dossier/contract/statistics';
import type { Ctx } from '../../ground/ctx.ts';
import { granteeNames } from '../grantees/grantees.ts';
import type { GrantRow, RootRow } from './rights-queries.ts';
import { itemCells, personCells, timeCell } from './show-rows.ts';

/** Rights as they were given. Who looks by office learns who holds what, of an item that they do not see without its name. */
export async function showGrants(ctx: Ctx, rows: readonly GrantRow[]): Promise<ReportRow[]> {
  const cellOf = await itemCells(
    ctx,
    rows.map((row) => row.item),
  );
  const granteeOf = await granteeNames(
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

export async function showRoots(ctx: Ctx, rows: readonly RootRow[]): Promise<ReportRow[]> {
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
    return { id: item.objId ?? `hidden ${place}`, ...item, cells: [name, String(row.inherits), String(row.grants), nameOf(row.owner)] };
  });
}
