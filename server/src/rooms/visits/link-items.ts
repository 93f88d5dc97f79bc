import { codes } from '@dossier/contract/codes';
import { objType, right } from '@dossier/contract/rights';
import type { LinkItem, links } from '@dossier/contract/shares';
import type { OutputOf, ParsedOf } from '@dossier/contract/route';
import type { Visit, VisitCtx } from '../../ground/ctx.ts';
import { Refusal } from '../../ground/refusal.ts';
import { isoTime } from '../../ground/text/iso-time.ts';
import { listInLink } from '../library/list-in-link.ts';
import { findVisible, type Held, needPlace } from '../library/need-items.ts';
import { wayInLink } from '../library/visit-reach.ts';
import { findOrganisation } from '../organisations/organisation-rows.ts';
import { unlimited } from '@dossier/contract/share-shapes';
import { findShare, isTokenOf, type Share } from '../shares/share-door.ts';
import { allowedBy } from '../shares/terms.ts';
import { nameAsSent } from './sender-name.ts';

/** The share of a visit; 503 where the call names another link than the visit is for. */
export async function needLink(ctx: VisitCtx, token: string): Promise<Share> {
  const share = await findShare(ctx.db, ctx.visit.shareId);
  if (share === undefined || !isTokenOf(share, token)) throw new Refusal(codes.linkNotSignedIn);
  return share;
}

/** How many of a limit are left; 0 means that none was set. */
export const leftOf = (limit: number, used: number): number => Math.max(0, (limit || unlimited) - used);

/** What the visit may do. */
export async function showLink(ctx: VisitCtx, { token }: ParsedOf<typeof links.info>): Promise<OutputOf<typeof links.info>> {
  const share = await needLink(ctx, token);
  const organisation = await findOrganisation(ctx.db, share.organisation_id);
  return {
    name: share.name,
    giverName: ctx.user.fullName,
    organisationName: organisation?.name ?? '',
    deadline: share.deadline === null ? undefined : isoTime(share.deadline),
    ...allowedBy(share.bits),
    onlyUpload: share.only_upload === 1,
    watermark: share.watermark === 1,
    downloadsLeft: leftOf(share.download_limit, share.downloads),
    printsLeft: leftOf(share.print_limit, share.prints),
    visitor: ctx.visit.name,
  };
}

const shapeFor =
  (visit: Visit) =>
  ({ item, bits, own }: Held & { own: boolean }): LinkItem => {
    const isDocument = item.kind === objType.document;
    return {
      id: String(item.id),
      name: own ? nameAsSent(visit, item.name) : item.name,
      objType: item.kind,
      ext: isDocument ? item.ext : undefined,
      size: isDocument ? item.size : undefined,
      updateTime: isoTime(item.updated_at),
      rights: bits,
      own,
    };
  };

/** What is shared, in the giver's order, or a page of one of its folders. */
export async function listLink(ctx: VisitCtx, input: ParsedOf<typeof links.items>): Promise<OutputOf<typeof links.items>> {
  await needLink(ctx, input.token);
  const { pageNo, pageSize } = input;
  const shape = shapeFor(ctx.visit);
  if (input.parentId === undefined) {
    const held = (await findVisible(ctx, [...ctx.visit.items])).filter(({ bits }) => (bits & right.read) !== 0);
    if (held.length === 0) throw new Refusal(codes.shareClosed);
    const list = held.slice((pageNo - 1) * pageSize, pageNo * pageSize).map((one) => shape({ ...one, own: false }));
    return { list, pageNo, pageSize, totalNumber: held.length, path: [] };
  }
  const { item: place } = await needPlace(ctx, right.visible | right.read, input.parentId);
  const { list, total } = await listInLink(ctx, place, input);
  const path = (await wayInLink(ctx, place.id)).map(({ id, name }) => ({ id: String(id), name }));
  return { list: list.map(shape), pageNo, pageSize, totalNumber: total, path };
}
