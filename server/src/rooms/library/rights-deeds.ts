import { codes } from '@dossier/contract/codes';
import type { permissions } from '@dossier/contract/permissions';
import { batchLimit, objType, reaches, right } from '@dossier/contract/rights';
import type { ParsedOf } from '@dossier/contract/route';
import type { Ctx } from '../../ground/ctx.ts';
import { Refusal } from '../../ground/refusal.ts';
import { findGrantee } from '../grantees/grantees.ts';
import { accessOf } from '../permissions/access.ts';
import { givableUntil } from '../permissions/forecast.ts';
import { type Before, beforehand, type Formerly, listsReached, needNoGain } from '../permissions/gain.ts';
import { needGrant, removeGrants, writeGrant } from '../permissions/grants.ts';
import { ceilingOf, weightOf } from '../permissions/hand.ts';
import { type GrantFact, wholeLevel } from '../permissions/rules.ts';
import { isRoot, openRoot, ownerOfRoot, type Rings, ringsFrom } from '../permissions/roots.ts';
import { itemsByIds, type ItemRow } from './item-queries.ts';
import { needBranchRoom } from './need-branch-room.ts';
import { needItem, needItems } from './need-items.ts';
import { repoint } from './place-items.ts';
import { replacedBy, sayGiven, sayTaken } from './say-rights.ts';
import { needOwn, withinOwn } from './within-own.ts';

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
export async function ensureRoot(ctx: Ctx, item: ItemRow): Promise<Formerly> {
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
    handOn: ceilingOf(wholeLevel(input.level), input.handOn),
    reach: reaches.indexOf(input.reach),
    deadline,
  };
  await needBranchRoom(ctx, held);
  const ids: string[] = [];
  for (const { item } of held) {
    const given = { ...facts, reach: item.kind === objType.document ? 0 : facts.reach };
    const replaced = await replacedBy(ctx, item, given);
    ids.push(String(await giveOn(ctx, item, given)));
    await sayGiven(ctx, item, { ...given, name: grantee.name, replaced });
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

/** Refuses a grant of what its giver does not have on a list or may not hand on there, or only until before the grant ends. */
export function needHeld(before: Before, acl: number, grant: Pick<GrantFact, 'level' | 'handOn' | 'deadline'>): void {
  const weight = weightOf(grant);
  needOwn(before, acl, weight);
  const until = givableUntil(before.forecast, acl, weight);
  const { deadline } = grant;
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
