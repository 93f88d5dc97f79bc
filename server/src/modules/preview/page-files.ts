import { createHash } from 'node:crypto';
import { codes } from '@dossier/contract/core/codes';
import { right } from '@dossier/contract/core/rights';
import { maxPages, pageWidths } from '@dossier/contract/preview/pages';
import type { Services } from '../../platform/context.ts';
import { disposition, safeHeaders } from '../../platform/http/file-response.ts';
import type { FileReply, FileRequest, ServedFile } from '../../platform/http/serve.ts';
import { Refusal } from '../../platform/refusal.ts';
import { type OpenedTicket, openPreviewTicket, shownName } from '../documents/file-tickets.ts';
import { officePdf } from './engine-renderers.ts';
import { requirePageFacts } from './pages/page-content.ts';
import { imageRenderer, isRasterizedImage, renderPage } from './pages/page-renderers.ts';
import { markImage } from './pages/rasterizer.ts';
import { type Rendition, sourceOf } from './renderer.ts';
import { render, sendRendition } from './renditions.ts';
import { watermarkFor } from './watermarks/resolve-watermark.ts';

interface OpenedPage {
  services: Services;
  opened: OpenedTicket;
  rendition: Rendition & { ok: true };
}

const pageFileName = 'page.jpg';

/** Sends the image of a page, with the viewer's watermark where required. */
async function sendMarked(request: FileRequest, reply: FileReply, { services, opened, rendition }: OpenedPage): Promise<FileReply> {
  const mark = await watermarkFor(opened, opened.use === 'print' ? 'print' : 'view');
  if (mark === undefined) {
    await opened.revalidate();
    return sendRendition(request, reply, { rendition, name: pageFileName, ext: 'jpg' });
  }
  const image = await markImage(services, rendition, mark);
  // never without the watermark
  if (image === undefined) throw new Refusal(codes.conversionFailed);
  await opened.revalidate();
  const tag = `"${createHash('sha256').update(image).digest('base64url')}"`;
  reply.headers({
    ...safeHeaders('jpg'),
    'content-disposition': disposition('inline', pageFileName),
    etag: tag,
    'cache-control': 'private, no-cache',
  });
  if (request.headers['if-none-match'] === tag) return reply.status(304).send();
  return reply.send(image);
}

const pagePath = '/look/page/:previewToken/:n';
const picturePath = '/look/picture/:previewToken/:name';

/** The smallest offered width that is at least the requested one. */
function offeredWidth(asked: unknown): number {
  const wanted = Number(asked ?? pageWidths[1]);
  return pageWidths.find((width) => width >= wanted) ?? pageWidths[pageWidths.length - 1] ?? wanted;
}

async function sendPage(services: Services, request: FileRequest, reply: FileReply) {
  const { previewToken, n } = request.params as { previewToken: string; n: string };
  const opened = await openPreviewTicket(services, previewToken, request.ip);
  const page = /^[1-9]\d{0,5}$/.test(n) ? Number(n) : 0;
  const source = sourceOf(opened.authorised);
  if (page < 1 || page > maxPages) throw new Refusal(codes.pageOutOfRange);
  const { count } = await requirePageFacts(services, source);
  if (page > count) throw new Refusal(codes.pageOutOfRange);
  const width = offeredWidth((request.query as { width?: string }).width);
  const rendition = await renderPage(services, source, { page, width, urgent: true });
  if (!rendition.ok) throw new Refusal(codes.conversionFailed);
  const { alone } = request.query as { alone?: string };
  // the next page is rendered ahead
  if (page < count && alone === undefined) void renderPage(services, source, { page: page + 1, width, urgent: false });
  return sendMarked(request, reply, { services, opened, rendition });
}

async function sendPicture(services: Services, request: FileRequest, reply: FileReply) {
  const { previewToken } = request.params as { previewToken: string };
  const opened = await openPreviewTicket(services, previewToken, request.ip);
  const source = sourceOf(opened.authorised);
  if (!isRasterizedImage(source.ext)) throw new Refusal(codes.conversionFailed);
  const width = offeredWidth((request.query as { width?: string }).width ?? pageWidths[3]);
  const rendition = await render(services, source, { renderer: imageRenderer, param: String(width), urgent: true });
  if (!rendition.ok) throw new Refusal(codes.conversionFailed);
  return sendMarked(request, reply, { services, opened, rendition });
}

/** Page images, for every user with the right to read. */
export const pageFiles: ServedFile[] = [
  // HEAD first: otherwise the framework adds its own
  { method: 'HEAD', path: pagePath, handle: sendPage },
  { method: 'GET', path: pagePath, handle: sendPage },
  { method: 'HEAD', path: picturePath, handle: sendPicture },
  { method: 'GET', path: picturePath, handle: sendPicture },
];

const officePdfPath = '/look/pdf/:previewToken/:name';

async function sendOfficePdf(services: Services, request: FileRequest, reply: FileReply) {
  const { previewToken } = request.params as { previewToken: string };
  const { authorised, revalidate: still } = await openPreviewTicket(services, previewToken, request.ip);
  // without a watermark it is equivalent to the original
  if ((authorised.bits & right.download) === 0) throw new Refusal(codes.noRightToDownload);
  const rendition = await render(services, sourceOf(authorised), { renderer: officePdf, urgent: true });
  if (!rendition.ok) throw new Refusal(codes.conversionFailed);
  await still();
  return sendRendition(request, reply, { rendition, name: `${shownName(authorised).name}.pdf`, ext: 'pdf' });
}

/** The PDF of an office document. */
export const officePdfFiles: ServedFile[] = [
  // HEAD first: otherwise the framework adds its own
  { method: 'HEAD', path: officePdfPath, handle: sendOfficePdf },
  { method: 'GET', path: officePdfPath, handle: sendOfficePdf },
];
