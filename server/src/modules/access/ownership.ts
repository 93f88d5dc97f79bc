import type { permissions } from '@dossier/contract/access/permissions';
import { codes } from '@dossier/contract/core/codes';
import { level, moduleType, right } from '@dossier/contract/core/rights';
import type { ParsedOf } from '@dossier/contract/core/route';
import type { Context } from '../../platform/context.ts';
import type { Db } from '../../platform/db/database.ts';
import { bumpVersion } from '../../platform/db/versions.ts';
import { Refusal } from '../../platform/refusal.ts';
import { requirePermission } from '../identity/require-permission.ts';
import { findColleague } from '../identity/users.ts';
import { aclsByDepth, ownerOfAclRoot, setAclRootOwner } from './acl-roots.ts';
import * as queries from './acl.queries.ts';
import { permissionGranted } from './events.ts';
import { ensureAclRoot, requireGrantable } from './grant-rights.ts';
import { explain } from './grants.ts';
import { rightsBefore } from './grants/grant-limits.ts';
import { allAclsBelow, itemById, type ItemRow, setItemOwner } from './items.queries.ts';
import { requireItem } from './require-items.ts';
import { requireSubtreeBudget } from './write-budget.ts';

/** The rights of a user who is to be removed: owned roots by organisation, and grants by name. */
export async function countOwnedRights(db: Db, personId: number): Promise<{ places: Map<number, number>; grants: number }> {
  const roots = new Map((await queries.rootsOwned(db, personId)).map((row) => [row.organisation_id, row.n]));
  return { places: roots, grants: await queries.countGrantsTo(db, personId) };
}

/** Transfers all roots that a user owns in an organisation to another user, who then has full control of them. */
export async function transferAclRoots(db: Db, change: { from: number; to: number; organisationId: number }): Promise<void> {
  await queries.updateRootOwners(db, change);
  await bumpVersion(db, 'rights');
}

/**
 * Changes the owner of an item. Allowed for its owner, for a user with full control of an item without owner, and by administrative
 * permission in the shared areas; logged.
 */
export async function changeOwner(ctx: Context, input: ParsedOf<typeof permissions.owner>) {
  const [row] = await itemById(ctx.db, { id: Number(input.objId) });
  const mayChangeOwner = ctx.user.permissions.all.has('rights.owner');
  const administrated =
    row !== undefined &&
    mayChangeOwner &&
    row.area !== moduleType.my &&
    row.bin_id === 0 &&
    row.organisation_id === ctx.user.organisationId;
  const item = administrated ? await requirePermissionOrOwnItem(ctx, row) : await requireOwnItem(ctx, input.objId);
  const person = await findColleague(ctx, Number(input.userId));
  if (person === undefined || person.enabled === 0) throw new Refusal(codes.userMissing);
  await requireSubtreeBudget(ctx, [{ item }]);
  await ensureAclRoot(ctx, item);
  await setAclRootOwner(ctx.db, item.id, person.id);
  await setItemOwner(ctx.db, item.id, person.id);
  await ctx.emit(permissionGranted, {
    objId: item.id,
    objName: item.name,
    objType: item.kind,
    ext: item.ext,
    before: { ownerId: item.owner_id },
    after: { owner: person.full_name },
  });
  return {};
}

/** The item, if the caller may give it away by their own right. */
async function requireOwnItem(ctx: Context, id: string | number): Promise<ItemRow> {
  const { item } = await requireItem(ctx, right.visible | right.manage, id);
  await requireOwnerOrFullControl(ctx, item);
  return item;
}

/**
 * The administrative permission counts only from an allowed address. From elsewhere the caller needs their own right, and a refusal names
 * the address as the reason.
 */
async function requirePermissionOrOwnItem(ctx: Context, row: ItemRow): Promise<ItemRow> {
  try {
    await requirePermission(ctx, 'rights.owner');
    return row;
  } catch (error) {
    return requireOwnItem(ctx, row.id).catch((own: unknown) => {
      throw own instanceof Refusal ? error : own;
    });
  }
}

/** An owner has full control of everything inside without end: only a user who has that now may set an owner, and never replace one. */
async function requireOwnerOrFullControl(ctx: Context, item: ItemRow): Promise<void> {
  if ((await explain(ctx, item, ctx.user.principals)).owner) return;
  if ((await ownerOfAclRoot(ctx.db, item.id)) !== 0) throw new Refusal(codes.ownerKeepsRights);
  const before = await rightsBefore(ctx);
  const lists = [...(await aclsByDepth(ctx.db, item.acl_id)), ...(await allAclsBelow(ctx.db, item.id))];
  for (const acl of lists) requireGrantable(before, acl, { level: level.full, handOn: null, deadline: null });
}
