import { useEffect, useState } from 'react';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { useMedia } from '../../../platform/ui/hooks.ts';
import type { View } from '../view-request.ts';

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

/** Where somebody is in a document that has pages. */
export interface PagePosition {
  page: number;
  scale: number;
  fit?: 'page-width' | 'page-fit' | undefined;
  rotation: number;
}

type Named = Pick<View, 'id' | 'version' | 'name'>;

/** A file out of an archive has the id of the archive. */
const keyOf = ({ id, version, name }: Named): string => `dossier-left ${id} ${version} ${name}`;

const isPlace = (kept: Partial<PagePosition> | null): kept is PagePosition =>
  [kept?.page, kept?.scale, kept?.rotation].every((value) => Number.isFinite(value)) && Number(kept?.scale) > 0;

/** Where a document was left in this tab. */
export function lastPosition(view: Named): PagePosition | undefined {
  try {
    const kept = JSON.parse(sessionStorage.getItem(keyOf(view)) ?? 'null') as Partial<PagePosition> | null;
    return isPlace(kept) ? kept : undefined;
  } catch {
    return undefined;
  }
}

/** Keeps where one is, so that loading the page anew goes on there. */
export function useRememberPosition(view: Named, ready: boolean, { page, scale, fit, rotation }: PagePosition): void {
  const key = keyOf(view);
  useEffect(() => {
    if (!ready) return;
    try {
      sessionStorage.setItem(key, JSON.stringify({ page, scale, fit, rotation }));
    } catch {
      // the browser keeps no more: then it begins at the first page
    }
  }, [key, ready, page, scale, fit, rotation]);
}
