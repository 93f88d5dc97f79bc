import { type accessRequests, requestLevels } from '@dossier/contract/access/requests';
import { codes } from '@dossier/contract/core/codes';
import { level, objType, reaches, right } from '@dossier/contract/core/rights';
import type { OutputOf, ParsedOf } from '@dossier/contract/core/route';
import type { Context, Services } from '../../../platform/context.ts';
import type { Db } from '../../../platform/db/database.ts';
import { readVersions } from '../../../platform/db/versions.ts';
import type { Delivered } from '../../../platform/events/event.ts';
import { inTransaction } from '../../../platform/http/serve.ts';
import { newId } from '../../../platform/ids.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { isoTime } from '../../../platform/text/iso-time.ts';
import { type AttemptRule, takeLimitedAttempt } from '../../identity/attempts.ts';
import { effectiveMembershipIn } from '../../identity/effective-membership.ts';
import { personNames } from '../../identity/users.ts';
import { notify } from '../../notifications/notify.ts';
import { accessOf, rightsLookupOn } from '../effective-rights.ts';
import { accessAsked, accessRequestDeclined, accessRequestGranted, accessRequested } from '../events.ts';
import { grantRights } from '../grant-rights.ts';
import { replacedGrant } from '../grants.ts';
import { notifyAboutItem } from '../item-messages.ts';
import { itemById, type ItemRow } from '../items.queries.ts';
import { type AuthorisedItem, findVisibleItems, requireItem } from '../require-items.ts';
import { changeableRights } from '../rights-rules.ts';
import { managersOf } from '../users-with-access.ts';
import { insertRequest, pageOfRequests, pageOfWaitingRequests, requestById, showRequest, takeRequest } from './requests.queries.ts';

const hourMs = 3_600_000;
/** Bounds the messages that a user can cause, and the ids that one can try. */
const askRule: AttemptRule = { windowMs: hourMs, limit: 20, blockMs: hourMs };
/** At most so many managers of an item are notified. */
const managerLimit = 50;

/**
 * Stores a request for access. Whether the item exists is looked up later, by a subscriber: so neither the answer nor its time tells anything
 * about items that the caller does not see.
 */
export async function askForAccess(ctx: Context, { objId, note }: ParsedOf<typeof accessRequests.ask>): Promise<Record<string, never>> {
  await takeLimitedAttempt({ services: ctx.services, key: `access-request:${ctx.user.id}`, now: ctx.now }, askRule);
  await inTransaction(ctx, async (inner) => {
    const requestId = newId();
    const row = {
      id: requestId,
      organisation_id: inner.user.organisationId,
      item_id: Number(objId),
      person_id: inner.user.id,
      note,
      created_at: inner.now,
    };
    if (await insertRequest(inner.db, row)) await inner.emit(accessAsked, { requestId });
  });
  return {};
}

/** Notifies the managers of an item of a request; one for no item, for an attachment, which has no rights of its own, or by who can read it, is dropped. */
export async function announceRequest(services: Services, db: Db, { data, at, ...by }: Delivered<typeof accessAsked>): Promise<void> {
  const request = await requestById(db, data.requestId);
  if (request === undefined) return;
  const [item] = await itemById(db, { id: request.item_id });
  const spaceId = request.organisation_id;
  if (item === undefined || item.bin_id !== 0 || item.attached !== 0 || item.organisation_id !== spaceId)
    return void (await takeRequest(db, request.id));
  const { principals, until } = await effectiveMembershipIn(services, db, {
    personId: request.person_id,
    spaceId,
    versions: await readVersions(db),
  });
  const bitsOf = await rightsLookupOn(services, db, { aclId: item.acl_id, at });
  if (until <= at || (bitsOf(principals) & right.read) !== 0) return void (await takeRequest(db, request.id));
  await showRequest(db, request.id, item.acl_id);
  const managers = await managersOf({ services, db, now: at, user: { organisationId: spaceId } }, [item.id]);
  for (const personId of managers.slice(0, managerLimit))
    await notifyAboutItem(db, item, { kind: 'accessAsked', facts: { byName: by.personName }, personId, at });
  const actor = { id: request.person_id, name: by.personName, address: by.address, spaceId };
  await services.outbox.emit(db, actor, { event: accessRequested, data: { objId: item.id, objName: item.name }, at });
}

