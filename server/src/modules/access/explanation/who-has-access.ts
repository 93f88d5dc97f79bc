import type { permissions } from '@dossier/contract/access/permissions';
import { codes } from '@dossier/contract/core/codes';
import { objType, right } from '@dossier/contract/core/rights';
import type { OutputOf, ParsedOf } from '@dossier/contract/core/route';
import type { Context } from '../../../platform/context.ts';
import type { Principals } from '../../../platform/context/user.ts';
import { readVersions } from '../../../platform/db/versions.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { isoTime } from '../../../platform/text/iso-time.ts';
import { effectiveMembershipOf, isPlainGuest } from '../../identity/effective-membership.ts';
import { departmentPaths, pageOfUsersAmong } from '../../identity/principals.ts';
import { findColleague } from '../../identity/users.ts';
import { accessOf } from '../effective-rights.ts';
import { itemsByIds } from '../items.queries.ts';
import { isInSharedArea, requireContainer, requireItem, requireSharedItem } from '../require-items.ts';
import { shownGrantable } from '../rights-rules.ts';
import { type AccessibleRoots, accessibleRoots, usersWithAccess } from '../users-with-access.ts';
import { sortByTree, visiblePaths } from '../visible-items.ts';
import { requireAudit } from './access-audit.ts';
import { showSources, withDepartmentPaths } from './explain-rights.ts';

const shownUntil = (at: number | null): string | undefined => (at === null ? undefined : isoTime(at));

/** Everybody who may do anything with an item now, and why; for people who may manage it, or by office. */
export async function listUsersWithAccess(
  ctx: Context,
  { objId, keyword, look, pageNo, pageSize }: ParsedOf<typeof permissions.reachedBy>,
): Promise<OutputOf<typeof permissions.reachedBy>> {
  if (look !== undefined) await requireAudit(ctx, look, { objId });
  const byOffice = look !== undefined;
  const item = byOffice ? await requireSharedItem(ctx, objId) : (await requireItem(ctx, right.visible | right.manage, objId)).item;
  const { organisationId } = ctx.user;
  const { ids, why } = await usersWithAccess(ctx, item.acl_id);
  const page = { limit: pageSize, offset: (pageNo - 1) * pageSize };
  const { rows, total } = await pageOfUsersAmong(ctx.db, { ids, organisationId, keyword }, page);
  const reasons = rows.map((row) => ({ row, ...why(row.id) }));
  const show = await showSources(
    ctx,
    reasons.flatMap((one) => one.sources),
    byOffice,
  );
  const ways = await departmentPaths(
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
    sources: withDepartmentPaths(show(item.id, sources), (department) => ways(row.id, department)),
  }));
  return { list, pageNo, pageSize, totalNumber: total };
}

/** Oneself as the session works, in one role or in all; others with all they belong to. */
async function principalsOf(ctx: Context, id: number): Promise<Principals> {
  if (id === ctx.user.id) return ctx.user.principals;
  const person = await findColleague(ctx, id);
  if (person === undefined) throw new Refusal(codes.userMissing);
  const asked = { personId: person.id, spaceId: ctx.user.organisationId, versions: await readVersions(ctx.db) };
  return (await effectiveMembershipOf(ctx.services, asked)).principals;
}

interface DisclosedPlaces {
  ids: number[];
  /** How many more there are of which an office is told the number alone. */
  hidden: number | undefined;
}

/** Which of the places that somebody reaches the caller is told of: those that they manage, all that they see of their own, and by office all shared ones. */
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

/** The place to look within: one that the caller sees, by office any shared one. */
async function requireScope(ctx: Context, parentId: string | undefined, byOffice: boolean): Promise<number | undefined> {
  if (parentId === undefined) return undefined;
  return byOffice ? (await requireSharedItem(ctx, parentId)).id : (await requireContainer(ctx, right.visible, parentId)).item.id;
}

/** The places with rights of their own that a person reaches, and why: all that oneself sees, of others those that the caller manages, and by office all shared ones. */
export async function listAccessibleItems(
  ctx: Context,
  { userId, moduleType, parentId, look, pageNo, pageSize }: ParsedOf<typeof permissions.reachOf>,
): Promise<OutputOf<typeof permissions.reachOf>> {
  if (look !== undefined) await requireAudit(ctx, look, { userId });
  const byOffice = look !== undefined;
  const within = await requireScope(ctx, parentId, byOffice);
  const principals = await principalsOf(ctx, Number(userId));
  const { roots, why } = await accessibleRoots(ctx, principals);
  const own = principals.personId === ctx.user.id;
  const found = await disclosedPlaces(ctx, { own, roots, byOffice }, { area: moduleType, within });
  const ids = found.ids.slice((pageNo - 1) * pageSize, pageNo * pageSize);
  const rows = new Map((await itemsByIds(ctx.db, { ids: JSON.stringify(ids) })).map((row) => [row.id, row]));
  const held = ids.flatMap((id) => {
    const item = rows.get(id);
    return item === undefined ? [] : [{ item, ...why(item.acl_id) }];
  });
  const ways = await visiblePaths(ctx, held, byOffice);
  const show = await showSources(
    ctx,
    held.flatMap((one) => one.sources),
    byOffice,
  );
  const through = await departmentPaths(ctx, [principals.personId]);
  const list = held.map(({ item, owner, until, sources }) => ({
    id: String(item.id),
    name: item.name,
    objType: item.kind,
    moduleType: item.area,
    ext: item.kind === objType.document ? item.ext : undefined,
    path: (ways.get(item.id) ?? []).join('/'),
    level: roots.get(item.id)?.bits ?? 0,
    inside: item.kind === objType.document ? 0 : (roots.get(item.id)?.inside ?? 0),
    owner,
    until: shownUntil(until),
    sources: withDepartmentPaths(show(item.id, sources), (department) => through(principals.personId, department)),
  }));
  return { list, pageNo, pageSize, totalNumber: found.ids.length, hidden: found.hidden };
}
