import type { permissions } from '@dossier/contract/access/permissions';
import { codes } from '@dossier/contract/core/codes';
import { objType, right } from '@dossier/contract/core/rights';
import type { OutputOf, ParsedOf } from '@dossier/contract/core/route';
import type { Context, Principals } from '../../../platform/context.ts';
import { readVersions } from '../../../platform/db/versions.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { isoTime } from '../../../platform/text/iso-time.ts';
import { effectiveMembershipOf, isPlainGuest } from '../../identity/effective-membership.ts';
import { departmentPaths, pageOfUsersAmong } from '../../identity/principals.ts';
import { findColleague } from '../../identity/users.ts';
import { aclRootsOf, type AclsByDepth, aclsByDepth, childAcl } from '../acl-roots.ts';
import { accessOf } from '../effective-rights.ts';
import { type ItemRow, itemsByIds, withAncestors } from '../items.queries.ts';
import { isInSharedArea, requireContainer, requireItem, requireItems, requireSharedItem } from '../require-items.ts';
import { shownGrantable } from '../rights-rules.ts';
import { type AccessibleRoots, accessibleRoots, usersWithAccess, usersWithAccessIf } from '../users-with-access.ts';
import { sortByTree, visiblePaths } from '../visible-items.ts';
import { requireAudit } from './access-audit.ts';
import { showSources, withDepartmentPaths } from './explain-rights.ts';

const shownUntil = (at: number | null): string | undefined => (at === null ? undefined : isoTime(at));

/** Everybody with any right on an item now, and why; for managers of the item and for auditors. */
export async function listUsersWithAccess(
  ctx: Context,
  { objId, keyword, look: auditTicket, pageNo, pageSize }: ParsedOf<typeof permissions.reachedBy>,
): Promise<OutputOf<typeof permissions.reachedBy>> {
  if (auditTicket !== undefined) await requireAudit(ctx, auditTicket, { objId });
  const byOffice = auditTicket !== undefined;
  const item = byOffice ? await requireSharedItem(ctx, objId) : (await requireItem(ctx, right.visible | right.manage, objId)).item;
  const { organisationId } = ctx.user;
  const { ids, why } = await usersWithAccess(ctx, item.acl_id);
  const page = { limit: pageSize, offset: (pageNo - 1) * pageSize };
  const { rows, total } = await pageOfUsersAmong(ctx.db, { ids, organisationId, keyword }, page);
  const reasons = rows.map((row) => ({ row, ...why(row.id) }));
  const show = await showSources(
    ctx,
    reasons.flatMap((reason) => reason.sources),
    byOffice,
  );
  const paths = await departmentPaths(
    ctx,
    rows.map((row) => row.id),
  );
  const list = reasons.map(({ row, bits, hand, owner, until, sources }) => ({
    userId: String(row.id),
    fullName: row.full_name,
    loginName: isPlainGuest(ctx.user) ? undefined : row.login_name,
    enabled: row.enabled === 1,
    guest: row.organisation_id !== organisationId,
    level: bits,
    handOn: shownGrantable({ bits, hand }),
    owner,
    until: shownUntil(until),
    sources: withDepartmentPaths(show(item.id, sources), (department) => paths(row.id, department)),
  }));
  return { list, pageNo, pageSize, totalNumber: total };
}

/** The caller with the roles of the session; other users with all their memberships. */
async function principalsOf(ctx: Context, id: number): Promise<Principals> {
  if (id === ctx.user.id) return ctx.user.principals;
  const person = await findColleague(ctx, id);
  if (person === undefined) throw new Refusal(codes.userMissing);
  const query = { personId: person.id, spaceId: ctx.user.organisationId, versions: await readVersions(ctx.db) };
  return (await effectiveMembershipOf(ctx.services, query)).principals;
}

interface DisclosedPlaces {
  ids: number[];
  /** The number of further items, of which an auditor learns only the count. */
  hidden: number | undefined;
}

