import { level, right } from '@dossier/contract/rights';
import type { Ctx, House, Principals } from '../../ground/ctx.ts';
import type { Db } from '../../ground/db/database.ts';
import { readVersions, type Versions } from '../../ground/db/versions.ts';
import { standingIn } from '../circles/principals.ts';
import { holdOf } from './hand.ts';
import { type AclRow, allAcls, type GrantRow, grantsTo, sharedAcls } from './queries.ts';
import { type AclNode, type GrantFact, rightsOn } from './rules.ts';

/** What one person may do, list by list. Every item points to the list under which it stands. */
export interface Access {
  bits(aclId: number): number;
  /** The bits, and above them what may be handed on. */
  hold(aclId: number): number;
  /** The lists of which the person sees the items, as JSON for `among`. */
  visible: string;
  /** The visible lists under which something may stand whose surroundings are hidden. */
  entrances: string;
  /** The lists with a right to read. */
  readable: string;
  isVisible(aclId: number): boolean;
  idsWith(bit: number): number[];
}

interface HouseCache {
  tree: { version: number; nodes: Map<number, AclNode> } | undefined;
  /** By person and space. */
  access: Map<string, { people: number; rights: number; until: number; value: Access }>;
}

const caches = new WeakMap<House, HouseCache>();

const cacheOf = (house: House): HouseCache => {
  let cache = caches.get(house);
  if (cache === undefined) {
    cache = { tree: undefined, access: new Map() };
    caches.set(house, cache);
  }
  return cache;
};

export const nodeOf = (row: AclRow): AclNode => ({
  id: row.id,
  organisationId: row.organisation_id,
  rootId: row.root_id,
  ring: row.ring,
  parentId: row.parent_id,
  inherits: row.inherits === 1,
  ownerId: row.owner_id,
});

export const factOf = (row: GrantRow): GrantFact => ({
  id: row.id,
  rootId: row.root_id,
  granteeType: row.grantee_type,
  granteeId: row.grantee_id,
  level: row.level,
  reach: row.reach,
  deadline: row.deadline,
  handOn: row.hand_on,
});

/** All rights lists by id. Built from committed state only when `keep`. */
export async function treeOf(house: House, db: Db, { version, keep }: { version: number; keep: boolean }): Promise<Map<number, AclNode>> {
  const cache = cacheOf(house);
  if (keep && cache.tree?.version === version) return cache.tree.nodes;
  const nodes = new Map((await allAcls(db, {})).map((row) => [row.id, nodeOf(row)]));
  if (keep) cache.tree = { version, nodes };
  return nodes;
}

/** The access of the caller, kept until people or rights change or one of the caller's grants ends; of a visitor no more than the link lets through. */
export async function accessOf(ctx: Ctx): Promise<Access> {
  const access = await ownAccess(ctx);
  if (ctx.visit === undefined) return access;
  const { bits } = ctx.visit;
  // nothing is handed on by a link
  const masked = (aclId: number): number => access.bits(aclId) & bits;
  return { ...access, bits: masked, hold: masked, idsWith: (bit) => ((bits & bit) === 0 ? [] : access.idsWith(bit)) };
}

async function ownAccess(ctx: Ctx): Promise<Access> {
  const { house, user } = ctx;
  const reading = house.database.read;
  if (ctx.db === reading) return accessFor(ctx, { versions: user.versions, db: reading, keep: true });
  const inside = await readVersions(ctx.db);
  const outside = await readVersions(reading);
  // what this very transaction changed may still be undone: it must not be kept for others
  const keep = inside.rights === outside.rights && inside.people === outside.people;
  const fresh = { ...ctx, user: { ...user, principals: await principalsIn(ctx, inside) } };
  return accessFor(fresh, { versions: inside, db: keep ? reading : ctx.db, keep });
}

/** What the caller belongs to as this transaction sees it: somebody may have changed that since the call came in. */
async function principalsIn({ house, db, user }: Ctx, versions: Versions): Promise<Principals> {
  if (versions.people === user.versions.people) return user.principals;
  return (await standingIn(house, db, { personId: user.id, spaceId: user.organisationId, roleId: user.roleId, versions })).principals;
}

