import { readFile } from 'node:fs/promises';
import { codes } from '@dossier/contract/core/codes';
import type { OutputOf, ParsedOf } from '@dossier/contract/core/route';
import type { PagePiece, pagesByToken } from '@dossier/contract/preview/pages';
import { z } from 'zod';
import type { PublicContext, Services } from '../../../platform/context.ts';
import { yieldToEventLoop } from '../../../platform/jobs/yield-to-event-loop.ts';
import { Refusal } from '../../../platform/refusal.ts';
import { openPreviewTicket } from '../../documents/file-tickets.ts';
import { type Renderer, type Source, sourceOf } from '../renderer.ts';
import { render } from '../renditions.ts';
import { hasPages, pageFacts, pageOutline, pageWords, pagesPerTextBlock } from './page-renderers.ts';
import { matchText } from './search/match-text.ts';

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
  if (!hasPages(source.ext)) throw new Refusal(codes.conversionFailed);
  const made = await render(services, source, { ...wanted, urgent: true });
  if (!made.ok) throw new Refusal(codes.conversionFailed);
  return readFile(made.path, 'utf8');
}

/** The number and sizes of a document's pages. */
export async function requirePageFacts(services: Services, source: Source): Promise<z.output<typeof Facts>> {
  return parsed(Facts, await requireRendered(services, source, { renderer: pageFacts }));
}

/** Like `requirePageFacts`, for a rendition found in the cache; undefined where it was removed since, or is invalid. */
export const readPageFacts = (path: string): Promise<z.output<typeof Facts> | undefined> =>
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
