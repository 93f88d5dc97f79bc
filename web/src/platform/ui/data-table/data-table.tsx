import { CheckOutlined, RightOutlined } from '@ant-design/icons';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, memo, useId, useLayoutEffect, useMemo, useRef } from 'react';
import { useDelayed } from '../hooks.ts';
import { type Column, shownColumns, templateOf, useColumnPreferences } from './columns.ts';
import { ListFrame, type ListProps, useMarqueeSelection, useScrollMemory, useVisibleRows } from './list-frame.tsx';
import listCss from './list.module.css';
import styles from './rows.module.css';
import { TableHeader } from './table-header.tsx';
import { useListInteraction } from './use-list-interaction.ts';
import { type Swiped, useRowSwipe } from './use-row-swipe.ts';

interface DataRowProps<T> {
  id: string;
  row: T;
  index: number;
  columns: readonly Column<T>[];
  top: number;
  height: number;
  selected: boolean;
  focused: boolean;
  /** There is a selection, so that every row shows its checkbox. */
  some: boolean;
  renaming: boolean;
  folder?: { id: string; upload: boolean };
  draggable?: boolean;
  faint?: boolean;
  fresh?: boolean;
  menu?: ((row: T) => ReactNode) | undefined;
}

function TableRow<T extends { id: string; name: string }>(props: DataRowProps<T>): ReactNode {
  const { row, columns, selected, focused, renaming, folder } = props;
  const [first, ...others] = columns;
  const names = [
    styles.row,
    selected && styles.selected,
    focused && styles.focused,
    props.faint && styles.faint,
    props.fresh && styles.fresh,
    props.some && styles.some,
    props.menu && styles.withMenu,
  ];
  return (
    <div
      id={props.id}
      role="row"
      aria-rowindex={props.index + 2}
      aria-selected={selected}
      className={names.filter(Boolean).join(' ')}
      style={{ transform: `translateY(${props.top}px)`, height: props.height }}
      data-index={props.index}
      data-id={row.id}
      data-folder={folder?.id}
      data-upload={folder?.upload ? folder.id : undefined}
      data-name={folder === undefined ? undefined : row.name}
    >
      <div role="gridcell" className={styles.first}>
        <span className={styles.check} data-check aria-hidden="true">
          {selected && <CheckOutlined />}
        </span>
        <div className={styles.grip} draggable={props.draggable && !renaming}>
          {first?.cell(row, { renaming })}
        </div>
      </div>
      {others.map((column) => (
        <div key={column.id} role="gridcell" className={column.end ? `${styles.cell} ${styles.end}` : styles.cell}>
          {column.cell(row, { renaming: false })}
        </div>
      ))}
      {props.menu ? (
        <div role="gridcell" className={styles.menu}>
          {props.menu(row)}
        </div>
      ) : (
        <span className={styles.rowEdge} data-edge aria-hidden="true">
          <RightOutlined />
        </span>
      )}
    </div>
  );
}

/** One row; rerendered only when its own data change. */
const DataRow = memo(TableRow, (before, after) => {
  const { folder: one, ...left } = before;
  const { folder: other, ...right } = after;
  const same = (Object.keys(right) as (keyof typeof right)[]).every((key) => left[key] === right[key]);
  return same && Object.keys(left).length === Object.keys(right).length && one?.id === other?.id && one?.upload === other?.upload;
}) as typeof TableRow;

/** The placeholder of a row that is loading. */
function SkeletonRow<T>({ columns, top, height }: { columns: readonly Column<T>[]; top: number; height: number }): ReactNode {
  return (
    <div className={`${styles.row} ${styles.skeleton}`} style={{ transform: `translateY(${top}px)`, height }} aria-hidden="true">
      {columns.map((column, at) => (
        <div key={column.id} className={column.end ? `${styles.cell} ${styles.end}` : styles.cell}>
          <span style={{ width: at === 0 ? '40%' : '60%' }} />
        </div>
      ))}
    </div>
  );
}

/** What comes to sight below a row that is swiped: what letting go would do. */
function BelowRow({ action, side, isReady, top, height }: Swiped & { top: number; height: number }): ReactNode {
  return (
    <div
      className={styles.below}
      style={{ transform: `translateY(${top}px)`, height }}
      data-side={side}
      data-danger={action.danger || undefined}
      data-ready={isReady || undefined}
      aria-hidden="true"
    >
      {action.icon}
      <span>{action.label}</span>
    </div>
  );
}

interface DataTableProps<T> extends ListProps<T> {
  columns: readonly Column<T>[];
  rowHeight: number;
  /** Without column headers: cards on a phone. */
  bare?: boolean;
}

interface RowPlace {
  index: number;
  start: number;
}

const headHeight = 34;
const overscan = 12;

/** A windowed list with columns: ten thousand rows cost as much as thirty. */
export function DataTable<T extends { id: string; name: string }>(props: DataTableProps<T>): ReactNode {
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
    // Loaded rows are rendered at once, before the list has been measured.
    initialRect: { width: innerWidth, height: innerHeight },
  });
  const places = virtualizer.getVirtualItems();
  useVisibleRows(source, places);
  useScrollMemory(scroller, props, virtualizer);
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, rowHeight, head]);
  const pageRows = (): number => Math.max(1, Math.floor(((scroller.current?.clientHeight ?? 400) - head) / rowHeight) - 1);
  const reveal = (index: number): void => virtualizer.scrollToIndex(index, { align: 'auto' });
  const hand = useListInteraction({ ...props, lanes: 1, pageRows, reveal, touch: props.touch ?? false });
  const marquee = useMarqueeSelection(scroller, props, ({ top, bottom }) => {
    const from = Math.max(Math.floor((top - head) / rowHeight), 0);
    const to = Math.min(Math.floor((bottom - head) / rowHeight), total - 1);
    return Array.from({ length: Math.max(to - from + 1, 0) }, (_, at) => from + at);
  });
  const swipe = useRowSwipe(props);
  const { focus } = state.selection;
  return (
    <ListFrame
      {...props}
      {...{ scroller, hand, marquee }}
      swipe={props.swipes && swipe.handlers}
      near={props.near}
      onDragStart={props.onDragStart}
      rowCount={source.total === undefined ? -1 : total + 1}
      active={places.some((place) => place.index === focus) ? `${id}-${focus}` : undefined}
      style={{ '--columns': template, '--least': `${least}px` } as React.CSSProperties}
    >
      {!bare && <TableHeader columns={columns} all={props.columns} />}
      <div role="rowgroup" className={listCss.body} style={{ height: virtualizer.getTotalSize() - head }}>
        {swipe.swiped && (
          <BelowRow
            {...swipe.swiped}
            height={rowHeight}
            top={(places.find(({ index }) => index === swipe.swiped?.index)?.start ?? 0) - head}
          />
        )}
        <TableRows {...props} {...{ id, columns, places, head }} />
      </div>
    </ListFrame>
  );
}

function useShownColumns<T>({ columns, bare }: DataTableProps<T>): readonly Column<T>[] {
  const { prefs } = useColumnPreferences();
  return useMemo(() => (bare ? columns : shownColumns(columns, prefs)), [columns, prefs, bare]);
}

interface TableRowsProps<T> extends DataTableProps<T> {
  id: string;
  places: readonly RowPlace[];
  head: number;
}

const firstRows = 12;

function TableRows<T extends { id: string; name: string }>(props: TableRowsProps<T>): ReactNode {
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
        {...(props.rowMenu && { menu: props.rowMenu })}
        {...props.traits?.(row)}
      />
    );
  });
}