/** The items with access that the caller may be told of: those they manage, all they see of their own, and for auditors all shared ones. */
async function disclosedPlaces(
  ctx: Context,
  { own, roots, byOffice }: { own: boolean; roots: AccessibleRoots['roots']; byOffice: boolean },
  bounds: Parameters<typeof sortByTree>[2],
): Promise<DisclosedPlaces> {
  const access = await accessOf(ctx);
  const need = own ? right.visible : right.visible | right.manage;
  const open = new Set([...roots].filter(([, { aclId }]) => (access.bits(aclId) & need) === need).map(([id]) => id));
  if (!byOffice) return { ids: await sortByTree(ctx, [...open], bounds), hidden: undefined };
  const all = await sortByTree(ctx, [...roots.keys()], bounds);
  const shared = new Set((await itemsByIds(ctx.db, { ids: JSON.stringify(all) })).filter(isInSharedArea).map((row) => row.id));
  const ids = all.filter((id) => shared.has(id) || open.has(id));
  return { ids, hidden: all.length - ids.length };
}

/** The item to narrow the list to: one that the caller sees, for auditors any shared one. */
async function requireScope(ctx: Context, parentId: string | undefined, byOffice: boolean): Promise<number | undefined> {
  if (parentId === undefined) return undefined;
  return byOffice ? (await requireSharedItem(ctx, parentId)).id : (await requireContainer(ctx, right.visible, parentId)).item.id;
}

/** The items with own rights that a user has access to, and why: of themselves all they see, of others those that the caller manages, for auditors all shared ones. */
export async function listAccessibleItems(
  ctx: Context,
  { userId, moduleType, parentId, look: auditTicket, pageNo, pageSize }: ParsedOf<typeof permissions.reachOf>,
): Promise<OutputOf<typeof permissions.reachOf>> {
  if (auditTicket !== undefined) await requireAudit(ctx, auditTicket, { userId });
  const byOffice = auditTicket !== undefined;
  const within = await requireScope(ctx, parentId, byOffice);
  const principals = await principalsOf(ctx, Number(userId));
  const { roots, why } = await accessibleRoots(ctx, principals);
  const own = principals.personId === ctx.user.id;
  const found = await disclosedPlaces(ctx, { own, roots, byOffice }, { area: moduleType, within });
  const ids = found.ids.slice((pageNo - 1) * pageSize, pageNo * pageSize);
  const rows = new Map((await itemsByIds(ctx.db, { ids: JSON.stringify(ids) })).map((row) => [row.id, row]));
  const authorised = ids.flatMap((id) => {
    const item = rows.get(id);
    return item === undefined ? [] : [{ item, ...why(item.acl_id) }];
  });
  const paths = await visiblePaths(ctx, authorised, byOffice);
  const show = await showSources(
    ctx,
    authorised.flatMap((reason) => reason.sources),
    byOffice,
  );
  const through = await departmentPaths(ctx, [principals.personId]);
  const list = authorised.map(({ item, owner, until, sources }) => ({
    id: String(item.id),
    name: item.name,
    objType: item.kind,
    moduleType: item.area,
    ext: item.kind === objType.document ? item.ext : undefined,
    path: (paths.get(item.id) ?? []).join('/'),
    level: roots.get(item.id)?.bits ?? 0,
    inside: item.kind === objType.document ? 0 : (roots.get(item.id)?.inside ?? 0),
    owner,
    until: shownUntil(until),
    sources: withDepartmentPaths(show(item.id, sources), (department) => through(principals.personId, department)),
  }));
  return { list, pageNo, pageSize, totalNumber: found.ids.length, hidden: found.hidden };
}

const nameLimit = 20;
/** A client moves many items in batches, but asks for one forecast of all of them. */
const itemLimit = 1000;

/** Each pair of lists costs a look-up of everybody on both, so one forecast is limited. */
const pairLimit = 300;

