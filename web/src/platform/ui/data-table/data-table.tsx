import { CheckOutlined, RightOutlined } from '@ant-design/icons';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, type RefObject, memo, useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useDelayed } from '../hooks.ts';
import { GroupHead, StickyGroupHead } from './group-head.tsx';
import { type Column, fittingColumns, shownColumns, templateOf, useColumnPreferences } from './columns.ts';
import { ListFrame, type ListProps, useMarqueeSelection, useScrollMemory, useVisibleRows } from './list-frame.tsx';
import listCss from './list.module.css';
import { type GroupLines, linesOf } from './row-groups.ts';
import styles from './rows.module.css';
import { TableHeader } from './table-header.tsx';
import { useListInteraction } from './use-list-interaction.ts';
import { type Swiped, useRowSwipe } from './use-row-swipe.ts';

interface DataRowProps<T> {
  id: string;
  row: T;
  index: number;
  /** Its line in the list, heads of groups included. */
  line: number;
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
      aria-rowindex={props.line + 2}
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

/** A line in the window, with its distance from the top. */
type LinePlace = { line: number; start: number } & ReturnType<GroupLines['at']>;

const headHeight = 34;
const groupHeight = 34;
const overscan = 12;

/** The lines of a list in its window: rows, and the heads of groups. */
function useLines<T extends { id: string; name: string }>(props: DataTableProps<T>, scroller: React.RefObject<HTMLDivElement | null>) {
  const { source, state, rowHeight, bare = false } = props;
  const head = bare ? 0 : headHeight;
  const groups = props.groups === undefined ? undefined : source.groups;
  const lines = useMemo(() => linesOf(groups), [groups]);
  const count = (source.total ?? 0) + lines.heads.length;
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: (line) => ('head' in lines.at(line) ? groupHeight : rowHeight),
    overscan,
    paddingStart: head,
    scrollPaddingStart: lines.heads.length === 0 ? head : head + groupHeight,
    initialOffset: () => state.scroll.read(),
    // Loaded rows are rendered at once, before the list has been measured.
    initialRect: { width: innerWidth, height: innerHeight },
  });
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, rowHeight, head, lines]);
  const toRow = useMemo(
    () => ({
      scrollToIndex: (index: number, how?: { align?: 'auto' | 'center' | 'start' }) => virtualizer.scrollToIndex(lines.lineOf(index), how),
    }),
    [virtualizer, lines],
  );
  const lineAt = (offset: number): number =>
    lines.heads.length === 0
      ? Math.floor((offset - head) / rowHeight)
      : (virtualizer.getVirtualItemForOffset(Math.max(offset, head))?.index ?? 0);
  const rowsBetween = (top: number, bottom: number): number[] => {
    const [from, to] = [Math.max(lineAt(top), 0), Math.min(lineAt(bottom), count - 1)];
    return Array.from({ length: Math.max(to - from + 1, 0) }, (_, at) => lines.at(from + at)).flatMap((line) =>
      'row' in line ? [line.row] : [],
    );
  };
  return { head, lines, count, virtualizer, toRow, rowsBetween };
}

