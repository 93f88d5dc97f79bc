import type { ListedEntry } from '@dossier/contract/preview/archive-contents';
import { type KeyboardEvent, useDeferredValue, useMemo, useState } from 'react';
import { languageTags, useLanguage } from '../../../platform/i18n.ts';
import { describeKey } from '../../../platform/ui/hotkeys.ts';
import { type Tree, type TreeNode, type TreeRow, openAtFirst, rowsOf, treeOf } from './archive-tree.ts';

/** The tree of an archive with its expanded, searched and selected nodes; it outlives the table, so that closing an entry restores it. */
export interface TreeState {
  tree: Tree;
  rows: TreeRow[];
  open: ReadonlySet<string>;
  words: string;
  seek: (words: string) => void;
  toggle: (node: TreeNode, to?: boolean) => void;
  active: number;
  choose: (row: number) => void;
}

/** The tree state of these entries. */
export function useArchiveTree(entries: readonly ListedEntry[]): TreeState {
  const lang = languageTags[useLanguage()];
  const tree = useMemo(() => treeOf(entries, lang), [entries, lang]);
  const [chosen, setOpen] = useState<ReadonlySet<string>>();
  const [words, setWords] = useState('');
  const [active, choose] = useState(0);
  const open = useMemo(() => chosen ?? openAtFirst(tree), [chosen, tree]);
  const sought = useDeferredValue(words);
  const rows = useMemo(() => rowsOf(tree, open, sought), [tree, open, sought]);
  const toggle = (node: TreeNode, to = !open.has(node.key)): void => {
    const next = new Set(open);
    if (to) next.add(node.key);
    else next.delete(node.key);
    setOpen(next);
  };
  const seek = (next: string): void => {
    setWords(next);
    choose(0);
  };
  return { tree, rows, open, words, seek, toggle, active: Math.min(active, Math.max(0, rows.length - 1)), choose };
}

const pageRows = 12;

/** The target row of a key; undefined for other keys. */
function stepOf(key: string, state: TreeState): number | undefined {
  const { active, rows } = state;
  const row = rows[active];
  const isOpen = row !== undefined && state.open.has(row.node.key);
  const steps: Record<string, number> = {
    ArrowDown: active + 1,
    ArrowUp: active - 1,
    PageDown: active + pageRows,
    PageUp: active - pageRows,
    Home: 0,
    End: rows.length - 1,
  };
  if (steps[key] !== undefined) return steps[key];
  if (key === 'ArrowRight' && isOpen && state.words === '') return active + 1;
  // to its parent folder
  if (key === 'ArrowLeft' && row !== undefined && !isOpen) return rows.slice(0, active).findLastIndex(({ depth }) => depth < row.depth);
  if (key.length === 1 && key !== '/') {
    const isNext = (at: number): boolean => rows[at]?.node.name.toLowerCase().startsWith(key) === true;
    for (let step = 1; step <= rows.length; step++) if (isNext((active + step) % rows.length)) return (active + step) % rows.length;
  }
  return undefined;
}

/** Keyboard handling of the tree: arrows, Home, End, type-ahead, Enter. */
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
