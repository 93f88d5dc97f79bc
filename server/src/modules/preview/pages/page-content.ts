import { setTimeout as pause } from 'node:timers/promises';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { codes } from '@dossier/contract/core/codes';
import type { OutputOf, ParsedOf } from '@dossier/contract/core/route';
import { maxPages, type PagePiece, type pagesByToken, pageWidths } from '@dossier/contract/preview/pages';
import { preview } from '@dossier/contract/preview/preview';
import { z } from 'zod';
import type { PublicContext, Services } from '../../../platform/context.ts';
import { disposition, safeHeaders } from '../../../platform/http/file-response.ts';
import type { FileReply, FileRequest, ServedFile } from '../../../platform/http/serve.ts';
import { createFairScheduler, QueueFull } from '../../../platform/jobs/fair-scheduler.ts';
import { yieldToEventLoop } from '../../../platform/jobs/yield-to-event-loop.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { type OpenedTicket, openPreviewTicket } from '../../documents/file-tickets.ts';
import { type Renderer, type Rendition, type Source, sourceOf } from '../renderer.ts';
import { render, renditionState, sendRendition } from '../renditions.ts';
import { watermarkFor } from '../watermarks/resolve-watermark.ts';
import {
  hasPages,
  imageRenderer,
  isRasterizedImage,
  markImage,
  pageFacts,
  pageOutline,
  pagesPerTextBlock,
  pageState,
  pageWords,
  renderPage,
} from './page-renderers.ts';
import { matchText } from './search/match-text.ts';
import { runAsRequester } from '../../../platform/jobs/current-work.ts';

const Facts = z.object({ count: z.int().min(0), sizes: z.array(z.tuple([z.number(), z.number(), z.int()])) });
const Entries = z.array(z.tuple([z.string(), z.number(), z.number()]));
const Pieces = z.array(z.tuple([z.number(), z.number(), z.number(), z.number(), z.string()]).rest(z.number()));

/** Validates what was read from a hostile file before it is sent. */
function parsed<T>(type: z.ZodType<T>, text: string): T {
  try {
    return type.parse(JSON.parse(text));
  } catch {
    throw new Refusal(codes.conversionFailed);
  }
}

async function requireRendered(services: Services, source: Source, wanted: { renderer: Renderer; param?: string }): Promise<string> {
  if (!hasPages(source.ext)) throw new Refusal(codes.noViewer);
  const made = await render(services, source, { ...wanted, urgent: true });
  if (!made.ok) throw new Refusal(codes.conversionFailed);
  return readFile(made.path, 'utf8');
}

/** The number and sizes of a document's pages. */
export async function requirePageFacts(services: Services, source: Source): Promise<z.output<typeof Facts>> {
  return parsed(Facts, await requireRendered(services, source, { renderer: pageFacts }));
}

/** Like `requirePageFacts`, for a rendition found in the cache; undefined where it was removed since, or is invalid. */
const readPageFacts = (path: string): Promise<z.output<typeof Facts> | undefined> =>
  readFile(path, 'utf8')
    .then((text) => parsed(Facts, text))
    .catch(() => undefined);

export async function showPages(
  ctx: PublicContext,
  input: ParsedOf<typeof pagesByToken.pages>,
): Promise<OutputOf<typeof pagesByToken.pages>> {
  const { authorised, revalidate: still } = await openPreviewTicket(ctx.services, input.look, ctx.address);
  const source = sourceOf(authorised);
  const { count, sizes } = await requirePageFacts(ctx.services, source);
  await still();
  return {
    count,
    sizes: sizes.map(([width, height, many]) => ({ width, height, count: many })),
    words: !['tif', 'tiff'].includes(source.ext),
  };
}

export async function showOutline(
  ctx: PublicContext,
  input: ParsedOf<typeof pagesByToken.outline>,
): Promise<OutputOf<typeof pagesByToken.outline>> {
  const { authorised, revalidate: still } = await openPreviewTicket(ctx.services, input.look, ctx.address);
  const entries = parsed(Entries, await requireRendered(ctx.services, sourceOf(authorised), { renderer: pageOutline }));
  await still();
  return { entries: entries.map(([title, page, depth]) => ({ title, page, depth })) };
}

/** The text of the block of pages that contains this page, and the first page of the block. */
async function pageTextBlock(services: Services, source: Source, page: number): Promise<{ first: number; pages: PagePiece[][] }> {
  const first = page - ((page - 1) % pagesPerTextBlock);
  const text = await requireRendered(services, source, { renderer: pageWords, param: String(first) });
  const pages = text.split('\n').map((line) =>
    parsed(Pieces, line).map(([x, y, width, height, words, turn]) => ({
      x,
      y,
      width,
      height,
      text: words,
      ...(turn !== undefined && { turn }),
    })),
  );
  return { first, pages };
}

