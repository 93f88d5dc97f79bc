import {
  type DragEvent,
  type FocusEvent,
  type HTMLAttributes,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react';
import { describeKey } from '../../../platform/ui/hotkeys.ts';
import { type DropTarget, dropTargetAt, positionOf } from './move-department.tsx';
import type { DepartmentActions } from './use-department-actions.tsx';
import type { DepartmentNode, DepartmentTreeState } from './use-department-tree.ts';

interface TreeKeyboard {
  /** The node in the tab order. */
  active: string | undefined;
  onKeyDown: (event: KeyboardEvent) => void;
  onFocus: (event: FocusEvent) => void;
}

const pause = 700;

/** Keyboard handling of the tree: arrows, Home, End, type-ahead, Enter to select, F2 and Delete, and Alt with up and down to move. */
export function useTreeKeyboard({
  tree,
  deeds,
  list,
}: {
  tree: DepartmentTreeState;
  deeds: DepartmentActions;
  list: RefObject<HTMLDivElement | null>;
}): TreeKeyboard {
  const treeNodes = tree.nodes ?? [];
  const [focusedId, setHeld] = useState<string>();
  const known = [focusedId, tree.chosen?.id].find((id) => treeNodes.some((twig) => twig.department.id === id));
  const active = known ?? treeNodes[0]?.department.id;
  const at = treeNodes.findIndex((twig) => twig.department.id === active);
  const focus = (twig: DepartmentNode | undefined): void => {
    if (twig) list.current?.querySelector<HTMLElement>(`[data-id="${twig.department.id}"]`)?.focus();
  };
  const byLetters = useLetters();
  const onKeyDown = (event: KeyboardEvent): void => {
    const twig = treeNodes[at];
    // buttons in a node and menus handle their own keys
    const isTwig = event.target instanceof HTMLElement && event.target.role === 'treeitem';
    if (twig === undefined || !isTwig || event.ctrlKey || event.metaKey) return;
    const { department, open } = twig;
    const moves: Record<string, () => void> = {
      ArrowDown: () => focus(treeNodes[at + 1]),
      ArrowUp: () => focus(treeNodes[at - 1]),
      Home: () => focus(treeNodes[0]),
      End: () => focus(treeNodes.at(-1)),
      ArrowRight: () => (open ? focus(treeNodes[at + 1]) : tree.turn(department.id, department.hasChildren)),
      ArrowLeft: () =>
        open ? tree.turn(department.id, false) : focus(treeNodes.findLast((candidate, n) => n < at && candidate.level < twig.level)),
      Enter: () => tree.choose(department),
      Space: () => tree.choose(department),
      'alt+ArrowUp': () => void deeds.shiftNode(twig, -1),
      'alt+ArrowDown': () => void deeds.shiftNode(twig, 1),
      F2: () => deeds.renameNode(twig),
      Delete: () => deeds.removeNode(twig),
    };
    const letter = event.key.length === 1 && event.key !== ' ' && !event.altKey;
    const others = [...treeNodes.slice(at + 1), ...treeNodes.slice(0, at + 1)];
    take(event, letter ? () => focus(byLetters(event.key, others)) : moves[describeKey(event)]);
  };
  const onFocus = (event: FocusEvent): void => {
    const id = (event.target as HTMLElement).closest<HTMLElement>('[role=treeitem]')?.dataset.id;
    if (id !== undefined) setHeld(id);
  };
  return { active, onKeyDown, onFocus };
}

/** Runs the action of a key, and stops the event. */
function take(event: KeyboardEvent, move: (() => void) | undefined): void {
  if (move === undefined) return;
  event.preventDefault();
  event.stopPropagation();
  move();
}

/** Finds a node by letters typed in sequence. */
function useLetters(): (key: string, treeNodes: DepartmentNode[]) => DepartmentNode | undefined {
  const typed = useRef({ text: '', time: 0 });
  return (key, treeNodes) => {
    const { text, time } = typed.current;
    const now = Date.now();
    const next = (now - time < pause ? text : '') + key.toLocaleLowerCase();
    typed.current = { text: next, time: now };
    // further letters may still match the current node
    const order = next.length > 1 ? [...treeNodes.slice(-1), ...treeNodes] : treeNodes;
    return order.find(({ department }) => department.name.toLocaleLowerCase().startsWith(next));
  };
}

interface DepartmentDrag {
  over: DropTarget | undefined;
  /** Whether the dragged department could be dropped at the top level. */
  toTop: boolean;
  of: (twig: DepartmentNode) => HTMLAttributes<HTMLElement>;
  ofTop: HTMLAttributes<HTMLElement>;
  ofTree: HTMLAttributes<HTMLElement>;
}

const mime = 'application/x-dossier-department';
const untilOpen = 700;

/** Dropping a department onto another moves it there; between two, beside them. */
export function useDepartmentDrag(tree: DepartmentTreeState, deeds: DepartmentActions): DepartmentDrag {
  const { dragged, setDragged, over, setOver, hover, drop, end } = useHeld(tree, deeds);
  const toTop = dragged !== undefined && dragged.department.parentId !== undefined && deeds.mayCreateAtTop;
  const atTop = (): DropTarget | undefined => (toTop ? { id: '', where: 'in' } : undefined);
  const overTwig = (event: DragEvent, twig: DepartmentNode): DropTarget | undefined =>
    dragged && dropTargetAt(event, { twig, dragged, tree, reach: deeds });
  return {
    over,
    toTop,
    of: (twig) => ({
      draggable: deeds.mayMove(twig),
      onDragStart: (event) => {
        event.dataTransfer.setData(mime, twig.department.id);
        event.dataTransfer.effectAllowed = 'move';
        setDragged(twig);
      },
      onDragOver: (event) => hover(event, overTwig(event, twig)),
      onDrop: (event) => drop(event, overTwig(event, twig)),
      onDragEnd: end,
    }),
    ofTop: {
      onDragOver: (event) => hover(event, atTop()),
      onDrop: (event) => drop(event, atTop()),
      onDragLeave: () => setOver(undefined),
    },
    ofTree: {
      onDragLeave: (event) => {
        if (!(event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget))) setOver(undefined);
      },
    },
  };
}

/** The dragged department, and its drop target. */
function useHeld(tree: DepartmentTreeState, deeds: DepartmentActions) {
  const [dragged, setDragged] = useState<DepartmentNode>();
  const [over, setOver] = useState<DropTarget>();
  useOpening(tree, over);
  const end = (): void => {
    setDragged(undefined);
    setOver(undefined);
  };
  const hover = (event: DragEvent, next: DropTarget | undefined): void => {
    if (dragged === undefined) return;
    event.stopPropagation();
    if (next !== undefined) {
      event.preventDefault();
      event.dataTransfer.dropEffect = 'move';
    }
    if (next?.id !== over?.id || next?.where !== over?.where) setOver(next);
  };
  const drop = (event: DragEvent, target: DropTarget | undefined): void => {
    if (dragged === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const place = target && positionOf(tree, target);
    end();
    if (place) deeds.drop(dragged.department, place);
  };
  return { dragged, setDragged, over, setOver, hover, drop, end };
}

/** Expands a collapsed department while a drag rests on it. */
function useOpening(tree: DepartmentTreeState, over: DropTarget | undefined): void {
  const id = over?.where === 'in' ? over.id : '';
  const last = useRef(tree.turn);
  last.current = tree.turn;
  useEffect(() => {
    if (id === '') return;
    const timer = setTimeout(() => last.current(id, true), untilOpen);
    return () => clearTimeout(timer);
  }, [id]);
}
