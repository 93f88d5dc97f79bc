import type { permissions } from '@dossier/contract/access/permissions';
import { codes } from '@dossier/contract/core/codes';
import { batchLimit, objType, reaches, right } from '@dossier/contract/core/rights';
import type { ParsedOf } from '@dossier/contract/core/route';
import type { Context } from '../../platform/context.ts';
import { Refusal } from '../../platform/refusal.ts';
import { findPrincipal } from '../identity/principals.ts';
import { aclById, setInherits } from './acl.queries.ts';
import { type AclsByDepth, aclsByDepth, createAclRoot, isAclRoot, ownerOfAclRoot, repointSubtree, setAclRootOwner } from './acl-roots.ts';
import { accessOf } from './effective-rights.ts';
import { emitGranted, emitRevoked, ownGrants, removeGrants, replacedGrant, requireGrant, writeFirstGrants, writeGrant } from './grants.ts';
import {
  type PreviousAcls,
  type RightsBefore,
  affectedAcls,
  grantableUntil,
  requireNoGain,
  requireOwnRights,
  rightsBefore,
  withinOwnRights,
} from './grants/grant-limits.ts';
import { type ItemRow, itemsByIds } from './items.queries.ts';
import { bitsOn, requireItem, requireItems } from './require-items.ts';
import { type GrantFact, completeLevel, packGrant, storedGrantable } from './rights-rules.ts';
import { requireSubtreeBudget } from './write-budget.ts';

/** Whether the caller has the bits on each item; missing and hidden items answer false. */
export async function checkRights(ctx: Context, input: ParsedOf<typeof permissions.check>) {
  const access = await accessOf(ctx);
  const rows = await itemsByIds(ctx.db, { ids: JSON.stringify(input.objIds.map(Number)) });
  const known = new Map(
    rows.filter((row) => row.bin_id === 0 && row.organisation_id === ctx.user.organisationId).map((row) => [row.id, row]),
  );
  const bitsOf = (row: ItemRow | undefined): number => (row === undefined ? 0 : bitsOn(ctx, access, row));
  return { hasRights: input.objIds.map((id) => (bitsOf(known.get(Number(id))) & input.rights) === input.rights) };
}

/**
 * Makes an item an ACL root, unless it is one already. Items governed by the inherited lists change to the new ones. Answers which list
 * replaced which.
 */
export async function ensureAclRoot(ctx: Context, item: ItemRow): Promise<PreviousAcls> {
  if (await isAclRoot(ctx.db, item)) return new Map();
  const from: AclsByDepth = await aclsByDepth(ctx.db, item.acl_id);
  const to = await createAclRoot(ctx.db, { id: item.id, ownerId: 0, organisationId: item.organisation_id }, from);
  await repointSubtree(ctx.db, item, { from, to });
  return new Map(to.flatMap((id, depth) => [1, -1].map((sign) => [sign * id, sign * (from[depth] ?? 0)] as const)));
}

/** Gives a new item beside another the rights that the other has of its own, also that it inherits none. */
export async function copyOwnRights(ctx: Context, from: ItemRow, to: ItemRow): Promise<void> {
  const root = await aclById(ctx.db, from.acl_id);
  if (root?.root_id !== from.id) return;
  await ensureAclRoot(ctx, to);
  await setInherits(ctx.db, to.id, root.inherits);
  await setAclRootOwner(ctx.db, to.id, root.owner_id);
  await writeFirstGrants(
    ctx,
    (await ownGrants(ctx, from.id)).map((grant) => ({ ...grant, rootId: to.id })),
  );
}

/** The rights that an item has of its own, without their ids; those of an item that is no ACL root are those of one that inherits all. */
async function ownRights(ctx: Context, item: ItemRow): Promise<string> {
  const root = await aclById(ctx.db, item.acl_id);
  if (root?.root_id !== item.id) return JSON.stringify([1, 0, []]);
  const grants = (await ownGrants(ctx, item.id)).map((grant) => JSON.stringify({ ...grant, id: 0, rootId: 0 }));
  return JSON.stringify([root.inherits, root.owner_id, grants.toSorted()]);
}

/** Whether two items of one container have the same rights. */
export const haveSameOwnRights = async (ctx: Context, one: ItemRow, other: ItemRow): Promise<boolean> =>
  (await ownRights(ctx, one)) === (await ownRights(ctx, other));

