import { z } from 'zod';
import { type OrderedNotice, type OrderedRequest, orderedNotice, orderedRequest, strictList } from './ordered-edits.ts';

/** Bounds of a presentation that is edited: characters of a paragraph and of the notes of a slide, paragraphs of a text, slides. */
export const mostWords = { paragraph: 20_000, notes: 100_000, paragraphs: 2000, slides: 5000 } as const;
/** Bytes of an uploaded picture. */
export const maxPictureBytes = 10 << 20;
/** Edits in one message. */
export const maxEditsOfMessage = 500;

/** Whether a text can stand in XML: no control characters but tabs and line feeds, no half pairs, and no object in place of a character. */
const isWritable = (text: string): boolean => text.isWellFormed() && !/[^\t\n\u0020-\uFFFB\uFFFD\u{10000}-\u{10FFFF}]/u.test(text);
/** A text without what cannot stand in XML. */
export const writable = (text: string): string => text.toWellFormed().replaceAll(/[^\t\n\u0020-\uFFFB\uFFFD\u{10000}-\u{10FFFF}]/gu, '');
const Words = (max: number) => z.string().max(max).refine(isWritable);

/** The ids that slides may have (ST_SlideId). */
export const slideIds = { least: 256, most: 2_147_483_647 } as const;
const SlideId = z.int().min(slideIds.least).max(slideIds.most);
const ShapeId = z.int().min(0).max(4_294_967_295);
const Cell = z.object({ row: z.int().min(0).max(10_000), column: z.int().min(0).max(10_000) });

/** An edit of a presentation; it refers to slides and shapes as all edits before it left them. Line feeds in a paragraph are line breaks. */
export const SlideEdit = z.discriminatedUnion('kind', [
  /** Puts paragraphs in place of one: one where only its words changed, several where it was split, none where it was removed. */
  z.object({
    kind: z.literal('text'),
    slide: SlideId,
    shape: ShapeId,
    cell: Cell.optional(),
    paragraph: z.int().min(0).max(mostWords.paragraphs),
    texts: z.array(Words(mostWords.paragraph)).max(mostWords.paragraphs),
  }),
  z.object({ kind: z.literal('notes'), slide: SlideId, text: Words(mostWords.notes) }),
  /** Moves a slide before another; to the end with null. */
  z.object({ kind: z.literal('move'), slide: SlideId, before: SlideId.nullable() }),
  z.object({ kind: z.literal('hide'), slide: SlideId, hidden: z.boolean() }),
  z.object({ kind: z.literal('duplicate'), slide: SlideId, id: SlideId }),
  z.object({ kind: z.literal('delete'), slide: SlideId }),
  /** Brings back a slide that was deleted since the last version. */
  z.object({ kind: z.literal('restore'), slide: SlideId, before: SlideId.nullable() }),
  /** `picture` is the sha256 of an uploaded picture; '' goes back to the one of the version. */
  z.object({ kind: z.literal('picture'), slide: SlideId, shape: ShapeId, picture: z.string().regex(/^(?:[0-9a-f]{64})?$/) }),
]);
export type SlideEdit = z.infer<typeof SlideEdit>;

/** The slide that a connection shows. */
const Selection = z.object({ slide: SlideId });
export type SlideSelection = z.infer<typeof Selection>;

export const SlidesRequest = orderedRequest(strictList(SlideEdit, maxEditsOfMessage), Selection);
export type SlidesRequest = OrderedRequest<SlideEdit, SlideSelection>;
export const SlidesNotice = orderedNotice(z.array(SlideEdit), Selection);
export type SlidesNotice = OrderedNotice<SlideEdit, SlideSelection>;

const Box = z.object({ x: z.number(), y: z.number(), width: z.number(), height: z.number(), turned: z.number() });
/** How the first paragraph of a text looks: points, and where it stands in its box. */
const TextLook = z.object({ size: z.number(), isBold: z.boolean(), align: z.enum(['l', 'ctr', 'r']), anchor: z.enum(['t', 'ctr', 'b']) });
const TextShape = z.object({
  shape: z.number(),
  cell: Cell.optional(),
  name: z.string(),
  box: Box.optional(),
  paragraphs: z.array(z.string()),
  /** An animation counts the paragraphs: they may neither become more nor fewer. */
  isCounted: z.boolean(),
  look: TextLook.optional(),
  /** Whether it says something else than was drawn. */
  isChanged: z.boolean().optional(),
});
const PictureShape = z.object({ shape: z.number(), name: z.string(), box: Box.optional(), picture: z.string() });
const DeckSlide = z.object({
  id: z.number(),
  isHidden: z.boolean(),
  /** Null where they cannot be edited. */
  notes: z.string().nullable(),
  texts: z.array(TextShape),
  pictures: z.array(PictureShape),
  /** The page of the version's drawing that shows it, from 1; 0 where it is not drawn, as hidden slides are. */
  page: z.number(),
  /** Whether it looks otherwise than it was drawn. */
  isChanged: z.boolean(),
});
/** What can be edited in a presentation; sizes in English Metric Units. */
export const SlideDeck = z.object({ width: z.number(), height: z.number(), slides: z.array(DeckSlide) });
export type SlideDeck = z.infer<typeof SlideDeck>;
export type DeckSlide = z.infer<typeof DeckSlide>;
export type TextShape = z.infer<typeof TextShape>;

