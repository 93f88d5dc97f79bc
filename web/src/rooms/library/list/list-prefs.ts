import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { keepLayout, takeLayout } from '../../session/kept-layout.ts';
import { firstSort, type Sort } from './sort.ts';

export type Layout = 'list' | 'grid';

/** How the columns of one place were left. */
export interface ColumnPrefs {
  /** Widths by id, in pixels, where they were changed. */
  widths: Record<string, number>;
  /** Columns switched off, and those switched on that are off at first. */
  hidden: Record<string, boolean>;
  /** Ids in their order, as far as it was changed. */
  order: string[];
}

export const noColumnPrefs: ColumnPrefs = { widths: {}, hidden: {}, order: [] };

/** How the person left the lists; kept in this browser, and what they look like with the account. */
interface ListPrefs {
  layout: Layout;
  sort: Sort;
  /** Columns by place. */
  places: Record<string, ColumnPrefs>;
  details: boolean;
  /** The tab of the details pane. */
  tab: string;
  detailsWidth: number;
}

const first: ListPrefs = { layout: 'list', sort: firstSort, places: {}, details: false, tab: 'facts', detailsWidth: 320 };

export const useListPrefs = create<ListPrefs>()(persist(() => first, { name: 'dossier-list', version: 1 }));

let taking = false;

useListPrefs.subscribe(({ layout, places }, before) => {
  if (!taking && (layout !== before.layout || places !== before.places)) keepLayout('list', { layout, places });
});

takeLayout('list', (kept) => {
  taking = true;
  useListPrefs.setState(soundPrefs(kept));
  taking = false;
});

/** What came from the account, without what makes no sense. */
function soundPrefs(raw: unknown): Partial<ListPrefs> {
  const { layout, places } = (raw ?? {}) as Partial<Record<'layout' | 'places', unknown>>;
  const known = places !== null && typeof places === 'object' ? Object.entries(places as Record<string, Partial<ColumnPrefs> | null>) : [];
  return {
    ...((layout === 'list' || layout === 'grid') && { layout }),
    places: Object.fromEntries(
      known.map(([place, one]) => [
        place,
        { widths: { ...one?.widths }, hidden: { ...one?.hidden }, order: Array.isArray(one?.order) ? one.order.map(String) : [] },
      ]),
    ),
  };
}
