import { type FocusEvent, type KeyboardEvent, type RefObject, useRef, useState } from 'react';
import { describeKey } from './hotkeys.ts';
import type { TreeNode } from './tree-node.ts';

/** Actions of the focused node by key; `focusPrevious` is for a key that removes the node. */
export type TreeKeys<N> = (node: N, focusPrevious: () => void) => Record<string, () => void>;

interface TreeKeyboardOptions<N> {
  tree: RefObject<HTMLDivElement | null>;
  nodes: readonly N[];
  selected: string | undefined;
  select: (node: N) => void;
  setOpen: (node: N, open: boolean) => void;
  keysOf?: TreeKeys<N>;
}

interface TreeKeyboard {
  /** The id of the node in the tab order. */
  active: string | undefined;
  onKeyDown: (event: KeyboardEvent) => void;
  onFocus: (event: FocusEvent) => void;
}

/** The keys of a tree, by the pattern of WAI-ARIA. */
export function useTreeKeyboard<N extends TreeNode>(options: TreeKeyboardOptions<N>): TreeKeyboard {
  const { tree, nodes, selected, select, setOpen, keysOf } = options;
  const [focusedId, setFocusedId] = useState<string>();
  const active = [focusedId, selected].find((id) => nodes.some((node) => node.id === id)) ?? nodes[0]?.id;
  const at = nodes.findIndex((node) => node.id === active);
  const findByLetters = useTypeAhead<N>();
  const focus = (node: N | undefined): void => {
    if (node) tree.current?.querySelector<HTMLElement>(`[data-id="${node.id}"]`)?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const node = nodes[at];
    // fields and buttons in a node, and menus, handle their own keys
    const isOnNode = event.target instanceof HTMLElement && event.target.role === 'treeitem';
    if (node === undefined || !isOnNode || event.ctrlKey || event.metaKey) return;
    const parent = nodes.findLast((one, index) => index < at && one.level < node.level);
    const actions: Record<string, () => void> = {
      ArrowDown: () => focus(nodes[at + 1]),
      ArrowUp: () => focus(nodes[at - 1]),
      Home: () => focus(nodes[0]),
      End: () => focus(nodes.at(-1)),
      ArrowRight: () => (node.open ? focus(nodes[at + 1]) : node.hasChildren && setOpen(node, true)),
      ArrowLeft: () => (node.open ? setOpen(node, false) : focus(parent)),
      Enter: () => select(node),
      Space: () => select(node),
      ...keysOf?.(node, () => focus(nodes[at - 1])),
    };
    const isLetter = event.key.length === 1 && event.key !== ' ' && !event.altKey;
    const others = [...nodes.slice(at + 1), ...nodes.slice(0, at + 1)];
    const action = isLetter ? () => focus(findByLetters(event.key, others)) : actions[describeKey(event)];
    if (action === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    action();
  };
  const onFocus = (event: FocusEvent): void => {
    const id = (event.target as HTMLElement).closest<HTMLElement>('[role=treeitem]')?.dataset.id;
    if (id !== undefined) setFocusedId(id);
  };
  return { active, onKeyDown, onFocus };
}

const pauseMs = 700;

/** Finds a node by letters typed in sequence. */
function useTypeAhead<N extends TreeNode>(): (letter: string, nodes: readonly N[]) => N | undefined {
  const typed = useRef({ text: '', time: 0 });
  return (letter, nodes) => {
    const { text, time } = typed.current;
    const now = Date.now();
    const next = (now - time < pauseMs ? text : '') + letter.toLocaleLowerCase();
    typed.current = { text: next, time: now };
    // further letters may still match the current node, which is the last
    const order = next.length > 1 ? [...nodes.slice(-1), ...nodes] : nodes;
    return order.find(({ name }) => name.toLocaleLowerCase().startsWith(next));
  };
}
