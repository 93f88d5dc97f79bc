import type { Context } from '../../platform/context.ts';
import { accessOf } from '../access/effective-rights.ts';
import type { AuthorisedItem } from '../access/require-items.ts';
import { countByCreators, newestByCreators, newestOfAcls, newestSeen } from './lists/lists.queries.ts';

/** How many of the newest documents are searched before the caller's own access lists are. */
const searchWindow = 5000;

/** The newest documents that the caller sees. */
export async function newestDocuments(ctx: Context, limit: number): Promise<AuthorisedItem[]> {
  const access = await accessOf(ctx);
  const asked = { acls: access.visible, organisation: ctx.user.organisationId, limit };
  const near = await newestSeen(ctx.db, { ...asked, reach: searchWindow });
  // a caller who sees few of the newest mostly sees few at all: then the query over the caller's access lists is faster
  const rows = near.length < limit ? await newestOfAcls(ctx.services.database.long, asked) : near;
  return rows.map((item) => ({ item, bits: access.bits(item.acl_id) }));
}

/** The last page that is served. */
const farthestPage = 1000;

/** The newest documents by some users that the caller sees, paged, and their number, up to the last page. */
export async function documentsByCreators(
  ctx: Context,
  people: number[],
  { pageNo, pageSize }: { pageNo: number; pageSize: number },
): Promise<{ authorised: AuthorisedItem[]; total: number }> {
  const access = await accessOf(ctx);
  const asked = { creators: JSON.stringify(people), acls: access.visible, organisation: ctx.user.organisationId };
  const { long } = ctx.services.database;
  const [counted] = await countByCreators(long, { ...asked, reach: farthestPage });
  const total = counted?.n ?? 0;
  const offset = (pageNo - 1) * pageSize;
  if (offset >= total) return { authorised: [], total };
  const limit = Math.min(pageSize, farthestPage - offset);
  const rows = await newestByCreators(long, { ...asked, limit, offset, reach: offset + limit });
  return { authorised: rows.map((item) => ({ item, bits: access.bits(item.acl_id) })), total };
}
