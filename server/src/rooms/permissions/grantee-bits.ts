import { type GranteeType, level, right } from '@dossier/contract/rights';
import type { Ctx, Principals } from '../../ground/ctx.ts';
import { readVersions } from '../../ground/db/versions.ts';
import { standingIn } from '../circles/principals.ts';
import { byRoot, factOf, treeOf } from './access.ts';
import { holdOf } from './hand.ts';
import { grantsTo } from './queries.ts';
import { rightsOn } from './rules.ts';

/** Somebody or something that rights are given to. */
export interface GranteeRef {
  granteeType: string;
  granteeId: number;
}

async function principalsOf(ctx: Ctx, { granteeType, granteeId }: GranteeRef): Promise<Principals> {
  if (granteeType === 'user') {
    const versions = await readVersions(ctx.db);
    return (await standingIn(ctx.house, ctx.db, { personId: granteeId, spaceId: ctx.user.organisationId, versions })).principals;
  }
  const only = (type: GranteeType) => (granteeType === type ? [granteeId] : []);
  return {
    personId: -1,
    spaceId: ctx.user.organisationId,
    organisationId: only('organisation')[0] ?? -1,
    groups: only('group'),
    departments: only('department'),
    roles: only('role'),
    idleRoles: [],
  };
}

/** What a person holds on each of some lists with all they belong to; of anything else, what is given to it there. */
export async function holdsOfGrantee(ctx: Ctx, aclIds: readonly number[], grantee: GranteeRef): Promise<number[]> {
  const principals = await principalsOf(ctx, grantee);
  const { rights } = await readVersions(ctx.db);
  const tree = await treeOf(ctx.house, ctx.db, { version: rights, keep: ctx.db === ctx.house.database.read });
  const grants = byRoot((await grantsTo(ctx.db, principals)).map(factOf));
  return aclIds.map((id) => {
    const node = tree.get(id);
    return node === undefined
      ? 0
      : holdOf(rightsOn(node, { id: principals.personId, idle: principals.idleRoles, grants, tree, now: ctx.now }));
  });
}

/**
 * The ceiling that somebody has on anything around a place, up to the cabinet: also where it is not inherited, or a nearer grant hides it.
 * It is all bits for who manages nothing there, and for who owns any of it.
 */
export async function ceilingAround(ctx: Ctx, aclId: number, personId: number): Promise<number> {
  const principals = await principalsOf(ctx, { granteeType: 'user', granteeId: personId });
  const { rights } = await readVersions(ctx.db);
  const tree = await treeOf(ctx.house, ctx.db, { version: rights, keep: ctx.db === ctx.house.database.read });
  const grants = byRoot((await grantsTo(ctx.db, principals)).map(factOf));
  const roots = new Set<number>();
  for (let node = tree.get(aclId); node !== undefined; node = tree.get(node.parentId)) {
    if (node.ownerId === personId) return level.full;
    roots.add(node.rootId);
  }
  // what reaches the place itself alone counts too: what is made in it would stand beyond that
  return [...tree.values()]
    .filter((node) => roots.has(node.rootId))
    .map((node) => rightsOn(node, { id: personId, idle: principals.idleRoles, grants, tree, now: ctx.now }))
    .reduce<number>((most, { bits, hand }) => ((bits & right.manage) === 0 ? most : most & hand), level.full);
}
