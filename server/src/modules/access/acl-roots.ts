import { objType } from '@dossier/contract/core/rights';
import type { Db } from '../../platform/db/database.ts';
import { bumpVersion } from '../../platform/db/versions.ts';
import { newId } from '../../platform/ids.ts';
import * as queries from './acl.queries.ts';
import { type ItemRow, allAclsBelow, itemsByIds, repointItems } from './items.queries.ts';
import { forgetReviews } from './reviews/reviews.queries.ts';

/** The three access lists (ACLs) of an item, by inheritance depth: of the item itself, of its children and of everything deeper. */
export type AclsByDepth = readonly [number, number, number];

/** The access lists that an item with list `aclId` gives to itself, its children and everything deeper. */
export async function aclsByDepth(db: Db, aclId: number): Promise<AclsByDepth> {
  if (aclId === 0) return [0, 0, 0];
  const start = await queries.aclById(db, aclId);
  if (start === undefined) throw new Error(`access list ${aclId} is missing`);
  const acls = await queries.aclsOfRoot(db, start.root_id);
  const at = (depth: number) => acls[Math.min(2, start.inheritance_depth + depth)]?.id ?? aclId;
  return [at(0), at(1), at(2)];
}

/** The access list for a child of an item with list `aclId`. */
export async function childAcl(db: Db, aclId: number): Promise<number> {
  const [child] = await queries.childOfAcl(db, { id: aclId });
  if (child === undefined) throw new Error(`access list ${aclId} is missing`);
  return child.id;
}

/** Whether an item is an ACL root, that is, has its own rights. */
export async function isAclRoot(db: Db, item: { id: number; acl_id: number }): Promise<boolean> {
  return (await queries.aclById(db, item.acl_id))?.root_id === item.id;
}

/** The three access lists of an ACL root. */
export async function aclsByDepthOfRoot(db: Db, rootId: number): Promise<AclsByDepth> {
  const [item, children, deeper] = await queries.aclsOfRoot(db, rootId);
  if (item === undefined || children === undefined || deeper === undefined) throw new Error(`item ${rootId} has no lists of its own`);
  return [item.id, children.id, deeper.id];
}

/** The owner of an ACL root; 0 when it has no owner or the item is no root. */
export const ownerOfAclRoot = async (db: Db, rootId: number): Promise<number> => (await queries.aclsOfRoot(db, rootId))[0]?.owner_id ?? 0;

/** Gives an item its own three access lists. They inherit from `above` (0, 0, 0 for a cabinet) unless told otherwise. */
export async function createAclRoot(
  db: Db,
  item: { id: number; ownerId: number; organisationId: number; inherits?: boolean },
  above: AclsByDepth,
): Promise<AclsByDepth> {
  const ids = [newId(), newId(), newId()] as const;
  await queries.insertAcls(
    db,
    ids.map((id, depth) => ({
      id,
      root_id: item.id,
      inheritance_depth: depth,
      parent_id: above[depth] ?? 0,
      inherits: item.inherits === false ? 0 : 1,
      owner_id: item.ownerId,
      organisation_id: item.organisationId,
      has_expired: 0,
    })),
  );
  await bumpVersion(db, 'rights');
  return ids;
}

/** Attaches the lists of an ACL root to other parent lists, after its item moved. */
export async function moveAclRoot(db: Db, rootId: number, above: AclsByDepth): Promise<void> {
  for (const row of await queries.aclsOfRoot(db, rootId)) await queries.setAclParent(db, row.id, above[row.inheritance_depth] ?? 0);
  await bumpVersion(db, 'rights');
}

/** Re-attaches the ACL roots below an item whose lists changed from `from` to `to`; `near` are its direct children. */
async function reparentAclRoots(
  db: Db,
  roots: { near: number[]; far: number[] },
  { from, to }: { from: AclsByDepth; to: AclsByDepth },
): Promise<void> {
  if (roots.near.length === 0 && roots.far.length === 0) return;
  const old = [...new Set(from)];
  await queries.reparentAcls(db, roots.near, { depth: 0, from: old, to: to[1] });
  await queries.reparentAcls(db, roots.near, { depth: 1, from: old, to: to[2] });
  await queries.reparentAcls(db, roots.near, { depth: 2, from: old, to: to[2] });
  for (const depth of [0, 1, 2]) await queries.reparentAcls(db, roots.far, { depth, from: old, to: to[2] });
  await bumpVersion(db, 'rights');
}

/** Replaces the access lists `from` by `to` in a subtree: for items without own rights, and as parents of the ACL roots among them. */
export async function repointSubtree(db: Db, item: ItemRow, { from, to }: { from: AclsByDepth; to: AclsByDepth }): Promise<void> {
  if (item.kind !== objType.document) {
    const inside = await allAclsBelow(db, item.id);
    const rootIds = await aclRootsOf(
      db,
      inside.filter((acl) => !from.includes(Math.abs(acl)) && !to.includes(Math.abs(acl))),
    );
    const roots = (await itemsByIds(db, { ids: JSON.stringify(rootIds) })).filter((row) => row.id !== item.id);
    const near = roots.filter((row) => row.parent_id === item.id).map((row) => row.id);
    const far = roots.filter((row) => row.parent_id !== item.id).map((row) => row.id);
    await reparentAclRoots(db, { near, far }, { from, to });
  }
  await repointItems(db, item.id, { from, to });
}

/** Removes the access lists, grants and reviews of purged items. */
export async function deleteAclRoots(db: Db, rootIds: number[]): Promise<void> {
  if (rootIds.length === 0) return;
  await queries.deleteAcls(db, rootIds);
  await forgetReviews(db, rootIds);
  await bumpVersion(db, 'rights');
}

/** Sets the owner of an ACL root. Owners have full control of everything inside. */
export async function setAclRootOwner(db: Db, rootId: number, ownerId: number): Promise<void> {
  await queries.setAclOwner(db, rootId, ownerId);
  await bumpVersion(db, 'rights');
}

/** The items that these access lists belong to. */
export const aclRootsOf = async (db: Db, aclIds: number[]): Promise<number[]> => [
  ...new Set((await queries.aclsByIds(db, aclIds)).map((row) => row.root_id)),
];

/** The ACL roots among these whose inheritance is cancelled. */
export const rootsWithoutInheritance = async (db: Db, rootIds: number[]): Promise<Set<number>> =>
  new Set((await queries.aloneAmong(db, rootIds)).map((row) => row.root_id));
