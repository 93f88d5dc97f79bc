import { type Code, codes } from '@dossier/contract/core/codes';
import { level } from '@dossier/contract/core/rights';
import type { Context } from '../../../platform/context.ts';
import { readVersions } from '../../../platform/db/versions.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { aclsByDepth, aclsByDepthOfRoot } from '../acl-roots.ts';
import { grantsTo } from '../acl.queries.ts';
import { type Access, type PrincipalRef, accessOf, aclTree, grantFactOf, grantsByRoot, rightsOfPrincipal } from '../effective-rights.ts';
import { grantedByPrincipal } from '../grants.ts';
import type { ItemRow } from '../item-row.ts';
import { type AclNode, type GrantFact, packRights, refusalOfExcess, rightsOn } from '../rights-rules.ts';

/** What the caller may do now and later, as grants end: nothing with a deadline may be turned into something that outlives it. */
interface Forecast {
  /** As `Access.hold`. */
  hold(aclId: number, at: number): number;
  /** When grants of the caller end that may count on these lists. */
  ends(aclIds: readonly number[]): number[];
}

/** The grants of the caller that end some time. */
const expiringGrants = (ctx: Context, grants: readonly GrantFact[]): GrantFact[] =>
  grants.filter((grant) => grant.deadline !== null && grant.deadline > ctx.now);

/** Works out the caller's times ahead, as the transaction stands. */
export async function forecastOf(ctx: Context): Promise<Forecast> {
  const { rights } = await readVersions(ctx.db);
  const tree = await aclTree(ctx.services, ctx.db, { version: rights, keep: ctx.db === ctx.services.database.read });
  const all = (await grantsTo(ctx.db, ctx.user.principals)).map(grantFactOf);
  const grants = grantsByRoot(all);
  const passing = grantsByRoot(expiringGrants(ctx, all));
  return {
    hold(aclId, at) {
      const node = tree.get(aclId);
      if (node?.organisationId !== ctx.user.organisationId) return 0;
      return packRights(rightsOn(node, { id: ctx.user.id, idle: ctx.user.principals.idleRoles, grants, tree, now: at }));
    },
    ends(aclIds) {
      if (passing.size === 0) return [];
      const around = new Set<AclNode>();
      for (const id of aclIds) {
        for (let node = tree.get(id); node !== undefined && !around.has(node); node = tree.get(node.parentId)) around.add(node);
      }
      const roots = new Set([...around].map((node) => node.rootId));
      return [...new Set([...roots].flatMap((root) => (passing.get(root) ?? []).map((grant) => grant.deadline ?? 0)))].toSorted(
        (a, b) => a - b,
      );
    },
  };
}

/** Whether anything of the caller's ends some time: where not, no forecast is needed for what changes no grants. */
export async function hasExpiringGrants(ctx: Context): Promise<boolean> {
  return expiringGrants(ctx, (await grantsTo(ctx.db, ctx.user.principals)).map(grantFactOf)).length > 0;
}

/** Until when the caller holds this much on a list; null for ever. */
export function heldUntil(forecast: Forecast, aclId: number, hold: number): number | null {
  return forecast.ends([aclId]).find((at) => (hold & ~forecast.hold(aclId, at)) !== 0) ?? null;
}

/** Until when the caller may give this much on a list; null for ever. */
export function grantableUntil(forecast: Forecast, aclId: number, weight: number): number | null {
  return forecast.ends([aclId]).find((at) => refusalOfExcess(forecast.hold(aclId, at), weight) !== undefined) ?? null;
}

/** Refuses what gives the caller more at some time to come than they would have had then; a pair is a list before and after. */
export async function requireNoLaterGain(
  ctx: Context,
  before: Forecast,
  { pairs, refusal }: { pairs: readonly (readonly [was: number, is: number])[]; refusal: Code },
): Promise<void> {
  const after = await forecastOf(ctx);
  const ends = new Set([...before.ends(pairs.map(([was]) => was)), ...after.ends(pairs.map(([, is]) => is))]);
  for (const at of ends) for (const [was, is] of pairs) if ((after.hold(is, at) & ~before.hold(was, at)) !== 0) throw new Refusal(refusal);
}

/** Which list an item stood under before: by the list under which it stands now. */
export type PreviousAcls = ReadonlyMap<number, number>;

/** What the caller had before a change, then and for the times to come. */
export interface RightsBefore {
  access: Access;
  forecast: Forecast;
}

export const rightsBefore = async (ctx: Context): Promise<RightsBefore> => ({
  access: await accessOf(ctx),
  forecast: await forecastOf(ctx),
});

