import { codes } from '@dossier/contract/codes';
import { level } from '@dossier/contract/rights';
import type { Ctx } from '../../ground/ctx.ts';
import { readVersions } from '../../ground/db/versions.ts';
import { Refusal } from '../../ground/refusal.ts';
import { type Access, accessOf, treeOf } from './access.ts';
import type { AclNode } from './rules.ts';

/** Which list an item stood under before: by the list under which it stands now. */
export type Formerly = ReadonlyMap<number, number>;

/** Refuses what just happened if it gave the caller anything on any list that they did not have before. */
export async function needNoGain(ctx: Ctx, before: Access, formerly: Formerly): Promise<void> {
  const after = await accessOf(ctx);
  for (const id of after.idsWith(level.full))
    if ((after.bits(id) & ~before.bits(formerly.get(id) ?? id)) !== 0) throw new Refusal(codes.levelAboveOwn);
}

/** The lists that a grant on a root touches: its own as far as the grant reaches, and all that inherit from those. */
export async function listsReached(ctx: Ctx, root: { id: number; reach: number }): Promise<number[]> {
  const { rights } = await readVersions(ctx.db);
  const tree = await treeOf(ctx.house, ctx.db, { version: rights, keep: ctx.db === ctx.house.database.read });
  const known = new Map<number, boolean>();
  const reached = (node: AclNode | undefined): boolean => {
    if (node === undefined) return false;
    const found = known.get(node.id);
    if (found !== undefined) return found;
    const here = node.rootId === root.id ? node.ring <= root.reach : node.inherits && reached(tree.get(node.parentId));
    known.set(node.id, here);
    return here;
  };
  return [...tree.values()].filter(reached).map((node) => node.id);
}
