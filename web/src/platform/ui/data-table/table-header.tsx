import { ArrowDownOutlined, ArrowUpOutlined, CheckOutlined, SettingOutlined } from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
import { type DragEvent, type KeyboardEvent, type PointerEvent, type ReactNode, useRef } from 'react';
import { useAfterFirstPaint } from '../../first-paint.ts';
import { useText } from '../../i18n.ts';
import { type Column, orderAfter, useColumnPreferences } from './columns.ts';
import type { Sorting } from './list-frame.tsx';
import { type Sort, nextSort, noColumnPreferences, useListPreferences } from './list-preferences.ts';
import { PlainButton } from '../layout.tsx';
import styles from './table-header.module.css';

const kind = 'application/x-dossier-column';

interface ColumnMoves {
  draggable: true;
  onDragStart: (event: DragEvent) => void;
  onDragOver: (event: DragEvent) => void;
  onDrop: (event: DragEvent) => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

/** Moves a column by dragging its header onto another, or by Alt and the arrow keys; `ids` are the visible columns, in order. */
function useColumnMoves(id: string, ids: readonly string[]): ColumnMoves {
  const { change } = useColumnPreferences();
  const put = (moved: string, target: string | undefined): void => {
    if (target !== undefined && moved !== target) change(() => ({ order: orderAfter(ids, moved, target) }));
  };
  return {
    draggable: true,
    onDragStart: (event) => {
      event.stopPropagation();
      event.dataTransfer.setData(kind, id);
      event.dataTransfer.effectAllowed = 'move';
    },
    onDragOver: (event) => {
      if (!event.dataTransfer.types.includes(kind)) return;
      event.preventDefault();
      event.stopPropagation();
    },
    onDrop: (event) => {
      const moved = event.dataTransfer.getData(kind);
      if (moved === '') return;
      event.preventDefault();
      event.stopPropagation();
      put(moved, id);
    },
    onKeyDown: (event) => {
      const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
      if (step === 0 || !event.altKey) return;
      event.preventDefault();
      event.stopPropagation();
      put(id, ids[ids.indexOf(id) + step]);
    },
  };
}

const minimumWidth = 56;
const maximumWidth = 480;

interface TableHeaderProps<T> {
  columns: readonly Column<T>[];
  all: readonly Column<T>[];
  sorting: Sorting | undefined;
}

const sortAll = (sort: Sort): void => void useListPreferences.setState({ sort });

/** The column headers: a click sorts, dragging moves, the context menu switches columns. */
export function TableHeader<T>({ columns, all, sorting }: TableHeaderProps<T>): ReactNode {
  const t = useText('platform');
  const ofAll = useListPreferences((prefs) => prefs.sort);
  const { sort, change: changeSort } = sorting ?? { sort: ofAll, change: sortAll };
  const { change } = useColumnPreferences();
  const settled = useAfterFirstPaint();
  const [first, ...others] = all;
  const ids = columns.slice(1).map((column) => column.id);
  const shown = new Set(columns.map((column) => column.id));
  const menu = {
    selectedKeys: [...shown],
    multiple: true,
    items: [
      ...others.map((column) => ({
        key: column.id,
        label: column.label,
        icon: <CheckOutlined style={{ visibility: shown.has(column.id) ? 'visible' : 'hidden' }} />,
        onClick: () => change(({ hidden }) => ({ hidden: { ...hidden, [column.id]: shown.has(column.id) } })),
      })),
      { type: 'divider' as const },
      { key: 'reset', label: t('columnsReset'), onClick: () => change(() => noColumnPreferences) },
    ],
  };
  return (
    <Dropdown menu={menu} trigger={['contextMenu']}>
      <div role="rowgroup" className={styles.head} onContextMenu={(event) => event.stopPropagation()}>
        <div role="row" className={styles.headRow} aria-rowindex={1}>
          {columns.map((column) => (
            <HeaderCell
              key={column.id}
              column={column}
              isFirst={column.id === first?.id}
              sorting={{ sort, change: changeSort }}
              ids={ids}
            />
          ))}
          {settled && (
            <div role="columnheader" className={styles.headMenu} data-control>
              <Dropdown menu={menu} trigger={['click']} placement="bottomRight">
                <Button type="text" size="small" icon={<SettingOutlined />} aria-label={t('columns')} title={t('columns')} />
              </Dropdown>
            </div>
          )}
        </div>
      </div>
    </Dropdown>
  );
}

interface HeaderCellProps<T> {
  column: Column<T>;
  isFirst: boolean;
  sorting: Sorting;
  /** The columns that can be moved. */
  ids: readonly string[];
}

function HeaderCell<T>({ column, isFirst, sorting: { sort, change }, ids }: HeaderCellProps<T>): ReactNode {
  const sorted = column.sort !== undefined && sort.field === column.sort;
  const up = sort.direction === 'asc';
  const moves = useColumnMoves(column.id, ids);
  const names = [styles.headCell, column.end && styles.end, isFirst && styles.headFirst];
  return (
    <div
      role="columnheader"
      className={names.filter(Boolean).join(' ')}
      aria-sort={sorted ? (up ? 'ascending' : 'descending') : undefined}
      {...(!isFirst && moves)}
    >
      {column.sort === undefined ? (
        <span className={styles.headText}>{column.label}</span>
      ) : (
        <PlainButton className={styles.headText} onClick={() => column.sort && change(nextSort(sort, column.sort))}>
          {column.label}
          {sorted && (up ? <ArrowUpOutlined /> : <ArrowDownOutlined />)}
        </PlainButton>
      )}
      {!isFirst && <ResizeHandle column={column} />}
    </div>
  );
}

/** The left edge of a header: dragging changes the width, a double click resets it. */
function ResizeHandle<T>({ column }: { column: Column<T> }): ReactNode {
  const start = useRef<{ x: number; width: number }>(undefined);
  const { change } = useColumnPreferences();
  const set = (width: number | undefined) =>
    change(({ widths }) => {
      const { [column.id]: _, ...others } = widths;
      return { widths: width === undefined ? others : { ...others, [column.id]: width } };
    });
  const onPointerMove = (event: PointerEvent) => {
    if (start.current === undefined) return;
    set(Math.min(maximumWidth, Math.max(column.min ?? minimumWidth, start.current.width - (event.clientX - start.current.x))));
  };
  return (
    <span
      className={styles.edge}
      data-control
      onPointerDown={(event) => {
        event.preventDefault();
        event.stopPropagation();
        event.currentTarget.setPointerCapture(event.pointerId);
        start.current = { x: event.clientX, width: column.width };
      }}
      onPointerMove={onPointerMove}
      onPointerUp={() => {
        start.current = undefined;
      }}
      onDoubleClick={() => set(undefined)}
    />
  );
}
