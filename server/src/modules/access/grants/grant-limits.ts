import { type Code, codes } from '@dossier/contract/core/codes';
import { level } from '@dossier/contract/core/rights';
import type { Context } from '../../../platform/context.ts';
import { readVersions } from '../../../platform/db/versions.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { aclsByDepth, aclsByDepthOfRoot } from '../acl-roots.ts';
import { grantsTo } from '../acl.queries.ts';
import { type Access, type PrincipalRef, accessOf, aclTree, grantFactOf, grantsByRoot, rightsOfPrincipal } from '../effective-rights.ts';
import { grantedByPrincipal } from '../grants.ts';
import type { ItemRow } from '../items.queries.ts';
import { type AclNode, type GrantFact, packRights, refusalOfExcess, rightsOn } from '../rights-rules.ts';

/** The caller's rights now and later, as grants end: rights with a deadline must not turn into rights that outlive it. */
interface Forecast {
  /** As `Access.hold`. */
  hold(aclId: number, at: number): number;
  /** When grants of the caller end that may count on these lists. */
  ends(aclIds: readonly number[]): number[];
}

/** The grants of the caller with a deadline. */
const expiringGrants = (ctx: Context, grants: readonly GrantFact[]): GrantFact[] =>
  grants.filter((grant) => grant.deadline !== null && grant.deadline > ctx.now);

/** Computes the caller's future rights, as this transaction sees them. */
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
      const chain = new Set<AclNode>();
      for (const id of aclIds) {
        for (let node = tree.get(id); node !== undefined && !chain.has(node); node = tree.get(node.parentId)) chain.add(node);
      }
      const roots = new Set([...chain].map((node) => node.rootId));
      return [...new Set([...roots].flatMap((root) => (passing.get(root) ?? []).map((grant) => grant.deadline ?? 0)))].toSorted(
        (a, b) => a - b,
      );
    },
  };
}

/** Whether any grant of the caller ends: without one, changes outside of grants need no forecast. */
export async function hasExpiringGrants(ctx: Context): Promise<boolean> {
  return expiringGrants(ctx, (await grantsTo(ctx.db, ctx.user.principals)).map(grantFactOf)).length > 0;
}

/** Until when the caller has these rights on a list; null without end. */
export function heldUntil(forecast: Forecast, aclId: number, hold: number): number | null {
  return forecast.ends([aclId]).find((at) => (hold & ~forecast.hold(aclId, at)) !== 0) ?? null;
}

/** Until when the caller may give these rights on a list; null without end. */
export function grantableUntil(forecast: Forecast, aclId: number, weight: number): number | null {
  return forecast.ends([aclId]).find((at) => refusalOfExcess(forecast.hold(aclId, at), weight) !== undefined) ?? null;
}

/** Refuses a change that gives the caller more at a later time than they would have had then; a pair is a list before and after. */
export async function requireNoLaterGain(
  ctx: Context,
  before: Forecast,
  { pairs, refusal }: { pairs: readonly (readonly [was: number, is: number])[]; refusal: Code },
): Promise<void> {
  const after = await forecastOf(ctx);
  const ends = new Set([...before.ends(pairs.map(([was]) => was)), ...after.ends(pairs.map(([, is]) => is))]);
  for (const at of ends) for (const [was, is] of pairs) if ((after.hold(is, at) & ~before.hold(was, at)) !== 0) throw new Refusal(refusal);
}

/** The former list of an item, by its present list. */
export type PreviousAcls = ReadonlyMap<number, number>;

/** The caller's rights before a change, now and in future. */
export interface RightsBefore {
  access: Access;
  forecast: Forecast;
}

export const rightsBefore = async (ctx: Context): Promise<RightsBefore> => ({
  access: await accessOf(ctx),
  forecast: await forecastOf(ctx),
});

/** Refuses a change to the rights of a root that gave the caller rights, now or later, which they would not have had. */
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

/** The lists that a grant on a root affects: its own within the grant's scope, and all that inherit from those. */
export async function affectedAcls(ctx: Context, root: { id: number; reach: number }): Promise<number[]> {
  const { rights } = await readVersions(ctx.db);
  const tree = await aclTree(ctx.services, ctx.db, { version: rights, keep: ctx.db === ctx.services.database.read });
  const known = new Map<number, boolean>();
  const isAffected = (node: AclNode | undefined): boolean => {
    if (node === undefined) return false;
    const found = known.get(node.id);
    if (found !== undefined) return found;
    const here = node.rootId === root.id ? node.depth <= root.reach : node.inherits && isAffected(tree.get(node.parentId));
    known.set(node.id, here);
    return here;
  };
  return [...tree.values()].filter(isAffected).map((node) => node.id);
}

/** Refuses a change to others' rights that exceeds what the caller has and may pass on there, for grants and revocations alike. */
export function requireOwnRights(before: RightsBefore, acl: number, changed: number): void {
  const refusal = refusalOfExcess(before.access.hold(acl), changed);
  if (refusal !== undefined) throw new Refusal(refusal);
}

/** Runs a change of grants to a principal, and refuses when it changed that principal's rights, or others' through it, beyond the caller's own. */
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
  for (const [depth, acl] of lists.entries()) {
    requireOwnRights(before, acl, (was[depth] ?? 0) ^ (is[depth] ?? 0));
    // a grant that another grant to the same user outweighs for now still counts as a change
    requireOwnRights(before, acl, levelOf(levelsBefore[depth], grantee) ^ levelOf(levelsAfter[depth], grantee));
    requireOwnRights(before, acl, affectedByRefusal(levelsBefore[depth], levelsAfter[depth], grantee));
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

/** A refusal to a group, department, organisation or role removes from its members what comes through any other of those. */
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

/** Runs a change of an item's inheritance, with the same check for every principal with grants around it. */
export async function inheritWithinOwnRights(
  ctx: Context,
  before: RightsBefore,
  { item, work }: { item: ItemRow; work: () => Promise<void> },
) {
  const lists = await aclsByDepth(ctx.db, item.acl_id);
  const levelsBefore = await allLevels(ctx, lists);
  await work();
  const levelsAfter = await allLevels(ctx, await aclsByDepthOfRoot(ctx.db, item.id));
  for (const [depth, acl] of lists.entries()) {
    const [was, is]: (GrantedLevels | undefined)[] = [levelsBefore[depth], levelsAfter[depth]];
    for (const grantee of new Set([...(was?.keys() ?? []), ...(is?.keys() ?? [])]))
      if (grantee !== `user ${ctx.user.id}`) requireOwnRights(before, acl, (was?.get(grantee) ?? 0) ^ (is?.get(grantee) ?? 0));
  }
}
