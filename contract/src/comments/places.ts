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

/** A cell of a workbook, counted from 0, and what it showed. */
const CellPlace = z.object({
  kind: z.literal('cell'),
  sheet: z.string().max(255),
  row: z.number().int(),
  column: z.number().int(),
  text: z.string().max(500).default(''),
});

/** A moment of a film or recording. */
const MomentPlace = z.object({ kind: z.literal('moment'), seconds: z.number() });

/** A point of a drawing, in its own units. */
const PointPlace = z.object({ kind: z.literal('point'), x: z.number(), y: z.number() });

/** Where in its document a thread of comments lies. */
export const CommentPlace = z.discriminatedUnion('kind', [AreaPlace, WordsPlace, CellPlace, MomentPlace, PointPlace]);
export type CommentPlace = z.infer<typeof CommentPlace>;
export type PlaceOf<K extends CommentPlace['kind']> = Extract<CommentPlace, { kind: K }>;

/** Pages, rows and columns beyond are in no document. */
const mostPages = 100_000;
const mostRows = 1_048_576;
const mostColumns = 16_384;
/** A day and a half of film, in seconds. */
const longestFilm = 130_000;
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
  if (place.kind === 'words') return isPage(place.page) && place.quote.trim() !== '';
  if (place.kind === 'cell')
    return place.row >= 0 && place.row < mostRows && place.column >= 0 && place.column < mostColumns && place.sheet !== '';
  if (place.kind === 'moment') return place.seconds >= 0 && place.seconds <= longestFilm;
  return Number.isFinite(place.x) && Number.isFinite(place.y);
}
