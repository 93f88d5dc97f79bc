import { useEffect } from 'react';
import { isPlaceIn, useCommentPlaces } from '../../../platform/comment-places.ts';

interface PageControl {
  isReady: boolean;
  goTo: ((page: number) => void) | undefined;
  find: ((words: string) => void) | undefined;
}

/** Phrases of a search are at most this long. */
const mostSought = 100;

/** Goes to the place of a thread that the panel asks for: to its page, and in another version to its words, wherever they are now. */
export function useShownPlace({ isReady, goTo, find }: PageControl): void {
  const shown = useCommentPlaces((places) => places.shown);
  const viewed = useCommentPlaces((places) => places.viewed);
  useEffect(() => {
    if (!isReady || shown === undefined || viewed === undefined || !isPlaceIn(shown, viewed.revisionId)) return;
    useCommentPlaces.setState({ shown: undefined });
    const { place, revisionId } = shown;
    if (place.kind === 'words' && revisionId !== viewed.revisionId) find?.(place.quote.slice(0, mostSought));
    else goTo?.(place.page);
  }, [isReady, shown, viewed, goTo, find]);
}
