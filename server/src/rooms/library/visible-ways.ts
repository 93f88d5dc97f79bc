import type { Ctx } from '../../ground/ctx.ts';
import { accessOf } from '../permissions/access.ts';
import type { ItemRow } from './item-queries.ts';
import { isShared } from './office-gate.ts';
import { waysUp } from './way-queries.ts';

/**
 * The names of the folders around each item, from the cabinet down, as far as the caller sees them: what is hidden on the way ends it.
 * By office nothing in the shared areas is hidden.
 */
export async function visibleWays(ctx: Ctx, held: readonly { item: ItemRow }[], byOffice = false): Promise<Map<number, string[]>> {
  const access = await accessOf(ctx);
  const around = await waysUp(ctx.db, { ids: JSON.stringify(held.map(({ item }) => item.parent_id)) });
  const byId = new Map(around.map((row) => [row.id, row]));
  const ways = new Map<number, string[]>();
  for (const { item } of held) {
    const open = byOffice && isShared(item);
    const names: string[] = [];
    for (let row = byId.get(item.parent_id); row !== undefined; row = byId.get(row.parent_id)) {
      if (!open && !access.isVisible(row.acl_id)) break;
      names.unshift(row.name);
    }
    ways.set(item.id, names);
  }
  return ways;
}
