import { type DeckSlide, sameCell } from '@dossier/contract/editing/slide-edits';

/** The drawing that is shown of a slide, with the slide as it differs from that. */
export interface DrawnSlide {
  /** The preview token that the page is had by. */
  look: string;
  page: number;
  slide: DeckSlide;
}

/** The newest drawing: its token, and the version that it is of. */
export interface DrawnVersion {
  look: string;
  revisionId: string;
}

/**
 * The drawings of slides after these have changed. A slide that the newest drawing does not have, as it is of an older version or leaves out
 * hidden slides, keeps the drawing that it had, and all that was changed since that.
 */
export function drawnSlides(
  before: ReadonlyMap<number, DrawnSlide>,
  slides: readonly DeckSlide[],
  { made, revisionId }: { made: DrawnVersion | undefined; revisionId: string },
): Map<number, DrawnSlide> {
  const isNewest = made !== undefined && made.revisionId === revisionId;
  /** A copy has the drawing of what it was made from. */
  const ofCopy = (slide: DeckSlide): DrawnSlide | undefined =>
    slide.page === 0 ? undefined : before.get(slides.find(({ id, page }) => page === slide.page && before.has(id))?.id ?? 0);
  return new Map(
    slides.flatMap((slide): [number, DrawnSlide][] => {
      if (isNewest && slide.page > 0) return [[slide.id, { look: made.look, page: slide.page, slide }]];
      const known = before.get(slide.id) ?? ofCopy(slide);
      return known === undefined ? [] : [[slide.id, { ...known, slide: withDifferences(slide, known.slide) }]];
    }),
  );
}

/** A slide, marked also where it differed from its drawing before. */
function withDifferences(slide: DeckSlide, before: DeckSlide): DeckSlide {
  return {
    ...slide,
    isChanged: slide.isChanged || before.isChanged,
    texts: slide.texts.map((text) => {
      const known = before.texts.find(({ shape, cell }) => shape === text.shape && sameCell(cell, text.cell));
      return known?.isChanged === true ? { ...text, isChanged: true } : text;
    }),
    pictures: slide.pictures.map((one) => {
      const known = before.pictures.find(({ shape }) => shape === one.shape);
      return one.picture === '' && known !== undefined ? { ...one, picture: known.picture } : one;
    }),
  };
}
