import { createHash } from 'node:crypto';
import { codes } from '@dossier/contract/core/codes';
import { objType, right } from '@dossier/contract/core/rights';
import type { OutputOf, ParsedOf } from '@dossier/contract/core/route';
import type { thumbnails } from '@dossier/contract/preview/thumbnails';
import { unlimited } from '@dossier/contract/sharing/share-shapes';
import type { LinkItem, links } from '@dossier/contract/sharing/shares';
import type { ShareContext, ShareSession } from '../../../platform/context.ts';
import { inTransaction } from '../../../platform/http/serve.ts';
import { mailIsOn } from '../../../platform/mail/outgoing-mail.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { isoTime } from '../../../platform/text/iso-time.ts';
import { checkName, endedName, extOf } from '../../../platform/text/names.ts';
import {
  type AuthorisedItem,
  findVisibleItems,
  pathInShare,
  requireContainer,
  requireItem,
  requireItems,
} from '../../access/require-items.ts';
import { fileUrl, requireContentUse, shownName } from '../../documents/file-tickets.ts';
import { listSharedFolder } from '../../documents/list-items.ts';
import { openCheckIn, openUpload } from '../../documents/uploads.ts';
import { offerZipDownload } from '../../documents/zip-downloads.ts';
import { requireDownloadAddress } from '../../identity/address-restrictions.ts';
import { findOrganisation } from '../../identity/organisations.queries.ts';
import { openShareSession } from '../../identity/run-as.ts';
import { listThumbnails } from '../../preview/thumbnails.ts';
import { printOf, viewOf } from '../../preview/views.ts';
import { findShare, isTokenOf, sharePermissions } from '../links/share.ts';
import { consumeUse, type ShareRow } from '../links/shares.queries.ts';
import { recordActivity, recordDownloads } from './record-activity.ts';
import { setViewedAt } from './share-sessions.queries.ts';

/** The share of the session; 503 where the call names another link. */
export async function requireLink(ctx: ShareContext, token: string): Promise<ShareRow> {
  const share = await findShare(ctx.db, ctx.shareSession.shareId);
  if (share === undefined || !isTokenOf(share, token)) throw new Refusal(codes.linkNotSignedIn);
  return share;
}

/** How many of a limit are left; 0 without a limit. */
const remaining = (limit: number, used: number): number => Math.max(0, (limit || unlimited) - used);

/** The permissions of the share session. */
export async function showSharedLink(ctx: ShareContext, { token }: ParsedOf<typeof links.info>): Promise<OutputOf<typeof links.info>> {
  const share = await requireLink(ctx, token);
  const organisation = await findOrganisation(ctx.db, share.organisation_id);
  const { mayEdit, mayComment, isProven } = ctx.shareSession;
  // without mail nobody proves a name
  const mayBeProven = isProven || (await mailIsOn(ctx.db));
  return {
    name: share.name,
    giverName: ctx.user.fullName,
    organisationName: organisation?.name ?? '',
    deadline: share.deadline === null ? undefined : isoTime(share.deadline),
    ...sharePermissions(share.bits),
    allowComment: share.allow_comment === 1,
    onlyUpload: share.only_upload === 1,
    watermark: share.watermark === 1,
    downloadsLeft: remaining(share.download_limit, share.downloads),
    printsLeft: remaining(share.print_limit, share.prints),
    visitor: ctx.shareSession.name,
    editsOnline: mayEdit && mayBeProven,
    commentsOnline: mayComment && mayBeProven,
    isProven,
  };
}

const itemShape =
  (session: ShareSession) =>
  ({ item, bits, own }: AuthorisedItem & { own: boolean }): LinkItem => {
    const isDocument = item.kind === objType.document;
    return {
      id: String(item.id),
      name: own ? nameWithoutSender(session, item.name) : item.name,
      objType: item.kind,
      ext: isDocument ? item.ext : undefined,
      size: isDocument ? item.size : undefined,
      updateTime: isoTime(item.updated_at),
      rights: bits,
      own,
    };
  };

