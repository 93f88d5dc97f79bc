import { codes } from '@dossier/contract/codes';
import { moduleType, right } from '@dossier/contract/rights';
import type { Ctx } from '../../ground/ctx.ts';
import { Refusal } from '../../ground/refusal.ts';
import { accessOf } from '../permissions/access.ts';
import { type ItemRow, itemById, itemsByIds } from './item-queries.ts';

/** Whether an item stands in an area of the organisation: personal documents are not for an office to look through, nor to know by name. */
export const isShared = ({ area }: Pick<ItemRow, 'area'>): boolean => area === moduleType.enterprise || area === moduleType.system;

const stands = (ctx: Ctx, item: ItemRow): boolean => item.bin_id === 0 && item.organisation_id === ctx.user.organisationId;

/** An item for the office that sees all rights: no right on it is needed, and none is given. */
export async function needShared(ctx: Ctx, id: string | number): Promise<ItemRow> {
  const [item] = await itemById(ctx.db, { id: Number(id) });
  if (item === undefined || !stands(ctx, item)) throw new Refusal(codes.itemMissing);
  if (isShared(item)) return item;
  // of personal documents it learns no more than anybody else
  const bits = (await accessOf(ctx)).bits(item.acl_id);
  throw new Refusal((bits & right.visible) === 0 ? codes.itemMissing : codes.noRightToManage);
}

/** Those of some items that this office may be told of; order is kept, the rest is silently left out. */
export async function findShared(ctx: Ctx, ids: readonly number[]): Promise<ItemRow[]> {
  const rows = await itemsByIds(ctx.db, { ids: JSON.stringify(ids) });
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => {
    const item = byId.get(id);
    return item !== undefined && stands(ctx, item) && isShared(item) ? [item] : [];
  });
}
