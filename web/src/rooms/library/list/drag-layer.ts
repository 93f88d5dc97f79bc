import { useEffect } from 'react';
import { useDragging } from './drag.ts';

/** The folder under the pointer that takes what is dragged. */
function targetOf(event: DragEvent): HTMLElement | undefined {
  const { items } = useDragging.getState();
  const place = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-folder]') : null;
  const id = place?.dataset.folder;
  if (place === null || id === undefined || items.length === 0) return undefined;
  // Into itself, or into the place where it lies already.
  if (items.some((item) => item.id === id || item.parentId === id)) return undefined;
  return place;
}

let over: HTMLElement | undefined;

function light(place: HTMLElement | undefined): void {
  if (over === place) return;
  over?.removeAttribute('data-over');
  place?.setAttribute('data-over', '');
  over = place;
}

/** Lets things of the list be dropped on every folder that the page shows: rows, cards, tree, breadcrumb. */
export function useDragLayer(): void {
  useEffect(() => {
    const onOver = (event: DragEvent) => {
      if (useDragging.getState().items.length === 0) return;
      const place = targetOf(event);
      light(place);
      if (place === undefined) return;
      event.preventDefault();
      if (event.dataTransfer !== null) event.dataTransfer.dropEffect = 'move';
    };
    const onDrop = (event: DragEvent) => {
      const { items } = useDragging.getState();
      const place = targetOf(event);
      end();
      if (place === undefined) return;
      event.preventDefault();
      const target = { id: place.dataset.folder ?? '', name: place.dataset.name ?? '' };
      void import('../deeds.ts').then(({ moveItems }) => moveItems(items, target)).catch(() => undefined);
    };
    const end = () => {
      light(undefined);
      useDragging.setState({ items: [] });
    };
    addEventListener('dragover', onOver);
    addEventListener('drop', onDrop);
    addEventListener('dragend', end);
    return () => {
      removeEventListener('dragover', onOver);
      removeEventListener('drop', onDrop);
      removeEventListener('dragend', end);
    };
  }, []);
}
