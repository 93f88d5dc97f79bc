import { codes } from '@dossier/contract/codes';
import { type GranteeType, right } from '@dossier/contract/rights';
import type { Ctx, Principals } from '../../ground/ctx.ts';
import type { Db } from '../../ground/db/database.ts';
import { bumpVersion, readVersions } from '../../ground/db/versions.ts';
import { newId } from '../../ground/ids.ts';
import { Refusal } from '../../ground/refusal.ts';
import { byRoot, factOf, treeOf } from './access.ts';
import {
  aclsOfRoot,
  deleteGrants,
  deleteGrantsTo,
  deleteGrantsWithin,
  grantsByIds,
  grantsOn,
  grantsWithGivers,
  grantsTo,
  insertGrants,
  setInherits,
  upsertGrant,
} from './queries.ts';
import { weightOf } from './hand.ts';
import { ringsFrom } from './roots.ts';
import type { AclNode, GrantFact } from './rules.ts';
import { type Chained, chainFrom, whyOn } from './why.ts';

/** Writes a grant on a rights root; the same grantee and reach again replaces it. */
export async function writeGrant(ctx: Ctx, grant: Omit<GrantFact, 'id'>): Promise<number> {
  const id = await upsertGrant(ctx.db, rowOf(ctx, grant));
  await bumpVersion(ctx.db, 'rights');
  return id;
}

/** Writes grants on roots that have none yet, all at once. */
export async function writeFirstGrants(ctx: Ctx, grants: readonly Omit<GrantFact, 'id'>[]): Promise<void> {
  if (grants.length === 0) return;
  await insertGrants(
    ctx.db,
    grants.map((grant) => rowOf(ctx, grant)),
  );
  await bumpVersion(ctx.db, 'rights');
}

const rowOf = (ctx: Ctx, grant: Omit<GrantFact, 'id'>) => ({
  id: newId(),
  root_id: grant.rootId,
  grantee_type: grant.granteeType,
  grantee_id: grant.granteeId,
  level: grant.level,
  reach: grant.reach,
  deadline: grant.deadline,
  hand_on: grant.handOn,
  creator_id: ctx.user.id,
  created_at: ctx.now,
});

/** The own grants of an item, ended ones too. */
export const ownGrants = async (ctx: Ctx, rootId: number): Promise<GrantFact[]> => (await grantsOn(ctx.db, [rootId])).map(factOf);

/** The own grants of an item that are named by id or by grantee; 4905 when there is none. */
export async function needGrant(
  ctx: Ctx,
  rootId: number,
  named: { id?: string; granteeType?: string; granteeId?: string },
): Promise<GrantFact[]> {
  const own = await ownGrants(ctx, rootId);
  const found = own.filter((grant) =>
    named.id === undefined
      ? grant.granteeType === named.granteeType && String(grant.granteeId) === named.granteeId
      : String(grant.id) === named.id,
  );
  if (found.length === 0) throw new Refusal(codes.grantMissing);
  return found;
}

/** Grants by their ids, in the order asked; 4905 when one is not there. */
export async function needGrants(ctx: Ctx, ids: readonly (string | number)[]): Promise<GrantFact[]> {
  const wanted = [...new Set(ids.map(Number))];
  const found = new Map((await grantsByIds(ctx.db, wanted)).map((row) => [row.id, factOf(row)]));
  if (found.size < wanted.length) throw new Refusal(codes.grantMissing);
  return wanted.flatMap((id) => found.get(id) ?? []);
}

/** A grant with who gave it, and when. */
export interface GivenGrant {
  grant: GrantFact;
  giverId: number;
  givenAt: number;
}

/** Every grant on some items, ended ones too. */
export const grantsGiven = async (ctx: Ctx, rootIds: number[]): Promise<GivenGrant[]> =>
  (await grantsWithGivers(ctx.db, rootIds)).map((row) => ({ grant: factOf(row), giverId: row.creator_id, givenAt: row.created_at }));

/** Whom a right to manage was given to on one item itself. */
export const managersNamed = async (db: Db, rootId: number): Promise<{ type: string; id: number }[]> =>
  (await grantsOn(db, [rootId]))
    .filter((row) => (row.level & right.manage) !== 0)
    .map((row) => ({ type: row.grantee_type, id: row.grantee_id }));

export async function removeGrants(ctx: Ctx, ids: number[]): Promise<void> {
  await deleteGrants(ctx.db, ids);
  await bumpVersion(ctx.db, 'rights');
}

/** Removes every grant to somebody or something that is gone. */
export async function forgetGrantees(db: Db, type: GranteeType, ids: number[]): Promise<void> {
  await deleteGrantsTo(db, type, ids);
  await bumpVersion(db, 'rights');
}

/** Removes what was given to a guest in an organisation that they left. */
export async function forgetGuest(db: Db, guest: { personId: number; organisationId: number; until: number }): Promise<void> {
  await deleteGrantsWithin(db, guest);
  await bumpVersion(db, 'rights');
}

export async function setInheritance(ctx: Ctx, rootId: number, inherits: boolean): Promise<void> {
  await setInherits(ctx.db, rootId, inherits ? 1 : 0);
  await bumpVersion(ctx.db, 'rights');
}