/** Refuses what just happened to the rights of a root if it gave the caller anything, now or later, that they would not have had. */
export async function requireNoGain(
  ctx: Context,
  before: RightsBefore,
  { formerly, rootId }: { formerly: PreviousAcls; rootId: number },
): Promise<void> {
  const after = await accessOf(ctx);
  for (const id of after.idsWith(level.full))
    if ((after.hold(id) & ~before.access.hold(formerly.get(id) ?? id)) !== 0) throw new Refusal(codes.levelAboveOwn);
  const lists = await affectedAcls(ctx, { id: rootId, reach: 2 });
  const pairs = lists.map((id) => [formerly.get(id) ?? id, id] as const);
  await requireNoLaterGain(ctx, before.forecast, { pairs, refusal: codes.levelAboveOwn });
}

/** The lists that a grant on a root touches: its own as far as the grant reaches, and all that inherit from those. */
export async function affectedAcls(ctx: Context, root: { id: number; reach: number }): Promise<number[]> {
  const { rights } = await readVersions(ctx.db);
  const tree = await aclTree(ctx.services, ctx.db, { version: rights, keep: ctx.db === ctx.services.database.read });
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

/** Of others' rights nobody changes more than they have there themselves and may hand on, whether it is given or taken. */
export function requireOwnRights(before: RightsBefore, acl: number, changed: number): void {
  const refusal = refusalOfExcess(before.access.hold(acl), changed);
  if (refusal !== undefined) throw new Refusal(refusal);
}

/** Runs what gives to a grantee or takes from it, and refuses where that changed for it, or for others through it, what the caller has not. */
export async function withinOwnRights<T>(
  ctx: Context,
  before: RightsBefore,
  { item, grantee, reach, work }: { item: ItemRow; grantee: PrincipalRef; reach: number; work: () => Promise<T> },
): Promise<T> {
  const lists = (await aclsByDepth(ctx.db, item.acl_id)).slice(0, reach + 1);
  const was = await rightsOfPrincipal(ctx, lists, grantee);
  const levelsBefore = await allLevels(ctx, lists);
  const done = await work();
  const now = (await aclsByDepthOfRoot(ctx.db, item.id)).slice(0, reach + 1);
  const is = await rightsOfPrincipal(ctx, now, grantee);
  const levelsAfter = await allLevels(ctx, now);
  for (const [ring, acl] of lists.entries()) {
    requireOwnRights(before, acl, (was[ring] ?? 0) ^ (is[ring] ?? 0));
    // a grant that others of the same person's outweigh for now is still theirs
    requireOwnRights(before, acl, levelOf(levelsBefore[ring], grantee) ^ levelOf(levelsAfter[ring], grantee));
    requireOwnRights(before, acl, affectedByRefusal(levelsBefore[ring], levelsAfter[ring], grantee));
  }
  return done;
}

type GrantedLevels = ReadonlyMap<string, number>;

const allLevels = async (ctx: Context, lists: readonly number[]): Promise<GrantedLevels[]> => {
  const all: GrantedLevels[] = [];
  for (const id of lists) all.push(await grantedByPrincipal(ctx, id));
  return all;
};

const levelOf = (levels: GrantedLevels | undefined, { granteeType, granteeId }: PrincipalRef): number =>
  levels?.get(`${granteeType} ${granteeId}`) ?? 0;

/** A refusal to a group, a department, an organisation or a role takes from its people what comes through any other of those. */
function affectedByRefusal(
  before: GrantedLevels | undefined,
  after: GrantedLevels | undefined,
  { granteeType, granteeId }: PrincipalRef,
): number {
  if (granteeType === 'user') return 0;
  const name = `${granteeType} ${granteeId}`;
  if ((before?.get(name) === 0) === (after?.get(name) === 0)) return 0;
  const others = [...(after ?? [])].filter(([grantee]) => grantee !== name && !grantee.startsWith('user '));
  return others.reduce((all, [, weight]) => all | weight, 0);
}

/** Runs what cancels or renews the inheritance of an item, by the same rule for everybody whom rights are given to around it. */
export async function inheritWithinOwnRights(
  ctx: Context,
  before: RightsBefore,
  { item, work }: { item: ItemRow; work: () => Promise<void> },
) {
  const lists = await aclsByDepth(ctx.db, item.acl_id);
  const levelsBefore = await allLevels(ctx, lists);
  await work();
  const levelsAfter = await allLevels(ctx, await aclsByDepthOfRoot(ctx.db, item.id));
  for (const [ring, acl] of lists.entries()) {
    const [was, is]: (GrantedLevels | undefined)[] = [levelsBefore[ring], levelsAfter[ring]];
    for (const grantee of new Set([...(was?.keys() ?? []), ...(is?.keys() ?? [])]))
      if (grantee !== `user ${ctx.user.id}`) requireOwnRights(before, acl, (was?.get(grantee) ?? 0) ^ (is?.get(grantee) ?? 0));
  }
}
