import type { KeyboardEvent } from 'react';
import { describeKey } from '../../ground/hooks/use-hotkeys.ts';
import type { TreeNode } from './archive-tree.ts';
import type { TreeState } from './use-tree.ts';

const page = 12;

/** Where a key leads in the table; undefined for keys that mean nothing there. */
function stepOf(key: string, state: TreeState): number | undefined {
  const { active, rows } = state;
  const row = rows[active];
  const isOpen = row !== undefined && state.open.has(row.node.key);
  const steps: Record<string, number> = {
    ArrowDown: active + 1,
    ArrowUp: active - 1,
    PageDown: active + page,
    PageUp: active - page,
    Home: 0,
    End: rows.length - 1,
  };
  if (steps[key] !== undefined) return steps[key];
  if (key === 'ArrowRight' && isOpen && state.words === '') return active + 1;
  // to the folder that it lies in
  if (key === 'ArrowLeft' && row !== undefined && !isOpen) return rows.slice(0, active).findLastIndex(({ depth }) => depth < row.depth);
  if (key.length === 1 && key !== '/') {
    const isNext = (at: number): boolean => rows[at]?.node.name.toLowerCase().startsWith(key) === true;
    for (let step = 1; step <= rows.length; step++) if (isNext((active + step) % rows.length)) return (active + step) % rows.length;
  }
  return undefined;
}

/** Arrows, Home and End, letters, Enter: the table by the keyboard alone. */
export function treeKeys(state: TreeState, enter: (node: TreeNode) => void): (event: KeyboardEvent) => void {
  return (event) => {
    const key = describeKey(event);
    const node = state.rows[state.active]?.node;
    const isOpen = node !== undefined && state.open.has(node.key);
    const turns = node?.kind === 'folder' && state.words === '' && key === (isOpen ? 'ArrowLeft' : 'ArrowRight');
    const step = stepOf(key, state);
    if (turns) state.toggle(node, !isOpen);
    else if ((key === 'Enter' || key === 'Space') && node) enter(node);
    else if (step !== undefined) {
      if (step >= 0 || key !== 'ArrowLeft') state.choose(Math.min(state.rows.length - 1, Math.max(0, step)));
    } else return;
    event.preventDefault();
  };
}
