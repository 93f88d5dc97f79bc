import { workbooks } from '@dossier/contract/preview/workbooks';
import { type KeyboardEvent, useRef } from 'react';
import { CallError, call } from '../../../platform/call.ts';
import { describeKey } from '../../../platform/ui/hotkeys.ts';
import { type Bounds, type Place, type Selection, placeWithin, stepFrom } from './selection.ts';
import { type SheetTarget, textAt } from './sheet-rows.ts';
import type { Grid } from './use-grid.ts';

/** What a key does: goes somewhere, drawing the selection along or not, or asks for the edge of what is filled. */
type KeyAction = { to: Place; extend: boolean } | { edge: 'up' | 'down' | 'left' | 'right'; extend: boolean } | { all: true } | undefined;

const steps: Record<string, [down: number, across: number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};
const edges = { ArrowUp: 'up', ArrowDown: 'down', ArrowLeft: 'left', ArrowRight: 'right' } as const;

/** The deed of a key, from this cell on; `page` is how many rows are in sight. */
function keyActionOf(event: React.KeyboardEvent, { from, bounds, page }: { from: Place; bounds: Bounds; page: number }): KeyAction {
  const extend = event.shiftKey;
  const key = describeKey(event).replace('shift+', '');
  const plain = key.replace('mod+', '');
  if (key === 'mod+a') return { all: true };
  const step = steps[plain];
  if (step && key.startsWith('mod+')) return { edge: edges[plain as keyof typeof edges], extend };
  if (step && key === plain) return { to: stepFrom(from, step, bounds), extend };
  const last = { row: bounds.rows - 1, column: bounds.columns - 1 };
  const goals: Record<string, Place> = {
    Home: { row: from.row, column: 0 },
    End: { row: from.row, column: last.column },
    'mod+Home': { row: 0, column: 0 },
    'mod+End': last,
    PageDown: { row: from.row + page, column: from.column },
    PageUp: { row: from.row - page, column: from.column },
  };
  const goal = goals[key];
  if (goal) return { to: placeWithin(goal, bounds), extend };
  return undefined;
}

/** How far one gets in a row before what is filled ends or begins. */
function edgeInRow(filled: (column: number) => boolean, column: number, { columns, step }: { columns: number; step: 1 | -1 }): number {
  const end = step > 0 ? columns - 1 : 0;
  let at = column;
  if (at === end) return end;
  if (filled(at) && filled(at + step)) while (at !== end && filled(at + step)) at += step;
  else
    do at += step;
    while (at !== end && !filled(at));
  return at;
}

interface GridKeysOptions {
  grid: Grid;
  target: SheetTarget;
  selection: Selection;
  select: (selection: Selection) => void;
  openFilter: () => void;
}

/** The keys of the grid: as in every spreadsheet. */
export function useGridKeys({ grid, target, selection, select, openFilter }: GridKeysOptions): (event: KeyboardEvent) => void {
  const { bounds, rows, data } = grid;
  // an answer that comes after one has gone elsewhere moves nobody
  const now = useRef(selection);
  now.current = selection;
  const go = (to: Place, extend: boolean): void => select({ active: extend ? selection.active : to, end: to });
  /** A column is walked by the server: most of it is not here. */
  const edge = async (from: Place, down: boolean): Promise<Place> => {
    const { place } = await call(workbooks.edge, { ...target, place: from.row, column: from.column, down }, { quiet: true });
    return { row: Math.min(place, bounds.rows - 1), column: from.column };
  };
  return (event) => {
    if (event.altKey && event.key === 'ArrowDown') {
      event.preventDefault();
      return openFilter();
    }
    const from = event.shiftKey ? selection.end : selection.active;
    const deed = keyActionOf(event, { from, bounds, page: Math.max(1, rows.last - rows.first) });
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
