import { codes } from '@dossier/contract/codes';
import { mostPages, pageWidths } from '@dossier/contract/page-looks';
import type { House } from '../../ground/ctx.ts';
import type { FileReply, FileRequest, ServedFile } from '../../ground/http/serve.ts';
import { Refusal } from '../../ground/refusal.ts';
import { openLook } from '../content/file-ticket.ts';
import { render } from '../renditions/render.ts';
import { sourceOf } from '../renditions/source-of.ts';
import { picture, renderPage } from './makers.ts';
import { isDrawnPicture } from './page-source.ts';
import { needFacts } from './read-pages.ts';
import { sendMarked } from './send-marked.ts';

const pagePath = '/look/page/:look/:n';
const picturePath = '/look/picture/:look/:name';

/** The width that pictures come in which is at least as large as what is asked for. */
export function widthFor(asked: unknown): number {
  const wanted = Number(asked ?? pageWidths[1]);
  return pageWidths.find((width) => width >= wanted) ?? pageWidths[pageWidths.length - 1] ?? wanted;
}

async function sendPage(house: House, request: FileRequest, reply: FileReply) {
  const { look, n } = request.params as { look: string; n: string };
  const opened = await openLook(house, look, request.ip);
  const page = /^[1-9]\d{0,5}$/.test(n) ? Number(n) : 0;
  const source = sourceOf(opened.held);
  if (page < 1 || page > mostPages) throw new Refusal(codes.pageOutOfRange);
  const { count } = await needFacts(house, source);
  if (page > count) throw new Refusal(codes.pageOutOfRange);
  const width = widthFor((request.query as { width?: string }).width);
  const rendition = await renderPage(house, source, { page, width, urgent: true });
  if (!rendition.ok) throw new Refusal(codes.conversionFailed);
  const { alone } = request.query as { alone?: string };
  // whoever reads a page will turn it
  if (page < count && alone === undefined) void renderPage(house, source, { page: page + 1, width, urgent: false });
  return sendMarked(request, reply, { house, opened, rendition });
}

async function sendPicture(house: House, request: FileRequest, reply: FileReply) {
  const { look } = request.params as { look: string };
  const opened = await openLook(house, look, request.ip);
  const source = sourceOf(opened.held);
  if (!isDrawnPicture(source.ext)) throw new Refusal(codes.conversionFailed);
  const width = widthFor((request.query as { width?: string }).width ?? pageWidths[3]);
  const rendition = await render(house, source, { maker: picture, param: String(width), urgent: true });
  if (!rendition.ok) throw new Refusal(codes.conversionFailed);
  return sendMarked(request, reply, { house, opened, rendition });
}

/** Pages and pictures as everybody gets them who may look. */
export const pageFiles: ServedFile[] = [
  // HEAD first: else the framework makes one of its own
  { method: 'HEAD', path: pagePath, handle: sendPage },
  { method: 'GET', path: pagePath, handle: sendPage },
  { method: 'HEAD', path: picturePath, handle: sendPicture },
  { method: 'GET', path: picturePath, handle: sendPicture },
];
