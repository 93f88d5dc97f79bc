import type { Ctx } from '../../ground/ctx.ts';
import { accessOf } from '../permissions/access.ts';
import { aclsOfItems } from './item-queries.ts';

/** Ids of places as the caller may be told of them: undefined for none, and for what is hidden from the caller. */
export async function visiblePlaces(ctx: Ctx, ids: readonly number[]): Promise<(id: number) => string | undefined> {
  const access = await accessOf(ctx);
  const rows = await aclsOfItems(ctx.db, { ids: JSON.stringify([...new Set(ids)].filter((id) => id !== 0)) });
  const seen = new Set(rows.filter((row) => access.isVisible(row.acl_id)).map((row) => row.id));
  return (id) => (seen.has(id) ? String(id) : undefined);
}
