import { type DragEvent, type HTMLAttributes, useEffect, useRef, useState } from 'react';
import { type Over, placeOf, targetAt } from './drop-place.ts';
import type { DepartmentDeeds } from './use-department-deeds.tsx';
import type { DepartmentTree, Twig } from './use-department-tree.ts';

interface DepartmentDrag {
  over: Over | undefined;
  /** Whether what is dragged could be dropped at the top. */
  toTop: boolean;
  of: (twig: Twig) => HTMLAttributes<HTMLElement>;
  ofTop: HTMLAttributes<HTMLElement>;
  ofTree: HTMLAttributes<HTMLElement>;
}

const mime = 'application/x-dossier-department';
const untilOpen = 700;

/** Departments dragged onto others lie in them; between others, beside them. */
export function useDepartmentDrag(tree: DepartmentTree, deeds: DepartmentDeeds): DepartmentDrag {
  const { dragged, setDragged, over, setOver, hover, drop, end } = useHeld(tree, deeds);
  const toTop = dragged !== undefined && dragged.department.parentId !== undefined && deeds.mayCreateAtTop;
  const atTop = (): Over | undefined => (toTop ? { id: '', where: 'in' } : undefined);
  const overTwig = (event: DragEvent, twig: Twig): Over | undefined => dragged && targetAt(event, { twig, dragged, tree, reach: deeds });
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

/** What is held, and where it hangs. */
function useHeld(tree: DepartmentTree, deeds: DepartmentDeeds) {
  const [dragged, setDragged] = useState<Twig>();
  const [over, setOver] = useState<Over>();
  useOpening(tree, over);
  const end = (): void => {
    setDragged(undefined);
    setOver(undefined);
  };
  const hover = (event: DragEvent, next: Over | undefined): void => {
    if (dragged === undefined) return;
    event.stopPropagation();
    if (next !== undefined) {
      event.preventDefault();
      event.dataTransfer.dropEffect = 'move';
    }
    if (next?.id !== over?.id || next?.where !== over?.where) setOver(next);
  };
  const drop = (event: DragEvent, target: Over | undefined): void => {
    if (dragged === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const place = target && placeOf(tree, target);
    end();
    if (place) deeds.drop(dragged.department, place);
  };
  return { dragged, setDragged, over, setOver, hover, drop, end };
}

/** What is held still over a folded department unfolds it. */
function useOpening(tree: DepartmentTree, over: Over | undefined): void {
  const id = over?.where === 'in' ? over.id : '';
  const last = useRef(tree.turn);
  last.current = tree.turn;
  useEffect(() => {
    if (id === '') return;
    const timer = setTimeout(() => last.current(id, true), untilOpen);
    return () => clearTimeout(timer);
  }, [id]);
}
