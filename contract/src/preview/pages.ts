import { z } from 'zod';
import { get } from '../core/route.ts';
import { Int, Text } from '../core/shapes.ts';
import { PreviewToken } from './preview-token.ts';

/** Widths of page images in pixels; any other width is rounded up to the next. */
export const pageWidths = [240, 900, 1600, 2400] as const;

/** The most pages of a document. */
export const maxPages = 100_000;

const PageNumber = Int.pipe(z.number().min(1).max(maxPages));

/** A piece of text on a page; left, top, width and height are fractions of the page. */
export const PagePiece = z.object({
  x: z.number(),
  y: z.number(),
  width: z.number(),
  height: z.number(),
  /** Ends with a line break at the end of a line. */
  text: Text,
  /** Rotation in degrees clockwise, where it does not run from left to right. */
  turn: z.number().optional(),
});
export type PagePiece = z.infer<typeof PagePiece>;

/** A rectangle on a page, in fractions of it. */
export const PageBox = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number(), turn: z.number().optional() });
export type PageBox = z.infer<typeof PageBox>;

/** Pages of a document by preview token. The bytes of page `n` are at `/look/page/:look/:n?width=`. */
export const pagesByToken = {
  pages: get('/look/pages', {
    access: 'public',
    does: 'How many pages a document has, and their sizes in points: runs of pages of one size',
    input: z.object({ look: PreviewToken }),
    output: z.object({
      count: z.number(),
      sizes: z.array(z.object({ width: z.number(), height: z.number(), count: z.number() })),
      /** Whether the pages have text that can be selected and searched. */
      words: z.boolean(),
    }),
  }),
  outline: get('/look/outline', {
    access: 'public',
    does: 'The outline of a document, in order; `depth` counts from 0, `page` is 0 where an entry leads nowhere',
    input: z.object({ look: PreviewToken }),
    output: z.object({ entries: z.array(z.object({ title: Text, page: z.number(), depth: z.number() })) }),
  }),
  words: get('/look/words', {
    access: 'public',
    does: 'The text of a page with its places',
    input: z.object({ look: PreviewToken, page: PageNumber }),
    output: z.object({ pieces: z.array(PagePiece) }),
  }),
  find: get('/look/find', {
    access: 'public',
    does: 'Where a text stands in the pages from `from` on; `next` is the page to go on from where there is more',
    input: z.object({ look: PreviewToken, keyword: z.string().min(1).max(200), from: PageNumber.default(1) }),
    output: z.object({
      hits: z.array(z.object({ page: z.number(), boxes: z.array(PageBox) })),
      next: z.number().optional(),
    }),
  }),
};
