import { codes } from '@dossier/contract/core/codes';
import type { OutputOf, ParsedOf } from '@dossier/contract/core/route';
import type { Paged } from '@dossier/contract/core/shapes';
import type { PersonQuota, limits } from '@dossier/contract/identity/quotas';
import type { Context } from '../../../platform/context.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { quotaChanged } from '../../identity/events.ts';
import { bytesOfPeople, defaultOf, setOwnDefault, setQuota, spaceQuota } from '../../identity/quotas.ts';
import { ownUsersAmong, pageOfUserQuotas } from './user-quotas.queries.ts';

/** Limit of users for one call: the usage of each must be counted. */
const mostPeople = 100;

/** The organisation's own users with the usage of their areas; uncounted usage is added up for the page. */
export async function listQuotas(ctx: Context, input: ParsedOf<typeof limits.quotas>): Promise<Paged<PersonQuota>> {
  const { organisationId } = ctx.user;
  const { pageNo, pageSize, keyword, limited } = input;
  const { rows, total } = await pageOfUserQuotas(ctx.db, {
    organisationId,
    keyword,
    limited,
    limit: pageSize,
    offset: (pageNo - 1) * pageSize,
  });
  const uncounted = rows.filter((row) => row.max_amount === null).map((row) => row.id);
  const bytes = await bytesOfPeople(ctx.services.database.long, { ids: JSON.stringify(uncounted), organisationId });
  const list = rows.map((row) => ({
    id: String(row.id),
    loginName: row.login_name,
    fullName: row.full_name,
    enabled: row.enabled === 1,
    used: row.used ?? bytes.get(row.id) ?? 0,
    most: row.max_amount ?? undefined,
  }));
  return { list, pageNo, pageSize, totalNumber: total };
}

/** Sets the quotas of users' own areas. */
export async function setQuotas(ctx: Context, { userIds, most }: ParsedOf<typeof limits.setQuota>): Promise<Record<string, never>> {
  const ids = [...new Set(userIds.map(Number))];
  if (ids.length > mostPeople) throw new Refusal(codes.tooManyItems);
  const own = await ownUsersAmong(ctx.db, { organisationId: ctx.user.organisationId, ids: JSON.stringify(ids) });
  if (own.length < ids.length) throw new Refusal(codes.userMissing);
  for (const { id, full_name: name } of own) {
    await setQuota(ctx, { kind: 'person', holderId: id, most });
    await ctx.emit(quotaChanged, { objId: id, objName: name, after: { most: most === '' ? null : most } });
  }
  return {};
}

/** The quota of new users, and of the organisation. */
export async function showDefaultQuota(ctx: Context): Promise<OutputOf<typeof limits.defaultQuota>> {
  const { own, site } = await defaultOf(ctx.db, ctx.user.organisationId);
  const space = await spaceQuota(ctx.db, ctx.user.organisationId);
  return { own, site: site === 0 ? undefined : site, space };
}

/** Sets the quota of new users of the organisation: 0 unlimited, empty for the site's default. */
export async function setDefaultQuota(ctx: Context, { most }: ParsedOf<typeof limits.setDefaultQuota>): Promise<Record<string, never>> {
  await setOwnDefault(ctx.db, ctx.user.organisationId, most === '' ? null : most);
  await ctx.emit(quotaChanged, { objName: 'default', after: { most: most === '' ? null : most } });
  return {};
}