/** The lists from an item's own up to where inheritance ends, nearest first. */
async function chainOf(ctx: Ctx, aclId: number): Promise<AclNode[]> {
  const { rights } = await readVersions(ctx.db);
  const tree = await treeOf(ctx.house, ctx.db, { version: rights, keep: ctx.db === ctx.house.database.read });
  return chainFrom(tree, aclId);
}

/** Every grant that reaches an item, own ones first. */
export async function grantsAround(ctx: Ctx, item: { id: number; acl_id: number }): Promise<{ inherits: boolean; grants: Chained[] }> {
  const chain = await chainOf(ctx, item.acl_id);
  const all = (
    await grantsOn(
      ctx.db,
      chain.map((node) => node.rootId),
    )
  ).map(factOf);
  const grants = chain.flatMap((node) =>
    all.filter((grant) => grant.rootId === node.rootId && (grant.reach >= node.ring || grant.rootId === item.id)),
  );
  const [own] = chain;
  return { inherits: own?.rootId !== item.id || own.inherits, grants: grants.map((grant) => ({ grant, decides: true })) };
}

/** Copies what a root inherits into own grants, before its inheritance is cancelled: everybody keeps what they have at each distance. */
export async function copyInherited(ctx: Ctx, rootId: number): Promise<void> {
  const standing: Map<string, GrantFact>[] = [];
  for (const list of await aclsOfRoot(ctx.db, rootId)) standing[list.ring] = await nearestGrants(ctx, list.id);
  for (const [reach, near] of standing.entries()) {
    for (const [grantee, grant] of near) {
      const farther = standing[reach + 1]?.get(grantee);
      if (grant.rootId !== rootId && farther?.id !== grant.id) await writeGrant(ctx, { ...grant, rootId, reach });
    }
  }
}

/** The grant that counts for each grantee on one list. */
async function nearestGrants(ctx: Ctx, aclId: number): Promise<Map<string, GrantFact>> {
  const chain = await chainOf(ctx, aclId);
  const ids = chain.map((node) => node.rootId);
  const all = Map.groupBy((await grantsOn(ctx.db, ids)).map(factOf), (grant) => grant.rootId);
  const nearest = new Map<string, GrantFact>();
  for (const node of chain) {
    const here = (all.get(node.rootId) ?? [])
      .filter((grant) => grant.reach >= node.ring && (grant.deadline === null || grant.deadline > ctx.now))
      .toSorted((one, other) => one.reach - other.reach);
    for (const grant of here) {
      const grantee = `${grant.granteeType} ${grant.granteeId}`;
      if (!nearest.has(grantee)) nearest.set(grantee, grant);
    }
  }
  return nearest;
}

/** What is given on one list, as weights by grantee: one of a kind written as "group 17". */
export async function levelsOn(ctx: Ctx, aclId: number): Promise<Map<string, number>> {
  return new Map([...(await nearestGrants(ctx, aclId))].map(([grantee, grant]) => [grantee, weightOf(grant)]));
}

/** Whether what comes to stand under two items would be everybody's alike, at every distance. */
export async function sameRights(ctx: Ctx, one: number, other: number): Promise<boolean> {
  const [these, those] = [await ringsFrom(ctx.db, one), await ringsFrom(ctx.db, other)];
  for (const ring of [1, 2] as const)
    if (these[ring] !== those[ring] && (await rightsText(ctx, these[ring])) !== (await rightsText(ctx, those[ring]))) return false;
  return true;
}

/** All that decides on one list, in one order: the owners around it and the grant that counts for each grantee. */
async function rightsText(ctx: Ctx, aclId: number): Promise<string> {
  const { rights } = await readVersions(ctx.db);
  const tree = await treeOf(ctx.house, ctx.db, { version: rights, keep: ctx.db === ctx.house.database.read });
  const owners = new Set<number>();
  for (let node = tree.get(aclId); node !== undefined; node = tree.get(node.parentId)) owners.add(node.ownerId);
  const nearest = [...(await nearestGrants(ctx, aclId))].map(
    ([grantee, { level, deadline, handOn }]) => `${grantee} ${level} ${deadline} ${handOn}`,
  );
  return JSON.stringify([[...owners].toSorted((a, b) => a - b), nearest.toSorted()]);
}

/** The bits of anyone on one list, and every grant of theirs that reaches it; `decides` marks the ones that count. */
export async function explain(
  ctx: Ctx,
  item: { acl_id: number },
  principals: Principals,
): Promise<{ bits: number; hand: number; owner: boolean; sources: Chained[] }> {
  const { rights } = await readVersions(ctx.db);
  const tree = await treeOf(ctx.house, ctx.db, { version: rights, keep: ctx.db === ctx.house.database.read });
  const node = tree.get(item.acl_id);
  if (node === undefined) return { bits: 0, hand: 0, owner: false, sources: [] };
  const grants = byRoot((await grantsTo(ctx.db, principals)).map(factOf));
  return whyOn(node, { id: principals.personId, idle: principals.idleRoles, grants, tree, now: ctx.now });
}
