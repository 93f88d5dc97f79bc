/** A place with text on a slide: a shape, or a cell of a table. */
export interface TextPlace {
  /** `p:sldId@id` in the presentation. */
  slide: number;
  /** `p:cNvPr@id` on the slide. */
  shape: number;
  /** Of a table; absent for a shape. */
  cell?: { row: number; column: number } | undefined;
}

/**
 * An edit of a presentation, as the page makes it and the journal keeps it. Edits refer to slides and shapes as they are after all edits
 * before; line feeds within a paragraph are line breaks.
 */
export type SlideEdit =
  /** Puts paragraphs in place of one: one where only its words changed, several where it was split, none where it was removed. */
  | ({ kind: 'text'; paragraph: number; texts: string[] } & TextPlace)
  /** The notes of a slide, a paragraph a line. */
  | { kind: 'notes'; slide: number; text: string }
  /** Moves a slide before another; to the end with null. */
  | { kind: 'move'; slide: number; before: number | null }
  | { kind: 'hide'; slide: number; hidden: boolean }
  /** Puts a copy after a slide; `id` is a new one. */
  | { kind: 'duplicate'; slide: number; id: number }
  | { kind: 'delete'; slide: number }
  /** Brings back a slide that an edit before has deleted. */
  | { kind: 'restore'; slide: number; before: number | null }
  /** Shows an uploaded picture in place of another; `picture` names its bytes, and is '' to go back to the one of the file. */
  | { kind: 'picture'; slide: number; shape: number; picture: string };

/** A box on a slide, in English Metric Units, turned around its middle by degrees. */
export interface SlideBox {
  x: number;
  y: number;
  width: number;
  height: number;
  turned: number;
}

/** A shape or a cell whose words can be edited. */
export interface SlideText {
  shape: number;
  cell?: { row: number; column: number } | undefined;
  name: string;
  /** Undefined where neither the slide nor what it inherits from says it. */
  box?: SlideBox | undefined;
  paragraphs: string[];
  /** An animation counts the paragraphs: they may neither become more nor fewer. */
  isCounted: boolean;
  look?: TextLook;
}

/** How the first paragraph of a text on a slide looks: `size` in points, `align` across and `anchor` down the box of the text. */
export interface TextLook {
  size: number;
  isBold: boolean;
  align: 'l' | 'ctr' | 'r';
  anchor: 't' | 'ctr' | 'b';
}

export interface SlidePicture {
  shape: number;
  name: string;
  box?: SlideBox | undefined;
  /** The uploaded picture that took its place; '' for that of the file. */
  picture: string;
}

export interface DeckSlide {
  id: number;
  isHidden: boolean;
  /** Null where they cannot be edited. */
  notes: string | null;
  texts: SlideText[];
  pictures: SlidePicture[];
}

/** What can be edited in a presentation. */
export interface SlideDeck {
  /** The size of the slides, in English Metric Units. */
  width: number;
  height: number;
  slides: DeckSlide[];
}

/** Thrown where an edit does not fit the presentation: nothing is written then. */
export class SlideRefusal extends Error {
  readonly reason: 'no-slide' | 'no-text' | 'no-picture' | 'taken' | 'last-slide' | 'counted' | 'not-a-picture' | 'linked';
  constructor(reason: SlideRefusal['reason']) {
    super(reason);
    this.reason = reason;
  }
}

/** The ids that slides may have (ST_SlideId). */
export const slideIds = { least: 256, most: 2_147_483_647 } as const;
