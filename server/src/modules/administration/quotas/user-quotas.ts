import { codes } from '@dossier/contract/core/codes';
import type { OutputOf, ParsedOf } from '@dossier/contract/core/route';
import type { limits, PersonQuota } from '@dossier/contract/identity/quotas';
import type { Context } from '../../../platform/context.ts';
import type { Db } from '../../../platform/db/database.ts';
import { subscribe } from '../../../platform/events/outbox.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { limitNear, quotaChanged } from '../../identity/events.ts';
import {
  bytesOfPeople,
  defaultOf,
  limitOf,
  markToNotify,
  noteNotified,
  quotaNotifierName,
  setOwnDefault,
  setQuota,
  spaceQuota,
} from '../../identity/quotas.ts';
import { notify } from '../../notifications/notify.ts';
import { ownUsersAmong, pageOfUserQuotas, quotaRecipients, spaceName } from './user-quotas.queries.ts';
import { type Paged } from '@dossier/contract/core/shapes';

/** Limit of users for one call: the usage of each must be counted. */
const mostPeople = 100;

/** The organisation's own users with the usage of their areas; uncounted usage is added up for the page. */
export async function listQuotas(ctx: Context, input: ParsedOf<typeof limits.quotas>): Promise<Paged<PersonQuota>> {
  const { organisationId } = ctx.user;
  const { pageNo, pageSize, keyword, limited, userId } = input;
  const { rows, total } = await pageOfUserQuotas(ctx.db, {
    organisationId,
    keyword,
    limited,
    personId: userId === undefined ? undefined : Number(userId),
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

const day = 24 * 3600_000;

/** Warning stage before the licence ends: 1 a month before, 2 a week before, 3 at the end. */
const endMark = (left: number): number => (left <= 0 ? 3 : left <= 7 * day ? 2 : left <= 30 * day ? 1 : 0);

type Limit = NonNullable<Awaited<ReturnType<typeof limitOf>>>;

/** Notifies the recipients of a limit, once for each stage; when usage falls again, the stages start anew. */
async function notifyQuota(db: Db, limit: Limit, at: number): Promise<void> {
  const { kind, holder_id, max_amount: maximum, used, warned_percent: notified } = limit;
  if (kind === 'ends') {
    const mark = endMark(maximum - at);
    if (mark > notified && (await noteNotified(db, { kind, holder_id, warned_percent: mark }))) await notifyLicenceEnd(db, maximum, at);
    return;
  }
  const mark = markToNotify(limit);
  if (mark === notified || !(await noteNotified(db, { kind, holder_id, warned_percent: mark })) || mark < notified) return;
  const percent = Math.floor(maximum === 0 ? 100 : (used / maximum) * 100);
  if (kind === 'person') {
    await notify(db, { personId: holder_id, kind: 'ownAreaNear', facts: { percent }, at });
    return;
  }
  const name = kind === 'space' ? await spaceName(db, holder_id) : '';
  for (const { id, organisation_id: spaceId } of await quotaRecipients(db, kind === 'space' ? holder_id : undefined)) {
    if (kind === 'space') await notify(db, { personId: id, spaceId, kind: 'spaceNear', facts: { percent }, name, at });
    else await notify(db, { personId: id, spaceId, kind: 'licenceNear', facts: { what: kind, percent }, at });
  }
}

async function notifyLicenceEnd(db: Db, ends: number, at: number): Promise<void> {
  const facts = { day: new Date(ends).toISOString().slice(0, 10) };
  for (const { id, organisation_id: spaceId } of await quotaRecipients(db, undefined))
    await notify(db, { personId: id, spaceId, kind: ends <= at ? 'licenceEnded' : 'licenceEnds', facts, at });
}

/** Notifies that a limit is near: the owner of the area, or the administrators of the organisation or the site. */
export const quotaNotifier = subscribe(limitNear, {
  name: quotaNotifierName,
  async batch(db, events, services) {
    for (const { data } of events) {
      const limit = await limitOf(db, data.kind, data.holderId);
      if (limit !== undefined) await notifyQuota(db, limit, services.now());
    }
  },
});
