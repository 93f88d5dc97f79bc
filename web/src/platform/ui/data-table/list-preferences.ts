import { type SortField, sortFields } from '@dossier/contract/documents/library';
import { useMemo } from 'react';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { onSavedLayout, saveLayout } from '../../account-preferences.ts';

export interface Sort {
  readonly field: SortField;
  readonly direction: 'asc' | 'desc';
}

/** Cabinets and folders are in their manual order unless another is chosen. */
export const firstSort: Sort = { field: 'sortNumber', direction: 'asc' };

/** The order after a click on a header: ascending, descending, then manual. Times and sizes begin descending. */
export function nextSort(sort: Sort, field: SortField): Sort {
  const begin = field === 'name' || field === 'sortNumber' ? 'asc' : 'desc';
  if (sort.field !== field) return { field, direction: begin };
  if (sort.direction === begin) return { field, direction: begin === 'asc' ? 'desc' : 'asc' };
  return firstSort;
}

/** The layouts of a folder: rows, rows with thumbnails, cards, gallery. */
const allLayouts = ['list', 'snapshot', 'grid', 'gallery'] as const;
export type Layout = (typeof allLayouts)[number];

/** Not the id alone: an object lists keys that are numbers by their size, and not in the order in which they were put into it. */
const folderKey = (id: string): string => `f${id}`;

/** The chosen layouts by `keysOf` folders and areas, the last chosen at the end. */
export type Layouts = Record<string, Layout>;

/** The most folders with a stored layout. */
const layoutLimit = 200;

/** The layout chosen for the first of these folders, else for the nearest ancestor. */
function layoutIn(chosen: Layouts, keys: readonly string[], otherwise: Layout): Layout {
  const key = keys.find((one) => chosen[one] !== undefined);
  return (key === undefined ? undefined : chosen[key]) ?? otherwise;
}

interface LayoutChoice {
  keys: readonly string[];
  chosen: Layout;
  otherwise: Layout;
}

/** The layouts after a choice: one equal to the inherited layout is not stored. */
export function withLayout(before: Layouts, { keys, chosen, otherwise }: LayoutChoice): Layouts {
  const [own = '', ...around] = keys;
  const others = Object.entries(before).filter(([key]) => key !== own);
  const left = Object.fromEntries(others);
  if (layoutIn(left, around, otherwise) === chosen) return left;
  return Object.fromEntries([...others, [own, chosen] as const].slice(-layoutLimit));
}

/** What the documents of a folder are grouped by: days, weeks or months of their last change, first letters, types, creators. */
export const listGroupings = ['none', 'day', 'week', 'month', 'letter', 'kind', 'creator'] as const;
export type ListGrouping = (typeof listGroupings)[number];

/** How a list is ordered, and what its documents are grouped by. */
export interface Arrangement {
  sort: Sort;
  grouping: ListGrouping;
}

/** The arrangements of grouped folders by `folderKey`, the last chosen at the end: groups hold in the folder they were chosen in, with an order of their own. */
export type Groupings = Record<string, Arrangement>;

/** The most grouped folders that are stored. */
const groupingLimit = 100;

/** The arrangement of a folder: its own where it is grouped, otherwise the order of all lists. */
export const arrangementOf = ({ groupings, sort }: { groupings: Groupings; sort: Sort }, id: string | undefined): Arrangement =>
  (id === undefined ? undefined : groupings[folderKey(id)]) ?? { sort, grouping: 'none' };

/** The groupings after a choice; those of folders that were grouped long ago are dropped. */
export function withArrangement(before: Groupings, id: string, chosen: Arrangement): Groupings {
  const others = Object.entries(before).filter(([key]) => key !== folderKey(id));
  return Object.fromEntries(chosen.grouping === 'none' ? others : [...others, [folderKey(id), chosen] as const].slice(-groupingLimit));
}

/** The column preferences of one place. */
export interface ColumnPreferences {
  /** Changed widths in pixels, by id. */
  widths: Record<string, number>;
  /** Visibility changed from the default, by id. */
  hidden: Record<string, boolean>;
  /** Ids in the user's order, if changed. */
  order: string[];
}

export const noColumnPreferences: ColumnPreferences = { widths: {}, hidden: {}, order: [] };

/** Rows on a page, where lists are shown in pages. */
export const pageSizes = [30, 50, 100] as const;
export type PageSize = (typeof pageSizes)[number];

/** The list preferences; kept in this browser, and those on appearance with the account. */
interface ListPreferences {
  /** The default layout, and the chosen ones by folder id. */
  layout: Layout;
  layouts: Layouts;
  /** The order of folders that are not grouped. */
  sort: Sort;
  groupings: Groupings;
  /** The user has saved views, whose names the bar of a list shows. */
  hasViews: boolean;
  /** Whether lists are scrolled through or shown in pages, and rows on a page. */
  paging: 'scroll' | 'pages';
  pageSize: PageSize;
  /** Column preferences by place. */
  places: Record<string, ColumnPreferences>;
  details: boolean;
  /** The details pane shows the document itself. */
  preview: boolean;
  /** The tab of the details pane. */
  tab: string;
  detailsWidth: number;
}

