import { codes } from '@dossier/contract/codes';
import type { permissions } from '@dossier/contract/permissions';
import { batchLimit, level, moduleType, objType, reaches, right } from '@dossier/contract/rights';
import type { ParsedOf } from '@dossier/contract/route';
import type { Ctx } from '../../ground/ctx.ts';
import { Refusal } from '../../ground/refusal.ts';
import { findGrantee } from '../people/grantees.ts';
import { findColleague } from '../people/people.ts';
import { accessOf } from '../permissions/access.ts';
import { standsUntil } from '../permissions/forecast.ts';
import { type Before, beforehand, type Formerly, listsReached, needNoGain } from '../permissions/gain.ts';
import { copyInherited, explain, needGrant, removeGrants, setInheritance, writeGrant } from '../permissions/grants.ts';
import { type GrantFact, wholeLevel } from '../permissions/rules.ts';
import { isRoot, openRoot, ownerOfRoot, type Rings, ringsFrom, ringsOfRoot, setRootOwner } from '../permissions/roots.ts';
import { itemById, itemsByIds, type ItemRow, updateItem } from './item-queries.ts';
import { needBranchRoom } from './need-branch-room.ts';
import { needItem, needItems } from './need-items.ts';
import { repoint } from './place-items.ts';
import { sayGiven, sayTaken } from './say-rights.ts';
import { allAclsBelow } from './subtree-queries.ts';
import { inheritingWithinOwn, withinOwn } from './within-own.ts';

/** Whether the caller has the bits on each item; items that are missing or hidden answer false. */
export async function checkRights(ctx: Ctx, input: ParsedOf<typeof permissions.check>) {
  const access = await accessOf(ctx);
  const rows = await itemsByIds(ctx.db, { ids: JSON.stringify(input.objIds.map(Number)) });
  const known = new Map(
    rows.filter((row) => row.bin_id === 0 && row.organisation_id === ctx.user.organisationId).map((row) => [row.id, row]),
  );
  return { hasRights: input.objIds.map((id) => (access.bits(known.get(Number(id))?.acl_id ?? 0) & input.rights) === input.rights) };
}

/** Gives an item lists of its own, once; what stood under the lists from above stands under the new ones. Tells which took whose place. */
async function ensureRoot(ctx: Ctx, item: ItemRow): Promise<Formerly> {
  if (await isRoot(ctx.db, item)) return new Map();
  const from: Rings = await ringsFrom(ctx.db, item.acl_id);
  const to = await openRoot(ctx.db, { id: item.id, ownerId: 0, organisationId: item.organisation_id }, from);
  await repoint(ctx.db, item, { from, to });
  return new Map(to.map((id, ring) => [id, from[ring] ?? 0]));
}

/** Gives a level on items, at most what the giver has; the same grantee and reach again replaces it. */
export async function giveRights(ctx: Ctx, input: ParsedOf<typeof permissions.grant>) {
  const objIds = [...new Set(input.objId)];
  if (objIds.length > batchLimit) throw new Refusal(codes.tooManyItems);
  const held = await needItems(ctx, right.visible | right.manage, objIds);
  const deadline = input.deadline === undefined ? null : Date.parse(input.deadline);
  if (deadline !== null && deadline <= ctx.now) throw new Refusal(codes.deadlinePassed);
  const grantee = await findGrantee(ctx, input.granteeType, Number(input.granteeId));
  if (grantee === undefined) throw new Refusal(codes.granteeMissing);
  const facts = {
    granteeType: input.granteeType,
    granteeId: Number(input.granteeId),
    level: wholeLevel(input.level),
    reach: reaches.indexOf(input.reach),
    deadline,
  };
  await needBranchRoom(ctx, held);
  const ids: string[] = [];
  for (const { item } of held) {
    ids.push(String(await giveOn(ctx, item, { ...facts, reach: item.kind === objType.document ? 0 : facts.reach })));
    await sayGiven(ctx, item, { ...facts, name: grantee.name });
  }
  return { ids };
}

/** Writes one grant, after a look at every place that it reaches: nobody gives more than they have there, or for longer. */
export async function giveOn(ctx: Ctx, item: ItemRow, grant: Omit<GrantFact, 'id' | 'rootId'>): Promise<number> {
  const before = await beforehand(ctx);
  const write = async (): Promise<number> => {
    const formerly = await ensureRoot(ctx, item);
    if (grant.granteeType === 'user' && grant.granteeId === (await ownerOfRoot(ctx.db, item.id))) throw new Refusal(codes.ownerKeepsRights);
    for (const acl of await listsReached(ctx, { id: item.id, reach: grant.reach })) needHeld(before, formerly.get(acl) ?? acl, grant);
    const id = await writeGrant(ctx, { ...grant, rootId: item.id });
    // taking a refusal's place may open what the refusal closed
    await needNoGain(ctx, before, { formerly, rootId: item.id });
    return id;
  };
  return withinOwn(ctx, before, { item, grantee: grant, reach: grant.reach, work: write });
}

/** Refuses a grant of what its giver does not have on a list, or has only until before the grant ends. */
function needHeld(before: Before, acl: number, { level: given, deadline }: { level: number; deadline: number | null }): void {
  if ((given & ~before.access.bits(acl)) !== 0) throw new Refusal(codes.levelAboveOwn);
  const until = standsUntil(before.forecast, acl, given);
  if (until !== null && (deadline === null || deadline > until)) throw new Refusal(codes.levelAboveOwn);
}

