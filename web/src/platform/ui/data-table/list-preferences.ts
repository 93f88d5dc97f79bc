import type { SortField } from '@dossier/contract/documents/library';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { onSavedLayout, saveLayout } from '../../account-preferences.ts';

export interface Sort {
  readonly field: SortField;
  readonly direction: 'asc' | 'desc';
}

/** Cabinets and folders stand in the order that their owners gave them until another one is asked for. */
export const firstSort: Sort = { field: 'sortNumber', direction: 'asc' };

/** What a click on a header asks for: up, then down, then the own order again. Times and sizes begin with the greatest. */
export function nextSort(sort: Sort, field: SortField): Sort {
  const begin = field === 'name' || field === 'sortNumber' ? 'asc' : 'desc';
  if (sort.field !== field) return { field, direction: begin };
  if (sort.direction === begin) return { field, direction: begin === 'asc' ? 'desc' : 'asc' };
  return firstSort;
}

/** How things lie in a place: rows, rows with pictures, cards, pictures. */
const allLayouts = ['list', 'snapshot', 'grid', 'gallery'] as const;
export type Layout = (typeof allLayouts)[number];

/** The layouts that were chosen, by the ids of places. */
export type Layouts = Record<string, Layout>;

/** So many places keep a layout of their own. */
const layoutLimit = 200;

/** The layout that was chosen for the first of these places, else for the nearest that it lies in. */
function layoutIn(chosen: Layouts, keys: readonly string[], otherwise: Layout): Layout {
  const key = keys.find((one) => chosen[one] !== undefined);
  return (key === undefined ? undefined : chosen[key]) ?? otherwise;
}

interface LayoutChoice {
  keys: readonly string[];
  chosen: Layout;
  otherwise: Layout;
}

/** The layouts after a choice: what a place would have anyway needs no word. */
export function withLayout(before: Layouts, { keys, chosen, otherwise }: LayoutChoice): Layouts {
  const [own = '', ...around] = keys;
  const others = Object.entries(before).filter(([key]) => key !== own);
  const left = Object.fromEntries(others);
  if (layoutIn(left, around, otherwise) === chosen) return left;
  return Object.fromEntries([...others, [own, chosen] as const].slice(-layoutLimit));
}

/** How the columns of one place were left. */
export interface ColumnPreferences {
  /** Widths by id, in pixels, where they were changed. */
  widths: Record<string, number>;
  /** Columns switched off, and those switched on that are off at first. */
  hidden: Record<string, boolean>;
  /** Ids in their order, as far as it was changed. */
  order: string[];
}

export const noColumnPreferences: ColumnPreferences = { widths: {}, hidden: {}, order: [] };

/** How the person left the lists; kept in this browser, and what they look like with the account. */
interface ListPreferences {
  /** Of places for which none was chosen, and their own where one was, by their ids. */
  layout: Layout;
  layouts: Layouts;
  sort: Sort;
  /** Columns by place. */
  places: Record<string, ColumnPreferences>;
  details: boolean;
  /** The tab of the details pane. */
  tab: string;
  detailsWidth: number;
}

const defaults: ListPreferences = {
  layout: 'list',
  layouts: {},
  sort: firstSort,
  places: {},
  details: false,
  tab: 'facts',
  detailsWidth: 320,
};

export const useListPreferences = create<ListPreferences>()(persist(() => defaults, { name: 'dossier-list', version: 1 }));

let taking = false;

useListPreferences.subscribe(({ layout, layouts: chosen, places }, before) => {
  if (!taking && (layout !== before.layout || chosen !== before.layouts || places !== before.places))
    saveLayout('list', { layout, layouts: chosen, places });
});

onSavedLayout('list', (kept) => {
  taking = true;
  useListPreferences.setState(validPreferences(kept));
  taking = false;
});

const isLayout = (value: unknown): value is Layout => allLayouts.some((one) => one === value);

/** What came from the account, without what makes no sense. */
function validPreferences(raw: unknown): Partial<ListPreferences> {
  const { layout, layouts: chosen, places } = (raw ?? {}) as Partial<Record<'layout' | 'layouts' | 'places', unknown>>;
  const known =
    places !== null && typeof places === 'object' ? Object.entries(places as Record<string, Partial<ColumnPreferences> | null>) : [];
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

/** A place by what names it and the places that it lies in, from the top. */
interface FolderPosition {
  moduleType: number;
  ancestors: readonly { id: string }[];
}

const keysOf = ({ moduleType, ancestors }: FolderPosition): string[] => [
  ...ancestors.map(({ id }) => id).toReversed(),
  `area${moduleType}`,
];

/** How the things of a place are laid out. */
export const useLayout = (place: FolderPosition): Layout =>
  useListPreferences(({ layouts, layout }) => layoutIn(layouts, keysOf(place), layout));

/** Chooses the layout of a place, and of all below that have none of their own. */
export function chooseLayout(place: FolderPosition, chosen: Layout): void {
  useListPreferences.setState(({ layouts, layout }) => ({
    layouts: withLayout(layouts, { keys: keysOf(place), chosen, otherwise: layout }),
  }));
}
