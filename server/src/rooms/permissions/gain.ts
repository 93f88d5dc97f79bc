import { codes } from '@dossier/contract/codes';
import { level } from '@dossier/contract/rights';
import type { Ctx } from '../../ground/ctx.ts';
import { readVersions } from '../../ground/db/versions.ts';
import { Refusal } from '../../ground/refusal.ts';
import { type Access, accessOf, treeOf } from './access.ts';
import { type Forecast, forecastOf, needNoLaterGain } from './forecast.ts';
import type { AclNode } from './rules.ts';

/** Which list an item stood under before: by the list under which it stands now. */
export type Formerly = ReadonlyMap<number, number>;

/** What the caller had before a change, then and for the times to come. */
export interface Before {
  access: Access;
  forecast: Forecast;
}

export const beforehand = async (ctx: Ctx): Promise<Before> => ({ access: await accessOf(ctx), forecast: await forecastOf(ctx) });

/** Refuses what just happened to the rights of a root if it gave the caller anything, now or later, that they would not have had. */
export async function needNoGain(ctx: Ctx, before: Before, { formerly, rootId }: { formerly: Formerly; rootId: number }): Promise<void> {
  const after = await accessOf(ctx);
  for (const id of after.idsWith(level.full))
    if ((after.hold(id) & ~before.access.hold(formerly.get(id) ?? id)) !== 0) throw new Refusal(codes.levelAboveOwn);
  const lists = await listsReached(ctx, { id: rootId, reach: 2 });
  const pairs = lists.map((id) => [formerly.get(id) ?? id, id] as const);
  await needNoLaterGain(ctx, before.forecast, { pairs, refusal: codes.levelAboveOwn });
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