const defaults: ListPreferences = {
  layout: 'list',
  layouts: {},
  sort: firstSort,
  groupings: {},
  hasViews: false,
  paging: 'scroll',
  pageSize: 30,
  places: {},
  details: false,
  preview: false,
  tab: 'facts',
  detailsWidth: 320,
};

export const useListPreferences = create<ListPreferences>()(persist(() => defaults, { name: 'dossier-list', version: 1 }));

let taking = false;

const saved = ['layout', 'layouts', 'places', 'groupings', 'hasViews', 'paging', 'pageSize', 'preview'] as const;

useListPreferences.subscribe((now, before) => {
  if (!taking && saved.some((name) => now[name] !== before[name]))
    saveLayout('list', Object.fromEntries(saved.map((name) => [name, now[name]])));
});

onSavedLayout('list', (stored) => {
  taking = true;
  useListPreferences.setState(validPreferences(stored));
  taking = false;
});

const isLayout = (value: unknown): value is Layout => allLayouts.some((one) => one === value);

const isGrouping = (value: unknown): value is ListGrouping => listGroupings.some((one) => one === value);

function isArrangement(value: unknown): value is Arrangement {
  const { sort, grouping } = (value ?? {}) as { sort?: Partial<Sort>; grouping?: unknown };
  const isSort = sortFields.some((one) => one === sort?.field) && (sort?.direction === 'asc' || sort?.direction === 'desc');
  return isSort && isGrouping(grouping) && grouping !== 'none';
}

/** The rows of a page that the user has chosen, for a list that begins. */
export const chosenPageSize = (): number => useListPreferences.getState().pageSize;

const isPageSize = (value: unknown): value is PageSize => pageSizes.some((one) => one === value);

/** The preferences stored with the account, without invalid values. */
function validPreferences(raw: unknown): Partial<ListPreferences> {
  const {
    layout,
    layouts: chosen,
    places,
    groupings,
    hasViews,
    paging,
    pageSize,
    preview,
  } = (raw ?? {}) as Partial<Record<(typeof saved)[number], unknown>>;
  const known =
    places !== null && typeof places === 'object' ? Object.entries(places as Record<string, Partial<ColumnPreferences> | null>) : [];
  return {
    ...(isLayout(layout) && { layout }),
    ...(typeof hasViews === 'boolean' && { hasViews }),
    groupings: Object.fromEntries(Object.entries({ ...(groupings as Groupings | null) }).filter(([, one]) => isArrangement(one))),
    ...(typeof preview === 'boolean' && { preview }),
    ...((paging === 'scroll' || paging === 'pages') && { paging }),
    ...(isPageSize(pageSize) && { pageSize }),
    layouts: Object.fromEntries(
      Object.entries({ ...(chosen as Record<string, Layout> | null) }).flatMap(([key, one]) =>
        // stored by the id alone before
        isLayout(one) ? [[/^\d/.test(key) ? folderKey(key) : key, one]] : [],
      ),
    ),
    places: Object.fromEntries(
      known.map(([place, one]) => [
        place,
        { widths: { ...one?.widths }, hidden: { ...one?.hidden }, order: Array.isArray(one?.order) ? one.order.map(String) : [] },
      ]),
    ),
  };
}

/** A folder by its id and ancestors, from the top. */
interface FolderPosition {
  moduleType: number;
  ancestors: readonly { id: string }[];
}

/** What the layouts of a folder, of those around it and of its area are stored by, from the folder up. */
export const keysOf = ({ moduleType, ancestors }: FolderPosition): string[] => [
  ...ancestors.map(({ id }) => folderKey(id)).toReversed(),
  `area${moduleType}`,
];

/** The layout of a folder. */
export const useLayout = (place: FolderPosition): Layout =>
  useListPreferences(({ layouts, layout }) => layoutIn(layouts, keysOf(place), layout));

/** The arrangement of a folder, and its setter. */
export function useArrangement(id: string | undefined): Arrangement & { arrange: (changes: Partial<Arrangement>) => void } {
  const sort = useListPreferences((prefs) => prefs.sort);
  const groupings = useListPreferences((prefs) => prefs.groupings);
  return useMemo(() => {
    const now = arrangementOf({ groupings, sort }, id);
    // without its groups a folder has the order of the others again
    const base = (grouping = now.grouping): Arrangement => (grouping === 'none' ? { sort, grouping } : now);
    return { ...now, arrange: (changes) => arrangeList(id, { ...base(changes.grouping), ...changes }) };
  }, [groupings, sort, id]);
}

/** Arranges a list: without groups for all lists, with groups for this folder. */
function arrangeList(id: string | undefined, next: Arrangement): void {
  useListPreferences.setState(({ groupings }) => ({
    ...((id === undefined || next.grouping === 'none') && { sort: next.sort }),
    ...(id !== undefined && { groupings: withArrangement(groupings, id, next) }),
  }));
}

/** Chooses the layout of a folder, and of descendants without their own. */
export function chooseLayout(place: FolderPosition, chosen: Layout): void {
  useListPreferences.setState(({ layouts, layout }) => ({
    layouts: withLayout(layouts, { keys: keysOf(place), chosen, otherwise: layout }),
  }));
}
