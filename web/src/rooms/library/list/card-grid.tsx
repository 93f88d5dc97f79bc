import { CheckOutlined } from '@ant-design/icons';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useDelayed } from '../../../ground/hooks/use-delayed.ts';
import { type Pictured, useShapes } from '../../../ground/pictures.ts';
import { type CardShape, covered, gap, lanesIn, side, weightsOf } from './card-places.ts';
import { ListFrame } from './list-frame.tsx';
import type { ListProps } from './list-props.ts';
import list from './list.module.css';
import styles from './rows.module.css';
import { useListHand } from './use-list-hand.ts';
import { useMarqueeSelection } from './use-marquee-selection.ts';
import { useScrollMemory, useSight } from './use-window.ts';

interface CardGridProps<T> extends ListProps<T> {
  card: (row: T, renaming: boolean) => ReactNode;
  shape: CardShape;
  /** Cards are as wide as their pictures want them. */
  justified?: boolean;
}

/** The cards of a folder, windowed by rows of cards. */
export function CardGrid<T extends Pictured & { name: string }>(props: CardGridProps<T>): ReactNode {
  const { source, state, shape } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const id = useId();
  const width = useWidth(scroller);
  const total = source.total ?? 0;
  const lanes = lanesIn(width, shape);
  const lineHeight = shape.height + gap;
  const weights = useRef(new Map<number, readonly number[]>());
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
  const pageRows = (): number => Math.max(1, Math.floor((scroller.current?.clientHeight ?? 400) / lineHeight));
  const reveal = (index: number): void => virtualizer.scrollToIndex(lineOf(index), { align: 'auto' });
  const hand = useListHand({ ...props, lanes, pageRows, reveal, touch: props.touch ?? false });
  const marquee = useMarqueeSelection(scroller, props, (box) =>
    covered(box, { lanes, width, total, shape }, (line) => weights.current.get(line) ?? []),
  );
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
          <Line
            key={index}
            {...props}
            {...{ id, index, start, lanes }}
            count={Math.min(lanes, total - index * lanes)}
            weigh={(line, given) => weights.current.set(line, given)}
          />
        ))}
      </div>
      <Waiting active={source.total === undefined && source.error === null} lanes={lanes} height={shape.height} />
    </ListFrame>
  );
}

interface LineProps<T> extends CardGridProps<T> {
  id: string;
  index: number;
  start: number;
  lanes: number;
  count: number;
  weigh: (line: number, weights: readonly number[]) => void;
}

function Line<T extends Pictured & { name: string }>(props: LineProps<T>): ReactNode {
  const { index, lanes, shape, justified = false, weigh } = props;
  const from = index * lanes;
  const rows = Array.from({ length: props.count }, (_, at) => props.source.rowAt(from + at));
  const shapes = useShapes(justified ? rows : []);
  const columns = justified ? templateOf(shapes, lanes) : `repeat(${lanes}, minmax(0, 1fr))`;
  useEffect(() => {
    weigh(index, justified ? weightsOf(shapes) : []);
  });
  return (
    <div
      role="row"
      aria-rowindex={index + 1}
      className={styles.cards}
      style={{ transform: `translateY(${props.start}px)`, gridTemplateColumns: columns, height: shape.height }}
    >
      {rows.map((row, at) =>
        row === undefined ? (
          <div key={`empty-${from + at}`} className={`${styles.card} ${styles.skeleton}`} aria-hidden="true" />
        ) : (
          <Card key={row.id} {...props} row={row} index={from + at} />
        ),
      )}
    </div>
  );
}

/** A last line that is not full keeps the places of those that are missing. */
function templateOf(shapes: string, lanes: number): string {
  const weights = weightsOf(shapes);
  return Array.from({ length: lanes }, (_, lane) => `minmax(0, ${weights[lane] ?? 1}fr)`).join(' ');
}

function Card<T extends Pictured & { name: string }>(props: CardGridProps<T> & { id: string; row: T; index: number }): ReactNode {
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
