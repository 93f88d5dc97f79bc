import { useState } from 'react';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { useMedia } from '../../../ground/hooks/use-media.ts';

interface ViewerPrefs {
  /** The details at the right, and the pages and outline at the left. */
  details: boolean;
  side: boolean;
  wrap: boolean;
}

const start: ViewerPrefs = { details: false, side: false, wrap: false };

/** How the person left the viewers last time, kept in this browser. */
export const useViewerPrefs = create<ViewerPrefs>()(persist(() => start, { name: 'dossier-viewer', version: 1 }));

/** A pane beside the document: remembered where it has room, closed at first where it would lie over the document. */
export function usePane(pane: 'details' | 'side'): [shown: boolean, show: (shown: boolean) => void] {
  const narrow = useMedia('narrow');
  const kept = useViewerPrefs((prefs) => prefs[pane]);
  const [over, setOver] = useState(false);
  return narrow ? [over, setOver] : [kept, (shown) => useViewerPrefs.setState({ [pane]: shown })];
}
