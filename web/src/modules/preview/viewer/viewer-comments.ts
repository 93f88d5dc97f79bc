import { useEffect } from 'react';
import { focusCommentField, setViewed, useCommentPlaces } from '../../../platform/comment-places.ts';
import { useListPreferences } from '../../../platform/ui/data-table/list-preferences.ts';
import { useHotkeys } from '../../../platform/ui/hotkeys.ts';
import type { View } from '../view-request.ts';

interface CommentsTerms {
  view: View;
  currentRev: string | undefined;
  /** The user may see the details of the document, and so its comments. */
  hasDetails: boolean;
  /** Opens the details. */
  open: () => void;
}

/** Tells the panel of comments which document is shown, and opens it where a comment is wanted or chosen. */
export function useViewerComments({ view: { id, revision }, currentRev, hasDetails, open }: CommentsTerms): void {
  const revisionId = currentRev ?? revision;
  const isWanted = useCommentPlaces((places) => places.wantsPanel === id);
  useEffect(() => {
    if (!hasDetails) return undefined;
    setViewed({ id, revisionId });
    return () => setViewed(undefined);
  }, [hasDetails, id, revisionId]);
  const openPanel = (): void => {
    useListPreferences.setState({ tab: 'comments' });
    open();
  };
  useEffect(() => {
    if (!hasDetails || !isWanted) return;
    useCommentPlaces.setState({ wantsPanel: undefined });
    openPanel();
  });
  useHotkeys({
    c: () => {
      if (!hasDetails) return false;
      openPanel();
      return focusCommentField();
    },
  });
}
