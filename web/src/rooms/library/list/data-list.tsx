import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useId, useLayoutEffect, useMemo, useRef } from 'react';
import { useDelayed } from '../../../ground/hooks/use-delayed.ts';
import { type Column, shownColumns, templateOf } from './column.ts';
import { DataRow, SkeletonRow } from './data-row.tsx';
import { ListFrame } from './list-frame.tsx';
import { ListHeader } from './list-header.tsx';
import { useColumnPrefs } from './column-prefs.ts';
import type { ListProps } from './list-props.ts';
import styles from './list.module.css';
import { useListHand } from './use-list-hand.ts';
import { useMarqueeSelection } from './use-marquee-selection.ts';
import { useScrollMemory, useSight } from './use-window.ts';

export interface DataListProps<T> extends ListProps<T> {
  columns: readonly Column<T>[];
  rowHeight: number;
  /** Columns cannot be changed and have no heads: cards on a phone. */
  bare?: boolean;
}

interface Place {
  index: number;
  start: number;
}

const headHeight = 34;
const overscan = 12;

/** A windowed list with columns: ten thousand rows cost as much as thirty. */
export function DataList<T extends { id: string; name: string }>(props: DataListProps<T>): ReactNode {
  const { source, state, rowHeight, bare = false } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const id = useId();
  const columns = useShownColumns(props);
  const { template, least } = templateOf(columns);
  const head = bare ? 0 : headHeight;
  const total = source.total ?? 0;
  const virtualizer = useVirtualizer({
    count: total,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan,
    paddingStart: head,
    scrollPaddingStart: head,
    initialOffset: () => state.scroll.read(),
    // Rows that are here are drawn at once, before the list has been measured.
    initialRect: { width: innerWidth, height: innerHeight },
  });
  const places = virtualizer.getVirtualItems();
  useSight(source, places);
  useScrollMemory(scroller, props, virtualizer);
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, rowHeight, head]);
  const pageRows = (): number => Math.max(1, Math.floor(((scroller.current?.clientHeight ?? 400) - head) / rowHeight) - 1);
  const reveal = (index: number): void => virtualizer.scrollToIndex(index, { align: 'auto' });
  const hand = useListHand({ ...props, lanes: 1, pageRows, reveal, touch: props.touch ?? false });
  const marquee = useMarqueeSelection(scroller, props, ({ top, bottom }) => {
    const from = Math.max(Math.floor((top - head) / rowHeight), 0);
    const to = Math.min(Math.floor((bottom - head) / rowHeight), total - 1);
    return Array.from({ length: Math.max(to - from + 1, 0) }, (_, at) => from + at);
  });
  const { focus } = state.selection;
  return (
    <ListFrame
      {...props}
      {...{ scroller, hand, marquee }}
      near={props.near}
      onDragStart={props.onDragStart}
      rowCount={source.total === undefined ? -1 : total + 1}
      active={places.some((place) => place.index === focus) ? `${id}-${focus}` : undefined}
      style={{ '--columns': template, '--least': `${least}px` } as React.CSSProperties}
    >
      {!bare && <ListHeader columns={columns} all={props.columns} />}
      <div role="rowgroup" className={styles.body} style={{ height: virtualizer.getTotalSize() - head }}>
        <Rows {...props} {...{ id, columns, places, head }} />
      </div>
    </ListFrame>
  );
}

function useShownColumns<T>({ columns, bare }: DataListProps<T>): readonly Column<T>[] {
  const { prefs } = useColumnPrefs();
  return useMemo(() => (bare ? columns : shownColumns(columns, prefs)), [columns, prefs, bare]);
}

interface RowsProps<T> extends DataListProps<T> {
  id: string;
  places: readonly Place[];
  head: number;
}

const firstRows = 12;

function Rows<T extends { id: string; name: string }>(props: RowsProps<T>): ReactNode {
  const { source, state, columns, rowHeight } = props;
  const skeleton = useDelayed(source.total === undefined && source.error === null);
  if (source.total === undefined) {
    return (
      skeleton &&
      Array.from({ length: firstRows }, (_, at) => <SkeletonRow key={at} columns={columns} top={at * rowHeight} height={rowHeight} />)
    );
  }
  const { ids, focus } = state.selection;
  return props.places.map(({ index, start }) => {
    const row = source.rowAt(index);
    const place = { top: start - props.head, height: rowHeight };
    if (row === undefined) return <SkeletonRow key={`empty-${index}`} columns={columns} {...place} />;
    return (
      <DataRow
        key={row.id}
        id={`${props.id}-${index}`}
        {...{ row, index, columns }}
        {...place}
        selected={ids.has(row.id)}
        focused={index === focus}
        some={ids.size > 0}
        renaming={props.renaming === row.id}
        {...props.traits?.(row)}
      />
    );
  });
}
