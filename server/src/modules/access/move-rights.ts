import { codes } from '@dossier/contract/core/codes';
import { objType } from '@dossier/contract/core/rights';
import type { Context } from '../../platform/context.ts';
import type { Db } from '../../platform/db/database.ts';
import { Refusal } from '../../platform/refusal.ts';
import { type AclsByDepth, aclRootsOf, aclsByDepth, childAcl, isAclRoot, moveAclRoot, reparentAclRoots } from './acl-roots.ts';
import { accessOf } from './effective-rights.ts';
import { forecastOf, hasExpiringGrants, requireNoLaterGain } from './grants/grant-limits.ts';
import { type ItemRow, itemsByIds } from './items.queries.ts';
import { allAclsBelow, repointItems } from './subtrees.queries.ts';
import { type WriteBudget, takeSubtree } from './write-budget.ts';

/** Replaces the access lists `from` by `to` in a subtree: for items without own rights, and as parents of the ACL roots among them. */
export async function repointSubtree(db: Db, item: ItemRow, { from, to }: { from: AclsByDepth; to: AclsByDepth }): Promise<void> {
  if (item.kind !== objType.document) {
    const inside = await allAclsBelow(db, item.id);
    const rootIds = await aclRootsOf(
      db,
      inside.filter((acl) => !from.includes(acl) && !to.includes(acl)),
    );
    const roots = (await itemsByIds(db, { ids: JSON.stringify(rootIds) })).filter((row) => row.id !== item.id);
    const near = roots.filter((row) => row.parent_id === item.id).map((row) => row.id);
    const far = roots.filter((row) => row.parent_id !== item.id).map((row) => row.id);
    await reparentAclRoots(db, { near, far }, { from, to });
  }
  await repointItems(db, item.id, { from, to });
}

/** Lets a live item and its subtree inherit from another parent; `move` writes its new position. Refuses where the caller would gain rights. */
export async function inheritFrom(
  ctx: Context,
  item: ItemRow,
  { place: parent, budget, move }: { place: ItemRow; budget: WriteBudget; move: () => Promise<void> },
): Promise<void> {
  const { db } = ctx;
  const before = await accessOf(ctx);
  const ahead = (await hasExpiringGrants(ctx)) ? await forecastOf(ctx) : undefined;
  const inside = await allAclsBelow(db, item.id);
  const from = await aclsByDepth(db, item.acl_id);
  const to = await aclsByDepth(db, await childAcl(db, parent.acl_id));
  const own = await isAclRoot(db, item);
  if (item.cabinet_id !== parent.cabinet_id || (!own && from.some((acl, depth) => acl !== to[depth]))) await takeSubtree(ctx, budget, item);
  if (own) await moveAclRoot(db, item.id, to);
  else await repointSubtree(db, item, { from, to });
  await move();
  const stands = inside.filter((acl) => own || !from.includes(acl)).map((acl) => [acl, acl] as const);
  const passed = own ? [] : from.map((acl, depth) => [acl, to[depth] ?? acl] as const).filter(([acl]) => inside.includes(acl));
  const after = await accessOf(ctx);
  const pairs = [...stands, ...(item.kind === objType.document ? passed.slice(0, 1) : passed)];
  for (const [was, is] of pairs) if ((after.hold(is) & ~before.hold(was)) !== 0) throw new Refusal(codes.moveNoRight);
  if (ahead !== undefined) await requireNoLaterGain(ctx, ahead, { pairs, refusal: codes.moveNoRight });
}
