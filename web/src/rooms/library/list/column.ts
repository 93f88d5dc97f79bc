import type { SortField } from '@dossier/contract/library';
import type { ReactNode } from 'react';
import type { ColumnPrefs } from './list-prefs.ts';

/** A column of a list. The first one takes the room that the others leave. */
export interface Column<T> {
  readonly id: string;
  readonly label: string;
  readonly width: number;
  readonly min?: number;
  readonly end?: boolean;
  readonly sort?: SortField;
  /** Off until the person switches it on. */
  readonly off?: boolean;
  readonly cell: (row: T, state: CellState) => ReactNode;
}

export interface CellState {
  readonly renaming: boolean;
}

const firstMin = 200;

/** The columns that are on, in the order and with the widths that the person gave them. The first one stays the first. */
export function shownColumns<T>(columns: readonly Column<T>[], { widths, hidden, order }: ColumnPrefs): Column<T>[] {
  const [first, ...others] = columns;
  const at = (column: Column<T>): number => (order.includes(column.id) ? order.indexOf(column.id) : columns.indexOf(column));
  const shown = others.filter((column) => !(hidden[column.id] ?? column.off ?? false)).toSorted((a, b) => at(a) - at(b));
  return [...(first ? [first] : []), ...shown].map((column) => ({ ...column, width: widths[column.id] ?? column.width }));
}

/** The order of columns after one was put in the place of another. */
export function orderAfter(ids: readonly string[], moved: string, target: string): string[] {
  const to = ids.indexOf(target);
  const left = ids.filter((id) => id !== moved);
  return to < 0 || !ids.includes(moved) ? [...ids] : left.toSpliced(to, 0, moved);
}

/** The columns as a CSS grid template, and the least width at which they fit. */
export function templateOf<T>(columns: readonly Column<T>[]): { template: string; least: number } {
  const [first, ...others] = columns;
  const least = Math.max(firstMin, first?.min ?? 0);
  return {
    template: [`minmax(${least}px, 1fr)`, ...others.map((column) => `${column.width}px`)].join(' '),
    least: others.reduce((sum, column) => sum + column.width, least),
  };
}