/** The open requests for an item that the caller manages. */
export async function listRequests(
  ctx: Context,
  { objId, pageNo, pageSize }: ParsedOf<typeof accessRequests.list>,
): Promise<OutputOf<typeof accessRequests.list>> {
  const { item } = await requireItem(ctx, right.visible | right.manage, objId);
  const { rows, total } = await pageOfRequests(ctx.db, item.id, { limit: pageSize, offset: (pageNo - 1) * pageSize });
  const nameOf = await personNames(
    ctx,
    rows.map((row) => row.person_id),
  );
  return {
    objName: item.name,
    objType: item.kind,
    moduleType: item.area,
    mayGive: changeableRights((await accessOf(ctx)).hold(item.acl_id)) & level.full,
    list: rows.map((row) => ({
      id: String(row.id),
      personId: String(row.person_id),
      personName: nameOf(row.person_id),
      note: row.note,
      askedAt: isoTime(row.created_at),
    })),
    pageNo,
    pageSize,
    totalNumber: total,
  };
}

/** The open requests for all items that the caller manages. */
export async function listWaitingRequests(
  ctx: Context,
  { pageNo, pageSize }: ParsedOf<typeof accessRequests.waiting>,
): Promise<OutputOf<typeof accessRequests.waiting>> {
  const acls = JSON.stringify((await accessOf(ctx)).idsWith(right.manage));
  const filter = { organisationId: ctx.user.organisationId, acls };
  const { rows, total } = await pageOfWaitingRequests(ctx.db, filter, { limit: pageSize, offset: (pageNo - 1) * pageSize });
  const nameOf = await personNames(
    ctx,
    rows.map((row) => row.person_id),
  );
  return {
    list: rows.map((row) => ({
      id: String(row.id),
      personId: String(row.person_id),
      personName: nameOf(row.person_id),
      note: row.note,
      askedAt: isoTime(row.created_at),
      objId: String(row.item_id),
      objName: row.name,
      objType: row.kind,
      moduleType: row.area,
      ...(row.ext !== '' && { ext: row.ext }),
    })),
    pageNo,
    pageSize,
    totalNumber: total,
  };
}

/** A request and its item, which the caller must manage; a request for a hidden item is refused like a missing one. */
async function requireRequest(ctx: Context, id: number) {
  const request = await requestById(ctx.db, id);
  const [authorised]: (AuthorisedItem | undefined)[] = request === undefined ? [] : await findVisibleItems(ctx, [request.item_id]);
  if (request === undefined || authorised === undefined) throw new Refusal(codes.accessRequestMissing);
  if ((authorised.bits & right.manage) === 0) throw new Refusal(codes.noRightToManage);
  return { request, item: authorised.item };
}

/**
 * Whether the requester already has a grant on the item with at least the requested level and duration: another manager may have granted more since the
 * request was made, and granting the request would replace that. 1008 where the present grant has more rights but ends earlier: one grant cannot hold both.
 */
async function isGivenAlready(ctx: Context, item: ItemRow, grant: Parameters<typeof replacedGrant>[2]): Promise<boolean> {
  const own = await replacedGrant(ctx, item, grant);
  const stands = own !== undefined && (own.deadline === null || own.deadline > ctx.now);
  if (!stands || (own.level & ~grant.level) === 0) return false;
  const lasts = own.deadline === null || (grant.deadline !== null && own.deadline >= grant.deadline);
  if (!lasts || (grant.level & ~own.level) !== 0) throw new Refusal(codes.changedMeanwhile);
  return true;
}

/** Answers a request, once: a grant within the caller's own rights, like any other, or a refusal, which names no item. */
export async function decideRequest(ctx: Context, input: ParsedOf<typeof accessRequests.decide>): Promise<Record<string, never>> {
  const { request, item } = await requireRequest(ctx, Number(input.id));
  if (!(await takeRequest(ctx.db, request.id))) throw new Refusal(codes.accessRequestMissing);
  const about = { objId: item.id, objName: item.name };
  const personName = (await personNames(ctx, [request.person_id]))(request.person_id);
  if (input.level === undefined) {
    await ctx.emit(accessRequestDeclined, { ...about, after: { to: personName } });
    const facts = { byName: ctx.user.fullName };
    await notify(ctx.db, { kind: 'accessDeclined', facts, personId: request.person_id, spaceId: request.organisation_id, at: ctx.now });
    return {};
  }
  const given = requestLevels[input.level];
  const grant = {
    granteeType: 'user' as const,
    granteeId: request.person_id,
    level: given,
    handOn: null,
    reach: item.kind === objType.document ? 0 : reaches.indexOf('all'),
    deadline: input.deadline === undefined ? null : Date.parse(input.deadline),
  };
  if (!(await isGivenAlready(ctx, item, grant)))
    await grantRights(ctx, {
      objId: [String(item.id)],
      granteeType: 'user',
      granteeId: String(request.person_id),
      level: given,
      reach: 'all',
      ...(input.deadline !== undefined && { deadline: input.deadline }),
    });
  await ctx.emit(accessRequestGranted, { ...about, after: { to: personName, level: given } });
  return {};
}
