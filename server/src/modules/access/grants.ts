import { codes } from '@dossier/contract/core/codes';
import { type GranteeType, reaches, right } from '@dossier/contract/core/rights';
import type { Context, Principals } from '../../platform/context.ts';
import type { Db } from '../../platform/db/database.ts';
import { bumpVersion, readVersions } from '../../platform/db/versions.ts';
import { newId } from '../../platform/ids.ts';
import { Refusal } from '../../platform/refusal.ts';
import { isoTime } from '../../platform/text/iso-time.ts';
import { findPrincipal } from '../identity/principals.ts';
import { aclsByDepth } from './acl-roots.ts';
import {
  aclsOfRoot,
  deleteGrants,
  deleteGrantsTo,
  deleteGrantsWithin,
  grantsByIds,
  grantsOn,
  grantsTo,
  grantsWithGivers,
  insertGrants,
  setInherits,
  upsertGrant,
} from './acl.queries.ts';
import { aclTree, grantFactOf, grantsByRoot } from './effective-rights.ts';
import { permissionGranted, permissionRevoked } from './events.ts';
import type { ItemRow } from './items.queries.ts';
import { type AclNode, type GrantFact, type ReachingGrant, explainOn, inheritanceChain, packGrant } from './rights-rules.ts';

/** Writes a grant on an ACL root; it replaces one to the same principal with the same scope. */
export async function writeGrant(ctx: Context, grant: Omit<GrantFact, 'id'>): Promise<number> {
  const id = await upsertGrant(ctx.db, rowOf(ctx, grant));
  await bumpVersion(ctx.db, 'rights');
  return id;
}

/** Writes grants on roots that have none yet, in one statement. */
export async function writeFirstGrants(ctx: Context, grants: readonly Omit<GrantFact, 'id'>[]): Promise<void> {
  if (grants.length === 0) return;
  await insertGrants(
    ctx.db,
    grants.map((grant) => rowOf(ctx, grant)),
  );
  await bumpVersion(ctx.db, 'rights');
}

const rowOf = (ctx: Context, grant: Omit<GrantFact, 'id'>) => ({
  id: newId(),
  root_id: grant.rootId,
  principal_type: grant.granteeType,
  principal_id: grant.granteeId,
  level: grant.level,
  inheritance_scope: grant.reach,
  deadline: grant.deadline,
  grantable_permissions: grant.handOn,
  creator_id: ctx.user.id,
  created_at: ctx.now,
});

/** The grants on the item itself, expired ones too. */
export const ownGrants = async (ctx: Context, rootId: number): Promise<GrantFact[]> => (await grantsOn(ctx.db, [rootId])).map(grantFactOf);

/** Whether a grant on the item itself gives anything now to somebody besides its owner. */
export async function hasGrantsToOthers(ctx: Context, { rootId, ownerId }: { rootId: number; ownerId: number }): Promise<boolean> {
  return (await ownGrants(ctx, rootId)).some(
    ({ granteeType, granteeId, level, deadline }) =>
      level !== 0 && (deadline === null || deadline > ctx.now) && (granteeType !== 'user' || granteeId !== ownerId),
  );
}

