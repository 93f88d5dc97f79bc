import { useEffect } from 'react';
import { focusCommentField, setViewed } from '../../../platform/comment-places.ts';
import { useListPreferences } from '../../../platform/ui/data-table/list-preferences.ts';
import { useHotkeys } from '../../../platform/ui/hotkeys.ts';
import { takeWantedTab, useWantedTab } from '../../../platform/wanted-tab.ts';
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
  const isWanted = useWantedTab(({ wanted }) => wanted?.id === id);
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
    const tab = hasDetails && isWanted ? takeWantedTab(id) : undefined;
    if (tab !== undefined) openTab(tab);
  });
  useHotkeys({
    c: () => {
      if (!hasDetails) return false;
      openTab('comments');
      return focusCommentField();
    },
  });
}
