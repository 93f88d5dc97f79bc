import type { CommentPlace, PlaceOf } from '@dossier/contract/comments/places';
import { useEffect, useRef } from 'react';
import { type ShownPlace, isPlaceIn, useCommentPlaces } from '../../platform/comment-places.ts';

type Kind = CommentPlace['kind'];

/** Whether a place is of one of some kinds. */
export const isOfKind = <K extends Kind>(place: CommentPlace, kinds: readonly K[]): place is PlaceOf<K> =>
  (kinds as readonly Kind[]).includes(place.kind);

/**
 * Calls `show` with the place that the panel asks for, of a kind that this viewer has and in the viewed version, as soon as the viewer is ready. Others
 * stay for the viewer that has them: the table and the pages of a workbook take turns.
 */
export function useAskedPlace<K extends Kind>(
  kinds: readonly K[],
  isReady: boolean,
  show: (place: PlaceOf<K>, isOtherVersion: boolean) => void,
): void {
  const shown = useCommentPlaces((places) => places.shown);
  const viewed = useCommentPlaces((places) => places.viewed);
  const sheets = useCommentPlaces((places) => places.sheets);
  const latest = useRef({ kinds, show });
  latest.current = { kinds, show };
  useEffect(() => {
    if (!isReady || shown === undefined || !isPlaceIn(shown, { viewed, sheets })) return;
    const { place, revisionId } = shown;
    if (!isOfKind(place, latest.current.kinds)) return;
    useCommentPlaces.setState({ shown: undefined });
    latest.current.show(place, revisionId !== viewed?.revisionId);
  }, [isReady, shown, viewed, sheets]);
}

interface PageControl {
  isReady: boolean;
  goTo: ((page: number) => void) | undefined;
  find?: ((words: string) => void) | undefined;
}

/** Phrases of a search are at most this long. */
const mostSought = 100;

/** Goes to the page of a thread that the panel asks for, and in another version to its words, wherever they are now. */
export function useShownPlace({ isReady, goTo, find }: PageControl): void {
  useAskedPlace(['area', 'point', 'words'], isReady, (place, isOtherVersion) => {
    if (place.kind === 'words' && isOtherVersion) find?.(place.quote.slice(0, mostSought));
    else goTo?.(place.page);
  });
}

/**
 * Turns from one way of showing a document to another, where the panel asks for a place that only the other one shows. The place is kept until that has
 * taken it: a viewer that goes forgets all places. Without a display there is nothing to turn to.
 */
export function usePlaceElsewhere<D extends string>(
  display: D | undefined,
  displayOf: (place: CommentPlace) => D | undefined,
  turnTo: (display: D) => void,
): void {
  const shown = useCommentPlaces((places) => places.shown);
  const viewed = useCommentPlaces((places) => places.viewed);
  const kept = useRef<ShownPlace>(undefined);
  const latest = useRef({ displayOf, turnTo });
  latest.current = { displayOf, turnTo };
  useEffect(
    () =>
      useCommentPlaces.subscribe((now, before) => {
        if (before.shown !== undefined && now.shown === undefined && now.viewed === before.viewed) kept.current = undefined;
      }),
    [],
  );
  useEffect(() => {
    if (shown === undefined || display === undefined || !isPlaceIn(shown, useCommentPlaces.getState())) return;
    const wanted = latest.current.displayOf(shown.place);
    if (wanted === undefined || wanted === display) return;
    kept.current = shown;
    latest.current.turnTo(wanted);
  }, [shown, display]);
  useEffect(() => {
    if (viewed !== undefined && kept.current !== undefined)
      useCommentPlaces.setState({ shown: kept.current, selected: kept.current.threadId });
  }, [viewed]);
}