/** Takes back one grant by its id, or all of a grantee's on the item: none that is above what the caller has, and none of the owner's. */
export async function takeRights(ctx: Ctx, input: ParsedOf<typeof permissions.revoke>) {
  const { item } = await needItem(ctx, right.visible | right.manage, input.objId);
  await takeOff(ctx, item, await needGrant(ctx, item.id, input));
  return {};
}

/** Takes grants off an item. */
export async function takeOff(ctx: Ctx, item: ItemRow, gone: readonly GrantFact[]): Promise<void> {
  const before = await beforehand(ctx);
  const owner = await ownerOfRoot(ctx.db, item.id);
  if (owner !== ctx.user.id && gone.some((grant) => grant.granteeType === 'user' && grant.granteeId === owner))
    throw new Refusal(codes.ownerKeepsRights);
  for (const grant of gone)
    await withinOwn(ctx, before, { item, grantee: grant, reach: grant.reach, work: () => removeGrants(ctx, [grant.id]) });
  await needNoGain(ctx, before, { formerly: new Map(), rootId: item.id });
  for (const grant of gone) await sayTaken(ctx, item, grant);
}

/** Cancels or renews inheritance. Whoever cancels keeps what they have, so that nothing is left without anyone who can change it. */
export async function changeInheritance(ctx: Ctx, input: ParsedOf<typeof permissions.inherit>) {
  const { item } = await needItem(ctx, right.visible | right.manage, input.objId);
  if (item.parent_id === 0) throw new Refusal(codes.cabinetHasNoParent);
  const before = await beforehand(ctx);
  await needBranchRoom(ctx, [{ item }]);
  const formerly = await ensureRoot(ctx, item);
  const rings = await ringsOfRoot(ctx.db, item.id);
  const work = async (): Promise<void> => {
    if (!input.inherit && input.keep) await copyInherited(ctx, item.id);
    await setInheritance(ctx, item.id, input.inherit);
  };
  await inheritingWithinOwn(ctx, before, { item, work });
  if (((await accessOf(ctx)).bits(rings[0]) & right.manage) === 0) {
    await keepOwn(
      ctx,
      item.id,
      rings.map((acl) => heldOn(before, formerly.get(acl) ?? acl)),
    );
  }
  await needNoGain(ctx, before, { formerly, rootId: item.id });
  await ctx.say('permission.inherit', { objId: item.id, objName: item.name, after: { inherit: input.inherit } });
  return {};
}

interface Kept {
  bits: number;
  deadline: number | null;
}

function heldOn({ access, forecast }: Before, acl: number): Kept {
  const bits = access.bits(acl);
  return { bits, deadline: standsUntil(forecast, acl, bits) };
}

/** Writes into the caller's own name what they had on an item, on its children and further down, for as long as they had it. */
async function keepOwn(ctx: Ctx, rootId: number, had: Kept[]): Promise<void> {
  for (const [reach, { bits, deadline }] of had.entries()) {
    const farther = had[reach + 1];
    if (bits === 0 || (bits === farther?.bits && deadline === farther.deadline)) continue;
    await writeGrant(ctx, { rootId, granteeType: 'user', granteeId: ctx.user.id, level: bits, reach, deadline });
  }
}

/** Gives an item to another owner: its owner, who has full control of all of it where nobody owns it, or whose office allows it in the shared areas, on the record. */
export async function changeOwner(ctx: Ctx, input: ParsedOf<typeof permissions.owner>) {
  const [row] = await itemById(ctx.db, { id: Number(input.objId) });
  const hasOffice = ctx.user.office.deeds.has('rights.owner');
  const administrated =
    row !== undefined && hasOffice && row.area !== moduleType.my && row.bin_id === 0 && row.organisation_id === ctx.user.organisationId;
  const item = administrated ? row : (await needItem(ctx, right.visible | right.manage, input.objId)).item;
  if (!administrated) await needOwnerOrAll(ctx, item);
  const person = await findColleague(ctx, Number(input.userId));
  if (person === undefined || person.enabled === 0) throw new Refusal(codes.userMissing);
  await needBranchRoom(ctx, [{ item }]);
  await ensureRoot(ctx, item);
  await setRootOwner(ctx.db, item.id, person.id);
  await updateItem(ctx.db, item.id, { owner_id: person.id });
  await ctx.say('permission.granted', {
    objId: item.id,
    objName: item.name,
    objType: item.kind,
    ext: item.ext,
    before: { ownerId: item.owner_id },
    after: { owner: person.full_name },
  });
  return {};
}

/** An owner has full control of everything inside for ever: only who has that now may make somebody one, and never in an owner's place. */
async function needOwnerOrAll(ctx: Ctx, item: ItemRow): Promise<void> {
  if ((await explain(ctx, item, ctx.user.principals)).owner) return;
  if ((await ownerOfRoot(ctx.db, item.id)) !== 0) throw new Refusal(codes.ownerKeepsRights);
  const before = await beforehand(ctx);
  const lists = [...(await ringsFrom(ctx.db, item.acl_id)), ...(await allAclsBelow(ctx.db, item.id))];
  for (const acl of lists) needHeld(before, acl, { level: level.full, deadline: null });
}
