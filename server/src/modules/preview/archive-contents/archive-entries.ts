import { readdir, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { codes } from '@dossier/contract/core/codes';
import { renditionOf } from '@dossier/contract/core/file-types';
import { right } from '@dossier/contract/core/rights';
import type { OutputOf, ParsedOf } from '@dossier/contract/core/route';
import type { archiveContents, ListedEntry } from '@dossier/contract/preview/archive-contents';
import type { Failure } from '@dossier/formats/task';
import type { Context, PublicContext, Services } from '../../../platform/context.ts';
import { disposition, safeHeaders, sendRange } from '../../../platform/http/file-response.ts';
import { type FileReply, type FileRequest, inTransaction, type ServedFile } from '../../../platform/http/serve.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { documentDownloaded } from '../../documents/events.ts';
import { type AuthorisedRevision, type NestedFile, openPreviewTicket, previewTicket, shownName } from '../../documents/file-tickets.ts';
import { requireDownloadAddress } from '../../identity/address-restrictions.ts';
import { entryRenderer, requireContainer, requireListing } from './read-contents.ts';
import { documentPrinted } from '../events.ts';
import { mayViewOriginal } from '../media/playback.ts';
import { sourceOf } from '../renderer.ts';
import { belongsToEntry, openSource, renditionFolder, statSource } from '../rendition-cache.ts';
import { render } from '../renditions.ts';
import { contentUrl, viewOf, viewStrategy } from '../views.ts';
import { isShownUnmarked } from '../watermarks/resolve-watermark.ts';

/** Limit of the unpacked bytes of one archive with their renditions, however many of its files are opened. */
const maxUnpackedBytes = 2 * 1024 ** 3;

/** Removes the least recently used files of an archive beyond the limit; `kept` stays. */
async function limitUnpackedEntries(services: Services, sha256: string, kept: string): Promise<void> {
  const folder = renditionFolder(services, sha256);
  const names = (await readdir(folder).catch(() => [])).filter((name) => belongsToEntry(name) && !/\.(json|part)$/.test(name));
  const files: { path: string; size: number; used: number }[] = [];
  for (const name of names) {
    const path = join(folder, name);
    const found = await stat(path).catch(() => undefined);
    if (found !== undefined && name !== kept) files.push({ path, size: found.size, used: Math.max(found.atimeMs, found.mtimeMs) });
  }
  let left = files.reduce((sum, { size }) => sum + size, 0) - maxUnpackedBytes;
  for (const { path, size } of files.toSorted((a, b) => a.used - b.used)) {
    if (left <= 0) return;
    await rm(path, { force: true });
    await rm(`${path}.json`, { force: true });
    left -= size;
  }
}

const refusals: Partial<Record<Failure, (typeof codes)[keyof typeof codes]>> = {
  encrypted: codes.entryLocked,
  'too-large': codes.entryTooLarge,
  memory: codes.entryTooLarge,
  timeout: codes.entryTooLarge,
  unsupported: codes.entryUnknown,
  busy: codes.tooManyRequests,
};

/** A file out of a previewed container: unpacked, so that it is shown like a document. */
export async function openEntry(ctx: Context, authorised: AuthorisedRevision, place: number): Promise<AuthorisedRevision> {
  const container = await requireContainer(ctx, authorised);
  const listed = (await requireListing(ctx.services, authorised)).entries[place];
  if (listed === undefined || listed.kind !== 'file') throw new Refusal(codes.entryUnknown);
  if (listed.locked) throw new Refusal(codes.entryLocked);
  const rendition = await render(ctx.services, sourceOf(authorised), { renderer: entryRenderer, param: String(place), urgent: true });
  if (!rendition.ok) throw new Refusal(refusals[rendition.reason] ?? codes.entryBroken);
  const part = basename(rendition.path);
  await limitUnpackedEntries(ctx.services, authorised.revision.sha256, part);
  const entry: NestedFile = {
    part,
    ...entryNameOf(listed),
    size: rendition.size,
    depth: (authorised.entry?.depth ?? 0) + 1,
    ...((container === 'mail' || authorised.entry?.ofMail === true) && { ofMail: true }),
  };
  return { ...authorised, entry };
}

/** The ticket is part of a URL; the name in it is for display only, and is kept short. */
const [longestName, longestExt] = [80, 16];

function entryNameOf({ path }: ListedEntry): { name: string; ext: string } {
  const whole = path.split('/').at(-1) ?? path;
  const dot = whole.lastIndexOf('.');
  const ext = dot > 0 ? whole.slice(dot + 1).toLowerCase() : '';
  // extensions are part of file names in the rendition cache
  const plain = /^[a-z0-9]+$/.test(ext) && ext.length <= longestExt ? ext : '';
  if (whole.length <= longestName) return { name: whole, ext: plain };
  return { name: `${whole.slice(0, longestName - longestExt)}….${plain}`.toWellFormed(), ext: plain };
}

/** Rights of visitors on a nested file: their prints and downloads are counted by the share link, for whole documents. */
const visitorRights = right.visible | right.read;

/** Previews a nested file like a document. */
export async function viewEntry(
  { services, address }: PublicContext,
  input: ParsedOf<typeof archiveContents.open>,
): Promise<OutputOf<typeof archiveContents.open>> {
  const { ctx, authorised, use, revalidate: still } = await openPreviewTicket(services, input.look, address);
  if (use !== 'view') throw new Refusal(codes.ticketInvalid);
  const view = await viewOf(ctx, await openEntry(ctx, authorised, input.place));
  await still();
  return ctx.shareSession === undefined ? view : { ...view, rights: view.rights & visitorRights };
}

/** Logs the print of a nested file, and answers the URL of the printable form. */
export async function printEntry(
  { services, address }: PublicContext,
  input: ParsedOf<typeof archiveContents.print>,
): Promise<OutputOf<typeof archiveContents.print>> {
  const { ctx, authorised } = await openPreviewTicket(services, input.look, address);
  if (authorised.entry === undefined) throw new Refusal(codes.ticketInvalid);
  if (ctx.shareSession !== undefined || (authorised.bits & right.print) === 0) throw new Refusal(codes.noRightToPrint);
  const { item, revision } = authorised;
  const objName = `${item.name} / ${shownName(authorised).name}`;
  await inTransaction(ctx, (writing) => writing.emit(documentPrinted, { objId: item.id, objName, revisionId: revision.id }));
  const previewToken = previewTicket(ctx, authorised, 'print');
  return {
    streamUrl: contentUrl(ctx, authorised, await viewStrategy(ctx, authorised), { previewToken, use: 'print' }),
    look: previewToken,
  };
}

/** A URL to download a file out of an archive or a mail; logged as a download of the whole, with the name of the file. */
export async function downloadEntry(
  { services, address }: PublicContext,
  input: ParsedOf<typeof archiveContents.take>,
): Promise<OutputOf<typeof archiveContents.take>> {
  const { ctx, authorised, use } = await openPreviewTicket(services, input.look, address);
  if (authorised.entry === undefined || use !== 'view') throw new Refusal(codes.ticketInvalid);
  // downloads of visitors are counted by their share link, which knows whole documents only
  if (ctx.shareSession !== undefined || (authorised.bits & right.download) === 0) throw new Refusal(codes.noRightToDownload);
  await requireDownloadAddress(ctx);
  const { item, revision } = authorised;
  const { name } = shownName(authorised);
  await inTransaction(ctx, (writing) =>
    writing.emit(documentDownloaded, { objId: item.id, objName: `${item.name} / ${name}`, revisionId: revision.id }),
  );
  return { downloadUrl: `/look/entry/${previewTicket(ctx, authorised, 'download')}/${encodeURIComponent(name)}`, fileName: name };
}

const entryPath = '/look/entry/:previewToken/:name';

async function sendEntry(services: Services, request: FileRequest, reply: FileReply) {
  const { previewToken } = request.params as { previewToken: string };
  const { ctx, authorised, use } = await openPreviewTicket(services, previewToken, request.ip);
  if (authorised.entry === undefined) throw new Refusal(codes.ticketInvalid);
  const { name, ext } = shownName(authorised);
  const isFetched = use === 'download';
  // as with documents: without the right to download only verified audio and video is sent
  const source = sourceOf(authorised);
  const mayDownload = isFetched || (authorised.bits & right.download) !== 0;
  if (!mayDownload && !(await mayViewOriginal(services, source))) throw new Refusal(codes.noRightToDownload);
  // a watermark required since then also protects the attachments of a mail
  if (authorised.entry.ofMail === true && !(await isShownUnmarked(ctx, authorised))) throw new Refusal(codes.noRightToDownload);
  if (isFetched || renditionOf(ext) === 'none') await requireDownloadAddress(ctx);
  const found = await statSource(services, source);
  if (found === undefined) throw new Refusal(codes.ticketInvalid);
  reply.headers(safeHeaders(renditionOf(ext) === 'text' ? 'txt' : ext));
  reply.header('content-disposition', disposition(isFetched ? 'attachment' : 'inline', name));
  const tag = `${authorised.revision.sha256}-${authorised.entry.part}`;
  return sendRange(request, reply, { size: found.size, tag, changed: found.changed, read: (range) => openSource(services, source, range) });
}

/** The bytes of a file out of an archive or a mail, whole or in ranges. */
export const entryFiles: ServedFile[] = [
  // HEAD first: otherwise the framework adds its own
  { method: 'HEAD', path: entryPath, handle: sendEntry },
  { method: 'GET', path: entryPath, handle: sendEntry },
];
