import type { SortField } from '@dossier/contract/library';
import type { ReactNode } from 'react';

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

/** The columns that are on, with the widths that the person gave them. */
export function shownColumns<T>(
  columns: readonly Column<T>[],
  widths: Record<string, number>,
  hidden: Record<string, boolean>,
): Column<T>[] {
  return columns
    .filter((column, at) => at === 0 || !(hidden[column.id] ?? column.off ?? false))
    .map((column) => ({ ...column, width: widths[column.id] ?? column.width }));
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
