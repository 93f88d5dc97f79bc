import type { CommentPlace, PlaceOf } from '@dossier/contract/comments/places';
import { type DeckSlide, type SlideDeck, type TextShape, sameCell } from '@dossier/contract/editing/slide-edits';
import { useState } from 'react';
import { useText } from '../../../platform/i18n.ts';
import { notice } from '../../../platform/notices.ts';
import { useAskedPlace } from '../../preview/shown-place.ts';
import { wordsInText } from '../../preview/words-in-page.ts';
import { useUncoverPlace } from '../comments-beside.ts';

/** The kinds of places that drawn slides have. */
export const slidePlaces = ['area', 'point', 'words'] as const;

/** The slide of a place: for words the one that has them, else the one that was on its page when the window was opened. */
export function slideOfPlace(place: CommentPlace, slides: readonly DeckSlide[], opened: readonly DeckSlide[]): DeckSlide | undefined {
  if (place.kind === 'cell' || place.kind === 'moment') return undefined;
  const onPage = opened.find(({ page }) => page === place.page);
  const own = slides.find(({ id }) => id === onPage?.id);
  if (place.kind !== 'words') return own;
  const hasWords = ({ texts }: DeckSlide): boolean =>
    wordsInText(texts.flatMap(({ paragraphs }) => paragraphs).join('\n'))(place) !== undefined;
  return own && hasWords(own) ? own : slides.find(hasWords);
}

/** A text of a slide, which is opened for writing. */
export type TextPlace = Pick<TextShape, 'shape' | 'cell'>;

/**
 * The place of a slide in the version that was current when the window was opened: the box of its open text, else all of it. A slide that this version
 * does not show, as it is new or was hidden, has none.
 */
export function placeOfSlide(
  { id, text }: { id: number; text: TextPlace | undefined },
  { slides, width, height }: Pick<SlideDeck, 'slides' | 'width' | 'height'>,
): PlaceOf<'area'> | undefined {
  const slide = slides.find((one) => one.id === id);
  if (slide === undefined || slide.page < 1) return undefined;
  const box = text && slide.texts.find(({ shape, cell }) => shape === text.shape && sameCell(cell, text.cell))?.box;
  const within = (from: number, size: number, all: number): [number, number] => {
    const start = Math.min(1, Math.max(0, from / all));
    return [start, Math.min(1, Math.max(0, (from + size) / all)) - start];
  };
  const [x, w] = within(box?.x ?? 0, box?.width ?? width, width);
  const [y, h] = within(box?.y ?? 0, box?.height ?? height, height);
  const isOnSlide = w > 0 && h > 0;
  return { kind: 'area', page: slide.page, ...(isOnSlide ? { x, y, width: w, height: h } : { x: 0, y: 0, width: 1, height: 1 }) };
}

/** Leads to the slides that comments are about. */
export function useSlidePlaces(slides: readonly DeckSlide[], choose: (id: number) => void): void {
  const t = useText('editing.editor');
  const [opened] = useState(slides);
  const uncover = useUncoverPlace();
  useAskedPlace(slidePlaces, true, (place) => {
    const slide = slideOfPlace(place, slides, opened);
    if (slide === undefined) return notice.info(t('placeLost'));
    uncover();
    return choose(slide.id);
  });
}
