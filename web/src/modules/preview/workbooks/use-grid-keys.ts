import { workbooks } from '@dossier/contract/preview/workbooks';
import { type KeyboardEvent, useRef } from 'react';
import { CallError, call } from '../../../platform/call.ts';
import { describeKey } from '../../../platform/ui/hotkeys.ts';
import { type Bounds, type Place, type Selection, placeWithin, stepFrom } from './selection.ts';
import { type SheetTarget, textAt } from './sheet-rows.ts';
import type { Grid } from './use-grid.ts';

/** The effect of a key: a move, which may extend the selection, or a jump to the edge of filled cells. */
type KeyAction = { to: Place; extend: boolean } | { edge: 'up' | 'down' | 'left' | 'right'; extend: boolean } | { all: true } | undefined;

const steps: Record<string, [down: number, across: number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};
const edges = { ArrowUp: 'up', ArrowDown: 'down', ArrowLeft: 'left', ArrowRight: 'right' } as const;

/** The action of a key at a cell; `page` is the number of visible rows. */
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

/** The next edge of filled cells in a row. */
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

/** Keyboard handling of the grid, as in other spreadsheets. */
export function useGridKeys({ grid, target, selection, select, openFilter }: GridKeysOptions): (event: KeyboardEvent) => void {
  const { bounds, rows, data } = grid;
  // a late answer does not move the user, who has gone elsewhere
  const now = useRef(selection);
  now.current = selection;
  const go = (to: Place, extend: boolean): void => select({ active: extend ? selection.active : to, end: to });
  /** The server finds the edge in a column, most of which is not loaded. */
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
    const keyAction = keyActionOf(event, { from, bounds, page: Math.max(1, rows.last - rows.first) });
    if (keyAction === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    if ('all' in keyAction) return select({ active: { row: 0, column: 0 }, end: { row: bounds.rows - 1, column: bounds.columns - 1 } });
    if ('to' in keyAction) return go(keyAction.to, keyAction.extend);
    if (keyAction.edge === 'left' || keyAction.edge === 'right') {
      const row = data.at(from.row);
      const column = edgeInRow((place) => textAt(row, place) !== '', from.column, {
        columns: bounds.columns,
        step: keyAction.edge === 'right' ? 1 : -1,
      });
      return go({ row: from.row, column }, keyAction.extend);
    }
    edge(from, keyAction.edge === 'down').then(
      (to) => now.current === selection && go(to, keyAction.extend),
      (error: unknown) => {
        if (!(error instanceof CallError)) throw error;
      },
    );
  };
}