/** The shared items in the sharer's order, or a page of one of their folders. */
export async function listSharedItems(ctx: ShareContext, input: ParsedOf<typeof links.items>): Promise<OutputOf<typeof links.items>> {
  await requireLink(ctx, input.token);
  const { pageNo, pageSize } = input;
  const shape = itemShape(ctx.shareSession);
  if (input.parentId === undefined) {
    const authorised = (await findVisibleItems(ctx, [...ctx.shareSession.items])).filter(({ bits }) => (bits & right.read) !== 0);
    if (authorised.length === 0) throw new Refusal(codes.shareClosed);
    const list = authorised.slice((pageNo - 1) * pageSize, pageNo * pageSize).map((one) => shape({ ...one, own: false }));
    return { list, pageNo, pageSize, totalNumber: authorised.length, path: [] };
  }
  const { item: place } = await requireContainer(ctx, right.visible | right.read, input.parentId);
  const { list, total } = await listSharedFolder(ctx, place, input);
  const path = (await pathInShare(ctx, place.id)).map(({ id, name }) => ({ id: String(id), name }));
  return { list: list.map(shape), pageNo, pageSize, totalNumber: total, path };
}

/** Thumbnails of shared items, as far as the visitor may read them. */
export async function listLinkThumbnails(
  ctx: ShareContext,
  { token, ids }: ParsedOf<typeof thumbnails.byLink>,
): Promise<OutputOf<typeof thumbnails.byLink>> {
  await requireLink(ctx, token);
  return listThumbnails(ctx, { ids });
}

type DownloadOffer = OutputOf<typeof links.download>;

/** The same session restricted to viewing, without the rights that are reserved for counted downloads. */
const viewOnlySession = ({ services, db, shareSession: session, address, origin }: ShareContext): Promise<ShareContext> =>
  openShareSession(services, db, { shareSessionId: session.id, address, origin, looking: true });

/** Shows a shared document in its current revision only. */
export async function viewSharedDocument(
  ctx: ShareContext,
  { token, id }: ParsedOf<typeof links.view>,
): Promise<OutputOf<typeof links.view>> {
  await requireLink(ctx, token);
  const viewContext = await viewOnlySession(ctx);
  const authorised = await requireContentUse(viewContext, 'view', { id });
  await recordActivity(ctx, 'viewed', authorised.item);
  await setViewedAt(ctx.db, ctx.shareSession.id, ctx.now);
  return {
    ...(await viewOf(viewContext, authorised)),
    revisionId: String(authorised.revision.id),
    detailUrl: `/curlPreview?id=${authorised.item.id}`,
  };
}

interface NamedItem {
  id: number;
  name: string;
}

/** Counts one download, of any number of items, in the transaction that logs it; 5004 where none is left. */
async function countDownload(ctx: ShareContext, { whole, items }: { whole?: string; items: readonly NamedItem[] }): Promise<number> {
  const left = await consumeUse(ctx.db, ctx.shareSession.shareId, 'downloads');
  if (left === undefined) throw new Refusal(codes.shareDownloadsUsed);
  const [first] = items;
  if (whole === undefined && first !== undefined && items.length === 1) await recordActivity(ctx, 'downloaded', first);
  else await recordDownloads(ctx, { name: whole ?? '', items });
  return left;
}

function requireDownloadAllowed({ shareSession: session }: ShareContext): void {
  if ((session.bits & right.download) === 0) throw new Refusal(codes.shareNoDownload);
}

/** A URL of a document, or of a folder as a zip. */
export async function downloadSharedItem(ctx: ShareContext, { token, id }: ParsedOf<typeof links.download>): Promise<DownloadOffer> {
  await requireLink(ctx, token);
  requireDownloadAllowed(ctx);
  const { item } = await requireItem(ctx, right.visible | right.read, id);
  if (item.kind !== objType.document) return offerArchive(ctx, [id]);
  await requireDownloadAddress(ctx);
  return inTransaction(ctx, async (writing) => {
    const authorised = await requireContentUse(writing, 'download', { id });
    const downloadsLeft = await countDownload(writing, { items: [authorised.item] });
    const { name, ext } = shownName(authorised);
    return { downloadUrl: fileUrl(writing, authorised, 'download'), fileName: name, ext, downloadsLeft };
  });
}