interface AclPair {
  was: number;
  is: number;
  /** Access lists that would get another parent. */
  parents: ReadonlyMap<number, number>;
}

/** The changes of a move: for each inheritance depth of each item, its list before and after, each pair once. */
async function changedAclPairs(ctx: Context, items: readonly ItemRow[], to: AclsByDepth): Promise<AclPair[]> {
  const known = new Map<number, { from: AclsByDepth; rootId: number | undefined }>();
  const pairs = new Map<string, AclPair>();
  for (const { id, kind, acl_id: aclId } of items) {
    let lists = known.get(aclId);
    if (lists === undefined) {
      lists = { from: await aclsByDepth(ctx.db, aclId), rootId: (await aclRootsOf(ctx.db, [aclId]))[0] };
      known.set(aclId, lists);
    }
    const own = lists.rootId === id;
    const parents = own ? new Map(lists.from.map((list, depth) => [list, to[depth] ?? 0])) : new Map<number, number>();
    for (const [depth, was] of (kind === objType.document ? lists.from.slice(0, 1) : lists.from).entries()) {
      const is = own ? was : (to[depth] ?? was);
      if (was !== is || own) pairs.set(`${was} ${is}`, { was, is, parents });
    }
    if (pairs.size > pairLimit) throw new Refusal(codes.tooManyItems);
  }
  return [...pairs.values()];
}

/** Refuses a target in what is moved, as the move itself does: lists would inherit from each other in a circle, which no walk up ever leaves. */
async function requireOutside(ctx: Context, target: ItemRow, moved: readonly { item: ItemRow }[]): Promise<void> {
  const around = new Set((await withAncestors(ctx.db, target.id)).map((row) => row.id));
  for (const { item } of moved)
    if (around.has(item.id)) throw new Refusal(item.id === target.id ? codes.pasteIntoSelf : codes.pasteIntoChild);
}

/** Who would gain and who would lose rights by a move. Includes the items inside that inherit, at every inheritance depth. */
export async function forecastMove(
  ctx: Context,
  input: ParsedOf<typeof permissions.forecast>,
): Promise<OutputOf<typeof permissions.forecast>> {
  const objIds = [...new Set(input.objIds)];
  if (objIds.length > itemLimit) throw new Refusal(codes.tooManyItems);
  const target = await requireContainer(ctx, right.visible | right.upload, input.parentId);
  const authorised = await requireItems(ctx, right.visible | right.modify, objIds);
  await requireOutside(ctx, target.item, authorised);
  const to = await aclsByDepth(ctx.db, await childAcl(ctx.db, target.item.acl_id));
  const gaining = new Set<number>();
  const losing = new Set<number>();
  const items = authorised.map(({ item }) => item);
  for (const { was, is, parents } of await changedAclPairs(ctx, items, to)) {
    const before = await usersWithAccess(ctx, was);
    const after = await usersWithAccessIf(ctx, is, parents);
    for (const id of new Set([...before.ids, ...after.ids])) {
      const [had, has] = [before.bits(id), after.bits(id)];
      if ((has & ~had) !== 0) gaining.add(id);
      if ((had & ~has) !== 0) losing.add(id);
    }
  }
  const gain = await namesOf(ctx, gaining);
  const loss = await namesOf(ctx, losing);
  const manages = [target, ...authorised].every(({ bits }) => (bits & right.manage) !== 0);
  return {
    widens: gain.total > 0,
    narrows: loss.total > 0,
    people: manages ? { gaining: gain.names, gainers: gain.total, losing: loss.names, losers: loss.total } : undefined,
  };
}

async function namesOf(ctx: Context, ids: ReadonlySet<number>): Promise<{ names: string[]; total: number }> {
  const query = { ids: [...ids], organisationId: ctx.user.organisationId };
  const { rows, total } = await pageOfUsersAmong(ctx.db, query, { limit: nameLimit, offset: 0 });
  return { names: rows.map((row) => row.full_name), total };
}
