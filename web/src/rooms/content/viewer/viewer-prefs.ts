import { create } from 'zustand';
import { persist } from 'zustand/middleware';

interface ViewerPrefs {
  /** The details at the right, and the pages and outline at the left. */
  details: boolean;
  side: boolean;
  wrap: boolean;
}

const start: ViewerPrefs = { details: false, side: false, wrap: false };

/** How the person left the viewers last time, kept in this browser. */
export const useViewerPrefs = create<ViewerPrefs>()(persist(() => start, { name: 'dossier-viewer', version: 1 }));
