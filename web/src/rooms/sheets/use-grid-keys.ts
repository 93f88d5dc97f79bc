import { sheets } from '@dossier/contract/sheets';
import { type KeyboardEvent, useRef } from 'react';
import { CallError, call } from '../../ground/call.ts';
import { deedOf, edgeInRow } from './grid-keys.ts';
import type { Place, Selection } from './selection.ts';
import type { Grid } from './use-grid.ts';
import { type SheetTarget, textAt } from './use-sheet-rows.ts';

interface Terms {
  grid: Grid;
  target: SheetTarget;
  selection: Selection;
  select: (selection: Selection) => void;
  openFilter: () => void;
}

/** The keys of the grid: as in every spreadsheet. */
export function useGridKeys({ grid, target, selection, select, openFilter }: Terms): (event: KeyboardEvent) => void {
  const { bounds, rows, data } = grid;
  // an answer that comes after one has gone elsewhere moves nobody
  const now = useRef(selection);
  now.current = selection;
  const go = (to: Place, extend: boolean): void => select({ active: extend ? selection.active : to, end: to });
  /** A column is walked by the server: most of it is not here. */
  const edge = async (from: Place, down: boolean): Promise<Place> => {
    const { place } = await call(sheets.edge, { ...target, place: from.row, column: from.column, down }, { quiet: true });
    return { row: Math.min(place, bounds.rows - 1), column: from.column };
  };
  return (event) => {
    if (event.altKey && event.key === 'ArrowDown') {
      event.preventDefault();
      return openFilter();
    }
    const from = event.shiftKey ? selection.end : selection.active;
    const deed = deedOf(event, { from, bounds, page: Math.max(1, rows.last - rows.first) });
    if (deed === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    if ('all' in deed) return select({ active: { row: 0, column: 0 }, end: { row: bounds.rows - 1, column: bounds.columns - 1 } });
    if ('to' in deed) return go(deed.to, deed.extend);
    if (deed.edge === 'left' || deed.edge === 'right') {
      const row = data.at(from.row);
      const column = edgeInRow((place) => textAt(row, place) !== '', from.column, {
        columns: bounds.columns,
        step: deed.edge === 'right' ? 1 : -1,
      });
      return go({ row: from.row, column }, deed.extend);
    }
    edge(from, deed.edge === 'down').then(
      (to) => now.current === selection && go(to, deed.extend),
      (error: unknown) => {
        if (!(error instanceof CallError)) throw error;
      },
    );
  };
}
