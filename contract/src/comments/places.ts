import { z } from 'zod';

/** A part of the width or height of a page as it is shown, from 0 to 1. */
const part = z.number();
const page = z.number().int();

/** An area of a page. */
const AreaPlace = z.object({ kind: z.literal('area'), page, x: part, y: part, width: part, height: part });

/** A point of a page or drawing; the pages of a drawing are its model and layouts. */
const PointPlace = z.object({ kind: z.literal('point'), page, x: part, y: part });

/** Words of a page, with those around them, by which they are found again in another version. */
const WordsPlace = z.object({
  kind: z.literal('words'),
  page,
  quote: z.string().max(1000),
  before: z.string().max(60).default(''),
  after: z.string().max(60).default(''),
});

/** A cell of a workbook: its sheet by name, as sheets change their order, its row and column from 1. */
const CellPlace = z.object({ kind: z.literal('cell'), sheet: z.string().max(255), row: z.number().int(), column: z.number().int() });

/** A moment of a film or sound, in seconds from its start. */
const MomentPlace = z.object({ kind: z.literal('moment'), seconds: z.number() });

/** Where in its document a thread of comments lies. */
export const CommentPlace = z.discriminatedUnion('kind', [AreaPlace, PointPlace, WordsPlace, CellPlace, MomentPlace]);
export type CommentPlace = z.infer<typeof CommentPlace>;
export type PlaceOf<K extends CommentPlace['kind']> = Extract<CommentPlace, { kind: K }>;

/** A page number beyond is in no document. */
const mostPages = 100_000;
/** As many rows as a table is shown with, and the columns of the largest sheets that spreadsheets make. */
const mostRows = 2_000_000;
const mostColumns = 16_384;
/** A thousand hours: no recording is as long. */
const mostSeconds = 3_600_000;
/** Sums of parts that were rounded are a little more than the page. */
const roundingError = 1e-6;

const isCounted = (number: number, most: number): boolean => number >= 1 && number <= most;
const isPart = (number: number): boolean => number >= 0 && number <= 1;

function isOnPage({ x, y, width, height }: Omit<PlaceOf<'area'>, 'kind' | 'page'>): boolean {
  const isInside = [x, y].every(isPart) && x + width <= 1 + roundingError && y + height <= 1 + roundingError;
  return isInside && width > 0 && height > 0;
}

/** Whether a place can be in a document at all: inside its page, sheet or recording, with something that marks it. */
export function isInDocument(place: CommentPlace): boolean {
  switch (place.kind) {
    case 'area':
      return isCounted(place.page, mostPages) && isOnPage(place);
    case 'point':
      return isCounted(place.page, mostPages) && [place.x, place.y].every(isPart);
    case 'words':
      return isCounted(place.page, mostPages) && place.quote.trim() !== '';
    case 'cell':
      return place.sheet !== '' && isCounted(place.row, mostRows) && isCounted(place.column, mostColumns);
    case 'moment':
      return place.seconds >= 0 && place.seconds <= mostSeconds;
  }
}
