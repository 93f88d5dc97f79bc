import type { SortField } from '@dossier/contract/documents/library';
import { useLocation } from '@tanstack/react-router';
import { type ReactNode, useCallback } from 'react';
import { type ColumnPreferences, noColumnPreferences, useListPreferences } from './list-preferences.ts';

/** A column of a list. The first one takes the remaining width. */
export interface Column<T> {
  readonly id: string;
  readonly label: string;
  readonly width: number;
  readonly min?: number;
  readonly end?: boolean;
  readonly sort?: SortField;
  /** Hidden by default. */
  readonly off?: boolean;
  readonly cell: (row: T, state: CellState) => ReactNode;
}

interface CellState {
  readonly renaming: boolean;
}

const firstMin = 200;

/** The visible columns, with the user's order and widths. The first one stays first. */
export function shownColumns<T>(columns: readonly Column<T>[], { widths, hidden, order }: ColumnPreferences): Column<T>[] {
  const [first, ...others] = columns;
  const at = (column: Column<T>): number => (order.includes(column.id) ? order.indexOf(column.id) : columns.indexOf(column));
  const shown = others.filter((column) => !(hidden[column.id] ?? column.off ?? false)).toSorted((a, b) => at(a) - at(b));
  return [...(first ? [first] : []), ...shown].map((column) => ({ ...column, width: widths[column.id] ?? column.width }));
}

/**
 * The columns that a list of a width has room for: from the right, those are left out that do not fit. Those that the user has switched on or
 * resized stay, and the list scrolls.
 */
export function fittingColumns<T>(
  columns: readonly Column<T>[],
  width: number,
  { widths, hidden }: ColumnPreferences,
): readonly Column<T>[] {
  let shown = columns;
  while (templateOf(shown).least > width) {
    const last = shown.findLast(({ id }, at) => at > 0 && !(id in widths) && hidden[id] !== false);
    if (last === undefined) return shown;
    shown = shown.filter((column) => column !== last);
  }
  return shown;
}

/** The order of columns after one was moved to the position of another. */
export function orderAfter(ids: readonly string[], moved: string, target: string): string[] {
  const to = ids.indexOf(target);
  const left = ids.filter((id) => id !== moved);
  return to < 0 || !ids.includes(moved) ? [...ids] : left.toSpliced(to, 0, moved);
}

/** The columns as a CSS grid template, and their minimum total width. */
export function templateOf<T>(columns: readonly Column<T>[]): { template: string; least: number } {
  const [first, ...others] = columns;
  const least = Math.max(firstMin, first?.min ?? 0);
  return {
    template: [`minmax(${least}px, 1fr)`, ...others.map((column) => `${column.width}px`)].join(' '),
    least: others.reduce((sum, column) => sum + column.width, least),
  };
}

/** Lists of one area share their columns; searches have their own. */
function listPlace(path: string): string {
  return path.endsWith('/search') ? 'search' : (path.split('/')[1] ?? '');
}

/** The column preferences of the current place, and their setter. */
export function useColumnPreferences(): {
  prefs: ColumnPreferences;
  change: (changes: (before: ColumnPreferences) => Partial<ColumnPreferences>) => void;
} {
  const place = useLocation({ select: (location) => listPlace(location.pathname) });
  const prefs = useListPreferences((all) => all.places[place]) ?? noColumnPreferences;
  const change = useCallback(
    (changes: (before: ColumnPreferences) => Partial<ColumnPreferences>) =>
      useListPreferences.setState(({ places }) => {
        const before = places[place] ?? noColumnPreferences;
        return { places: { ...places, [place]: { ...before, ...changes(before) } } };
      }),
    [place],
  );
  return { prefs, change };
}
