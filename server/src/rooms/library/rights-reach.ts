import { codes } from '@dossier/contract/codes';
import type { permissions } from '@dossier/contract/permissions';
import { objType, right } from '@dossier/contract/rights';
import type { OutputOf, ParsedOf } from '@dossier/contract/route';
import type { Ctx, Principals } from '../../ground/ctx.ts';
import { readVersions } from '../../ground/db/versions.ts';
import { Refusal } from '../../ground/refusal.ts';
import { isoTime } from '../../ground/text/iso-time.ts';
import { departmentWays } from '../grantees/department-ways.ts';
import { pageOfPeopleAmong } from '../grantees/grantee-members.ts';
import { findColleague } from '../people/people.ts';
import { isPlainGuest, standingOf } from '../circles/principals.ts';
import { accessOf } from '../permissions/access.ts';
import { handOnOf } from '../permissions/hand.ts';
import { type Reached, reachedBy, reachersOf } from '../permissions/reach.ts';
import { itemsByIds } from './item-queries.ts';
import { needItem, needPlace } from './need-items.ts';
import { isShared, needShared } from './office-gate.ts';
import { needLook } from './office-look.ts';
import { placesInOrder } from './places-in-order.ts';
import { showSources, withWays } from './show-grants.ts';
import { visibleWays } from './visible-ways.ts';

const untilOf = (at: number | null): string | undefined => (at === null ? undefined : isoTime(at));

/** Everybody who may do anything with an item now, and why; for people who may manage it, or by office. */
export async function listReachers(
  ctx: Ctx,
  { objId, keyword, look, pageNo, pageSize }: ParsedOf<typeof permissions.reachedBy>,
): Promise<OutputOf<typeof permissions.reachedBy>> {
  if (look !== undefined) await needLook(ctx, look, { objId });
  const byOffice = look !== undefined;
  const item = byOffice ? await needShared(ctx, objId) : (await needItem(ctx, right.visible | right.manage, objId)).item;
  const { organisationId } = ctx.user;
  const { ids, why } = await reachersOf(ctx, item.acl_id);
  const page = { limit: pageSize, offset: (pageNo - 1) * pageSize };
  const { rows, total } = await pageOfPeopleAmong(ctx.db, { ids, organisationId, keyword }, page);
  const reasons = rows.map((row) => ({ row, ...why(row.id) }));
  const show = await showSources(
    ctx,
    reasons.flatMap((one) => one.sources),
    byOffice,
  );
  const ways = await departmentWays(
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
    handOn: handOnOf({ bits, hand }),
    owner,
    until: untilOf(until),
    sources: withWays(show(item.id, sources), (department) => ways(row.id, department)),
  }));
  return { list, pageNo, pageSize, totalNumber: total };
}

/** Oneself as the session works, in one role or in all; others with all they belong to. */
async function principalsOf(ctx: Ctx, id: number): Promise<Principals> {
  if (id === ctx.user.id) return ctx.user.principals;
  const person = await findColleague(ctx, id);
  if (person === undefined) throw new Refusal(codes.userMissing);
  const asked = { personId: person.id, spaceId: ctx.user.organisationId, versions: await readVersions(ctx.db) };
  return (await standingOf(ctx.house, asked)).principals;
}

interface Places {
  ids: number[];
  /** How many more there are of which an office is told the number alone. */
  hidden: number | undefined;
}

/** Which of the places that somebody reaches the caller is told of: those that they manage, all that they see of their own, and by office all shared ones. */
async function placesTold(
  ctx: Ctx,
  { own, roots, byOffice }: { own: boolean; roots: Reached['roots']; byOffice: boolean },
  bounds: Parameters<typeof placesInOrder>[2],
): Promise<Places> {
  const access = await accessOf(ctx);
  const need = own ? right.visible : right.visible | right.manage;
  const open = new Set([...roots].filter(([, { aclId }]) => (access.bits(aclId) & need) === need).map(([id]) => id));
  if (!byOffice) return { ids: await placesInOrder(ctx, [...open], bounds), hidden: undefined };
  const all = await placesInOrder(ctx, [...roots.keys()], bounds);
  const shared = new Set((await itemsByIds(ctx.db, { ids: JSON.stringify(all) })).filter(isShared).map((row) => row.id));
  const ids = all.filter((id) => shared.has(id) || open.has(id));
  return { ids, hidden: all.length - ids.length };
}

/** The place to look within: one that the caller sees, by office any shared one. */
async function placeWithin(ctx: Ctx, parentId: string | undefined, byOffice: boolean): Promise<number | undefined> {
  if (parentId === undefined) return undefined;
  return byOffice ? (await needShared(ctx, parentId)).id : (await needPlace(ctx, right.visible, parentId)).item.id;
}

/** The places with rights of their own that a person reaches, and why: all that oneself sees, of others those that the caller manages, and by office all shared ones. */
export async function listReached(
  ctx: Ctx,
  { userId, moduleType, parentId, look, pageNo, pageSize }: ParsedOf<typeof permissions.reachOf>,
): Promise<OutputOf<typeof permissions.reachOf>> {
  if (look !== undefined) await needLook(ctx, look, { userId });
  const byOffice = look !== undefined;
  const within = await placeWithin(ctx, parentId, byOffice);
  const principals = await principalsOf(ctx, Number(userId));
  const { roots, why } = await reachedBy(ctx, principals);
  const own = principals.personId === ctx.user.id;
  const found = await placesTold(ctx, { own, roots, byOffice }, { area: moduleType, within });
  const ids = found.ids.slice((pageNo - 1) * pageSize, pageNo * pageSize);
  const rows = new Map((await itemsByIds(ctx.db, { ids: JSON.stringify(ids) })).map((row) => [row.id, row]));
  const held = ids.flatMap((id) => {
    const item = rows.get(id);
    return item === undefined ? [] : [{ item, ...why(item.acl_id) }];
  });
  const ways = await visibleWays(ctx, held, byOffice);
  const show = await showSources(
    ctx,
    held.flatMap((one) => one.sources),
    byOffice,
  );
  const through = await departmentWays(ctx, [principals.personId]);
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
    until: untilOf(until),
    sources: withWays(show(item.id, sources), (department) => through(principals.personId, department)),
  }));
  return { list, pageNo, pageSize, totalNumber: found.ids.length, hidden: found.hidden };
}
