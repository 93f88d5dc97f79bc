import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useDelayed } from '../../../ground/hooks/use-delayed.ts';
import type { Pictured } from '../../../ground/pictures.ts';
import { CardLine, type CardTerms } from './card-line.tsx';
import { covered, gap, lanesIn, side } from './card-places.ts';
import { ListFrame } from './list-frame.tsx';
import list from './list.module.css';
import styles from './rows.module.css';
import { useListHand } from './use-list-hand.ts';
import { useMarqueeSelection } from './use-marquee-selection.ts';
import { useScrollMemory, useSight } from './use-window.ts';

/** The cards of a folder, windowed by rows of cards. */
export function CardGrid<T extends Pictured & { name: string }>(props: CardTerms<T>): ReactNode {
  const { source, state, shape } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const id = useId();
  const width = useWidth(scroller);
  const total = source.total ?? 0;
  const lanes = lanesIn(width, shape);
  const lineHeight = shape.height + gap;
  const [weights] = useState(() => new Map<number, readonly number[]>());
  const weigh = (line: number, given: readonly number[]) => weights.set(line, given);
  const virtualizer = useVirtualizer({
    count: Math.ceil(total / lanes),
    getScrollElement: () => scroller.current,
    estimateSize: () => lineHeight,
    overscan: 4,
    paddingStart: side,
    paddingEnd: side,
  });
  const lines = virtualizer.getVirtualItems();
  const lineOf = (index: number): number => Math.floor(index / lanes);
  useSight(source, lines, lanes);
  useScrollMemory(scroller, { source, state, reveal: props.reveal === undefined ? undefined : lineOf(props.reveal) }, virtualizer);
  const hand = useListHand({
    ...props,
    lanes,
    pageRows: () => Math.max(1, Math.floor((scroller.current?.clientHeight ?? 400) / lineHeight)),
    reveal: (index) => virtualizer.scrollToIndex(lineOf(index), { align: 'auto' }),
    touch: props.touch ?? false,
  });
  const marquee = useMarqueeSelection(scroller, props, (box) =>
    covered(box, { lanes, width, total, shape }, (line) => weights.get(line) ?? []),
  );
  const { focus } = state.selection;
  return (
    <ListFrame
      {...props}
      {...{ scroller, hand, marquee, near: props.near, onDragStart: props.onDragStart }}
      rowCount={source.total === undefined ? -1 : Math.ceil(total / lanes)}
      active={lines.some((line) => line.index === lineOf(focus)) ? `${id}-${focus}` : undefined}
    >
      <div role="rowgroup" className={list.body} style={{ height: virtualizer.getTotalSize() }}>
        {lines.map(({ index, start }) => (
          <CardLine key={index} {...props} {...{ id, index, start, lanes, weigh }} count={Math.min(lanes, total - index * lanes)} />
        ))}
      </div>
      <Waiting active={source.total === undefined && source.error === null} lanes={lanes} height={shape.height} />
    </ListFrame>
  );
}

function Waiting({ active, lanes, height }: { active: boolean; lanes: number; height: number }): ReactNode {
  const late = useDelayed(active);
  if (!late) return null;
  return (
    <div
      className={styles.cards}
      style={{ gridTemplateColumns: `repeat(${lanes}, 1fr)`, gridTemplateRows: `repeat(2, ${height}px)` }}
      aria-hidden="true"
    >
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
