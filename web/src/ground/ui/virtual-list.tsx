import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useRef } from 'react';

interface VirtualListProps<T> {
  rows: T[];
  rowHeight: number;
  rowKey: (row: T) => string;
  draw: (row: T, index: number) => ReactNode;
  label: string;
  /** CSS height of the scrolling box. */
  height: number | string;
}

/** A long list of equal rows of which only those in sight are drawn. */
export function VirtualList<T>({ rows, rowHeight, rowKey, draw, label, height }: VirtualListProps<T>): ReactNode {
  const box = useRef<HTMLDivElement>(null);
  const window = useVirtualizer({ count: rows.length, getScrollElement: () => box.current, estimateSize: () => rowHeight, overscan: 8 });
  return (
    <div ref={box} style={{ height, overflow: 'auto' }}>
      <ul aria-label={label} style={{ height: window.getTotalSize(), position: 'relative', margin: 0, padding: 0, listStyle: 'none' }}>
        {window.getVirtualItems().map(({ index, start }) => (
          <li
            key={rowKey(rows[index] as T)}
            style={{ position: 'absolute', insetInline: 0, top: 0, height: rowHeight, transform: `translateY(${start}px)` }}
          >
            {draw(rows[index] as T, index)}
          </li>
        ))}
      </ul>
    </div>
  );
}
