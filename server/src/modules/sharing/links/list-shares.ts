import { type GranteeType, objType, right } from '@dossier/contract/core/rights';
import type { OutputOf, ParsedOf } from '@dossier/contract/core/route';
import type { Paged } from '@dossier/contract/core/shapes';
import type { ReceivedShare, Share, ShareRecipient } from '@dossier/contract/sharing/share-shapes';
import type { shares } from '@dossier/contract/sharing/shares';
import type { Context } from '../../../platform/context.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { requireSiteOrigin } from '../../../platform/settings/settings.ts';
import { isoTime } from '../../../platform/text/iso-time.ts';
import { nameKey } from '../../../platform/text/names.ts';
import { type AuthorisedItem, findVisibleItems } from '../../access/require-items.ts';
import { principalNames } from '../../identity/principals.ts';
import { contextForPerson } from '../../identity/run-as.ts';
import { personNames } from '../../identity/users.ts';
import { requireOwnShare, sharePermissions, shareToken, shareTokenKey, shareUrl, stateOf } from './share.ts';
import { itemsOfShares, pageOfShares, receivedShares, type RecipientRow, recipientsOf, type ShareRow } from './shares.queries.ts';

/** The fields that depend on the share's row alone. */
const shareFields = (share: ShareRow, now: number) => ({
  id: String(share.id),
  name: share.name,
  status: stateOf(share, now),
  createTime: isoTime(share.created_at),
  deadline: share.deadline === null ? undefined : isoTime(share.deadline),
  hasPassword: share.password_hash !== '',
  ...sharePermissions(share.bits),
  allowComment: share.allow_comment === 1,
  onlyUpload: share.only_upload === 1,
  watermark: share.watermark === 1,
  notice: share.notice === 1,
  downloadLimit: share.download_limit,
  printLimit: share.print_limit,
  downloads: share.downloads,
  prints: share.prints,
  opens: share.opens,
  lastOpenTime: share.last_opened_at === 0 ? undefined : isoTime(share.last_opened_at),
});

/** Some items as the caller may see them; inaccessible ones have no name. */
async function itemsShown(ctx: Context, rows: readonly { share_id: number; item_id: number }[]): Promise<Map<number, Share['items']>> {
  const authorised = new Map((await findVisibleItems(ctx, [...new Set(rows.map((row) => row.item_id))])).map((one) => [one.item.id, one]));
  const byShare = new Map<number, Share['items']>();
  for (const row of rows) {
    const { item, bits = 0 } = authorised.get(row.item_id) ?? {};
    const shown = {
      id: String(row.item_id),
      name: item?.name ?? '',
      objType: item?.kind ?? objType.document,
      ext: item?.kind === objType.document ? item.ext : undefined,
      gone: (bits & right.read) === 0,
    };
    byShare.set(row.share_id, [...(byShare.get(row.share_id) ?? []), shown]);
  }
  return byShare;
}

async function recipientsShown(ctx: Context, rows: readonly RecipientRow[]): Promise<Map<number, ShareRecipient[]>> {
  const inside = rows.filter((row) => row.principal_id !== 0);
  const nameOf = await principalNames(
    ctx,
    inside.map((row) => ({ type: row.kind as GranteeType, id: row.principal_id })),
  );
  const byShare = new Map<number, ShareRecipient[]>();
  for (const row of rows) {
    const shown: ShareRecipient = {
      id: String(row.id),
      kind: row.kind as ShareRecipient['kind'],
      name: row.principal_id === 0 ? row.value : nameOf(row.kind as GranteeType, row.principal_id),
      granteeId: row.principal_id === 0 ? undefined : String(row.principal_id),
      byDomain: row.by_domain === 1,
      revoked: row.revoked_at > 0,
      opened: row.opened_at > 0,
    };
    byShare.set(row.share_id, [...(byShare.get(row.share_id) ?? []), shown]);
  }
  return byShare;
}

async function showRows(ctx: Context, rows: readonly ShareRow[]): Promise<Share[]> {
  if (rows.length === 0) return [];
  const ids = JSON.stringify(rows.map((row) => row.id));
  const [key, origin] = [await shareTokenKey(ctx.services), await requireSiteOrigin(ctx)];
  const items = await itemsShown(ctx, await itemsOfShares(ctx.db, { ids }));
  const recipients = await recipientsShown(ctx, await recipientsOf(ctx.db, { ids }));
  return rows.map((row) => {
    const token = shareToken(key, row.id);
    return {
      ...shareFields(row, ctx.now),
      token,
      url: shareUrl(origin, token),
      items: items.get(row.id) ?? [],
      recipients: recipients.get(row.id) ?? [],
    };
  });
}

/** The caller's shares, newest first. */
export async function listShares(ctx: Context, input: ParsedOf<typeof shares.list>): Promise<Paged<Share>> {
  const { pageNo, pageSize, status, objId } = input;
  const { rows, total } = await pageOfShares(ctx.db, {
    organisationId: ctx.user.organisationId,
    personId: ctx.user.id,
    status,
    keyword: nameKey((input.keyword ?? '').trim()),
    itemId: objId === undefined ? undefined : Number(objId),
    internal: input.internal,
    now: ctx.now,
    limit: pageSize,
    offset: (pageNo - 1) * pageSize,
  });
  return { list: await showRows(ctx, rows), pageNo, pageSize, totalNumber: total };
}