/** The text of a page with its boxes. */
export async function showPageText(
  ctx: PublicContext,
  input: ParsedOf<typeof pagesByToken.words>,
): Promise<OutputOf<typeof pagesByToken.words>> {
  const { authorised, revalidate: still } = await openPreviewTicket(ctx.services, input.look, ctx.address);
  const source = sourceOf(authorised);
  const { count } = await requirePageFacts(ctx.services, source);
  if (input.page > count) throw new Refusal(codes.pageOutOfRange);
  const { first, pages } = await pageTextBlock(ctx.services, source, input.page);
  await still();
  return { pieces: pages[input.page - first] ?? [] };
}

/** Limits of one answer; the caller continues from `next`. */
const answerMs = 1500;
const maxHits = 500;

/** The matches of a text in the pages of a document. */
export async function findInPages(
  ctx: PublicContext,
  input: ParsedOf<typeof pagesByToken.find>,
): Promise<OutputOf<typeof pagesByToken.find>> {
  const { authorised, revalidate: still } = await openPreviewTicket(ctx.services, input.look, ctx.address);
  const found = await hitsIn(ctx.services, sourceOf(authorised), input);
  await still();
  return found;
}

async function hitsIn(services: Services, source: Source, { from, keyword }: { from: number; keyword: string }) {
  const { count } = await requirePageFacts(services, source);
  const hits: OutputOf<typeof pagesByToken.find>['hits'] = [];
  const until = performance.now() + answerMs;
  const yieldIfDue = yieldToEventLoop();
  for (let page = from; page <= count; ) {
    const { first, pages } = await pageTextBlock(services, source, page);
    for (; page < first + pages.length && page <= count; page++) {
      await yieldIfDue();
      for (const boxes of matchText(pages[page - first] ?? [], keyword)) hits.push({ page, boxes });
      if (page < count && (hits.length >= maxHits || performance.now() > until)) return { hits, next: page + 1 };
    }
    // an incomplete block is the last one
    if (pages.length < pagesPerTextBlock) break;
  }
  return { hits };
}

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
  if (!isRasterizedImage(source.ext)) throw new Refusal(codes.noViewer);
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

/** The width of the placeholder image. */
const [, placeholderWidth] = pageWidths;
/** Larger PDFs get no placeholder, since only the viewed pages are transferred. */
const maxPlaceholderBytes = 32 * 1024 * 1024;
const pixelsPerPoint = 96 / 72;

type Placeholder = NonNullable<OutputOf<typeof preview.view>['front']>;

/** Bounds of the page size in points that PDF allows; other pages get no placeholder. */
const [least, most] = [1, 14_400];
/** Delay, as the first viewer is loading and drawing the PDF now, perhaps on this machine. */
const restMs = 1500;
/** One at a time for all requesters: otherwise placeholders could take the whole rendering capacity. */
const placeholderQueue = createFairScheduler(1);
/** Queued placeholders, by server. */
const preparing = new WeakMap<Services, Set<string>>();

function preparingIn(services: Services): Set<string> {
  const known = preparing.get(services) ?? new Set<string>();
  preparing.set(services, known);
  return known;
}

/**
 * The image of the first page that is shown until the page itself is drawn, if it is cached; otherwise it is rendered for the next view.
 * Only for users who get the PDF itself.
 */
export async function firstPagePlaceholder(services: Services, source: Source, previewToken: string): Promise<Placeholder | undefined> {
  if (source.size > maxPlaceholderBytes) return undefined;
  const [facts, image] = await Promise.all([
    renditionState(services, source, { renderer: pageFacts }),
    pageState(services, source, { page: 1, width: placeholderWidth }),
  ]);
  if (facts === undefined || (isRendered(facts) && image === undefined)) void preparePlaceholder(services, source);
  if (!isRendered(facts) || !isRendered(image)) return undefined;
  const [size] = (await readPageFacts(facts.path))?.sizes ?? [];
  if (size === undefined || Math.min(size[0], size[1]) < least || Math.max(size[0], size[1]) > most) return undefined;
  return {
    url: `/look/page/${previewToken}/1?width=${placeholderWidth}&alone=1`,
    width: size[0] * pixelsPerPoint,
    height: size[1] * pixelsPerPoint,
  };
}

const isRendered = <T extends object>(state: T | undefined): state is Extract<T, { ok: true }> =>
  state !== undefined && 'ok' in state && state.ok === true;

/** Renders the placeholder after all urgent jobs; where the queue is full, the next view requests it again. */
export async function preparePlaceholder(services: Services, source: Source): Promise<void> {
  const [names, name] = [preparingIn(services), [source.sha256, source.ext, source.part].join(' ')];
  if (source.size > maxPlaceholderBytes || names.has(name)) return;
  names.add(name);
  try {
    await pause(restMs, undefined, { ref: false });
    await placeholderQueue(false, () => runAsRequester('', () => renderFirstPage(services, source)));
  } catch (error) {
    if (!(error instanceof QueueFull)) throw error;
  } finally {
    names.delete(name);
  }
}

async function renderFirstPage(services: Services, source: Source): Promise<void> {
  if (services.stopping.aborted) return;
  const facts = await render(services, source, { renderer: pageFacts, urgent: false });
  if (facts.ok) await renderPage(services, source, { page: 1, width: placeholderWidth, urgent: false });
}