/** A presentation in an editing session: the slides that were deleted can be brought back until a version is saved. */
export interface DeckState {
  deck: SlideDeck;
  deleted: DeckSlide[];
}

/** A presentation of a session as it is now: `seq` is the number of the last edit in it, `revisionId` the version that its pages are drawn of. */
export const DeckNow = z.object({ seq: z.number(), revisionId: z.string(), deck: SlideDeck, deleted: z.array(DeckSlide) });
export type DeckNow = z.infer<typeof DeckNow>;

/** An edit does not fit the presentation as it is. */
export class EditMisfit extends Error {}

/** Whether what was sent without knowing of this edit may no longer mean what it meant. */
export const isStructuralSlideEdit = (edit: SlideEdit): boolean =>
  edit.kind === 'text' ? edit.texts.length !== 1 : edit.kind === 'delete' || edit.kind === 'restore' || edit.kind === 'duplicate';

export const sameCell = (one: TextShape['cell'], other: TextShape['cell']): boolean =>
  one?.row === other?.row && one?.column === other?.column;

/** A presentation after an edit; throws `EditMisfit` where the edit does not fit. */
export function applySlideEdit(state: DeckState, edit: SlideEdit): DeckState {
  const { deck, deleted } = state;
  const { slides } = deck;
  const withSlides = (next: DeckSlide[], gone = deleted): DeckState => ({ deck: { ...deck, slides: next }, deleted: gone });
  if (edit.kind === 'restore') {
    const back = deleted.find(({ id }) => id === edit.slide);
    if (back === undefined) throw new EditMisfit('no such slide');
    return withSlides(
      putBefore(slides, back, edit.before),
      deleted.filter((one) => one !== back),
    );
  }
  const slide = slides.find(({ id }) => id === edit.slide);
  if (slide === undefined) throw new EditMisfit('no such slide');
  const others = slides.filter((one) => one !== slide);
  const changed = (changes: Partial<DeckSlide>): DeckState =>
    withSlides(slides.map((one) => (one === slide ? { ...one, ...changes } : one)));
  switch (edit.kind) {
    case 'text':
      return changed({ texts: withWords(slide.texts, edit), isChanged: true });
    case 'notes':
      if (slide.notes === null) throw new EditMisfit('no notes');
      return changed({ notes: edit.text });
    case 'hide':
      return changed({ isHidden: edit.hidden });
    case 'picture':
      if (!slide.pictures.some(({ shape }) => shape === edit.shape)) throw new EditMisfit('no such picture');
      return changed({
        pictures: slide.pictures.map((one) => (one.shape === edit.shape ? { ...one, picture: edit.picture } : one)),
        isChanged: true,
      });
    case 'move':
      return withSlides(putBefore(others, slide, edit.before));
    case 'delete':
      if (others.length === 0) throw new EditMisfit('the last slide');
      return withSlides(others, [...deleted, slide]);
    case 'duplicate': {
      if (slides.length >= mostWords.slides || [...slides, ...deleted].some(({ id }) => id === edit.id)) throw new EditMisfit('a taken id');
      return withSlides(slides.flatMap((one) => (one === slide ? [one, { ...one, id: edit.id }] : [one])));
    }
  }
}

function putBefore(slides: DeckSlide[], slide: DeckSlide, before: number | null): DeckSlide[] {
  if (before === null) return [...slides, slide];
  const at = slides.findIndex(({ id }) => id === before);
  if (at < 0) throw new EditMisfit('no such slide');
  return slides.toSpliced(at, 0, slide);
}

function withWords(texts: TextShape[], edit: Extract<SlideEdit, { kind: 'text' }>): TextShape[] {
  const text = texts.find((one) => one.shape === edit.shape && sameCell(one.cell, edit.cell));
  if (text === undefined || edit.paragraph >= text.paragraphs.length) throw new EditMisfit('no such paragraph');
  if (text.isCounted && edit.texts.length !== 1) throw new EditMisfit('counted paragraphs');
  const paragraphs = text.paragraphs.toSpliced(edit.paragraph, 1, ...edit.texts);
  if (paragraphs.length === 0 || paragraphs.length > mostWords.paragraphs) throw new EditMisfit('too few or many paragraphs');
  return texts.map((one) => (one === text ? { ...one, paragraphs, isChanged: true } : one));
}