/** A windowed list with columns: ten thousand rows cost as much as thirty. */
export function DataTable<T extends { id: string; name: string }>(props: DataTableProps<T>): ReactNode {
  const { source, state, rowHeight, bare = false } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const id = useId();
  const columns = useShownColumns(props, scroller);
  const { template, least } = templateOf(columns);
  const { head, lines, count, virtualizer, toRow, rowsBetween } = useLines(props, scroller);
  const places = virtualizer.getVirtualItems().map(({ index: line, start }): LinePlace => ({ line, start, ...lines.at(line) }));
  const rowPlaces = places.flatMap((place) => ('row' in place ? [{ index: place.row }] : []));
  useVisibleRows(source, rowPlaces);
  useScrollMemory(scroller, props, toRow);
  const pageRows = (): number => Math.max(1, Math.floor(((scroller.current?.clientHeight ?? 400) - head) / rowHeight) - 1);
  const reveal = (index: number): void => toRow.scrollToIndex(index, { align: 'auto' });
  const hand = useListInteraction({ ...props, lanes: 1, pageRows, reveal, touch: props.touch ?? false });
  const marquee = useMarqueeSelection(scroller, props, ({ top, bottom }) => rowsBetween(top, bottom));
  const swipe = useRowSwipe(props);
  const { focus } = state.selection;
  return (
    <ListFrame
      {...props}
      {...{ scroller, hand, marquee }}
      swipe={props.swipes && swipe.handlers}
      near={props.near}
      onDragStart={props.onDragStart}
      rowCount={source.total === undefined ? -1 : count + 1}
      active={rowPlaces.some((place) => place.index === focus) ? `${id}-${focus}` : undefined}
      style={{ '--columns': template, '--least': `${least}px` } as React.CSSProperties}
    >
      {!bare && <TableHeader columns={columns} all={props.columns} sorting={props.sorting} />}
      <Sticky first={virtualizer.range?.startIndex} lines={lines} groups={props.groups} top={head} />
      <div role="rowgroup" className={listCss.body} style={{ height: virtualizer.getTotalSize() - head }}>
        {swipe.swiped && (
          <BelowRow
            {...swipe.swiped}
            height={rowHeight}
            top={(places.find((place) => 'row' in place && place.row === swipe.swiped?.index)?.start ?? 0) - head}
          />
        )}
        <TableRows {...props} {...{ id, columns, places, head, lines }} />
      </div>
    </ListFrame>
  );
}

/** The head of the first group in sight, where its line is not. */
function Sticky({
  first,
  lines,
  groups,
  top,
}: { first: number | undefined; lines: GroupLines; top: number } & Pick<DataTableProps<never>, 'groups'>) {
  const head = first === undefined ? undefined : lines.headOf(first);
  if (groups === undefined || head === undefined || head.line === first) return null;
  return <StickyGroupHead group={head.group} groups={groups} top={top} />;
}

/** What a row keeps free at its sides. */
const rowPadding = 24;

function useShownColumns<T>({ columns, bare }: DataTableProps<T>, scroller: RefObject<HTMLElement | null>): readonly Column<T>[] {
  const { prefs } = useColumnPreferences();
  const shown = useMemo(() => (bare ? columns : shownColumns(columns, prefs)), [columns, prefs, bare]);
  const [leftOut, setLeftOut] = useState('');
  // As one text, so that a list draws its rows anew only where a column comes or goes.
  useLayoutEffect(() => {
    const list = scroller.current;
    if (list === null || bare) return undefined;
    const measure = (): void => {
      const { clientWidth } = list;
      const fitting = clientWidth === 0 ? shown : fittingColumns(shown, clientWidth - rowPadding, prefs);
      setLeftOut(shown.flatMap((column) => (fitting.includes(column) ? [] : [column.id])).join());
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(list);
    return () => observer.disconnect();
  }, [scroller, shown, prefs, bare]);
  return useMemo(() => {
    if (leftOut === '' || bare) return shown;
    const ids = new Set(leftOut.split(','));
    return shown.filter(({ id }) => !ids.has(id));
  }, [shown, leftOut, bare]);
}

interface TableRowsProps<T> extends DataTableProps<T> {
  id: string;
  places: readonly LinePlace[];
  head: number;
  lines: GroupLines;
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
  return props.places.map((found) => {
    const top = found.start - props.head;
    if ('head' in found) {
      const { group } = found.head;
      const style = { transform: `translateY(${top}px)` };
      return (
        props.groups && <GroupHead key={`group-${group.key}`} group={group} groups={props.groups} index={found.line + 2} style={style} />
      );
    }
    const index = found.row;
    const row = source.rowAt(index);
    const place = { top, height: rowHeight };
    if (row === undefined) return <SkeletonRow key={`empty-${index}`} columns={columns} {...place} />;
    return (
      <DataRow
        key={row.id}
        id={`${props.id}-${index}`}
        {...{ row, index, columns }}
        line={found.line}
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