/** A URL of several items, or of all shared ones, as one zip. */
export async function downloadSharedItems(
  ctx: ShareContext,
  { token, objIds }: ParsedOf<typeof links.downloadAll>,
): Promise<DownloadOffer> {
  const share = await requireLink(ctx, token);
  requireDownloadAllowed(ctx);
  if (objIds !== undefined) return offerArchive(ctx, objIds);
  const authorised = await findVisibleItems(ctx, [...ctx.shareSession.items]);
  return offerArchive(
    ctx,
    authorised.map(({ item }) => String(item.id)),
    share.name,
  );
}

/** The zip is planned before the download is counted: one that cannot be made consumes nothing. */
async function offerArchive(ctx: ShareContext, ids: string[], whole?: string): Promise<DownloadOffer> {
  const offered = await offerZipDownload(ctx, ids);
  const items = (await requireItems(ctx, right.visible, ids)).map(({ item }) => item);
  const downloadsLeft = await inTransaction(ctx, (writing) => countDownload(writing, { ...(whole !== undefined && { whole }), items }));
  return { ...offered, downloadsLeft };
}

/** Counts a print and answers the printable form; 5008 where printing is not permitted, 5005 where none is left. */
export async function printSharedDocument(
  ctx: ShareContext,
  { token, id }: ParsedOf<typeof links.print>,
): Promise<OutputOf<typeof links.print>> {
  await requireLink(ctx, token);
  if ((ctx.shareSession.bits & right.print) === 0) throw new Refusal(codes.shareNoPrint);
  const viewContext = await viewOnlySession(ctx);
  const authorised = await requireContentUse(viewContext, 'print', { id });
  const left = await consumeUse(ctx.db, ctx.shareSession.shareId, 'prints');
  if (left === undefined) throw new Refusal(codes.sharePrintsUsed);
  await recordActivity(ctx, 'printed', authorised.item);
  return { ...(await printOf(viewContext, authorised)), printsLeft: left };
}

/** Opens an upload into a shared folder: it never replaces a document, counts for the sharer's space, and has the sender in its name. */
export async function uploadByLink(ctx: ShareContext, { token, ...file }: ParsedOf<typeof links.upload>) {
  await requireLink(ctx, token);
  if ((ctx.shareSession.bits & right.upload) === 0) throw new Refusal(codes.shareNoUpload);
  return openUpload(ctx, { ...file, name: nameWithSender(ctx.shareSession, file.name), onSameName: 'rename', extract: false });
}

/** Opens an upload of a new revision of a shared document; its note names the sender. */
export async function checkInByLink(ctx: ShareContext, { token, note, name, ...file }: ParsedOf<typeof links.checkIn>) {
  await requireLink(ctx, token);
  if ((ctx.shareSession.bits & right.modify) === 0) throw new Refusal(codes.noRightToEdit);
  const { item } = await requireItem(ctx, right.visible | right.modify, file.id, objType.document);
  // another file type under the old extension would be unreadable for everybody
  if (extOf(name) !== item.ext) throw new Refusal(codes.shareOtherExtension);
  // an anonymous note must not look like one of a visitor whose name it contains
  const noteParts = [ctx.shareSession.name || '?', note?.trim() ?? ''].filter((part) => part !== '').join(': ');
  return openCheckIn(ctx, { ...file, major: false, keepLock: false, note: noteParts.slice(0, 500) });
}

type Sender = Pick<ShareSession, 'shareId' | 'key' | 'name'>;
const maxSenderLength = 60;

/** The suffix of file names for their sender: a verified address, a colleague's name, else a short hash that identifies the visitor. */
function endOf({ shareId, key, name }: Sender): string {
  const sign = createHash('sha256').update(`${shareId} ${key}`).digest('hex').slice(0, 6);
  const known = [...name.replaceAll(/[^\p{L}\p{M}\p{N}@.+'_ -]/gu, '_')].slice(0, maxSenderLength).join('').trim();
  return ` – ${known || sign}`;
}

/**
 * A file name with its sender. Several visitors may upload the same name into one folder: a plain number would reveal the others, so with
 * the
 * suffix numbers count a sender's own files only.
 */
export function nameWithSender(sender: Sender, name: string): string {
  const checked = checkName(name);
  return checked.ok ? endedName(checked.name, endOf(sender)) : name;
}

/** The name as its sender knows it. */
export const nameWithoutSender = (sender: Sender, name: string): string => name.replace(endOf(sender), '');
