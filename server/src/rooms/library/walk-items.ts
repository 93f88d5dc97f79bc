import { right } from '@dossier/contract/rights';
import type { Ctx } from '../../ground/ctx.ts';
import { accessOf } from '../permissions/access.ts';
import type { ItemRow } from './item-queries.ts';
import { childrenInOrder } from './list-queries.ts';
import type { Held } from './need-items.ts';
import { liveBelow } from './subtree-queries.ts';
import { reachOf } from './visit-reach.ts';

/** Everything below a folder that the caller sees, in pieces; `bits` as in lists. Runs on the long reader. */
export async function* walkBelow(ctx: Ctx, folder: ItemRow): AsyncGenerator<Held> {
  const access = await accessOf(ctx);
  for (let after = 0; ; ) {
    const rows = await liveBelow(ctx.house.database.long, folder.id, { after, limit: 1000 });
    const reaches = await reachOf(
      ctx,
      rows.map((row) => row.id),
    );
    for (const item of rows) {
      const bits = reaches(item.id) ? access.bits(item.acl_id) : 0;
      if ((bits & right.visible) !== 0) yield { item, bits };
    }
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.id;
  }
}

/** A piece of the documents of a folder in a list's order, visible ones only: for the pictures before and after one. */
export async function documentsInOrder(
  ctx: Ctx,
  folderId: number,
  asked: {
    sortField: 'name' | 'size' | 'updateTime' | 'createTime' | 'sortNumber';
    sortDirection: 'asc' | 'desc';
    limit: number;
    offset: number;
  },
): Promise<Held[]> {
  const access = await accessOf(ctx);
  const query = childrenInOrder(asked.sortField, asked.sortDirection, true);
  const rows = await query(ctx.db, { parent: folderId, kind: 33, limit: asked.limit, offset: asked.offset, acls: access.visible });
  return rows.map((item) => ({ item, bits: access.bits(item.acl_id) }));
}
