import type { Ctx } from '../../ground/ctx.ts';
import { accessOf } from '../permissions/access.ts';
import type { Held } from './need-items.ts';
import { waysUp } from './way-queries.ts';

/** The names of the folders around each item, from the cabinet down, as far as the caller sees them: what is hidden on the way ends it. */
export async function visibleWays(ctx: Ctx, held: readonly Held[]): Promise<Map<number, string[]>> {
  const access = await accessOf(ctx);
  const around = await waysUp(ctx.db, { ids: JSON.stringify(held.map(({ item }) => item.parent_id)) });
  const byId = new Map(around.map((row) => [row.id, row]));
  const ways = new Map<number, string[]>();
  for (const { item } of held) {
    const names: string[] = [];
    let row = byId.get(item.parent_id);
    while (row !== undefined && access.isVisible(row.acl_id)) {
      names.unshift(row.name);
      row = byId.get(row.parent_id);
    }
    ways.set(item.id, names);
  }
  return ways;
}
