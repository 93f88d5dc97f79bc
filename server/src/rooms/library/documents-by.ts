import type { Ctx } from '../../ground/ctx.ts';
import { accessOf } from '../permissions/access.ts';
import { countByCreators, newestByCreators } from './creator-queries.ts';
import type { Held } from './need-items.ts';

/** How far back pages go: nobody turns so many. */
const farthest = 1000;

/** The newest documents by some people that the caller sees, page by page, and how many there are, up to the farthest. */
export async function documentsBy(
  ctx: Ctx,
  people: number[],
  { pageNo, pageSize }: { pageNo: number; pageSize: number },
): Promise<{ held: Held[]; total: number }> {
  const access = await accessOf(ctx);
  const asked = { creators: JSON.stringify(people), acls: access.visible, organisation: ctx.user.organisationId };
  const { long } = ctx.house.database;
  const [counted] = await countByCreators(long, { ...asked, reach: farthest });
  const total = counted?.n ?? 0;
  const offset = (pageNo - 1) * pageSize;
  if (offset >= total) return { held: [], total };
  const limit = Math.min(pageSize, farthest - offset);
  const rows = await newestByCreators(long, { ...asked, limit, offset, reach: offset + limit });
  return { held: rows.map((item) => ({ item, bits: access.bits(item.acl_id) })), total };
}
