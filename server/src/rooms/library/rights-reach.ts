import { codes } from '@dossier/contract/codes';
import type { permissions } from '@dossier/contract/permissions';
import { objType, right } from '@dossier/contract/rights';
import type { OutputOf, ParsedOf } from '@dossier/contract/route';
import type { Ctx, Principals } from '../../ground/ctx.ts';
import { readVersions } from '../../ground/db/versions.ts';
import { Refusal } from '../../ground/refusal.ts';
import { isoTime } from '../../ground/text/iso-time.ts';
import { pageOfPeopleAmong } from '../people/grantee-members.ts';
import { findColleague } from '../people/people.ts';
import { isPlainGuest, standingOf } from '../people/principals.ts';
import { accessOf } from '../permissions/access.ts';
import { handOnOf } from '../permissions/hand.ts';
import { reachedBy, reachersOf } from '../permissions/reach.ts';
import { itemsByIds } from './item-queries.ts';
import { needItem, needPlace } from './need-items.ts';
import { placesInOrder } from './places-in-order.ts';
import { showSources } from './show-grants.ts';
import { visibleWays } from './visible-ways.ts';

const untilOf = (at: number | null): string | undefined => (at === null ? undefined : isoTime(at));

/** Everybody who may do anything with an item now, and why; for people who may manage it. */
export async function listReachers(
  ctx: Ctx,
  { objId, keyword, pageNo, pageSize }: ParsedOf<typeof permissions.reachedBy>,
): Promise<OutputOf<typeof permissions.reachedBy>> {
  const { item } = await needItem(ctx, right.visible | right.manage, objId);
  const { organisationId } = ctx.user;
  const { ids, why } = await reachersOf(ctx, item.acl_id);
  const page = { limit: pageSize, offset: (pageNo - 1) * pageSize };
  const { rows, total } = await pageOfPeopleAmong(ctx.db, { ids, organisationId, keyword }, page);
  const reasons = rows.map((row) => ({ row, ...why(row.id) }));
  const show = await showSources(
    ctx,
    reasons.flatMap((one) => one.sources),
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
    sources: show(item.id, sources),
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

/** The places with rights of their own that a person reaches, and why: all that oneself sees, of others those that the caller manages. */
export async function listReached(
  ctx: Ctx,
  { userId, moduleType, parentId, pageNo, pageSize }: ParsedOf<typeof permissions.reachOf>,
): Promise<OutputOf<typeof permissions.reachOf>> {
  const place = parentId === undefined ? undefined : (await needPlace(ctx, right.visible, parentId)).item;
  const principals = await principalsOf(ctx, Number(userId));
  const { roots, why } = await reachedBy(ctx, principals);
  const access = await accessOf(ctx);
  const need = principals.personId === ctx.user.id ? right.visible : right.visible | right.manage;
  const open = [...roots].filter(([, { aclId }]) => (access.bits(aclId) & need) === need).map(([id]) => id);
  const found = await placesInOrder(ctx, open, { area: moduleType, within: place?.id });
  const ids = found.slice((pageNo - 1) * pageSize, pageNo * pageSize);
  const rows = new Map((await itemsByIds(ctx.db, { ids: JSON.stringify(ids) })).map((row) => [row.id, row]));
  const held = ids.flatMap((id) => {
    const item = rows.get(id);
    return item === undefined ? [] : [{ item, ...why(item.acl_id) }];
  });
  const ways = await visibleWays(ctx, held);
  const show = await showSources(
    ctx,
    held.flatMap((one) => one.sources),
  );
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
    sources: show(item.id, sources),
  }));
  return { list, pageNo, pageSize, totalNumber: found.length };
}
