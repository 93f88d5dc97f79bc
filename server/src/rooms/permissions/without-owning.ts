import type { Ctx, Principals } from '../../ground/ctx.ts';
import { readVersions } from '../../ground/db/versions.ts';
import { byRoot, factOf, treeOf } from './access.ts';
import { grantsTo } from './queries.ts';
import { rightsOn } from './rules.ts';

/** The bits that anyone would have on an item if it belonged to somebody else. */
export async function withoutOwning(ctx: Ctx, item: { id: number; acl_id: number }, principals: Principals): Promise<number> {
  const { rights } = await readVersions(ctx.db);
  const tree = await treeOf(ctx.house, ctx.db, { version: rights, keep: ctx.db === ctx.house.database.read });
  const node = tree.get(item.acl_id);
  if (node === undefined) return 0;
  const grants = byRoot((await grantsTo(ctx.db, principals)).map(factOf));
  const left = node.rootId === item.id ? { ...node, ownerId: 0 } : node;
  return rightsOn(left, { id: principals.personId, idle: principals.idleRoles, grants, tree, now: ctx.now }).bits;
}
