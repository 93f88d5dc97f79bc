import { CheckOutlined } from '@ant-design/icons';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useDelayed } from '../hooks.ts';
import { type ThumbnailSubject, useAspectRatios } from '../thumbnails.tsx';
import { type Box, ListFrame, type ListProps, useMarqueeSelection, useScrollMemory, useVisibleRows } from './list-frame.tsx';
import list from './list.module.css';
import styles from './rows.module.css';
import { useListInteraction } from './use-list-interaction.ts';

/** The size of cards in pixels: their height, and their minimum width. */
interface CardShape {
  height: number;
  least: number;
}

/** The card sizes of each layout. */
export const cardShapes = { grid: { height: 192, least: 160 }, gallery: { height: 248, least: 232 } } as const satisfies Record<
  string,
  CardShape
>;

const gap = 8;
const side = 12;

/** The geometry of the grid. */
interface GridGeometry {
  lanes: number;
  width: number;
  total: number;
  shape: CardShape;
}

/** Cards in a line. */
function lanesIn(width: number, { least }: CardShape): number {
  return Math.max(1, Math.floor((width - 2 * side + gap) / (least + gap)));
}

/** The cards that a box touches; `weigh` returns the widths in lines of unequal cards. */
export function covered(box: Box, geometry: GridGeometry, weigh?: (line: number) => readonly number[]): number[] {
  const { lanes, total, shape } = geometry;
  const line = (y: number): number => Math.max(0, Math.floor((y - side) / (shape.height + gap)));
  const indexes: number[] = [];
  for (let at = line(box.top); at <= line(box.bottom); at++) {
    const edges = edgesOf(geometry, weigh?.(at));
    for (let lane = 0; lane < lanes; lane++) {
      const [left = 0, right = 0] = edges[lane] ?? [];
      const index = at * lanes + lane;
      if (index < total && right + gap > box.left && left <= box.right) indexes.push(index);
    }
  }
  return indexes;
}

/** The left and right edges of the cards in a line. */
function edgesOf({ lanes, width }: GridGeometry, weights: readonly number[] = []): [left: number, right: number][] {
  const available = width - 2 * side - (lanes - 1) * gap;
  const all = Array.from({ length: lanes }, (_, lane) => weights[lane] ?? 1);
  const sum = all.reduce((before, weight) => before + weight, 0);
  let left = side;
  return all.map((weight) => {
    const right = left + (available * weight) / sum;
    const edges: [number, number] = [left, right];
    left = right + gap;
    return edges;
  });
}

/** The narrowest and widest card, relative to its height. */
const [narrowest, widest] = [0.7, 2];

/** The relative widths of a line's cards from `useAspectRatios`; a card without a thumbnail is square. */
function weightsOf(shapes: string): number[] {
  return shapes.split(' , ').map((shape) => (shape === '' ? 1 : Math.min(widest, Math.max(narrowest, Number(shape)))));
}

interface CardGridProps<T> extends ListProps<T> {
  card: (row: T, renaming: boolean) => ReactNode;
  shape: CardShape;
  /** Whether card widths follow their thumbnails. */
  justified?: boolean;
}

interface CardLineProps<T> extends CardGridProps<T> {
  id: string;
  index: number;
  start: number;
  lanes: number;
  count: number;
  weigh: (line: number, weights: readonly number[]) => void;
}

/** A line of cards. */
function CardLine<T extends ThumbnailSubject & { name: string }>(props: CardLineProps<T>): ReactNode {
  const { index, lanes, shape, justified = false, weigh } = props;
  const from = index * lanes;
  const rows = Array.from({ length: props.count }, (_, at) => props.source.rowAt(from + at));
  const shapes = useAspectRatios(justified ? rows : []);
  const columns = justified ? gridTemplateOf(shapes, lanes) : `repeat(${lanes}, minmax(0, 1fr))`;
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

/** An incomplete last line keeps the space of the missing cards. */
function gridTemplateOf(shapes: string, lanes: number): string {
  const weights = weightsOf(shapes);
  return Array.from({ length: lanes }, (_, lane) => `minmax(0, ${weights[lane] ?? 1}fr)`).join(' ');
}

function Card<T extends ThumbnailSubject & { name: string }>(props: CardGridProps<T> & { id: string; row: T; index: number }): ReactNode {
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

/** The cards of a folder, windowed by line. */
export function CardGrid<T extends ThumbnailSubject & { name: string }>(props: CardGridProps<T>): ReactNode {
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
  useVisibleRows(source, lines, lanes);
  useScrollMemory(scroller, { source, state, reveal: props.reveal === undefined ? undefined : lineOf(props.reveal) }, virtualizer);
  const hand = useListInteraction({
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
