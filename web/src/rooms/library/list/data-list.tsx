import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useId, useLayoutEffect, useMemo, useRef } from 'react';
import { useDelayed } from '../../../ground/hooks/use-delayed.ts';
import { type Column, shownColumns, templateOf } from './column.ts';
import { DataRow, SkeletonRow } from './data-row.tsx';
import { ListHeader } from './list-header.tsx';
import { useListPrefs } from './list-prefs.ts';
import type { ListState } from './list-state.ts';
import styles from './list.module.css';
import type { RowSource } from './row-source.ts';
import { cover, nothing, type Selection } from './selection.ts';
import { indexAt, useListHand } from './use-list-hand.ts';
import { useMarquee } from './use-marquee.ts';
import { useScrollMemory, useSight } from './use-window.ts';

/** What a row carries besides its cells. */
export interface RowTraits {
  /** A folder that takes things dropped on it, and files from outside where these may be uploaded. */
  folder?: { id: string; upload: boolean };
  draggable?: boolean;
  /** Cut and about to go. */
  faint?: boolean;
}

export interface DataListProps<T> {
  label: string;
  source: RowSource<T>;
  state: ListState<T>;
  columns: readonly Column<T>[];
  rowHeight: number;
  /** Columns cannot be changed and have no heads: cards on a phone. */
  bare?: boolean;
  touch?: boolean;
  renaming?: string | undefined;
  traits?: (row: T) => RowTraits;
  open: (row: T) => void;
  /** The pointer rests on a row. */
  near?: (row: T) => void;
  onDragStart?: (event: React.DragEvent) => void;
  details?: () => void;
  address?: (row: T) => string | undefined;
  /** A row to bring into sight when this changes. */
  reveal?: number | undefined;
}

const headHeight = 34;
const overscan = 12;

/** A windowed list with columns: ten thousand rows cost as much as thirty. */
export function DataList<T extends { id: string; name: string }>(props: DataListProps<T>): ReactNode {
  const { source, state, rowHeight, bare = false } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const id = useId();
  const { widths, hidden } = useListPrefs();
  const columns = useMemo(
    () => (bare ? [...props.columns] : shownColumns(props.columns, widths, hidden)),
    [props.columns, widths, hidden, bare],
  );
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
  });
  const rows = virtualizer.getVirtualItems();
  useSight(source, rows);
  useScrollMemory(scroller, props, virtualizer);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the density changes every row at once.
  useLayoutEffect(() => virtualizer.measure(), [rowHeight, head]);

  const reveal = (index: number) => virtualizer.scrollToIndex(index, { align: 'auto' });
  const hand = useListHand({
    source,
    state,
    lanes: 1,
    pageRows: () => Math.max(1, Math.floor(((scroller.current?.clientHeight ?? 400) - head) / rowHeight) - 1),
    reveal,
    open: props.open,
    touch: props.touch ?? false,
    details: props.details,
    address: props.address,
  });
  const before = useRef<Selection>(nothing);
  const marquee = useMarquee({
    scroller,
    begin: (add) => {
      before.current = add ? state.selection : nothing;
    },
    over: ({ top, bottom }) => {
      const from = Math.max(Math.floor((top - head) / rowHeight), 0);
      const to = Math.min(Math.floor((bottom - head) / rowHeight), total - 1);
      const indexes = Array.from({ length: Math.max(to - from + 1, 0) }, (_, at) => from + at);
      state.select(cover(before.current, indexes, (at) => source.rowAt(at)?.id));
    },
  });
  const skeleton = useDelayed(source.total === undefined && source.error === null);
  const focused = state.selection.focus;
  const inSight = rows.some((row) => row.index === focused);

  return (
    // biome-ignore lint/a11y/useSemanticElements: a windowed grid cannot be a table.
    <div
      ref={scroller}
      className={styles.scroller}
      role="grid"
      tabIndex={0}
      aria-label={props.label}
      aria-multiselectable
      aria-rowcount={source.total === undefined ? -1 : total + 1}
      aria-colcount={columns.length}
      aria-activedescendant={inSight ? `${id}-${focused}` : undefined}
      style={{ '--columns': template, '--least': `${least}px` } as React.CSSProperties}
      data-list
      onDragStart={props.onDragStart}
      onPointerOver={(event) => {
        const index = indexAt(event.target);
        const row = index === undefined ? undefined : source.rowAt(index);
        if (row !== undefined && event.pointerType === 'mouse') props.near?.(row);
      }}
      {...hand}
      {...marquee.handlers}
    >
      {!bare && <ListHeader columns={columns} all={props.columns} />}
      <div role="rowgroup" className={styles.body} style={{ height: virtualizer.getTotalSize() - head }}>
        {skeleton &&
          Array.from({ length: 12 }, (_, at) => <SkeletonRow key={at} columns={columns} top={at * rowHeight} height={rowHeight} />)}
        {rows.map(({ index, start }) => {
          const row = source.rowAt(index);
          const place = { top: start - head, height: rowHeight };
          if (row === undefined) return <SkeletonRow key={`empty-${index}`} columns={columns} {...place} />;
          return (
            <DataRow
              key={row.id}
              id={`${id}-${index}`}
              row={row}
              index={index}
              columns={columns}
              {...place}
              selected={state.selection.ids.has(row.id)}
              focused={index === focused}
              some={state.selection.ids.size > 0}
              renaming={props.renaming === row.id}
              {...props.traits?.(row)}
            />
          );
        })}
      </div>
      {marquee.box && (
        <div
          className={styles.marquee}
          style={{
            left: marquee.box.left,
            top: marquee.box.top,
            width: marquee.box.right - marquee.box.left,
            height: marquee.box.bottom - marquee.box.top,
          }}
        />
      )}
    </div>
  );
}
