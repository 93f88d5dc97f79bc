import { codes } from '@dossier/contract/codes';
import type { permissions } from '@dossier/contract/permissions';
import { type GranteeType, level, objType, reaches, right, roleType } from '@dossier/contract/rights';
import type { ParsedOf } from '@dossier/contract/route';
import type { Ctx } from '../../ground/ctx.ts';
import { Refusal } from '../../ground/refusal.ts';
import { findGrantee } from '../people/grantees.ts';
import { findPerson } from '../people/people.ts';
import { accessOf } from '../permissions/access.ts';
import { copyInherited, needGrant, removeGrants, setInheritance, writeGrant } from '../permissions/grants.ts';
import { wholeLevel } from '../permissions/rules.ts';
import { isRoot, openRoot, type Rings, ringsFrom, setRootOwner } from '../permissions/roots.ts';
import { itemById, type ItemRow, updateItem } from './item-queries.ts';
import { needItem, needItems } from './need-items.ts';
import { repoint } from './place-items.ts';

/** Whether the caller has the bits on each item; items that are missing or hidden answer false. */
export async function checkRights(ctx: Ctx, input: ParsedOf<typeof permissions.check>) {
  const access = await accessOf(ctx);
  const hasRights: boolean[] = [];
  for (const id of input.objIds) {
    const [item] = await itemById(ctx.db, { id: Number(id) });
    const known = item !== undefined && item.bin_id === 0 && item.organisation_id === ctx.user.organisationId;
    hasRights.push(known && (access.bits(item.acl_id) & input.rights) === input.rights);
  }
  return { hasRights };
}

/** Gives an item lists of its own, once; what stood under the lists from above stands under the new ones. */
async function ensureRoot(ctx: Ctx, item: ItemRow): Promise<void> {
  if (await isRoot(ctx.db, item)) return;
  const from: Rings = await ringsFrom(ctx.db, item.acl_id);
  const to = await openRoot(ctx.db, { id: item.id, ownerId: 0 }, from);
  await repoint(ctx.db, item, { from, to });
}

/** Gives a level on items, at most what the giver has; the same grantee and reach again replaces it. */
export async function giveRights(ctx: Ctx, input: ParsedOf<typeof permissions.grant>) {
  const held = await needItems(ctx, right.visible | right.manage, input.objId);
  const deadline = input.deadline === undefined ? null : Date.parse(input.deadline);
  if (deadline !== null && deadline <= ctx.now) throw new Refusal(codes.deadlinePassed);
  const grantee = await findGrantee(ctx, input.granteeType, Number(input.granteeId));
  if (grantee === undefined) throw new Refusal(codes.granteeMissing);
  const bits = wholeLevel(input.level);
  const ids: string[] = [];
  for (const { item, bits: own } of held) {
    if ((bits & ~own) !== 0) throw new Refusal(codes.levelAboveOwn);
    if (input.granteeType === 'user' && Number(input.granteeId) === item.owner_id && item.kind === objType.cabinet)
      throw new Refusal(codes.ownerKeepsRights);
    await ensureRoot(ctx, item);
    const id = await writeGrant(ctx, {
      rootId: item.id,
      granteeType: input.granteeType,
      granteeId: Number(input.granteeId),
      level: bits,
      reach: item.kind === objType.document ? 0 : reaches.indexOf(input.reach),
      deadline,
    });
    ids.push(String(id));
    await ctx.say('permission.granted', {
      objId: item.id,
      objName: item.name,
      objType: item.kind,
      ext: item.ext,
      granteeType: input.granteeType,
      granteeId: Number(input.granteeId),
      after: { to: grantee.name, level: bits, reach: input.reach, deadline: input.deadline },
    });
  }
  return { ids };
}

/** Takes back one grant by its id, or all of a grantee's on the item. */
export async function takeRights(ctx: Ctx, input: ParsedOf<typeof permissions.revoke>) {
  const { item } = await needItem(ctx, right.visible | right.manage, input.objId);
  const gone = await needGrant(ctx, item.id, input);
  await removeGrants(
    ctx,
    gone.map((grant) => grant.id),
  );
  for (const grant of gone) {
    const grantee = await findGrantee(ctx, grant.granteeType as GranteeType, grant.granteeId);
    await ctx.say('permission.revoked', {
      objId: item.id,
      objName: item.name,
      objType: item.kind,
      ext: item.ext,
      granteeType: grant.granteeType,
      granteeId: grant.granteeId,
      before: { to: grantee?.name ?? '', level: grant.level },
    });
  }
  return {};
}

/** Cancels or renews inheritance. Whoever cancels keeps full control, so that nothing is left without anyone who can change it. */
export async function changeInheritance(ctx: Ctx, input: ParsedOf<typeof permissions.inherit>) {
  const { item } = await needItem(ctx, right.visible | right.manage, input.objId);
  if (item.parent_id === 0) throw new Refusal(codes.cabinetHasNoParent);
  await ensureRoot(ctx, item);
  if (!input.inherit && input.keep) await copyInherited(ctx, item.id);
  await setInheritance(ctx, item.id, input.inherit);
  const [now] = await itemById(ctx.db, { id: item.id });
  const access = await accessOf(ctx);
  if (now !== undefined && (access.bits(now.acl_id) & right.manage) === 0) {
    await writeGrant(ctx, { rootId: item.id, granteeType: 'user', granteeId: ctx.user.id, level: level.full, reach: 2, deadline: null });
  }
  await ctx.say('permission.inherit', { objId: item.id, objName: item.name, after: { inherit: input.inherit } });
  return {};
}

/** Gives an item to another owner: who may manage it, or an administrator for the shared areas, on the record. */
export async function changeOwner(ctx: Ctx, input: ParsedOf<typeof permissions.owner>) {
  const [row] = await itemById(ctx.db, { id: Number(input.objId) });
  const isAdmin = (ctx.user.roleType & roleType.admin) !== 0;
  const administrated =
    row !== undefined && isAdmin && row.area !== 2 && row.bin_id === 0 && row.organisation_id === ctx.user.organisationId;
  const item = administrated ? row : (await needItem(ctx, right.visible | right.manage, input.objId)).item;
  const person = await findPerson(ctx.db, Number(input.userId));
  if (person === undefined || person.organisation_id !== ctx.user.organisationId || person.enabled === 0)
    throw new Refusal(codes.userMissing);
  await ensureRoot(ctx, item);
  await setRootOwner(ctx.db, item.id, person.id);
  await updateItem(ctx.db, item.id, { owner_id: person.id });
  await ctx.say('permission.granted', {
    objId: item.id,
    objName: item.name,
    before: { ownerId: item.owner_id },
    after: { owner: person.full_name },
  });
  return {};
}
