import type { Code } from '@dossier/contract/codes';
import type { Ctx } from '../../ground/ctx.ts';
import { readVersions } from '../../ground/db/versions.ts';
import { Refusal } from '../../ground/refusal.ts';
import { byRoot, factOf, treeOf } from './access.ts';
import { excess, holdOf } from './hand.ts';
import { grantsTo } from './queries.ts';
import { type AclNode, type GrantFact, rightsOn } from './rules.ts';

/** What the caller may do now and later, as grants end: nothing with a deadline may be turned into something that outlives it. */
export interface Forecast {
  /** As `Access.hold`. */
  hold(aclId: number, at: number): number;
  /** When grants of the caller end that may count on these lists. */
  ends(aclIds: readonly number[]): number[];
}

/** The grants of the caller that end some time. */
const passingGrants = (ctx: Ctx, grants: readonly GrantFact[]): GrantFact[] =>
  grants.filter((grant) => grant.deadline !== null && grant.deadline > ctx.now);

/** Works out the caller's times ahead, as the transaction stands. */
export async function forecastOf(ctx: Ctx): Promise<Forecast> {
  const { rights } = await readVersions(ctx.db);
  const tree = await treeOf(ctx.house, ctx.db, { version: rights, keep: ctx.db === ctx.house.database.read });
  const all = (await grantsTo(ctx.db, ctx.user.principals)).map(factOf);
  const grants = byRoot(all);
  const passing = byRoot(passingGrants(ctx, all));
  return {
    hold(aclId, at) {
      const node = tree.get(aclId);
      if (node?.organisationId !== ctx.user.organisationId) return 0;
      return holdOf(rightsOn(node, { id: ctx.user.id, idle: ctx.user.principals.idleRoles, grants, tree, now: at }));
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
export async function hasPassing(ctx: Ctx): Promise<boolean> {
  return passingGrants(ctx, (await grantsTo(ctx.db, ctx.user.principals)).map(factOf)).length > 0;
}

/** Until when the caller holds this much on a list; null for ever. */
export function standsUntil(forecast: Forecast, aclId: number, hold: number): number | null {
  return forecast.ends([aclId]).find((at) => (hold & ~forecast.hold(aclId, at)) !== 0) ?? null;
}

/** Until when the caller may give this much on a list; null for ever. */
export function givableUntil(forecast: Forecast, aclId: number, weight: number): number | null {
  return forecast.ends([aclId]).find((at) => excess(forecast.hold(aclId, at), weight) !== undefined) ?? null;
}

/** Refuses what gives the caller more at some time to come than they would have had then; a pair is a list before and after. */
export async function needNoLaterGain(
  ctx: Ctx,
  before: Forecast,
  { pairs, refusal }: { pairs: readonly (readonly [was: number, is: number])[]; refusal: Code },
): Promise<void> {
  const after = await forecastOf(ctx);
  const ends = new Set([...before.ends(pairs.map(([was]) => was)), ...after.ends(pairs.map(([, is]) => is))]);
  for (const at of ends) for (const [was, is] of pairs) if ((after.hold(is, at) & ~before.hold(was, at)) !== 0) throw new Refusal(refusal);
}
