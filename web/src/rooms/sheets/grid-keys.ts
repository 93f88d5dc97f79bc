import { describeKey } from '../../ground/hooks/use-hotkeys.ts';
import { type Bounds, type Place, placeWithin, stepFrom } from './selection.ts';

/** What a key does: goes somewhere, drawing the selection along or not, or asks for the edge of what is filled. */
export type KeyDeed =
  | { to: Place; extend: boolean }
  | { edge: 'up' | 'down' | 'left' | 'right'; extend: boolean }
  | { all: true }
  | undefined;

const steps: Record<string, [down: number, across: number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};
const edges = { ArrowUp: 'up', ArrowDown: 'down', ArrowLeft: 'left', ArrowRight: 'right' } as const;

/** The deed of a key, from this cell on; `page` is how many rows are in sight. */
export function deedOf(event: React.KeyboardEvent, { from, bounds, page }: { from: Place; bounds: Bounds; page: number }): KeyDeed {
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
export function edgeInRow(
  filled: (column: number) => boolean,
  column: number,
  { columns, step }: { columns: number; step: 1 | -1 },
): number {
  const end = step > 0 ? columns - 1 : 0;
  let at = column;
  if (at === end) return end;
  if (filled(at) && filled(at + step)) while (at !== end && filled(at + step)) at += step;
  else
    do at += step;
    while (at !== end && !filled(at));
  return at;
}
