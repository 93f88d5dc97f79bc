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

/** Tells the panel of comments which document is shown, and opens a tab of the details where it is wanted. */
export function useViewerComments({ view: { id, revision }, currentRev, hasDetails, open }: CommentsTerms): void {
  const revisionId = currentRev ?? revision;
  const wanted = useCommentPlaces(({ wantsTab }) => (wantsTab?.id === id ? wantsTab.tab : undefined));
  useEffect(() => {
    if (!hasDetails) return undefined;
    setViewed({ id, revisionId });
    return () => setViewed(undefined);
  }, [hasDetails, id, revisionId]);
  const openTab = (tab: string): void => {
    useListPreferences.setState({ tab });
    open();
  };
  useEffect(() => {
    if (!hasDetails || wanted === undefined) return;
    useCommentPlaces.setState({ wantsTab: undefined });
    openTab(wanted);
  });
  useHotkeys({
    c: () => {
      if (!hasDetails) return false;
      openTab('comments');
      return focusCommentField();
    },
  });
}