async function accessFor(ctx: Ctx, { versions, db, keep }: { versions: Versions; db: Db; keep: boolean }): Promise<Access> {
  const { house, user, now } = ctx;
  const key = `${user.id} ${user.organisationId} ${user.roleId}${user.viewer === undefined ? '' : ' viewed'}`;
  const known = cacheOf(house).access.get(key);
  if (known !== undefined && known.people === versions.people && known.rights === versions.rights && now < known.until) {
    ctx.holds.until = Math.min(ctx.holds.until, known.until);
    return known.value;
  }
  const asked = { principals: user.principals, version: versions.rights, keep, now, shared: user.viewer !== undefined };
  const { value, until } = await computeAccess(house, db, asked);
  ctx.holds.until = Math.min(ctx.holds.until, until);
  if (keep) {
    const { access } = cacheOf(house);
    if (access.size > 5000) access.clear();
    access.set(key, { people: versions.people, rights: versions.rights, until, value });
  }
  return value;
}

/** Works out the access of anyone in one space: what stands in another one is not there, whatever was given to the person; with `shared` nothing of personal documents is either. `until` is when the next of their grants ends. */
export async function computeAccess(
  house: House,
  db: Db,
  asked: { principals: Principals; version: number; keep: boolean; now: number; shared?: boolean },
): Promise<{ value: Access; until: number }> {
  const tree = await treeOf(house, db, asked);
  const grants = byRoot((await grantsTo(db, asked.principals)).map(factOf));
  const { personId, idleRoles: idle } = asked.principals;
  const person = { id: personId, idle, grants, tree, now: asked.now };
  let until = Number.MAX_SAFE_INTEGER;
  for (const list of grants.values()) {
    for (const grant of list) if (grant.deadline !== null && grant.deadline > asked.now) until = Math.min(until, grant.deadline);
  }
  const within = asked.shared === true ? await sharedAcls(db, asked.principals.spaceId) : undefined;
  const holds = new Map<number, number>();
  for (const node of tree.values()) {
    if (node.organisationId !== asked.principals.spaceId || within?.has(node.id) === false) continue;
    const found = rightsOn(node, person);
    if (found.bits !== 0) holds.set(node.id, holdOf(found));
  }
  const idsWith = (bit: number) => [...holds].filter(([, has]) => (has & bit) !== 0).map(([id]) => id);
  const value: Access = {
    entrances: JSON.stringify(entrancesOf(tree, holds)),
    bits: (aclId) => (holds.get(aclId) ?? 0) & level.full,
    hold: (aclId) => holds.get(aclId) ?? 0,
    isVisible: (aclId) => holds.has(aclId),
    visible: JSON.stringify(idsWith(right.visible)),
    readable: JSON.stringify(idsWith(right.read)),
    idsWith,
  };
  return { value, until };
}

/**
 * What stands under the first list of a root is the root itself, which may hang anywhere. What stands under a further one has its
 * surroundings under the list before or the same: only where that one is hidden does it stand alone.
 */
function entrancesOf(tree: ReadonlyMap<number, AclNode>, seenLists: ReadonlyMap<number, number>): number[] {
  const seen = new Set<string>();
  for (const node of tree.values()) if (seenLists.has(node.id)) seen.add(`${node.rootId} ${node.ring}`);
  const entrances: number[] = [];
  for (const { id, rootId, ring } of tree.values())
    if (seenLists.has(id) && (ring === 0 || !seen.has(`${rootId} ${ring - 1}`))) entrances.push(id);
  return entrances;
}

/** Grants by the item they were given on. */
export function byRoot(grants: GrantFact[]): Map<number, GrantFact[]> {
  const map = new Map<number, GrantFact[]>();
  for (const grant of grants) map.set(grant.rootId, [...(map.get(grant.rootId) ?? []), grant]);
  return map;
}
