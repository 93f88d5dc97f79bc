import type { Item } from '@dossier/contract/library';
import { create } from 'zustand';
import { indexAt } from './use-list-hand.ts';

/** What is being dragged inside the window. */
export const useDragging = create<{ items: Item[] }>(() => ({ items: [] }));

const mime = 'application/x-dossier-items';

/** Starts dragging the row under the pointer, with the whole selection when it belongs to it. */
export function useDrag(selected: Item[], source: { rowAt: (index: number) => Item | undefined }) {
  return (event: React.DragEvent) => {
    const index = indexAt(event.target);
    const row = index === undefined ? undefined : source.rowAt(index);
    if (row === undefined) return event.preventDefault();
    const items = selected.some((item) => item.id === row.id) ? selected : [row];
    event.dataTransfer.setData(mime, items.map((item) => item.id).join(','));
    event.dataTransfer.effectAllowed = 'move';
    event.dataTransfer.setDragImage(ghost(items), -12, -8);
    useDragging.setState({ items });
  };
}

/** A small label beside the pointer instead of a picture of the row. */
function ghost(items: Item[]): HTMLElement {
  const label = document.createElement('div');
  label.textContent = items.length === 1 ? (items[0]?.name ?? '') : `${items[0]?.name ?? ''} +${items.length - 1}`;
  Object.assign(label.style, {
    position: 'fixed',
    top: '-100px',
    maxWidth: '280px',
    padding: '4px 10px',
    overflow: 'hidden',
    borderRadius: '6px',
    background: 'var(--accent-solid)',
    color: '#fff',
    font: '13px var(--font)',
    whiteSpace: 'nowrap',
    textOverflow: 'ellipsis',
  });
  document.body.append(label);
  setTimeout(() => label.remove());
  return label;
}
