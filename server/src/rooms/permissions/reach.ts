import { level } from '@dossier/contract/rights';
import type { Ctx, Principals } from '../../ground/ctx.ts';
import { readVersions } from '../../ground/db/versions.ts';
import { membersOf } from '../grantees/grantee-members.ts';
import { byRoot, computeAccess, factOf, treeOf } from './access.ts';
import { grantsOn, grantsTo } from './queries.ts';
import { type AclNode, type GrantFact, rightsOn, type Tree } from './rules.ts';
import { chainFrom, whyOn } from './why.ts';

type Why = ReturnType<typeof whyOn>;

/** What it takes to find people: no caller, so that jobs can do it too. */
export type AskingWho = Pick<Ctx, 'house' | 'db' | 'now'> & { user: Pick<Ctx['user'], 'organisationId'> };

const treeNow = async (ctx: AskingWho) => {
  const { rights } = await readVersions(ctx.db);
  return { rights, tree: await treeOf(ctx.house, ctx.db, { version: rights, keep: ctx.db === ctx.house.database.read }) };
};

/** Everybody whom something on the way up from a list names or owns. */
export interface Reachers {
  /** Who may do anything there now. */
  ids: number[];
  bits(personId: number): number;
  why(personId: number): Why;
}

/** Whoever reaches what stands under a list: the grantees around it are turned into people, and each different set of grants is judged once. */
export async function reachersOf(ctx: AskingWho, aclId: number): Promise<Reachers> {
  return reachersIn(ctx, (await treeNow(ctx)).tree, aclId);
}

/** The same with some lists hanging under others than they do, as they would after a move. */
export async function reachersIf(ctx: Ctx, aclId: number, parents: ReadonlyMap<number, number>): Promise<Reachers> {
  const { tree } = await treeNow(ctx);
  // laid over the tree, which may be big, and not copied into another one
  const moved: Tree = {
    get(id) {
      const [node, parentId] = [tree.get(id), parents.get(id)];
      return node === undefined || parentId === undefined ? node : { ...node, parentId };
    },
  };
  return reachersIn(ctx, moved, aclId);
}

async function reachersIn(ctx: AskingWho, tree: Tree, aclId: number): Promise<Reachers> {
  const start = tree.get(aclId);
  if (start === undefined) return { ids: [], bits: () => 0, why: () => ({ bits: 0, hand: 0, owner: false, until: null, sources: [] }) };
  const chain = chainFrom(tree, aclId);
  const roots = chain.map((node) => node.rootId);
  const grants = Map.groupBy((await grantsOn(ctx.db, roots)).map(factOf), (grant) => `${grant.granteeType} ${grant.granteeId}`);
  const lists = [...grants.values()];
  const members = await membersOf(
    ctx.db,
    lists.flatMap((list) => list.slice(0, 1)),
    ctx.user.organisationId,
  );
  const heldBy = (personId: number) => byRoot((members.get(personId) ?? []).flatMap((place) => lists[place] ?? []));
  const bitsOfSet = new Map<string, number>();
  // who owns something around here is judged apart; for the others only what was given to them counts
  const owners = new Set(ownersAround(tree, start));
  const bitsOf = (personId: number, places: number[]): number => {
    if (owners.has(personId)) return level.full;
    const key = places.join();
    const known = bitsOfSet.get(key);
    if (known !== undefined) return known;
    const found = rightsOn(start, { id: personId, idle: [], grants: heldBy(personId), tree, now: ctx.now }).bits;
    bitsOfSet.set(key, found);
    return found;
  };
  const named = [...members].filter(([id, places]) => bitsOf(id, places) !== 0).map(([id]) => id);
  return {
    ids: [...new Set([...owners, ...named])],
    bits: (id) => bitsOf(id, members.get(id) ?? []),
    why: (id) => whyOn(start, { id, idle: [], grants: heldBy(id), tree, now: ctx.now }),
  };
}

/** The owners of a list and of everything around it, whatever is inherited. */
function ownersAround(tree: Tree, start: AclNode): number[] {
  const owners: number[] = [];
  for (let node: AclNode | undefined = start; node !== undefined; node = tree.get(node.parentId))
    if (node.ownerId !== 0) owners.push(node.ownerId);
  return owners;
}

/** What one person may do on the items that have rights of their own. */
export interface Reached {
  /** By item: bits on the item itself, the most on something inside, and the item's list. */
  roots: Map<number, { bits: number; inside: number; aclId: number }>;
  why(aclId: number): Why;
}

/** Every item with rights of its own where somebody may do anything, on it or inside. */
export async function reachedBy(ctx: Ctx, principals: Principals): Promise<Reached> {
  const { rights, tree } = await treeNow(ctx);
  const asked = { principals, version: rights, keep: ctx.db === ctx.house.database.read, now: ctx.now };
  const { value } = await computeAccess(ctx.house, ctx.db, asked);
  const roots: Reached['roots'] = new Map();
  for (const id of value.idsWith(level.full)) {
    const node = tree.get(id);
    if (node === undefined) continue;
    const known = roots.get(node.rootId) ?? { bits: 0, inside: 0, aclId: 0 };
    const bits = value.bits(id);
    roots.set(node.rootId, node.ring === 0 ? { ...known, bits, aclId: id } : { ...known, inside: known.inside | bits });
  }
  for (const node of tree.values()) {
    const known = node.ring === 0 ? roots.get(node.rootId) : undefined;
    if (known !== undefined) known.aclId = node.id;
  }
  const grants: Map<number, GrantFact[]> = byRoot((await grantsTo(ctx.db, principals)).map(factOf));
  return {
    roots,
    why(aclId) {
      const start = tree.get(aclId);
      if (start === undefined) return { bits: 0, hand: 0, owner: false, until: null, sources: [] };
      return whyOn(start, { id: principals.personId, idle: principals.idleRoles, grants, tree, now: ctx.now });
    },
  };
}
