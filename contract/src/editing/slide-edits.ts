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
export const applySlideEdit = (state: DeckState, edit: SlideEdit): DeckState => applySlideEdits(state, [edit]);

/** A presentation after some edits; throws `EditMisfit` where one does not fit. What they change is copied once, however many they are. */
export function applySlideEdits(state: DeckState, edits: readonly SlideEdit[]): DeckState {
  const draft = new DeckDraft(state);
  for (const edit of edits) draft.apply(edit);
  return { deck: { ...state.deck, slides: draft.slides }, deleted: draft.deleted };
}

/** A slide that the draft may write to, with its texts that it may write to by their places. */
interface OwnSlide {
  slide: DeckSlide;
  places?: Map<string, number>;
  texts: Map<string, TextShape>;
}

const placeOf = ({ shape, cell }: { shape: number; cell?: TextShape['cell'] }): string => `${shape} ${cell?.row} ${cell?.column}`;

/** A presentation while edits are applied: the lists are its own, slides and texts become so when they are changed. */
class DeckDraft {
  readonly slides: DeckSlide[];
  readonly deleted: DeckSlide[];
  private readonly own = new Map<number, OwnSlide>();

  constructor({ deck, deleted }: DeckState) {
    this.slides = [...deck.slides];
    this.deleted = [...deleted];
  }

  apply(edit: SlideEdit): void {
    switch (edit.kind) {
      case 'text':
        return this.write(this.ownSlide(edit.slide), edit);
      case 'notes': {
        const { slide } = this.ownSlide(edit.slide);
        if (slide.notes === null) throw new EditMisfit('no notes');
        slide.notes = edit.text;
        return;
      }
      case 'hide':
        this.ownSlide(edit.slide).slide.isHidden = edit.hidden;
        return;
      case 'picture': {
        const { slide } = this.ownSlide(edit.slide);
        if (!slide.pictures.some(({ shape }) => shape === edit.shape)) throw new EditMisfit('no such picture');
        slide.pictures = slide.pictures.map((one) => (one.shape === edit.shape ? { ...one, picture: edit.picture } : one));
        slide.isChanged = true;
        return;
      }
      case 'restore':
        return this.putBefore(take(this.deleted, edit.slide), edit.before);
      case 'move':
        return this.putBefore(take(this.slides, edit.slide), edit.before);
      case 'delete':
        this.deleted.push(take(this.slides, edit.slide));
        if (this.slides.length === 0) throw new EditMisfit('the last slide');
        // it may be written to only once it is back
        this.own.delete(edit.slide);
        return;
      case 'duplicate':
        return this.duplicate(edit);
    }
  }

  private ownSlide(id: number): OwnSlide {
    const known = this.own.get(id);
    if (known !== undefined) return known;
    const at = placeIn(this.slides, id);
    const slide = { ...(this.slides[at] as DeckSlide) };
    this.slides[at] = slide;
    const own = { slide, texts: new Map<string, TextShape>() };
    this.own.set(id, own);
    return own;
  }

  private write(own: OwnSlide, edit: Extract<SlideEdit, { kind: 'text' }>): void {
    const text = ownText(own, placeOf(edit));
    if (text === undefined || edit.paragraph >= text.paragraphs.length) throw new EditMisfit('no such paragraph');
    if (text.isCounted && edit.texts.length !== 1) throw new EditMisfit('counted paragraphs');
    text.paragraphs.splice(edit.paragraph, 1, ...edit.texts);
    if (text.paragraphs.length === 0 || text.paragraphs.length > mostWords.paragraphs) throw new EditMisfit('too few or many paragraphs');
    own.slide.isChanged = true;
  }

  private duplicate({ slide, id }: { slide: number; id: number }): void {
    const at = placeIn(this.slides, slide);
    if (this.slides.length >= mostWords.slides || [...this.slides, ...this.deleted].some((one) => one.id === id))
      throw new EditMisfit('a taken id');
    this.slides.splice(at + 1, 0, { ...(this.slides[at] as DeckSlide), id });
    // its texts are those of the copy, too
    this.own.delete(slide);
  }

  private putBefore(slide: DeckSlide, before: number | null): void {
    this.slides.splice(before === null ? this.slides.length : placeIn(this.slides, before), 0, slide);
  }
}

function placeIn(slides: readonly DeckSlide[], id: number): number {
  const at = slides.findIndex((one) => one.id === id);
  if (at < 0) throw new EditMisfit('no such slide');
  return at;
}

const take = (slides: DeckSlide[], id: number): DeckSlide => slides.splice(placeIn(slides, id), 1)[0] as DeckSlide;

/** A text of a slide that may be written to. */
function ownText(own: OwnSlide, place: string): TextShape | undefined {
  const { slide, texts } = own;
  const known = texts.get(place);
  if (known !== undefined) return known;
  if (own.places === undefined) {
    own.places = new Map(slide.texts.map((one, at): [string, number] => [placeOf(one), at]).toReversed());
    slide.texts = [...slide.texts];
  }
  const at = own.places.get(place);
  const before = at === undefined ? undefined : slide.texts[at];
  if (at === undefined || before === undefined) return undefined;
  const text = { ...before, paragraphs: [...before.paragraphs], isChanged: true };
  slide.texts[at] = text;
  texts.set(place, text);
  return text;
}
