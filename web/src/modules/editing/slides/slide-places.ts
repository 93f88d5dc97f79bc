import type { CommentPlace } from '@dossier/contract/comments/places';
import type { DeckSlide } from '@dossier/contract/editing/slide-edits';
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
