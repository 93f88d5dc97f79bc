import { CheckOutlined } from '@ant-design/icons';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useDelayed } from '../../../ground/hooks/use-delayed.ts';
import { cardHeight, covered, gap, lanesIn, side } from './card-places.ts';
import { ListFrame } from './list-frame.tsx';
import type { ListProps } from './list-props.ts';
import list from './list.module.css';
import styles from './rows.module.css';
import { useListHand } from './use-list-hand.ts';
import { useMarqueeSelection } from './use-marquee-selection.ts';
import { useScrollMemory, useSight } from './use-window.ts';

interface CardGridProps<T> extends ListProps<T> {
  card: (row: T, renaming: boolean) => ReactNode;
}

/** The cards of a folder, windowed by rows of cards. */
export function CardGrid<T extends { id: string; name: string }>(props: CardGridProps<T>): ReactNode {
  const { source, state } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const id = useId();
  const width = useWidth(scroller);
  const total = source.total ?? 0;
  const lanes = lanesIn(width);
  const virtualizer = useVirtualizer({
    count: Math.ceil(total / lanes),
    getScrollElement: () => scroller.current,
    estimateSize: () => cardHeight + gap,
    overscan: 4,
    paddingStart: side,
    paddingEnd: side,
  });
  const lines = virtualizer.getVirtualItems();
  const lineOf = (index: number): number => Math.floor(index / lanes);
  useSight(source, lines, lanes);
  useScrollMemory(scroller, { source, state, reveal: props.reveal === undefined ? undefined : lineOf(props.reveal) }, virtualizer);
  const pageRows = (): number => Math.max(1, Math.floor((scroller.current?.clientHeight ?? 400) / (cardHeight + gap)));
  const reveal = (index: number): void => virtualizer.scrollToIndex(lineOf(index), { align: 'auto' });
  const hand = useListHand({ ...props, lanes, pageRows, reveal, touch: props.touch ?? false });
  const marquee = useMarqueeSelection(scroller, props, (box) => covered(box, { lanes, width, total }));
  const { focus } = state.selection;
  return (
    <ListFrame
      {...props}
      {...{ scroller, hand, marquee }}
      near={props.near}
      onDragStart={props.onDragStart}
      rowCount={source.total === undefined ? -1 : Math.ceil(total / lanes)}
      active={lines.some((line) => line.index === lineOf(focus)) ? `${id}-${focus}` : undefined}
    >
      <div role="rowgroup" className={list.body} style={{ height: virtualizer.getTotalSize() }}>
        {lines.map(({ index, start }) => (
          <div
            key={index}
            role="row"
            aria-rowindex={index + 1}
            className={styles.cards}
            style={{ transform: `translateY(${start}px)`, gridTemplateColumns: `repeat(${lanes}, 1fr)`, height: cardHeight }}
          >
            <Line {...props} id={id} from={index * lanes} count={Math.min(lanes, total - index * lanes)} />
          </div>
        ))}
      </div>
      <Waiting active={source.total === undefined && source.error === null} lanes={lanes} />
    </ListFrame>
  );
}

function Line<T extends { id: string; name: string }>(props: CardGridProps<T> & { id: string; from: number; count: number }): ReactNode {
  return Array.from({ length: props.count }, (_, at) => {
    const index = props.from + at;
    const row = props.source.rowAt(index);
    if (row === undefined) return <div key={`empty-${index}`} className={`${styles.card} ${styles.skeleton}`} aria-hidden="true" />;
    return <Card key={row.id} {...props} row={row} index={index} />;
  });
}

function Card<T extends { id: string; name: string }>(props: CardGridProps<T> & { id: string; row: T; index: number }): ReactNode {
  const { row, index } = props;
  const { ids, focus } = props.state.selection;
  const traits = props.traits?.(row);
  const selected = ids.has(row.id);
  const names = [
    styles.card,
    selected && styles.selected,
    index === focus && styles.focused,
    traits?.faint && styles.faint,
    traits?.fresh && styles.fresh,
    ids.size > 0 && styles.some,
  ];
  return (
    <div
      id={`${props.id}-${index}`}
      role="gridcell"
      aria-selected={selected}
      className={names.filter(Boolean).join(' ')}
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
}

function Waiting({ active, lanes }: { active: boolean; lanes: number }): ReactNode {
  const late = useDelayed(active);
  if (!late) return null;
  return (
    <div className={styles.cards} style={{ gridTemplateColumns: `repeat(${lanes}, 1fr)` }} aria-hidden="true">
      {Array.from({ length: lanes * 2 }, (_, at) => (
        <div key={at} className={`${styles.card} ${styles.skeleton}`} />
      ))}
    </div>
  );
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