/** Gives a level on items, at most the rights of the giver. A grant to the same principal with the same scope replaces the earlier one. */
export async function grantRights(ctx: Context, input: ParsedOf<typeof permissions.grant>) {
  const objIds = [...new Set(input.objId)];
  if (objIds.length > batchLimit) throw new Refusal(codes.tooManyItems);
  const authorised = await requireItems(ctx, right.visible | right.manage, objIds);
  const deadline = input.deadline === undefined ? null : Date.parse(input.deadline);
  if (deadline !== null && deadline <= ctx.now) throw new Refusal(codes.deadlinePassed);
  const grantee = await findPrincipal(ctx, input.granteeType, Number(input.granteeId));
  if (grantee === undefined) throw new Refusal(codes.granteeMissing);
  const facts = {
    granteeType: input.granteeType,
    granteeId: Number(input.granteeId),
    level: completeLevel(input.level),
    handOn: storedGrantable(completeLevel(input.level), input.handOn),
    reach: reaches.indexOf(input.reach),
    deadline,
  };
  await requireSubtreeBudget(ctx, authorised);
  const ids: string[] = [];
  for (const { item } of authorised) {
    const given = { ...facts, reach: item.kind === objType.document ? 0 : facts.reach };
    const replaced = await replacedGrant(ctx, item, given);
    ids.push(String(await grantOn(ctx, item, given)));
    await emitGranted(ctx, item, { ...given, name: grantee.name, replaced });
  }
  return { ids };
}

/** Writes one grant, after a check of every list that it affects: it may not exceed the giver's own rights there, nor last longer. */
export async function grantOn(ctx: Context, item: ItemRow, grant: Omit<GrantFact, 'id' | 'rootId'>): Promise<number> {
  const before = await rightsBefore(ctx);
  const write = async (): Promise<number> => {
    const formerly = await ensureAclRoot(ctx, item);
    if (grant.granteeType === 'user' && grant.granteeId === (await ownerOfAclRoot(ctx.db, item.id)))
      throw new Refusal(codes.ownerKeepsRights);
    for (const acl of await affectedAcls(ctx, { id: item.id, reach: grant.reach }))
      requireGrantable(before, formerly.get(acl) ?? acl, grant);
    const id = await writeGrant(ctx, { ...grant, rootId: item.id });
    // replacing a refusal may open what the refusal closed
    await requireNoGain(ctx, before, { formerly, rootId: item.id });
    return id;
  };
  return withinOwnRights(ctx, before, { item, grantee: grant, reach: grant.reach, work: write });
}

/** Refuses a grant of rights that its giver does not have on a list, may not pass on, or has only until before the grant ends. */
export function requireGrantable(before: RightsBefore, acl: number, grant: Pick<GrantFact, 'level' | 'handOn' | 'deadline'>): void {
  const weight = packGrant(grant);
  requireOwnRights(before, acl, weight);
  const until = grantableUntil(before.forecast, acl, weight);
  const { deadline } = grant;
  if (until !== null && (deadline === null || deadline > until)) throw new Refusal(codes.levelAboveOwn);
}

/** Revokes one grant by its id, or all grants of a principal on the item: none above the caller's rights, and none of the owner's. */
export async function revokeRights(ctx: Context, input: ParsedOf<typeof permissions.revoke>) {
  const { item } = await requireItem(ctx, right.visible | right.manage, input.objId);
  await revokeGrants(ctx, item, await requireGrant(ctx, item.id, input));
  return {};
}

/** Revokes grants on an item. */
export async function revokeGrants(ctx: Context, item: ItemRow, gone: readonly GrantFact[]): Promise<void> {
  const before = await rightsBefore(ctx);
  const owner = await ownerOfAclRoot(ctx.db, item.id);
  if (owner !== ctx.user.id && gone.some((grant) => grant.granteeType === 'user' && grant.granteeId === owner))
    throw new Refusal(codes.ownerKeepsRights);
  for (const grant of gone)
    await withinOwnRights(ctx, before, { item, grantee: grant, reach: grant.reach, work: () => removeGrants(ctx, [grant.id]) });
  await requireNoGain(ctx, before, { formerly: new Map(), rootId: item.id });
  for (const grant of gone) await emitRevoked(ctx, item, grant);
}
