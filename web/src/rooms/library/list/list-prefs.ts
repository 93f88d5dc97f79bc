import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { firstSort, type Sort } from './sort.ts';

export type Layout = 'list' | 'grid';
/** How the person left the lists; kept in this browser. */
interface ListPrefs {
  layout: Layout;
  sort: Sort;
  /** Widths of columns by id, in pixels, where they were changed. */
  widths: Record<string, number>;
  /** Columns switched off, and those switched on that are off at first. */
  hidden: Record<string, boolean>;
  details: boolean;
  /** The tab of the details pane. */
  tab: string;
  detailsWidth: number;
}

export const useListPrefs = create<ListPrefs>()(
  persist((): ListPrefs => ({ layout: 'list', sort: firstSort, widths: {}, hidden: {}, details: false, tab: 'facts', detailsWidth: 320 }), {
    name: 'dossier-list',
    version: 1,
  }),
);
