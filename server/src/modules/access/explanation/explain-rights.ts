import type { Grant, Source, permissions } from '@dossier/contract/access/permissions';
import { codes } from '@dossier/contract/core/codes';
import { type GranteeType, level, reaches, right } from '@dossier/contract/core/rights';
import type { OutputOf, ParsedOf } from '@dossier/contract/core/route';
import type { Context } from '../../../platform/context.ts';
import type { Principals } from '../../../platform/context/user.ts';
import { readVersions } from '../../../platform/db/versions.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { isoTime } from '../../../platform/text/iso-time.ts';
import { effectiveMembershipOf } from '../../identity/effective-membership.ts';
import { departmentPaths, principalNames } from '../../identity/principals.ts';
import { findColleague, personNames } from '../../identity/users.ts';
import { grantsTo } from '../acl.queries.ts';
import { accessOf, aclTree, grantFactOf, grantsByRoot } from '../effective-rights.ts';
import { explain, grantsReaching } from '../grants.ts';
import { itemsByIds } from '../items.queries.ts';
import { isInSharedArea, requireItem, requireSharedItem } from '../require-items.ts';
import { type ReachingGrant, changeableRights, rightsOn, shownGrantable } from '../rights-rules.ts';
import { requireAudit } from './access-audit.ts';

type GrantPresenter<T> = (itemId: number, grants: readonly ReachingGrant[]) => T[];

/** Looks up the names for many grants at once, and shows any of them as they stand to one item; hidden items have no name, but by office those of the shared areas have theirs. */
export async function showGrants(ctx: Context, all: readonly ReachingGrant[], byOffice = false): Promise<GrantPresenter<Grant>> {
  const access = await accessOf(ctx);
  const roots = await itemsByIds(ctx.db, { ids: JSON.stringify([...new Set(all.map((one) => one.grant.rootId))]) });
  const rootName = new Map(
    roots.filter((row) => access.isVisible(row.acl_id) || (byOffice && isInSharedArea(row))).map((row) => [row.id, row.name]),
  );
  const named = new Map(all.map(({ grant }) => [`${grant.granteeType} ${grant.granteeId}`, grant]));
  const nameOf = await principalNames(
    ctx,
    [...named.values()].map((grant) => ({ type: grant.granteeType as GranteeType, id: grant.granteeId })),
  );
  return (itemId, grants) =>
    grants.map(({ grant }) => ({
      id: String(grant.id),
      objId: rootName.has(grant.rootId) ? String(grant.rootId) : undefined,
      objName: grant.rootId === itemId ? undefined : rootName.get(grant.rootId),
      inherited: grant.rootId !== itemId,
      granteeType: grant.granteeType as GranteeType,
      granteeId: String(grant.granteeId),
      granteeName: nameOf(grant.granteeType as GranteeType, grant.granteeId),
      level: grant.level,
      handOn: grant.handOn ?? undefined,
      reach: reaches[grant.reach] ?? 'all',
      deadline: grant.deadline === null ? undefined : isoTime(grant.deadline),
      expired: grant.deadline !== null && grant.deadline <= ctx.now,
    }));
}

/** The same with the ways through departments, for one person. */
export const withDepartmentPaths = (sources: readonly Source[], wayOf: (departmentId: number) => string[] | undefined): Source[] =>
  sources.map((one) => (one.granteeType === 'department' ? { ...one, way: wayOf(Number(one.granteeId)) } : one));

/** The same as reasons: through what each reaches the person, and whether it counts. */
export async function showSources(ctx: Context, all: readonly ReachingGrant[], byOffice = false): Promise<GrantPresenter<Source>> {
  const show = await showGrants(ctx, all, byOffice);
  return (itemId, grants) =>
    show(itemId, grants).map((grant, place) => ({
      ...grant,
      via: grant.granteeType === 'user' ? undefined : grant.granteeName,
      decides: grants[place]?.decides ?? false,
    }));
}

/** The bits that anyone would have on an item if it belonged to somebody else. */
async function rightsWithoutOwnership(ctx: Context, item: { id: number; acl_id: number }, principals: Principals): Promise<number> {
  const { rights } = await readVersions(ctx.db);
  const tree = await aclTree(ctx.services, ctx.db, { version: rights, keep: ctx.db === ctx.services.database.read });
  const node = tree.get(item.acl_id);
  if (node === undefined) return 0;
  const grants = grantsByRoot((await grantsTo(ctx.db, principals)).map(grantFactOf));
  const left = node.rootId === item.id ? { ...node, ownerId: 0 } : node;
  return rightsOn(left, { id: principals.personId, idle: principals.idleRoles, grants, tree, now: ctx.now }).bits;
}

/** Who has rights on an item, own grants first; for people who may manage it. Others learn only their own bits. */
export async function listRights(ctx: Context, input: ParsedOf<typeof permissions.list>): Promise<OutputOf<typeof permissions.list>> {
  const { item, bits } = await requireItem(ctx, right.visible, input.objId);
  const nameOf = await personNames(ctx, [item.owner_id]);
  const around = await grantsReaching(ctx, item);
  const hold = (await accessOf(ctx)).hold(item.acl_id);
  const mayManage = (bits & right.manage) !== 0;
  return {
    inherit: around.inherits,
    canInherit: item.parent_id !== 0,
    ownerId: String(item.owner_id),
    ownerName: nameOf(item.owner_id),
    rights: bits,
    mayGive: changeableRights(hold) & level.full,
    capped: mayManage && hold >> 8 !== level.full,
    list: mayManage ? (await showGrants(ctx, around.grants))(item.id, around.grants) : [],
  };
}

/** The rights of one person on an item and every grant they come from. Asked of oneself by anyone, of others by who may manage, or by office. */
export async function explainRights(
  ctx: Context,
  input: ParsedOf<typeof permissions.explain>,
): Promise<OutputOf<typeof permissions.explain>> {
  const byOffice = input.look !== undefined;
  if (input.look !== undefined) await requireAudit(ctx, input.look, input);
  const other = Number(input.userId) !== ctx.user.id;
  const need = right.visible | (other ? right.manage : 0);
  const item = byOffice ? await requireSharedItem(ctx, input.objId) : (await requireItem(ctx, need, input.objId)).item;
  const person = await findColleague(ctx, Number(input.userId));
  if (person === undefined) throw new Refusal(codes.userMissing);
  const asked = { personId: person.id, spaceId: ctx.user.organisationId, versions: await readVersions(ctx.db) };
  const standing = await effectiveMembershipOf(ctx.services, asked);
  const found = await explain(ctx, item, standing.principals);
  const ways = await departmentPaths(ctx, [person.id]);
  const sources = (await showSources(ctx, found.sources, byOffice))(item.id, found.sources);
  return {
    level: found.bits,
    handOn: shownGrantable(found),
    owner: found.owner,
    besides: found.owner ? await rightsWithoutOwnership(ctx, item, standing.principals) : undefined,
    sources: withDepartmentPaths(sources, (department) => ways(person.id, department)),
  };
}
