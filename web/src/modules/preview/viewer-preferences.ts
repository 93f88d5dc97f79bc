import { useEffect } from 'react';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { useMedia } from '../../platform/ui/hooks.ts';
import type { View } from './view-request.ts';

interface ViewerPrefs {
  /** The details at the right, and the thumbnails and outline at the left. */
  details: boolean;
  side: boolean;
  /** Whether long lines wrap: in code, and in prose. */
  wrap: boolean;
  wrapProse: boolean;
}

const start: ViewerPrefs = { details: false, side: false, wrap: false, wrapProse: true };

/** The last settings of the viewers, kept in this browser. */
const useViewerPrefs = create<ViewerPrefs>()(persist(() => start, { name: 'dossier-viewer', version: 1 }));

type Pane = 'details' | 'side';

/** Of which view a pane covers the document. Not in a component: the one that waits for a rendition gives way to the one that shows it. */
const useCoveringPanes = create<Partial<Record<Pane, string | undefined>>>(() => ({}));

/** A pane beside the document: remembered where there is room, closed in each new view where it would cover the document. */
export function usePane(pane: Pane, { look }: Pick<View, 'look'>): [shown: boolean, show: (shown: boolean) => void] {
  const narrow = useMedia('narrow');
  const stored = useViewerPrefs((prefs) => prefs[pane]);
  const covers = useCoveringPanes((panes) => panes[pane] === look);
  return narrow
    ? [covers, (shown) => useCoveringPanes.setState({ [pane]: shown ? look : undefined })]
    : [stored, (shown) => useViewerPrefs.setState({ [pane]: shown })];
}

/** Text written in paragraphs; a log or a table is read by lines. */
const prose: ReadonlySet<string> = new Set(['txt', 'md', 'markdown', 'rst', 'tex']);

/** Whether long lines wrap: remembered separately for prose and other texts. */
export function useWrap(ext: string): [wrap: boolean, setWrap: (wrap: boolean) => void] {
  const pref = prose.has(ext.toLowerCase()) ? 'wrapProse' : 'wrap';
  const wrap = useViewerPrefs((prefs) => prefs[pref]);
  return [wrap, (wrapped) => useViewerPrefs.setState({ [pref]: wrapped })];
}

/** The position in a paged document. */
export interface PagePosition {
  page: number;
  scale: number;
  fit?: 'page-width' | 'page-fit' | undefined;
  rotation: number;
}

type Named = Pick<View, 'id' | 'version' | 'name'>;

/** A file out of an archive has the id of the archive. */
const keyOf = ({ id, version, name }: Named): string => `dossier-left ${id} ${version} ${name}`;

const isPlace = (stored: Partial<PagePosition> | null): stored is PagePosition =>
  [stored?.page, stored?.scale, stored?.rotation].every((value) => Number.isFinite(value)) && Number(stored?.scale) > 0;

/** The last position of a document in this tab. */
export function lastPosition(view: Named): PagePosition | undefined {
  try {
    const stored = JSON.parse(sessionStorage.getItem(keyOf(view)) ?? 'null') as Partial<PagePosition> | null;
    return isPlace(stored) ? stored : undefined;
  } catch {
    return undefined;
  }
}

/** Stores the position, so that a reload restores it. */
export function useRememberPosition(view: Named, ready: boolean, { page, scale, fit, rotation }: PagePosition): void {
  const key = keyOf(view);
  useEffect(() => {
    if (!ready) return;
    try {
      sessionStorage.setItem(key, JSON.stringify({ page, scale, fit, rotation }));
    } catch {
      // the storage is full: a reload starts at the first page
    }
  }, [key, ready, page, scale, fit, rotation]);
}
