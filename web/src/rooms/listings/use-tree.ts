import type { ListedEntry } from '@dossier/contract/listings';
import { useDeferredValue, useMemo, useState } from 'react';
import { langTags, useLang } from '../../ground/text.ts';
import { openAtFirst, rowsOf, type Tree, type TreeNode, type TreeRow, treeOf } from './archive-tree.ts';

/** The tree of an archive with what is open, sought and chosen in it; it outlives the table, so that one comes back to where one was. */
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

/** Keeps a tree of these entries. */
export function useTree(entries: readonly ListedEntry[]): TreeState {
  const lang = langTags[useLang()];
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
