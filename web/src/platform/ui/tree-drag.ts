import { type DragEvent, type HTMLAttributes, useEffect, useRef, useState } from 'react';
import type { DropPlace, TreeNode } from './tree-view.tsx';

interface TreeDragOptions<N> {
  /** The type of the dragged data. */
  type: string;
  nodes: readonly N[];
  mayDrag: (node: N) => boolean;
  /** Whether a node may be dropped there; without `target` on the top level. */
  accepts: (dragged: N, where: DropPlace['where'], target?: N) => boolean;
  drop: (dragged: N, place: DropPlace) => void;
  setOpen: (node: N, open: boolean) => void;
}

/** The state of dragging in a tree, and the handlers of its parts. */
export interface TreeDrag<N> {
  over: DropPlace | undefined;
  /** Whether the dragged node could be dropped on the top level. */
  toTop: boolean;
  of: (node: N) => HTMLAttributes<HTMLElement>;
  onTree: HTMLAttributes<HTMLElement>;
  /** For the element that stands for the top level. */
  onTop: HTMLAttributes<HTMLElement>;
}

/** Dropping a node onto another moves it there; near the edges, beside it. */
export function useTreeDrag<N extends TreeNode>(options: TreeDragOptions<N>): TreeDrag<N> {
  const { type, mayDrag, accepts } = options;
  const { dragged, setDragged, over, setOver, hover, drop, end } = useDragState(options);
  const toTop = dragged !== undefined && accepts(dragged, 'in');
  const top: DropPlace | undefined = toTop ? { id: '', where: 'in' } : undefined;
  const placeAt = (event: DragEvent, node: N): DropPlace | undefined => {
    const where = dragged && whereAt(event, node.open).find((one) => accepts(dragged, one, node));
    return where && { id: node.id, where };
  };
  return {
    over,
    toTop,
    of: (node) => ({
      draggable: mayDrag(node),
      onDragStart: (event) => {
        event.dataTransfer.setData(type, node.id);
        event.dataTransfer.effectAllowed = 'move';
        setDragged(node);
      },
      onDragOver: (event) => hover(event, placeAt(event, node)),
      onDrop: (event) => drop(event, placeAt(event, node)),
      onDragEnd: end,
    }),
    onTree: {
      onDragLeave: (event) => {
        if (!(event.relatedTarget instanceof Node && event.currentTarget.contains(event.relatedTarget))) setOver(undefined);
      },
    },
    onTop: {
      onDragOver: (event) => hover(event, top),
      onDrop: (event) => drop(event, top),
      onDragLeave: () => setOver(undefined),
    },
  };
}

/** The places that the pointer may mean, the nearest first: in the outer quarters of the line, beside the node. */
function whereAt(event: DragEvent, isOpen: boolean): DropPlace['where'][] {
  const { top, height } = event.currentTarget.getBoundingClientRect();
  const part = (event.clientY - top) / height;
  if (part < 0.25) return ['before', 'in'];
  return part > 0.75 && !isOpen ? ['after', 'in'] : ['in'];
}

/** The dragged node, and its drop target. */
function useDragState<N extends TreeNode>(options: TreeDragOptions<N>) {
  const [dragged, setDragged] = useState<N>();
  const [over, setOver] = useState<DropPlace>();
  useOpening(options, over);
  const end = (): void => {
    setDragged(undefined);
    setOver(undefined);
  };
  const hover = (event: DragEvent, place: DropPlace | undefined): void => {
    if (dragged === undefined) return;
    event.stopPropagation();
    if (place !== undefined) {
      event.preventDefault();
      event.dataTransfer.dropEffect = 'move';
    }
    if (place?.id !== over?.id || place?.where !== over?.where) setOver(place);
  };
  const drop = (event: DragEvent, place: DropPlace | undefined): void => {
    if (dragged === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    end();
    if (place) options.drop(dragged, place);
  };
  return { dragged, setDragged, over, setOver, hover, drop, end };
}

const restMs = 700;

/** Expands a collapsed node while a drag rests on it. */
function useOpening<N extends TreeNode>(options: TreeDragOptions<N>, over: DropPlace | undefined): void {
  const id = over?.where === 'in' ? over.id : '';
  const latest = useRef(options);
  latest.current = options;
  useEffect(() => {
    if (id === '') return;
    const expand = (): void => {
      const { nodes, setOpen } = latest.current;
      const node = nodes.find((one) => one.id === id);
      if (node?.hasChildren) setOpen(node, true);
    };
    const timer = setTimeout(expand, restMs);
    return () => clearTimeout(timer);
  }, [id]);
}
