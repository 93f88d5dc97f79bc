import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { keepLayout, takeLayout } from '../../session/kept-layout.ts';
import { type Layout, type Layouts, layouts } from './layout-choice.ts';
import { firstSort, type Sort } from './sort.ts';

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
  /** Of places for which none was chosen, and their own where one was, by their ids. */
  layout: Layout;
  layouts: Layouts;
  sort: Sort;
  /** Columns by place. */
  places: Record<string, ColumnPrefs>;
  details: boolean;
  /** The tab of the details pane. */
  tab: string;
  detailsWidth: number;
}

const first: ListPrefs = { layout: 'list', layouts: {}, sort: firstSort, places: {}, details: false, tab: 'facts', detailsWidth: 320 };

export const useListPrefs = create<ListPrefs>()(persist(() => first, { name: 'dossier-list', version: 1 }));

let taking = false;

useListPrefs.subscribe(({ layout, layouts: chosen, places }, before) => {
  if (!taking && (layout !== before.layout || chosen !== before.layouts || places !== before.places))
    keepLayout('list', { layout, layouts: chosen, places });
});

takeLayout('list', (kept) => {
  taking = true;
  useListPrefs.setState(soundPrefs(kept));
  taking = false;
});

const isLayout = (value: unknown): value is Layout => layouts.some((one) => one === value);

/** What came from the account, without what makes no sense. */
function soundPrefs(raw: unknown): Partial<ListPrefs> {
  const { layout, layouts: chosen, places } = (raw ?? {}) as Partial<Record<'layout' | 'layouts' | 'places', unknown>>;
  const known = places !== null && typeof places === 'object' ? Object.entries(places as Record<string, Partial<ColumnPrefs> | null>) : [];
  return {
    ...(isLayout(layout) && { layout }),
    layouts: Object.fromEntries(Object.entries({ ...(chosen as Record<string, Layout> | null) }).filter(([, one]) => isLayout(one))),
    places: Object.fromEntries(
      known.map(([place, one]) => [
        place,
        { widths: { ...one?.widths }, hidden: { ...one?.hidden }, order: Array.isArray(one?.order) ? one.order.map(String) : [] },
      ]),
    ),
  };
}
