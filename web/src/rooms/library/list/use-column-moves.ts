import type { DragEvent, KeyboardEvent } from 'react';
import { orderAfter } from './column.ts';
import { useColumnPrefs } from './column-prefs.ts';

const kind = 'application/x-dossier-column';

interface ColumnMoves {
  draggable: true;
  onDragStart: (event: DragEvent) => void;
  onDragOver: (event: DragEvent) => void;
  onDrop: (event: DragEvent) => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

/** Lets a head be dragged onto another one, or moved by Alt and the arrow keys; `ids` are the columns in sight, in order. */
export function useColumnMoves(id: string, ids: readonly string[]): ColumnMoves {
  const { change } = useColumnPrefs();
  const put = (moved: string, target: string | undefined): void => {
    if (target !== undefined && moved !== target) change(() => ({ order: orderAfter(ids, moved, target) }));
  };
  return {
    draggable: true,
    onDragStart: (event) => {
      event.stopPropagation();
      event.dataTransfer.setData(kind, id);
      event.dataTransfer.effectAllowed = 'move';
    },
    onDragOver: (event) => {
      if (!event.dataTransfer.types.includes(kind)) return;
      event.preventDefault();
      event.stopPropagation();
    },
    onDrop: (event) => {
      const moved = event.dataTransfer.getData(kind);
      if (moved === '') return;
      event.preventDefault();
      event.stopPropagation();
      put(moved, id);
    },
    onKeyDown: (event) => {
      const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
      if (step === 0 || !event.altKey) return;
      event.preventDefault();
      event.stopPropagation();
      put(id, ids[ids.indexOf(id) + step]);
    },
  };
}
