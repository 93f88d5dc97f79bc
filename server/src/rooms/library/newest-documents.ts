import type { Ctx } from '../../ground/ctx.ts';
import { accessOf } from '../permissions/access.ts';
import { newestOfAcls, newestSeen } from './list-queries.ts';
import type { Held } from './need-items.ts';

/** How many of the newest documents of all are looked through before the caller's own lists are. */
const reach = 5000;

/** The newest documents that the caller sees. */
export async function newestDocuments(ctx: Ctx, limit: number): Promise<Held[]> {
  const access = await accessOf(ctx);
  const asked = { acls: access.visible, organisation: ctx.user.organisationId, limit };
  const near = await newestSeen(ctx.db, { ...asked, reach });
  // who sees few of the newest sees few at all, mostly: then the way over the caller's lists is the shorter one
  const rows = near.length < limit ? await newestOfAcls(ctx.house.database.long, asked) : near;
  return rows.map((item) => ({ item, bits: access.bits(item.acl_id) }));
}
