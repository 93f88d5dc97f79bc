import type { Ctx } from '../../ground/ctx.ts';
import { readVersions } from '../../ground/db/versions.ts';
import { byRoot, factOf, treeOf } from './access.ts';
import { grantsTo } from './queries.ts';
import { type GrantFact, rightsOn } from './rules.ts';
import { names } from './sight.ts';

const notYet = -1;

/** The bits that the caller would have on an item that is not there yet: it would hang under a list, with grants of its own. */
export async function bitsWith(
  ctx: Ctx,
  above: number,
  { inherits, grants }: { inherits: boolean; grants: readonly Omit<GrantFact, 'id' | 'rootId'>[] },
): Promise<number> {
  const { rights } = await readVersions(ctx.db);
  const tree = await treeOf(ctx.house, ctx.db, { version: rights, keep: ctx.db === ctx.house.database.read });
  const { organisationId, principals, id } = ctx.user;
  const own = grants.map((grant) => ({ ...grant, id: notYet, rootId: notYet })).filter((grant) => names(grant, principals));
  const known = byRoot([...(await grantsTo(ctx.db, principals)).map(factOf), ...own]);
  const start = { id: notYet, organisationId, rootId: notYet, ring: 0, parentId: above, inherits, ownerId: 0 };
  return rightsOn(start, { id, idle: principals.idleRoles, grants: known, tree, now: ctx.now }).bits;
}