/** The grants on the item itself that are named by id or by principal; 4905 when there is none. */
export async function requireGrant(
  ctx: Context,
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

/** Grants by their ids, in the order asked; 4905 when one is missing. */
export async function requireGrants(ctx: Context, ids: readonly (string | number)[]): Promise<GrantFact[]> {
  const wanted = [...new Set(ids.map(Number))];
  const found = new Map((await grantsByIds(ctx.db, wanted)).map((row) => [row.id, grantFactOf(row)]));
  if (found.size < wanted.length) throw new Refusal(codes.grantMissing);
  return wanted.flatMap((id) => found.get(id) ?? []);
}

/** A grant with who gave it, and when. */
export interface GrantRecord {
  grant: GrantFact;
  giverId: number;
  givenAt: number;
}

/** Every grant on some items, expired ones too. */
export const grantRecords = async (ctx: Context, rootIds: number[]): Promise<GrantRecord[]> =>
  (await grantsWithGivers(ctx.db, rootIds)).map((row) => ({ grant: grantFactOf(row), giverId: row.creator_id, givenAt: row.created_at }));

/** The principals with the right to manage by a grant on the item itself. */
export const principalsWithManage = async (db: Db, rootId: number): Promise<{ type: string; id: number }[]> =>
  (await grantsOn(db, [rootId]))
    .filter((row) => (row.level & right.manage) !== 0)
    .map((row) => ({ type: row.principal_type, id: row.principal_id }));

export async function removeGrants(ctx: Context, ids: number[]): Promise<void> {
  await deleteGrants(ctx.db, ids);
  await bumpVersion(ctx.db, 'rights');
}

/** Removes every grant to deleted principals. */
export async function deleteGrantsToPrincipals(db: Db, type: GranteeType, ids: number[]): Promise<void> {
  await deleteGrantsTo(db, type, ids);
  await bumpVersion(db, 'rights');
}

/** Removes the grants to a guest in an organisation that they left. */
export async function deleteGrantsToGuest(db: Db, guest: { personId: number; organisationId: number; until: number }): Promise<void> {
  await deleteGrantsWithin(db, guest);
  await bumpVersion(db, 'rights');
}

export async function setInheritance(ctx: Context, rootId: number, inherits: boolean): Promise<void> {
  await setInherits(ctx.db, rootId, inherits ? 1 : 0);
  await bumpVersion(ctx.db, 'rights');
}

/** The access lists from an item's own up to where inheritance ends, nearest first. */
async function chainAbove(ctx: Context, aclId: number): Promise<AclNode[]> {
  const { rights } = await readVersions(ctx.db);
  const tree = await aclTree(ctx.services, ctx.db, { version: rights, keep: ctx.db === ctx.services.database.read });
  return inheritanceChain(tree, aclId);
}

/** Every grant that applies to an item, own ones first. */
export async function grantsReaching(
  ctx: Context,
  item: { id: number; acl_id: number },
): Promise<{ inherits: boolean; grants: ReachingGrant[] }> {
  const chain = await chainAbove(ctx, item.acl_id);
  const all = (
    await grantsOn(
      ctx.db,
      chain.map((node) => node.rootId),
    )
  ).map(grantFactOf);
  const grants = chain.flatMap((node) =>
    all.filter((grant) => grant.rootId === node.rootId && (grant.reach >= node.depth || grant.rootId === item.id)),
  );
  const [own] = chain;
  return { inherits: own?.rootId !== item.id || own.inherits, grants: grants.map((grant) => ({ grant, decides: true })) };
}

/** Copies the inherited grants of a root into own grants, before its inheritance is cancelled, so that all users keep their rights at each depth. */
export async function copyInherited(ctx: Context, rootId: number): Promise<void> {
  const byDepth: Map<string, GrantFact>[] = [];
  for (const list of await aclsOfRoot(ctx.db, rootId)) byDepth[list.inheritance_depth] = await nearestGrants(ctx, list.id);
  for (const [reach, near] of byDepth.entries()) {
    for (const [grantee, grant] of near) {
      const farther = byDepth[reach + 1]?.get(grantee);
      if (grant.rootId !== rootId && farther?.id !== grant.id) await writeGrant(ctx, { ...grant, rootId, reach });
    }
  }
}

/** The deciding grant of each principal on one list. */
async function nearestGrants(ctx: Context, aclId: number): Promise<Map<string, GrantFact>> {
  const chain = await chainAbove(ctx, aclId);
  const ids = chain.map((node) => node.rootId);
  const all = Map.groupBy((await grantsOn(ctx.db, ids)).map(grantFactOf), (grant) => grant.rootId);
  const nearest = new Map<string, GrantFact>();
  for (const node of chain) {
    const here = (all.get(node.rootId) ?? [])
      .filter((grant) => grant.reach >= node.depth && (grant.deadline === null || grant.deadline > ctx.now))
      .toSorted((first, other) => first.reach - other.reach);
    for (const grant of here) {
      const grantee = `${grant.granteeType} ${grant.granteeId}`;
      if (!nearest.has(grantee)) nearest.set(grantee, grant);
    }
  }
  return nearest;
}

/** The grants on one list as packed rights by principal, with keys like "group 17". */
export async function grantedByPrincipal(ctx: Context, aclId: number): Promise<Map<string, number>> {
  return new Map([...(await nearestGrants(ctx, aclId))].map(([grantee, grant]) => [grantee, packGrant(grant)]));
}

/** Whether two items give every user the same rights on their content, at every inheritance depth. */
export async function haveSameRights(ctx: Context, first: number, other: number): Promise<boolean> {
  const [these, those] = [await aclsByDepth(ctx.db, first), await aclsByDepth(ctx.db, other)];
  for (const depth of [1, 2] as const)
    if (these[depth] !== those[depth] && (await rightsFingerprint(ctx, these[depth])) !== (await rightsFingerprint(ctx, those[depth])))
      return false;
  return true;
}

/** All that decides on one list, in a fixed order: the owners around it and the deciding grant of each principal. */
async function rightsFingerprint(ctx: Context, aclId: number): Promise<string> {
  const { rights } = await readVersions(ctx.db);
  const tree = await aclTree(ctx.services, ctx.db, { version: rights, keep: ctx.db === ctx.services.database.read });
  const owners = new Set<number>();
  for (let node = tree.get(aclId); node !== undefined; node = tree.get(node.parentId)) owners.add(node.ownerId);
  const nearest = [...(await nearestGrants(ctx, aclId))].map(
    ([grantee, { level, deadline, handOn }]) => `${grantee} ${level} ${deadline} ${handOn}`,
  );
  return JSON.stringify([[...owners].toSorted((a, b) => a - b), nearest.toSorted()]);
}

/** The bits of a user on one list, and every grant to them that applies to it; `decides` marks the ones that count. */
export async function explain(
  ctx: Context,
  item: { acl_id: number },
  principals: Principals,
): Promise<{ bits: number; hand: number; owner: boolean; sources: ReachingGrant[] }> {
  const { rights } = await readVersions(ctx.db);
  const tree = await aclTree(ctx.services, ctx.db, { version: rights, keep: ctx.db === ctx.services.database.read });
  const node = tree.get(item.acl_id);
  if (node === undefined) return { bits: 0, hand: 0, owner: false, sources: [] };
  const grants = grantsByRoot((await grantsTo(ctx.db, principals)).map(grantFactOf));
  return explainOn(node, { id: principals.personId, idle: principals.idleRoles, grants, tree, now: ctx.now });
}

const itemFacts = (item: ItemRow) => ({ objId: item.id, objName: item.name, objType: item.kind, ext: item.ext });
const deadlineFact = (deadline: number | null) => (deadline === null ? {} : { deadline: isoTime(deadline) });
const grantableFact = (handOn: number | null) => (handOn === null ? {} : { handOn });

type GrantTerms = Omit<GrantFact, 'id' | 'rootId'>;

interface GrantedEvent extends GrantTerms {
  /** Name of the principal. */
  name: string;
  /** The grant to the same principal with the same scope that this one replaced. */
  replaced?: GrantFact | undefined;
  /** The folder template that the grant comes from. */
  template?: string;
  /** Nobody is notified. */
  quiet?: boolean;
}

/** The grant on an item that a new one with these terms will replace. */
export const replacedGrant = async (ctx: Context, item: ItemRow, grant: GrantTerms): Promise<GrantFact | undefined> =>
  (await ownGrants(ctx, item.id)).find(
    (own) => own.granteeType === grant.granteeType && own.granteeId === grant.granteeId && own.reach === grant.reach,
  );

const replacedGrantFacts = (old: GrantFact | undefined) =>
  old === undefined ? {} : { before: { level: old.level, ...grantableFact(old.handOn), ...deadlineFact(old.deadline) } };

/** Emits the event of a grant. */
export const emitGranted = (ctx: Context, item: ItemRow, { name, replaced, template, quiet, ...grant }: GrantedEvent): Promise<void> =>
  ctx.emit(permissionGranted, {
    ...itemFacts(item),
    granteeType: grant.granteeType as GranteeType,
    granteeId: grant.granteeId,
    ...(quiet === true && { quiet }),
    ...replacedGrantFacts(replaced),
    after: {
      to: name,
      level: grant.level,
      ...grantableFact(grant.handOn),
      reach: reaches[grant.reach],
      ...deadlineFact(grant.deadline),
      ...(template !== undefined && { template }),
    },
  });

/** Emits the event of a revoked grant. */
export async function emitRevoked(ctx: Context, item: ItemRow, grant: GrantFact): Promise<void> {
  const grantee = await findPrincipal(ctx, grant.granteeType as GranteeType, grant.granteeId);
  await ctx.emit(permissionRevoked, {
    ...itemFacts(item),
    granteeType: grant.granteeType as GranteeType,
    granteeId: grant.granteeId,
    before: { to: grantee?.name ?? '', level: grant.level, ...grantableFact(grant.handOn), ...deadlineFact(grant.deadline) },
  });
}
