import { type PlacedThread, comments } from '@dossier/contract/comments/comments';
import { use, useEffect, useMemo } from 'react';
import { isPlaceIn, useCommentPlaces } from '../../platform/comment-places.ts';
import { useCall } from '../../platform/query.ts';
import { ReaderContext } from './reader.ts';

/** A thread with its number, which is the same on its mark wherever it is drawn. */
export interface NumberedThread extends PlacedThread {
  number: number;
}

const none: NumberedThread[] = [];

/** The places of the open threads on the viewed document. Nothing is asked where its comments are not seen. */
function usePlaces() {
  const id = useCommentPlaces((places) => places.viewed?.id);
  const { isVisitor, comments: ofLink } = use(ReaderContext);
  const ofStaff = useCall(comments.places, { objId: id ?? '0' }, { enabled: id !== undefined && !isVisitor }).data;
  if (!isVisitor) return ofStaff;
  return id === undefined ? undefined : ofLink?.places;
}

/** Whether the user may comment on the viewed document. */
export function useMayComment(): boolean {
  const places = usePlaces();
  return places !== undefined && places.off !== true;
}

/** The open threads that lie at a place of the viewed version, numbered from the oldest. */
export function usePlacedThreads(): NumberedThread[] {
  const viewed = useCommentPlaces((places) => places.viewed);
  const sheets = useCommentPlaces((places) => places.sheets);
  const list = usePlaces()?.list;
  return useMemo(
    () =>
      list === undefined
        ? none
        : list
            .filter((thread) => isPlaceIn(thread, { viewed, sheets }))
            .toSorted((a, b) => Number(a.id) - Number(b.id))
            .map((thread, at) => ({ ...thread, number: at + 1 })),
    [list, viewed, sheets],
  );
}

/** The same for a viewer whose marks have these numbers: the panel names the threads by them as well. */
export function useNumberedThreads(): NumberedThread[] {
  const threads = usePlacedThreads();
  useEffect(() => {
    useCommentPlaces.setState({ numbers: new Map(threads.map(({ id, number }) => [id, number])) });
    return () => useCommentPlaces.setState({ numbers: undefined });
  }, [threads]);
  return threads;
}
