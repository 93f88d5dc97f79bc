import { codes } from '@dossier/contract/core/codes';
import { objType, right } from '@dossier/contract/core/rights';
import type { OutputOf, ParsedOf } from '@dossier/contract/core/route';
import { mostKeptOffline, type offlineCopies, offlineFormOf } from '@dossier/contract/preview/offline-copies';
import type { Context } from '../../platform/context.ts';
import { Refusal } from '../../platform/refusal.ts';
import { settingsOf } from '../../platform/settings/settings.ts';
import { findVisibleItems, requireItem } from '../access/require-items.ts';
import { unreadableDocuments } from '../documents/content-verdicts.ts';
import { fileUrl, requireContentUse } from '../documents/file-tickets.ts';
import { revisionsOfIds } from '../documents/revisions.ts';
import { labelOf } from '../documents/version-labels.ts';
import { requireDownloadAddress } from '../identity/address-restrictions.ts';
import { documentKept } from './events.ts';
import { canBecomePdf, personalPdfUrl } from './pdf/pdf-downloads.ts';
import { recordUse } from './views.ts';
import { keepableDocumentTest } from './watermarks/resolve-watermark.ts';

type Keep = typeof offlineCopies.keep;
type Check = typeof offlineCopies.check;

/** Addresses of a document for a device of the caller: like a download, and logged as one. */
export async function keepOffline(ctx: Context, { id }: ParsedOf<Keep>): Promise<OutputOf<Keep>> {
  if ((await settingsOf(ctx.db, 'offline')).keptDays === 0) throw new Refusal(codes.notKeptOffline);
  const { item, bits } = await requireItem(ctx, right.visible | right.read, id, objType.document);
  if ((bits & (right.download | right.pdf)) === 0) throw new Refusal(codes.noRightToDownload);
  const form = offlineFormOf({ ext: item.ext, rights: bits });
  if (form === undefined) throw new Refusal(codes.notKeptOffline);
  // without a version nothing counts that the caller is lent
  const authorised = await requireContentUse(ctx, form === 'rendition' ? 'pdf' : 'download', { id });
  await requireDownloadAddress(ctx);
  const { revision } = authorised;
  if (revision.size > mostKeptOffline.bytes || !(await keepableDocumentTest(ctx)(authorised))) throw new Refusal(codes.notKeptOffline);
  if (form === 'rendition' && !(await canBecomePdf(ctx.services, item.ext))) throw new Refusal(codes.notKeptOffline);
  const isFile = form !== 'rendition';
  await ctx.emit(documentKept, { objId: item.id, objName: item.name, revisionId: revision.id, isFile });
  await recordUse(ctx, authorised);
  const { name, ext } = item;
  const facts = { id, name, ext, form, revisionId: String(revision.id), versionLabel: labelOf(revision), size: revision.size };
  if (isFile) return { ...facts, downloadUrl: fileUrl(ctx, authorised, 'download') };
  return { ...facts, ...personalPdfUrl(ctx, authorised) };
}

/** Where downloads are not allowed, copies do not stay either. */
async function mayDownloadHere(ctx: Context): Promise<boolean> {
  try {
    await requireDownloadAddress(ctx);
    return true;
  } catch (error) {
    if (error instanceof Refusal) return false;
    throw error;
  }
}

/** Which documents may stay on a device. One that waits for the scanner, or has a virus, goes as well. */
export async function checkOffline(ctx: Context, { ids }: ParsedOf<Check>): Promise<OutputOf<Check>> {
  const { keptDays: days } = await settingsOf(ctx.db, 'offline');
  if (days === 0 || ids.length === 0 || !(await mayDownloadHere(ctx))) return { days, list: [] };
  const isKeepable = keepableDocumentTest(ctx);
  const visible = await findVisibleItems(ctx, [...new Set(ids)].map(Number));
  const documents = visible.filter(({ item }) => item.kind === objType.document);
  const revisionIds = documents.map(({ item }) => item.revision_id);
  const unreadable = await unreadableDocuments(ctx, revisionIds);
  const revisions = new Map((await revisionsOfIds(ctx.db, revisionIds)).map((row) => [row.id, row]));
  const list: OutputOf<Check>['list'] = [];
  for (const { item, bits } of documents) {
    const { ext, name } = item;
    const form = offlineFormOf({ ext, rights: bits });
    const revision = revisions.get(item.revision_id);
    if (form === undefined || revision === undefined || unreadable.has(item.id) || revision.size > mostKeptOffline.bytes) continue;
    if (!(await isKeepable({ item, bits }))) continue;
    const { id: revisionId, size } = revision;
    list.push({ id: String(item.id), name, ext, form, revisionId: String(revisionId), versionLabel: labelOf(revision), size });
  }
  return { days, list };
}
