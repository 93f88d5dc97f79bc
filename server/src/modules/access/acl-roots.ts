import type { Db } from '../../platform/db/database.ts';
import { bumpVersion } from '../../platform/db/versions.ts';
import { newId } from '../../platform/ids.ts';
import * as queries from './acl.queries.ts';
import { forgetReviews } from './reviews/reviews.queries.ts';

/** The three lists of a place, by distance from it: what an item there stands under, its children, everything deeper. */
export type AclsByDepth = readonly [number, number, number];

/** The lists that an item with list `aclId` gives to itself, its children and everything deeper. */
export async function aclsByDepth(db: Db, aclId: number): Promise<AclsByDepth> {
  if (aclId === 0) return [0, 0, 0];
  const start = await queries.aclById(db, aclId);
  if (start === undefined) throw new Error(`access list ${aclId} is missing`);
  const rings = await queries.aclsOfRoot(db, start.root_id);
  const at = (ring: number) => rings[Math.min(2, start.ring + ring)]?.id ?? aclId;
  return [at(0), at(1), at(2)];
}

/** The list for a child of an item with list `aclId`. */
export async function childAcl(db: Db, aclId: number): Promise<number> {
  const [child] = await queries.childOfAcl(db, { id: aclId });
  if (child === undefined) throw new Error(`access list ${aclId} is missing`);
  return child.id;
}

/** Whether an item has its own rights. */
export async function isAclRoot(db: Db, item: { id: number; acl_id: number }): Promise<boolean> {
  return (await queries.aclById(db, item.acl_id))?.root_id === item.id;
}

/** The three lists of an item with its own rights. */
export async function aclsByDepthOfRoot(db: Db, rootId: number): Promise<AclsByDepth> {
  const [item, children, deeper] = await queries.aclsOfRoot(db, rootId);
  if (item === undefined || children === undefined || deeper === undefined) throw new Error(`item ${rootId} has no lists of its own`);
  return [item.id, children.id, deeper.id];
}

/** Whom an item with its own rights belongs to; 0 where nobody owns it or it has none. */
export const ownerOfAclRoot = async (db: Db, rootId: number): Promise<number> => (await queries.aclsOfRoot(db, rootId))[0]?.owner_id ?? 0;

/** Gives an item its own three lists, inheriting from `above` (0, 0, 0 for a cabinet) unless it says otherwise. */
export async function createAclRoot(
  db: Db,
  item: { id: number; ownerId: number; organisationId: number; inherits?: boolean },
  above: AclsByDepth,
): Promise<AclsByDepth> {
  const ids = [newId(), newId(), newId()] as const;
  await queries.insertAcls(
    db,
    ids.map((id, ring) => ({
      id,
      root_id: item.id,
      ring,
      parent_id: above[ring] ?? 0,
      inherits: item.inherits === false ? 0 : 1,
      owner_id: item.ownerId,
      organisation_id: item.organisationId,
    })),
  );
  await bumpVersion(db, 'rights');
  return ids;
}

/** Hangs the lists of a root under other ones, after its item moved. */
export async function moveAclRoot(db: Db, rootId: number, above: AclsByDepth): Promise<void> {
  for (const row of await queries.aclsOfRoot(db, rootId)) await queries.setAclParent(db, row.id, above[row.ring] ?? 0);
  await bumpVersion(db, 'rights');
}

/** Re-hangs roots that stand below a place whose lists changed from `from` to `to`; `near` are direct children of the place. */
export async function reparentAclRoots(
  db: Db,
  roots: { near: number[]; far: number[] },
  { from, to }: { from: AclsByDepth; to: AclsByDepth },
): Promise<void> {
  if (roots.near.length === 0 && roots.far.length === 0) return;
  const old = [...new Set(from)];
  await queries.reparentAcls(db, roots.near, { ring: 0, from: old, to: to[1] });
  await queries.reparentAcls(db, roots.near, { ring: 1, from: old, to: to[2] });
  await queries.reparentAcls(db, roots.near, { ring: 2, from: old, to: to[2] });
  for (const ring of [0, 1, 2]) await queries.reparentAcls(db, roots.far, { ring, from: old, to: to[2] });
  await bumpVersion(db, 'rights');
}

/** Removes the lists, grants and reviews of items that are gone for good. */
export async function deleteAclRoots(db: Db, rootIds: number[]): Promise<void> {
  if (rootIds.length === 0) return;
  await queries.deleteAcls(db, rootIds);
  await forgetReviews(db, rootIds);
  await bumpVersion(db, 'rights');
}

/** Names the owner of a root; owners have full control of everything inside. */
export async function setAclRootOwner(db: Db, rootId: number, ownerId: number): Promise<void> {
  await queries.setAclOwner(db, rootId, ownerId);
  await bumpVersion(db, 'rights');
}

/** The items that these lists belong to. */
export const aclRootsOf = async (db: Db, aclIds: number[]): Promise<number[]> => [
  ...new Set((await queries.aclsByIds(db, aclIds)).map((row) => row.root_id)),
];

/** Those of some items with their own rights that take over nothing from above. */
export const rootsWithoutInheritance = async (db: Db, rootIds: number[]): Promise<Set<number>> =>
  new Set((await queries.aloneAmong(db, rootIds)).map((row) => row.root_id));