export async function showShare(ctx: Context, { id }: { id: string }): Promise<Share> {
  const [shown] = await showRows(ctx, [await requireOwnShare(ctx, id)]);
  return shown as Share;
}

/** All shares of the organisation, for administrators: without links, and with the names of items that the caller sees. */
export async function listAllShares(ctx: Context, input: ParsedOf<typeof shares.all>): Promise<OutputOf<typeof shares.all>> {
  const { pageNo, pageSize, status } = input;
  const { rows, total } = await pageOfShares(ctx.db, {
    organisationId: ctx.user.organisationId,
    status,
    keyword: nameKey((input.keyword ?? '').trim()),
    now: ctx.now,
    limit: pageSize,
    offset: (pageNo - 1) * pageSize,
  });
  const items = await itemsShown(ctx, await itemsOfShares(ctx.db, { ids: JSON.stringify(rows.map((row) => row.id)) }));
  const sharer = await personNames(
    ctx,
    rows.map((row) => row.person_id),
  );
  const list = rows.map((row) => ({
    ...shareFields(row, ctx.now),
    giverName: sharer(row.person_id),
    itemNames: (items.get(row.id) ?? []).flatMap(({ name }) => (name === '' ? [] : [name])),
  }));
  return { list, pageNo, pageSize, totalNumber: total };
}

/** The items of shares that their sharers may still read, in order. */
async function itemsStillShared(ctx: Context, shares: readonly ShareRow[]): Promise<Map<number, AuthorisedItem['item'][]>> {
  const rows = await itemsOfShares(ctx.db, { ids: JSON.stringify(shares.map((share) => share.id)) });
  const given = new Map<number, AuthorisedItem['item'][]>();
  for (const [sharer, own] of Map.groupBy(shares, (share) => share.person_id)) {
    const ids = new Set(own.map((share) => share.id));
    const theirs = rows.filter((row) => ids.has(row.share_id));
    const items = await readableBy(ctx, sharer, [...new Set(theirs.map((row) => row.item_id))]);
    for (const share of own)
      given.set(
        share.id,
        theirs.flatMap((row) => (row.share_id === share.id ? (items.get(row.item_id) ?? []) : [])),
      );
  }
  return given;
}

/** Items as another user of the same space may read them; none for a user who is gone. */
async function readableBy(ctx: Context, personId: number, ids: number[]): Promise<Map<number, AuthorisedItem['item']>> {
  const { services, db, address, user } = ctx;
  try {
    const sharer = await contextForPerson(services, db, { personId, spaceId: user.organisationId, address });
    const authorised = (await findVisibleItems(sharer, ids)).filter(({ bits }) => (bits & right.read) !== 0);
    // the answer expires with the sharer's rights
    ctx.memo.until = Math.min(ctx.memo.until, sharer.memo.until, sharer.user.until);
    return new Map(authorised.map(({ item }) => [item.id, item]));
  } catch (error) {
    if (error instanceof Refusal) return new Map();
    throw error;
  }
}

async function receivedPage(
  ctx: Context,
  asked: { keyword: string; limit: number; offset: number },
): Promise<{ list: ReceivedShare[]; total: number }> {
  const { principals, organisationId: space } = ctx.user;
  const { rows, total } = await receivedShares(ctx.db, {
    person: ctx.user.id,
    organisation: principals.organisationId,
    groups: JSON.stringify(principals.groups),
    departments: JSON.stringify(principals.departments),
    space,
    now: ctx.now,
    ...asked,
  });
  return { list: await showReceived(ctx, rows), total };
}

async function showReceived(ctx: Context, rows: readonly ShareRow[]): Promise<ReceivedShare[]> {
  const key = await shareTokenKey(ctx.services);
  const sharer = await personNames(
    ctx,
    rows.map((row) => row.person_id),
  );
  const items = await itemsStillShared(ctx, rows);
  return rows.map((row) => ({
    id: String(row.id),
    name: row.name,
    giverName: sharer(row.person_id),
    createTime: isoTime(row.created_at),
    deadline: row.deadline === null ? undefined : isoTime(row.deadline),
    token: shareToken(key, row.id),
    items: (items.get(row.id) ?? []).map(({ name, kind, ext }) => ({
      name,
      objType: kind,
      ext: kind === objType.document ? ext : undefined,
    })),
  }));
}

/** Shares of colleagues with the caller, newest first. */
export async function listReceived(ctx: Context, input: ParsedOf<typeof shares.received>): Promise<Paged<ReceivedShare>> {
  const { pageNo, pageSize } = input;
  const asked = { keyword: nameKey((input.keyword ?? '').trim()), limit: pageSize, offset: (pageNo - 1) * pageSize };
  const { list, total } = await receivedPage(ctx, asked);
  return { list, pageNo, pageSize, totalNumber: total };
}

/** The newest received shares, for the start page. */
export async function newestReceived(ctx: Context, { pageSize }: ParsedOf<typeof shares.innerShare>): Promise<{ list: ReceivedShare[] }> {
  const { list } = await receivedPage(ctx, { keyword: '', limit: pageSize, offset: 0 });
  return { list };
}
