import { z } from 'zod';

/** A part of the width or height of a page as it is shown, from 0 to 1. */
const part = z.number();
const page = z.number().int();

/** An area of a page. */
const AreaPlace = z.object({ kind: z.literal('area'), page, x: part, y: part, width: part, height: part });

/** Words of a page, with those around them, by which they are found again in another version. */
const WordsPlace = z.object({
  kind: z.literal('words'),
  page,
  quote: z.string().max(1000),
  before: z.string().max(60).default(''),
  after: z.string().max(60).default(''),
});

/** Where in its document a thread of comments lies. */
export const CommentPlace = z.discriminatedUnion('kind', [AreaPlace, WordsPlace]);
export type CommentPlace = z.infer<typeof CommentPlace>;
export type PlaceOf<K extends CommentPlace['kind']> = Extract<CommentPlace, { kind: K }>;

/** A page number beyond is in no document. */
const mostPages = 100_000;
/** Sums of parts that were rounded are a little more than the page. */
const roundingError = 1e-6;

const isPage = (number: number): boolean => number >= 1 && number <= mostPages;
const isPart = (number: number): boolean => number >= 0 && number <= 1;

/** Whether a place can be in a document at all: inside its page, with something that marks it. */
export function isInDocument(place: CommentPlace): boolean {
  if (place.kind === 'area') {
    const { x, y, width, height } = place;
    const isInside = [x, y].every(isPart) && x + width <= 1 + roundingError && y + height <= 1 + roundingError;
    return isPage(place.page) && isInside && width > 0 && height > 0;
  }
  return isPage(place.page) && place.quote.trim() !== '';
}
