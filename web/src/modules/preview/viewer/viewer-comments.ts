import { useEffect, useRef } from 'react';
import { focusCommentField, onMarking, setViewed, useCommentPlaces } from '../../../platform/comment-places.ts';
import { useListPreferences } from '../../../platform/ui/data-table/list-preferences.ts';
import { useMedia } from '../../../platform/ui/hooks.ts';
import { useHotkeys } from '../../../platform/ui/hotkeys.ts';
import { takeWantedTab, useWantedTab } from '../../../platform/wanted-tab.ts';
import type { View } from '../view-request.ts';
import { viewerAddress } from '../viewer-address.ts';

interface CommentsTerms {
  id: string;
  /** The version that is shown. */
  revisionId: string | undefined;
  /** The user sees the comments on the document. */
  hasComments: boolean;
  /** Loads the pane that has them. */
  load: () => void;
  /** Opens it. */
  open: () => void;
  close: () => void;
}

interface OverList extends Partial<Pick<View, 'look' | 'revision' | 'lent'>> {
  id: string;
  currentRev: string | undefined;
}

/**
 * The comments of a document that is shown over a list, where there is no room for them: answers what opens them in a window of its own, as the wish
 * for their tab does. Undefined until the document is known, and where only one version of it was lent.
 */
export function useCommentsInWindow({ id, look: previewToken, revision, lent, currentRev }: OverList): (() => void) | undefined {
  const revisionId = currentRev ?? revision;
  const isKnown = previewToken !== undefined && lent !== true;
  const isWanted = useWantedTab(({ wanted }) => wanted?.id === id);
  const open = (): void => {
    const address = viewerAddress('page', { id, tab: 'comments', ...(currentRev && { currentRev }) });
    // a browser that blocks new tabs opens it in this one
    if (!window.open(address, '_blank')) location.assign(address);
  };
  useEffect(() => {
    if (!isKnown) return undefined;
    setViewed({ id, revisionId });
    return () => setViewed(undefined);
  }, [isKnown, id, revisionId]);
  useEffect(() => {
    if (isWanted && takeWantedTab(id) !== undefined) open();
  });
  return isKnown ? open : undefined;
}

/** Tells the panel of comments which document is shown, and opens a tab of the details where it is wanted. */
export function useViewerComments({ id, revisionId, hasComments, load, open, close }: CommentsTerms): void {
  usePlaceUncovered(close);
  const isWanted = useWantedTab(({ wanted }) => wanted?.id === id);
  useEffect(() => {
    if (!hasComments) return undefined;
    setViewed({ id, revisionId });
    return () => setViewed(undefined);
  }, [hasComments, id, revisionId]);
  useEffect(() => (hasComments ? onMarking(load) : undefined), [hasComments, load]);
  const openTab = (tab: string): void => {
    useListPreferences.setState({ tab });
    open();
  };
  useEffect(() => {
    const tab = hasComments && isWanted ? takeWantedTab(id) : undefined;
    if (tab !== undefined) openTab(tab);
  });
  useHotkeys({
    c: () => {
      if (!hasComments) return false;
      openTab('comments');
      return focusCommentField();
    },
  });
}

/** On a narrow screen the pane lies over the document: it is closed when the document shows the place of a thread. */
function usePlaceUncovered(close: () => void): void {
  const isNarrow = useMedia('narrow');
  const latest = useRef(close);
  latest.current = close;
  useEffect(
    () =>
      useCommentPlaces.subscribe((now, before) => {
        if (isNarrow && before.shown !== undefined && now.shown === undefined && now.viewed === before.viewed) latest.current();
      }),
    [isNarrow],
  );
}
