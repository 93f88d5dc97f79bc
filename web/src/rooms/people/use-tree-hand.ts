import { type FocusEvent, type KeyboardEvent, type RefObject, useRef, useState } from 'react';
import { describeKey } from '../../ground/hooks/use-hotkeys.ts';
import type { DepartmentDeeds } from './use-department-deeds.tsx';
import type { DepartmentTree, Twig } from './use-department-tree.ts';

interface TreeHand {
  /** The one that Tab leads to. */
  active: string | undefined;
  onKeyDown: (event: KeyboardEvent) => void;
  onFocus: (event: FocusEvent) => void;
}

const pause = 700;

/** The keys of the tree: arrows, Home, End, the first letters of a name, Enter to look, F2 and Delete, and Alt with up and down to move it. */
export function useTreeHand({
  tree,
  deeds,
  list,
}: {
  tree: DepartmentTree;
  deeds: DepartmentDeeds;
  list: RefObject<HTMLDivElement | null>;
}): TreeHand {
  const twigs = tree.twigs ?? [];
  const [held, setHeld] = useState<string>();
  const known = [held, tree.chosen?.id].find((id) => twigs.some((twig) => twig.department.id === id));
  const active = known ?? twigs[0]?.department.id;
  const at = twigs.findIndex((twig) => twig.department.id === active);
  const focus = (twig: Twig | undefined): void => {
    if (twig) list.current?.querySelector<HTMLElement>(`[data-id="${twig.department.id}"]`)?.focus();
  };
  const byLetters = useLetters();
  const onKeyDown = (event: KeyboardEvent): void => {
    const twig = twigs[at];
    // keys of the button in it and of menus are theirs
    const isTwig = event.target instanceof HTMLElement && event.target.role === 'treeitem';
    if (twig === undefined || !isTwig || event.ctrlKey || event.metaKey) return;
    const { department, open } = twig;
    const moves: Record<string, () => void> = {
      ArrowDown: () => focus(twigs[at + 1]),
      ArrowUp: () => focus(twigs[at - 1]),
      Home: () => focus(twigs[0]),
      End: () => focus(twigs.at(-1)),
      ArrowRight: () => (open ? focus(twigs[at + 1]) : tree.turn(department.id, department.hasChildren)),
      ArrowLeft: () => (open ? tree.turn(department.id, false) : focus(twigs.findLast((one, n) => n < at && one.level < twig.level))),
      Enter: () => tree.choose(department),
      Space: () => tree.choose(department),
      'alt+ArrowUp': () => void deeds.shiftTwig(twig, -1),
      'alt+ArrowDown': () => void deeds.shiftTwig(twig, 1),
      F2: () => deeds.renameTwig(twig),
      Delete: () => deeds.removeTwig(twig),
    };
    const letter = event.key.length === 1 && event.key !== ' ' && !event.altKey;
    const others = [...twigs.slice(at + 1), ...twigs.slice(0, at + 1)];
    take(event, letter ? () => focus(byLetters(event.key, others)) : moves[describeKey(event)]);
  };
  const onFocus = (event: FocusEvent): void => {
    const id = (event.target as HTMLElement).closest<HTMLElement>('[role=treeitem]')?.dataset.id;
    if (id !== undefined) setHeld(id);
  };
  return { active, onKeyDown, onFocus };
}

/** Does what a key says, and lets nobody else hear of it. */
function take(event: KeyboardEvent, move: (() => void) | undefined): void {
  if (move === undefined) return;
  event.preventDefault();
  event.stopPropagation();
  move();
}

/** Finds by the letters that are typed one after another. */
function useLetters(): (key: string, twigs: Twig[]) => Twig | undefined {
  const typed = useRef({ text: '', time: 0 });
  return (key, twigs) => {
    const { text, time } = typed.current;
    const now = Date.now();
    const next = (now - time < pause ? text : '') + key.toLocaleLowerCase();
    typed.current = { text: next, time: now };
    // further letters may still mean the one that is held
    const order = next.length > 1 ? [...twigs.slice(-1), ...twigs] : twigs;
    return order.find(({ department }) => department.name.toLocaleLowerCase().startsWith(next));
  };
}
