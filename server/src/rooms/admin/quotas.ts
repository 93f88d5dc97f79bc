import { codes } from '@dossier/contract/codes';
import type { limits, PersonQuota } from '@dossier/contract/limits';
import type { Paged } from '@dossier/contract/page';
import type { OutputOf, ParsedOf } from '@dossier/contract/route';
import type { Ctx } from '../../ground/ctx.ts';
import { Refusal } from '../../ground/refusal.ts';
import { bytesOfPeople, setOwnDefault, spaceQuota } from '../limits/known-quotas.ts';
import { defaultOf, setQuota } from '../limits/set-quotas.ts';
import { ownAmong, pageOfLimited } from './limit-queries.ts';

/** As many people as one call gives a limit: what each of them has must be counted. */
const mostPeople = 100;

/** The organisation's own people with what their areas hold; what nobody counts yet is added up for the page. */
export async function listQuotas(ctx: Ctx, input: ParsedOf<typeof limits.quotas>): Promise<Paged<PersonQuota>> {
  const { organisationId } = ctx.user;
  const { pageNo, pageSize, keyword, limited } = input;
  const { rows, total } = await pageOfLimited(ctx.db, {
    organisationId,
    keyword,
    limited,
    limit: pageSize,
    offset: (pageNo - 1) * pageSize,
  });
  const uncounted = rows.filter((row) => row.most === null).map((row) => row.id);
  const bytes = await bytesOfPeople(ctx.house.database.long, { ids: JSON.stringify(uncounted), organisationId });
  const list = rows.map((row) => ({
    id: String(row.id),
    loginName: row.login_name,
    fullName: row.full_name,
    enabled: row.enabled === 1,
    used: row.used ?? bytes.get(row.id) ?? 0,
    most: row.most ?? undefined,
  }));
  return { list, pageNo, pageSize, totalNumber: total };
}

/** Sets what the own areas of people may hold. */
export async function setQuotas(ctx: Ctx, { userIds, most }: ParsedOf<typeof limits.setQuota>): Promise<Record<string, never>> {
  const ids = [...new Set(userIds.map(Number))];
  if (ids.length > mostPeople) throw new Refusal(codes.tooManyItems);
  const own = await ownAmong(ctx.db, { organisationId: ctx.user.organisationId, ids: JSON.stringify(ids) });
  if (own.length < ids.length) throw new Refusal(codes.userMissing);
  for (const { id, full_name: name } of own) {
    await setQuota(ctx, { kind: 'person', holderId: id, most });
    await ctx.say('quota.changed', { objId: id, objName: name, after: { most: most === '' ? null : most } });
  }
  return {};
}

/** What new people start with, and what the space may hold. */
export async function showDefaultQuota(ctx: Ctx): Promise<OutputOf<typeof limits.defaultQuota>> {
  const { own, site } = await defaultOf(ctx.db, ctx.user.organisationId);
  const space = await spaceQuota(ctx.db, ctx.user.organisationId);
  return { own, site: site === 0 ? undefined : site, space };
}

/** Sets what new people of the organisation start with: 0 without a limit, empty what the site says. */
export async function setDefaultQuota(ctx: Ctx, { most }: ParsedOf<typeof limits.setDefaultQuota>): Promise<Record<string, never>> {
  await setOwnDefault(ctx.db, ctx.user.organisationId, most === '' ? null : most);
  await ctx.say('quota.changed', { objName: 'default', after: { most: most === '' ? null : most } });
  return {};
}
