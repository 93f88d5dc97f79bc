import { readFile } from 'node:fs/promises';
import { codes } from '@dossier/contract/codes';
import type { PagePiece, pageLooks } from '@dossier/contract/page-looks';
import type { OutputOf, ParsedOf } from '@dossier/contract/route';
import { z } from 'zod';
import type { House, PublicCtx } from '../../ground/ctx.ts';
import { Refusal } from '../../ground/refusal.ts';
import { openLook } from '../content/file-ticket.ts';
import type { Maker, Source } from '../renditions/maker.ts';
import { render } from '../renditions/render.ts';
import { sourceOf } from '../renditions/source-of.ts';
import { pageFacts, pageOutline, pageWords, wordsTogether } from './makers.ts';
import { hasPages } from './page-source.ts';

const Facts = z.object({ count: z.int().min(0), sizes: z.array(z.tuple([z.number(), z.number(), z.int()])) });
const Entries = z.array(z.tuple([z.string(), z.number(), z.number()]));
const Pieces = z.array(z.tuple([z.number(), z.number(), z.number(), z.number(), z.string()]).rest(z.number()));

/** What a hostile file was read as is looked at before anybody gets it. */
function parsed<T>(type: z.ZodType<T>, text: string): T {
  try {
    return type.parse(JSON.parse(text));
  } catch {
    throw new Refusal(codes.conversionFailed);
  }
}

async function needMade(house: House, source: Source, wanted: { maker: Maker; param?: string }): Promise<string> {
  if (!hasPages(source.ext)) throw new Refusal(codes.conversionFailed);
  const made = await render(house, source, { ...wanted, urgent: true });
  if (!made.ok) throw new Refusal(codes.conversionFailed);
  return readFile(made.path, 'utf8');
}

/** How many pages a document has, and how large. */
export async function needFacts(house: House, source: Source): Promise<z.output<typeof Facts>> {
  return parsed(Facts, await needMade(house, source, { maker: pageFacts }));
}

/** The same, of what stood on the shelf a moment ago; undefined where it was removed since, or says nothing that could be. */
export const findFacts = (path: string): Promise<z.output<typeof Facts> | undefined> =>
  readFile(path, 'utf8')
    .then((text) => parsed(Facts, text))
    .catch(() => undefined);

/** How many pages a document has and how large they are. */
export async function lookPages(ctx: PublicCtx, input: ParsedOf<typeof pageLooks.pages>): Promise<OutputOf<typeof pageLooks.pages>> {
  const { held, still } = await openLook(ctx.house, input.look, ctx.address);
  const source = sourceOf(held);
  const { count, sizes } = await needFacts(ctx.house, source);
  await still();
  return {
    count,
    sizes: sizes.map(([width, height, many]) => ({ width, height, count: many })),
    words: !['tif', 'tiff'].includes(source.ext),
  };
}

/** The outline of a document. */
export async function lookOutline(ctx: PublicCtx, input: ParsedOf<typeof pageLooks.outline>): Promise<OutputOf<typeof pageLooks.outline>> {
  const { held, still } = await openLook(ctx.house, input.look, ctx.address);
  const entries = parsed(Entries, await needMade(ctx.house, sourceOf(held), { maker: pageOutline }));
  await still();
  return { entries: entries.map(([title, page, depth]) => ({ title, page, depth })) };
}

/** The text of the pages that are kept together with this one, and which is the first of them. */
export async function wordsAround(house: House, source: Source, page: number): Promise<{ first: number; pages: PagePiece[][] }> {
  const first = page - ((page - 1) % wordsTogether);
  const text = await needMade(house, source, { maker: pageWords, param: String(first) });
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

/** The text of a page with its places. */
export async function lookWords(ctx: PublicCtx, input: ParsedOf<typeof pageLooks.words>): Promise<OutputOf<typeof pageLooks.words>> {
  const { held, still } = await openLook(ctx.house, input.look, ctx.address);
  const source = sourceOf(held);
  const { count } = await needFacts(ctx.house, source);
  if (input.page > count) throw new Refusal(codes.pageOutOfRange);
  const { first, pages } = await wordsAround(ctx.house, source, input.page);
  await still();
  return { pieces: pages[input.page - first] ?? [] };
}
