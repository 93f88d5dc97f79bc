import { useState } from 'react';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { useMedia } from '../../ground/hooks/use-media.ts';

interface ViewerPrefs {
  /** The details at the right, and the pages and outline at the left. */
  details: boolean;
  side: boolean;
  /** Long lines are broken: in code, and in prose. */
  wrap: boolean;
  wrapProse: boolean;
}

const start: ViewerPrefs = { details: false, side: false, wrap: false, wrapProse: true };

/** How the person left the viewers last time, kept in this browser. */
const useViewerPrefs = create<ViewerPrefs>()(persist(() => start, { name: 'dossier-viewer', version: 1 }));

/** A pane beside the document: remembered where it has room, closed at first where it would lie over the document. */
export function usePane(pane: 'details' | 'side'): [shown: boolean, show: (shown: boolean) => void] {
  const narrow = useMedia('narrow');
  const kept = useViewerPrefs((prefs) => prefs[pane]);
  const [over, setOver] = useState(false);
  return narrow ? [over, setOver] : [kept, (shown) => useViewerPrefs.setState({ [pane]: shown })];
}

/** Texts that people write line by paragraph; a log or a table is read by its lines. */
const prose: ReadonlySet<string> = new Set(['txt', 'md', 'markdown', 'rst', 'tex']);

/** Whether the long lines of a text are broken: remembered for prose and for everything else apart. */
export function useWrap(ext: string): [wrap: boolean, setWrap: (wrap: boolean) => void] {
  const pref = prose.has(ext.toLowerCase()) ? 'wrapProse' : 'wrap';
  const wrap = useViewerPrefs((prefs) => prefs[pref]);
  return [wrap, (wrapped) => useViewerPrefs.setState({ [pref]: wrapped })];
}
