import { CheckOutlined } from '@ant-design/icons';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useDelayed } from '../../../ground/hooks/use-delayed.ts';
import type { DataListProps } from './data-list.tsx';
import styles from './list.module.css';
import { cover, nothing, type Selection } from './selection.ts';
import { indexAt, useListHand } from './use-list-hand.ts';
import { useMarquee } from './use-marquee.ts';
import { useScrollMemory, useSight } from './use-window.ts';

interface CardGridProps<T> extends Omit<DataListProps<T>, 'columns' | 'rowHeight' | 'bare'> {
  card: (row: T, renaming: boolean) => ReactNode;
}

const least = 148;
const cardHeight = 152;
const gap = 8;
const side = 12;

/** The cards of a folder, windowed by rows of cards. */
export function CardGrid<T extends { id: string; name: string }>(props: CardGridProps<T>): ReactNode {
  const { source, state } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const id = useId();
  const width = useWidth(scroller);
  const lanes = Math.max(1, Math.floor((width - 2 * side + gap) / (least + gap)));
  const total = source.total ?? 0;
  const virtualizer = useVirtualizer({
    count: Math.ceil(total / lanes),
    getScrollElement: () => scroller.current,
    estimateSize: () => cardHeight + gap,
    overscan: 4,
    paddingStart: side,
    paddingEnd: side,
  });
  const lines = virtualizer.getVirtualItems();
  useSight(source, lines, lanes);
  useScrollMemory(scroller, { ...props, reveal: props.reveal === undefined ? undefined : Math.floor(props.reveal / lanes) }, virtualizer);
  const hand = useListHand({
    source,
    state,
    lanes,
    pageRows: () => Math.max(1, Math.floor((scroller.current?.clientHeight ?? 400) / (cardHeight + gap))),
    reveal: (index) => virtualizer.scrollToIndex(Math.floor(index / lanes), { align: 'auto' }),
    open: props.open,
    touch: props.touch ?? false,
    address: props.address,
  });
  const before = useRef<Selection>(nothing);
  const marquee = useMarquee({
    scroller,
    begin: (add) => {
      before.current = add ? state.selection : nothing;
    },
    over: (box) => state.select(cover(before.current, covered(box, { lanes, width, total }), (at) => source.rowAt(at)?.id)),
  });
  const skeleton = useDelayed(source.total === undefined && source.error === null);
  const focused = state.selection.focus;

  const cardAt = (index: number): ReactNode => {
    const row = source.rowAt(index);
    if (row === undefined) return <div key={`empty-${index}`} className={`${styles.card} ${styles.skeleton}`} aria-hidden="true" />;
    const traits = props.traits?.(row);
    const selected = state.selection.ids.has(row.id);
    const names = [styles.card, selected && styles.selected, index === focused && styles.focused, traits?.faint && styles.faint];
    return (
      // biome-ignore lint/a11y/useFocusableInteractive: the grid keeps the focus and names the active card.
      <div
        key={row.id}
        id={`${id}-${index}`}
        role="gridcell"
        aria-selected={selected}
        className={[...names, state.selection.ids.size > 0 && styles.some].filter(Boolean).join(' ')}
        data-index={index}
        data-id={row.id}
        data-folder={traits?.folder?.id}
        data-upload={traits?.folder?.upload ? traits.folder.id : undefined}
        data-name={traits?.folder === undefined ? undefined : row.name}
        draggable={traits?.draggable && props.renaming !== row.id}
      >
        <span className={styles.check} data-check aria-hidden="true">
          {selected && <CheckOutlined />}
        </span>
        {props.card(row, props.renaming === row.id)}
      </div>
    );
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a windowed grid cannot be a table.
    <div
      ref={scroller}
      className={styles.scroller}
      role="grid"
      tabIndex={0}
      aria-label={props.label}
      aria-multiselectable
      aria-rowcount={source.total === undefined ? -1 : Math.ceil(total / lanes)}
      aria-activedescendant={lines.some((line) => line.index === Math.floor(focused / lanes)) ? `${id}-${focused}` : undefined}
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
      <div role="rowgroup" className={styles.body} style={{ height: virtualizer.getTotalSize() }}>
        {skeleton && (
          <div className={styles.cards}>
            {Array.from({ length: lanes * 2 }, (_, at) => (
              <div key={at} className={`${styles.card} ${styles.skeleton}`} />
            ))}
          </div>
        )}
        {lines.map((line) => (
          // biome-ignore lint/a11y/useFocusableInteractive: see above.
          <div
            key={line.key}
            role="row"
            aria-rowindex={line.index + 1}
            className={styles.cards}
            style={{ transform: `translateY(${line.start}px)`, gridTemplateColumns: `repeat(${lanes}, 1fr)`, height: cardHeight }}
          >
            {Array.from({ length: Math.min(lanes, total - line.index * lanes) }, (_, lane) => cardAt(line.index * lanes + lane))}
          </div>
        ))}
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

interface Ground {
  lanes: number;
  width: number;
  total: number;
}

/** The cards that a box touches. */
function covered(box: { left: number; top: number; right: number; bottom: number }, { lanes, width, total }: Ground): number[] {
  const cell = (width - 2 * side + gap) / lanes;
  const lane = (x: number) => Math.min(lanes - 1, Math.max(0, Math.floor((x - side) / cell)));
  const line = (y: number) => Math.max(0, Math.floor((y - side) / (cardHeight + gap)));
  const indexes: number[] = [];
  for (let at = line(box.top); at <= line(box.bottom); at++) {
    for (let across = lane(box.left); across <= lane(box.right); across++) {
      const index = at * lanes + across;
      if (index < total) indexes.push(index);
    }
  }
  return indexes;
}

function useWidth(scroller: React.RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(900);
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, [scroller]);
  return width;
}
