import type { Grant, Source, permissions } from '@dossier/contract/access/permissions';
import { codes } from '@dossier/contract/core/codes';
import { type GranteeType, level, reaches, right } from '@dossier/contract/core/rights';
import type { OutputOf, ParsedOf } from '@dossier/contract/core/route';
import type { Context, Principals } from '../../../platform/context.ts';
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

/** Resolves the names for many grants at once, and shows any of them relative to one item. Hidden items have no name, but with `byOffice` those of the shared areas do. */
export async function showGrants(ctx: Context, all: readonly ReachingGrant[], byOffice = false): Promise<GrantPresenter<Grant>> {
  const access = await accessOf(ctx);
  const roots = await itemsByIds(ctx.db, { ids: JSON.stringify([...new Set(all.map((entry) => entry.grant.rootId))]) });
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

/** Adds the paths through departments, for one user. */
export const withDepartmentPaths = (sources: readonly Source[], pathOf: (departmentId: number) => string[] | undefined): Source[] =>
  sources.map((entry) => (entry.granteeType === 'department' ? { ...entry, way: pathOf(Number(entry.granteeId)) } : entry));

/** Grants as reasons: through which principal each reaches the user, and whether it decides. */
export async function showSources(ctx: Context, all: readonly ReachingGrant[], byOffice = false): Promise<GrantPresenter<Source>> {
  const show = await showGrants(ctx, all, byOffice);
  return (itemId, grants) =>
    show(itemId, grants).map((grant, index) => ({
      ...grant,
      via: grant.granteeType === 'user' ? undefined : grant.granteeName,
      decides: grants[index]?.decides ?? false,
    }));
}

/** The bits that a user would have on an item with another owner. */
async function rightsWithoutOwnership(ctx: Context, item: { id: number; acl_id: number }, principals: Principals): Promise<number> {
  const { rights } = await readVersions(ctx.db);
  const tree = await aclTree(ctx.services, ctx.db, { version: rights, keep: ctx.db === ctx.services.database.read });
  const node = tree.get(item.acl_id);
  if (node === undefined) return 0;
  const grants = grantsByRoot((await grantsTo(ctx.db, principals)).map(grantFactOf));
  const left = node.rootId === item.id ? { ...node, ownerId: 0 } : node;
  return rightsOn(left, { id: principals.personId, idle: principals.idleRoles, grants, tree, now: ctx.now }).bits;
}

/** Who has rights on an item, own grants first, for users who may manage it. Others learn only their own bits. */
export async function listRights(ctx: Context, input: ParsedOf<typeof permissions.list>): Promise<OutputOf<typeof permissions.list>> {
  const { item, bits } = await requireItem(ctx, right.visible, input.objId);
  const nameOf = await personNames(ctx, [item.owner_id]);
  const reaching = await grantsReaching(ctx, item);
  const hold = (await accessOf(ctx)).hold(item.acl_id);
  const mayManage = (bits & right.manage) !== 0;
  return {
    inherit: reaching.inherits,
    canInherit: item.parent_id !== 0,
    ownerId: String(item.owner_id),
    ownerName: nameOf(item.owner_id),
    rights: bits,
    mayGive: changeableRights(hold) & level.full,
    capped: mayManage && hold >> 8 !== level.full,
    list: mayManage ? (await showGrants(ctx, reaching.grants))(item.id, reaching.grants) : [],
  };
}

/** The rights of one user on an item and every grant they come from. Users may ask about themselves; managers and auditors about others. */
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
  const query = { personId: person.id, spaceId: ctx.user.organisationId, versions: await readVersions(ctx.db) };
  const membership = await effectiveMembershipOf(ctx.services, query);
  const found = await explain(ctx, item, membership.principals);
  const paths = await departmentPaths(ctx, [person.id]);
  const sources = (await showSources(ctx, found.sources, byOffice))(item.id, found.sources);
  return {
    level: found.bits,
    handOn: shownGrantable(found),
    owner: found.owner,
    besides: found.owner ? await rightsWithoutOwnership(ctx, item, membership.principals) : undefined,
    sources: withDepartmentPaths(sources, (department) => paths(person.id, department)),
  };
}
