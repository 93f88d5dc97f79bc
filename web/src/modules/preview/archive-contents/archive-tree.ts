import type { ListedEntry } from '@dossier/contract/preview/archive-contents';
import { type KeyboardEvent, useDeferredValue, useMemo, useState } from 'react';
import { languageTags, useLanguage } from '../../../platform/i18n.ts';
import { describeKey } from '../../../platform/ui/hotkeys.ts';

/** A node of an archive's tree: a folder with its content, or a file. */
export interface TreeNode {
  /** Unique key. */
  key: string;
  name: string;
  /** The path of its folder. */
  above: string;
  kind: ListedEntry['kind'];
  /** The index for requests; implied folders have none. */
  place?: number;
  /** For a folder: the total of its content. */
  size: number;
  time: number;
  locked: boolean;
  children: TreeNode[];
}

/** The tree of an archive, with totals. */
interface Tree {
  top: TreeNode[];
  files: number;
  bytes: number;
}

const folderAt = (name: string, above: string): TreeNode => ({
  key: `${above}/${name}/`,
  name,
  above,
  kind: 'folder',
  size: 0,
  time: 0,
  locked: false,
  children: [],
});

/** Limits on depth and number of folders; beyond, the rest of a path is one name. A small archive can name millions. */
const [deepest, mostFolders] = [64, 50_000];

/** Builds the tree from the flat list of an archive; folders come before files, names in natural order. */
export function treeOf(entries: readonly ListedEntry[], lang: string): Tree {
  const root = folderAt('', '');
  const folders = new Map<string, TreeNode>([['', root]]);
  /** The folder of a path, and the rest of the path where the folder limits are reached. */
  const folder = (parts: readonly string[]): { node: TreeNode; path: string; left: string[] } => {
    let [node, path, at] = [root, '', 0];
    for (; at < parts.length && at < deepest; at++) {
      const name = parts[at] ?? '';
      const next = at === 0 ? name : `${path}/${name}`;
      let known = folders.get(next);
      if (known === undefined) {
        if (folders.size > mostFolders) break;
        known = folderAt(name, path);
        folders.set(next, known);
        node.children.push(known);
      }
      [node, path] = [known, next];
    }
    return { node, path, left: parts.slice(at) };
  };
  let [files, bytes] = [0, 0];
  for (const [place, { path, kind, size, time, locked }] of entries.entries()) {
    const parts = path.split('/');
    if (kind === 'folder') {
      const { node, left } = folder(parts);
      if (left.length === 0) node.time = time;
      continue;
    }
    const name = parts.pop() ?? '';
    const { node, path: above, left } = folder(parts);
    const rest = [...left, name].join('/');
    node.children.push({ key: String(place), name: rest, above, kind, place, size, time, locked, children: [] });
    files++;
    bytes += size;
  }
  finish(root, new Intl.Collator(lang, { numeric: true }));
  return { top: root.children, files, bytes };
}

/** Sorts and sums up; iteratively, as archives may be deep. */
function finish(root: TreeNode, collator: Intl.Collator): void {
  const order: TreeNode[] = [root];
  for (let at = 0; at < order.length; at++) for (const child of order[at]?.children ?? []) if (child.kind === 'folder') order.push(child);
  for (const node of order.toReversed()) {
    node.children.sort((a, b) => Number(b.kind === 'folder') - Number(a.kind === 'folder') || collator.compare(a.name, b.name));
    node.size = node.children.reduce((sum, child) => sum + child.size, 0);
  }
}

/** A row of the table. */
export interface TreeRow {
  node: TreeNode;
  depth: number;
}

/** The folders expanded at first: those without siblings. */
export function openAtFirst(tree: Tree): Set<string> {
  const open = new Set<string>();
  for (let here = tree.top; here.length === 1 && here[0]?.kind === 'folder'; here = here[0].children) open.add(here[0].key);
  return open;
}

/** The visible rows: the content of expanded folders, or all nodes whose names contain the search words. */
export function rowsOf(tree: Tree, open: ReadonlySet<string>, words: string): TreeRow[] {
  const rows: TreeRow[] = [];
  const sought = words.trim().toLowerCase();
  const left: TreeRow[] = tree.top.map((node) => ({ node, depth: 0 })).toReversed();
  for (let row = left.pop(); row !== undefined; row = left.pop()) {
    const { node, depth } = row;
    if (sought === '' || node.name.toLowerCase().includes(sought)) rows.push(sought === '' ? row : { node, depth: 0 });
    if (sought === '' && !open.has(node.key)) continue;
    for (const child of node.children.toReversed()) left.push({ node: child, depth: depth + 1 });
  }
  return rows;
}

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
