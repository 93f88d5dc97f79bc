import type { permissions } from '@dossier/contract/access/permissions';
import { codes } from '@dossier/contract/core/codes';
import { level, objType, right } from '@dossier/contract/core/rights';
import type { ParsedOf } from '@dossier/contract/core/route';
import type { Context } from '../../platform/context.ts';
import { Refusal } from '../../platform/refusal.ts';
import { aclsByDepth, aclsByDepthOfRoot, childAcl, isAclRoot, moveAclRoot, repointSubtree } from './acl-roots.ts';
import { accessOf } from './effective-rights.ts';
import { permissionInherit } from './events.ts';
import { ensureAclRoot } from './grant-rights.ts';
import { copyInherited, ownGrants, removeGrants, setInheritance, writeGrant } from './grants.ts';
import {
  forecastOf,
  hasExpiringGrants,
  heldUntil,
  inheritWithinOwnRights,
  requireNoGain,
  requireNoLaterGain,
  type RightsBefore,
  rightsBefore,
} from './grants/grant-limits.ts';
import { allAclsBelow, itemById, type ItemRow } from './items.queries.ts';
import { requireItem } from './require-items.ts';
import { storedGrantable } from './rights-rules.ts';
import { requireSubtreeBudget, takeSubtree, type WriteBudget } from './write-budget.ts';

/** Cancels or renews inheritance. A caller who cancels it keeps their rights, so that the item keeps a manager. */
export async function changeInheritance(ctx: Context, input: ParsedOf<typeof permissions.inherit>) {
  const { item } = await requireItem(ctx, right.visible | right.manage, input.objId);
  if (item.parent_id === 0) throw new Refusal(codes.cabinetHasNoParent);
  const before = await rightsBefore(ctx);
  await requireSubtreeBudget(ctx, [{ item }]);
  const formerly = await ensureAclRoot(ctx, item);
  const acls = await aclsByDepthOfRoot(ctx.db, item.id);
  const work = async (): Promise<void> => {
    if (!input.inherit && input.keep) await copyInherited(ctx, item.id);
    await setInheritance(ctx, item.id, input.inherit);
  };
  await inheritWithinOwnRights(ctx, before, { item, work });
  if (((await accessOf(ctx)).bits(acls[0]) & right.manage) === 0) {
    await keepOwnRights(
      ctx,
      item.id,
      acls.map((acl) => rightsToKeep(before, formerly.get(acl) ?? acl)),
    );
  }
  await requireNoGain(ctx, before, { formerly, rootId: item.id });
  await ctx.emit(permissionInherit, { objId: item.id, objName: item.name, after: { inherit: input.inherit } });
  return {};
}

interface RightsToKeep {
  hold: number;
  deadline: number | null;
}

function rightsToKeep({ access, forecast }: RightsBefore, acl: number): RightsToKeep {
  const hold = access.hold(acl);
  return { hold, deadline: heldUntil(forecast, acl, hold) };
}

/** Grants the caller by name what they had on an item, its children and everything deeper, with the same deadlines. */
async function keepOwnRights(ctx: Context, rootId: number, had: RightsToKeep[]): Promise<void> {
  for (const [reach, { hold, deadline }] of had.entries()) {
    const farther = had[reach + 1];
    if (hold === 0 || (hold === farther?.hold && deadline === farther.deadline)) continue;
    const bits = hold & level.full;
    const grant = { granteeType: 'user', granteeId: ctx.user.id, level: bits, handOn: storedGrantable(bits, hold >> 8) };
    await writeGrant(ctx, { ...grant, rootId, reach, deadline });
  }
}

/**
 * The item of an approved workflow, whatever the rights of the last approver: the workflow template authorises it. Must be in the
 * organisation and not in the bin.
 */
export async function findLiveItem(ctx: Context, id: number): Promise<ItemRow | undefined> {
  const [item] = await itemById(ctx.db, { id });
  return item !== undefined && item.bin_id === 0 && item.organisation_id === ctx.user.organisationId ? item : undefined;
}

/** Whether an item is a publishing cabinet. */
export const isPublishingCabinet = (item: ItemRow): boolean => item.kind === objType.cabinet && item.publishing === 1;

/** Hides a document from everybody but its managers; the document and its rights elsewhere are kept. */
export async function withdrawFromReaders(ctx: Context, item: ItemRow): Promise<void> {
  await ensureAclRoot(ctx, item);
  await copyInherited(ctx, item.id);
  const readers = (await ownGrants(ctx, item.id)).filter((grant) => grant.level !== 0 && (grant.level & right.manage) === 0);
  if (readers.length > 0)
    await removeGrants(
      ctx,
      readers.map((grant) => grant.id),
    );
  await setInheritance(ctx, item.id, false);
  await ctx.emit(permissionInherit, { objId: item.id, objName: item.name, after: { inherit: false } });
}

/** Lets a live item and its subtree inherit from another parent; `move` writes its new position. Refuses where the caller would gain rights. */
export async function inheritFrom(
  ctx: Context,
  item: ItemRow,
  { place: parent, budget, move }: { place: ItemRow; budget: WriteBudget; move: () => Promise<void> },
): Promise<void> {
  const { db } = ctx;
  const before = await accessOf(ctx);
  const ahead = (await hasExpiringGrants(ctx)) ? await forecastOf(ctx) : undefined;
  const inside = await allAclsBelow(db, item.id);
  const from = await aclsByDepth(db, item.acl_id);
  const to = await aclsByDepth(db, await childAcl(db, parent.acl_id));
  const own = await isAclRoot(db, item);
  if (item.cabinet_id !== parent.cabinet_id || (!own && from.some((acl, depth) => acl !== to[depth]))) await takeSubtree(ctx, budget, item);
  if (own) await moveAclRoot(db, item.id, to);
  else await repointSubtree(db, item, { from, to });
  await move();
  const stands = inside.filter((acl) => own || !from.includes(Math.abs(acl))).map((acl) => [acl, acl] as const);
  // a document has the first list, as it is or, once expired, with a minus sign
  const changed = item.kind === objType.document ? from.slice(0, 1) : from;
  const passed = own ? [] : changed.flatMap((acl, depth) => [1, -1].map((sign) => [sign * acl, sign * (to[depth] ?? acl)] as const));
  const after = await accessOf(ctx);
  const pairs = [...stands, ...passed.filter(([acl]) => inside.includes(acl))];
  for (const [was, is] of pairs) if ((after.hold(is) & ~before.hold(was)) !== 0) throw new Refusal(codes.moveNoRight);
  if (ahead !== undefined) await requireNoLaterGain(ctx, ahead, { pairs, refusal: codes.moveNoRight });
}
