import type { Share, ShareRecipient } from '@dossier/contract/share-shapes';
import type { shares } from '@dossier/contract/shares';
import type { Paged } from '@dossier/contract/page';
import { type GranteeType, objType, right } from '@dossier/contract/rights';
import type { OutputOf, ParsedOf } from '@dossier/contract/route';
import type { Ctx } from '../../ground/ctx.ts';
import { isoTime } from '../../ground/text/iso-time.ts';
import { nameKey } from '../../ground/text/names.ts';
import { granteeNames } from '../grantees/grantees.ts';
import { findVisible } from '../library/need-items.ts';
import { personNames } from '../people/person-names.ts';
import { needSiteOrigin } from '../site/site-origin.ts';
import { needOwnShare, stateOf } from './need-share.ts';
import { itemsOfShares, pageOfShares, type ShareRow } from './queries.ts';
import { type RecipientRow, recipientsOf } from './recipient-queries.ts';
import { allowedBy } from './terms.ts';
import { linkTo, tokenKey, tokenOf } from './token.ts';

/** What a share's row tells by itself. */
export const shapeOf = (share: ShareRow, now: number) => ({
  id: String(share.id),
  name: share.name,
  status: stateOf(share, now),
  createTime: isoTime(share.created_at),
  deadline: share.deadline === null ? undefined : isoTime(share.deadline),
  hasPassword: share.password_hash !== '',
  ...allowedBy(share.bits),
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

/** A few items as the caller may be told of them; what they no longer reach has no name. */
async function itemsShown(ctx: Ctx, rows: readonly { share_id: number; item_id: number }[]): Promise<Map<number, Share['items']>> {
  const held = new Map((await findVisible(ctx, [...new Set(rows.map((row) => row.item_id))])).map((one) => [one.item.id, one]));
  const byShare = new Map<number, Share['items']>();
  for (const row of rows) {
    const { item, bits = 0 } = held.get(row.item_id) ?? {};
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

async function recipientsShown(ctx: Ctx, rows: readonly RecipientRow[]): Promise<Map<number, ShareRecipient[]>> {
  const inside = rows.filter((row) => row.grantee_id !== 0);
  const nameOf = await granteeNames(
    ctx,
    inside.map((row) => ({ type: row.kind as GranteeType, id: row.grantee_id })),
  );
  const byShare = new Map<number, ShareRecipient[]>();
  for (const row of rows) {
    const shown: ShareRecipient = {
      id: String(row.id),
      kind: row.kind as ShareRecipient['kind'],
      name: row.grantee_id === 0 ? row.value : nameOf(row.kind as GranteeType, row.grantee_id),
      granteeId: row.grantee_id === 0 ? undefined : String(row.grantee_id),
      byDomain: row.by_domain === 1,
      revoked: row.revoked_at > 0,
      opened: row.opened_at > 0,
    };
    byShare.set(row.share_id, [...(byShare.get(row.share_id) ?? []), shown]);
  }
  return byShare;
}

async function show(ctx: Ctx, rows: readonly ShareRow[]): Promise<Share[]> {
  if (rows.length === 0) return [];
  const ids = JSON.stringify(rows.map((row) => row.id));
  const [key, origin] = [await tokenKey(ctx.house), await needSiteOrigin(ctx)];
  const items = await itemsShown(ctx, await itemsOfShares(ctx.db, { ids }));
  const recipients = await recipientsShown(ctx, await recipientsOf(ctx.db, { ids }));
  return rows.map((row) => {
    const token = tokenOf(key, row.id);
    return {
      ...shapeOf(row, ctx.now),
      token,
      url: linkTo(origin, token),
      items: items.get(row.id) ?? [],
      recipients: recipients.get(row.id) ?? [],
    };
  });
}

/** The caller's shares, newest first. */
export async function listShares(ctx: Ctx, input: ParsedOf<typeof shares.list>): Promise<Paged<Share>> {
  const { pageNo, pageSize, status, objId } = input;
  const { rows, total } = await pageOfShares(ctx.db, {
    organisationId: ctx.user.organisationId,
    personId: ctx.user.id,
    status,
    keyword: nameKey((input.keyword ?? '').trim()),
    itemId: objId === undefined ? undefined : Number(objId),
    now: ctx.now,
    limit: pageSize,
    offset: (pageNo - 1) * pageSize,
  });
  return { list: await show(ctx, rows), pageNo, pageSize, totalNumber: total };
}

/** One share of the caller. */
export async function showShare(ctx: Ctx, { id }: { id: string }): Promise<Share> {
  const [shown] = await show(ctx, [await needOwnShare(ctx, id)]);
  return shown as Share;
}

/** Every share of the organisation, for whose office looks after them: without links, and items by name where they see them. */
export async function listAllShares(ctx: Ctx, input: ParsedOf<typeof shares.all>): Promise<OutputOf<typeof shares.all>> {
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
  const giver = await personNames(
    ctx,
    rows.map((row) => row.person_id),
  );
  const list = rows.map((row) => ({
    ...shapeOf(row, ctx.now),
    giverName: giver(row.person_id),
    itemNames: (items.get(row.id) ?? []).flatMap(({ name }) => (name === '' ? [] : [name])),
  }));
  return { list, pageNo, pageSize, totalNumber: total };
}
