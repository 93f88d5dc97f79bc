import { level, right } from '@dossier/contract/core/rights';
import type { Context, Principals } from '../../platform/context.ts';
import { readVersions } from '../../platform/db/versions.ts';
import { membersOfPrincipals } from '../identity/principals.ts';
import { grantsOn, grantsTo } from './acl.queries.ts';
import { aclTree, computeAccess, grantFactOf, grantsByRoot } from './effective-rights.ts';
import { itemsByIds } from './items.queries.ts';
import { type AclNode, type AclTree, type GrantFact, explainOn, inheritanceChain, rightsOn } from './rights-rules.ts';

type Explanation = ReturnType<typeof explainOn>;

/** What a look-up of users needs: no caller, so that jobs can use it too. */
type LookupContext = Pick<Context, 'services' | 'db' | 'now'> & { user: Pick<Context['user'], 'organisationId'> };

const currentTree = async (ctx: LookupContext) => {
  const { rights } = await readVersions(ctx.db);
  return { rights, tree: await aclTree(ctx.services, ctx.db, { version: rights, keep: ctx.db === ctx.services.database.read }) };
};

/** Everybody with a grant or ownership on the way up from a list. */
interface UsersWithAccess {
  /** Users with any right there now. */
  ids: number[];
  bits(personId: number): number;
  why(personId: number): Explanation;
}

/** The users with access to the items of a list. Principals are resolved to users, and each distinct set of grants is evaluated once. */
export async function usersWithAccess(ctx: LookupContext, aclId: number): Promise<UsersWithAccess> {
  return usersWithAccessIn(ctx, (await currentTree(ctx)).tree, aclId);
}

/** As `usersWithAccess`, with some lists under other parents, as after a move. */
export async function usersWithAccessIf(ctx: Context, aclId: number, parents: ReadonlyMap<number, number>): Promise<UsersWithAccess> {
  const { tree } = await currentTree(ctx);
  // an overlay: the tree may be too big to copy
  const moved: AclTree = {
    get(id) {
      const [node, parentId] = [tree.get(id), parents.get(Math.abs(id))];
      return node === undefined || parentId === undefined ? node : { ...node, parentId };
    },
  };
  return usersWithAccessIn(ctx, moved, aclId);
}

async function usersWithAccessIn(ctx: LookupContext, tree: AclTree, aclId: number): Promise<UsersWithAccess> {
  const start = tree.get(aclId);
  if (start === undefined) return { ids: [], bits: () => 0, why: () => ({ bits: 0, hand: 0, owner: false, until: null, sources: [] }) };
  const chain = inheritanceChain(tree, aclId);
  const roots = chain.map((node) => node.rootId);
  const grants = Map.groupBy((await grantsOn(ctx.db, roots)).map(grantFactOf), (grant) => `${grant.granteeType} ${grant.granteeId}`);
  const lists = [...grants.values()];
  const members = await membersOfPrincipals(
    ctx.db,
    lists.flatMap((list) => list.slice(0, 1)),
    ctx.user.organisationId,
  );
  const heldBy = (personId: number) => grantsByRoot((members.get(personId) ?? []).flatMap((index) => lists[index] ?? []));
  const bitsOfSet = new Map<string, number>();
  // owners around the list are evaluated by themselves; for the others only grants count
  const owners = new Set(ownersAround(tree, start));
  const bitsOf = (personId: number, indexes: number[]): number => {
    if (owners.has(personId)) return level.full;
    const key = indexes.join();
    const known = bitsOfSet.get(key);
    if (known !== undefined) return known;
    const found = rightsOn(start, { id: personId, idle: [], grants: heldBy(personId), tree, now: ctx.now }).bits;
    bitsOfSet.set(key, found);
    return found;
  };
  const named = [...members].filter(([id, indexes]) => bitsOf(id, indexes) !== 0).map(([id]) => id);
  return {
    ids: [...new Set([...owners, ...named])],
    bits: (id) => bitsOf(id, members.get(id) ?? []),
    why: (id) => explainOn(start, { id, idle: [], grants: heldBy(id), tree, now: ctx.now }),
  };
}

/** The owners of a list and of all its ancestors, inherited or not. */
function ownersAround(tree: AclTree, start: AclNode): number[] {
  const owners: number[] = [];
  for (let node: AclNode | undefined = start; node !== undefined; node = tree.get(node.parentId))
    if (node.ownerId !== 0) owners.push(node.ownerId);
  return owners;
}

/** The rights of one user on ACL roots. */
export interface AccessibleRoots {
  /** By item: bits on the item itself, the union of bits inside, and the item's list. */
  roots: Map<number, { bits: number; inside: number; aclId: number }>;
  why(aclId: number): Explanation;
}

/** Every ACL root where a user has any right, on it or inside. */
export async function accessibleRoots(ctx: Context, principals: Principals): Promise<AccessibleRoots> {
  const { rights, tree } = await currentTree(ctx);
  const query = { principals, version: rights, keep: ctx.db === ctx.services.database.read, now: ctx.now };
  const { value } = await computeAccess(ctx.services, ctx.db, query);
  const roots: AccessibleRoots['roots'] = new Map();
  for (const id of value.idsWith(level.full)) {
    const node = tree.get(id);
    // the lists with expired documents show nothing more
    if (node === undefined || node.id < 0) continue;
    const known = roots.get(node.rootId) ?? { bits: 0, inside: 0, aclId: 0 };
    const bits = value.bits(id);
    roots.set(node.rootId, node.depth === 0 ? { ...known, bits, aclId: id } : { ...known, inside: known.inside | bits });
  }
  for (const node of tree.values()) {
    const known = node.depth === 0 && node.id > 0 ? roots.get(node.rootId) : undefined;
    if (known !== undefined) known.aclId = node.id;
  }
  const grants: Map<number, GrantFact[]> = grantsByRoot((await grantsTo(ctx.db, principals)).map(grantFactOf));
  return {
    roots,
    why(aclId) {
      const start = tree.get(aclId);
      if (start === undefined) return { bits: 0, hand: 0, owner: false, until: null, sources: [] };
      return explainOn(start, { id: principals.personId, idle: principals.idleRoles, grants, tree, now: ctx.now });
    },
  };
}

/** The users who manage all of some items; empty when one of them is gone. */
export async function managersOf(ctx: LookupContext, ids: readonly number[]): Promise<number[]> {
  const rows = (await itemsByIds(ctx.db, { ids: JSON.stringify(ids) })).filter(
    (row) => row.bin_id === 0 && row.organisation_id === ctx.user.organisationId,
  );
  if (rows.length < new Set(ids).size || rows.length === 0) return [];
  let found: number[] | undefined;
  for (const aclId of new Set(rows.map((row) => row.acl_id))) {
    const users = await usersWithAccess(ctx, aclId);
    const manage = new Set(users.ids.filter((id) => (users.bits(id) & right.manage) !== 0));
    found = found === undefined ? [...manage] : found.filter((id) => manage.has(id));
  }
  return found ?? [];
}
