import { ArrowDownOutlined, ArrowUpOutlined, SettingOutlined } from '@ant-design/icons';
import { Button, Dropdown } from 'antd';
import { type PointerEvent, type ReactNode, useRef } from 'react';
import { useSettled } from '../../../ground/hooks/use-settled.ts';
import { useText } from '../../../ground/text.ts';
import type { Column } from './column.ts';
import styles from './list-header.module.css';
import { useColumnPrefs } from './column-prefs.ts';
import { noColumnPrefs, useListPrefs } from './list-prefs.ts';
import { useColumnMoves } from './use-column-moves.ts';
import { nextSort } from './sort.ts';

const least = 56;
const most = 480;

/** The heads of the columns: a click sorts, the edge drags, a right click switches columns. */
export function ListHeader<T>({ columns, all }: { columns: readonly Column<T>[]; all: readonly Column<T>[] }): ReactNode {
  const t = useText('library');
  const sort = useListPrefs((prefs) => prefs.sort);
  const { change } = useColumnPrefs();
  const settled = useSettled();
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
        onClick: () => change(({ hidden }) => ({ hidden: { ...hidden, [column.id]: shown.has(column.id) } })),
      })),
      { type: 'divider' as const },
      { key: 'reset', label: t('columnsReset'), onClick: () => change(() => noColumnPrefs) },
    ],
  };
  return (
    <Dropdown menu={menu} trigger={['contextMenu']}>
      <div role="rowgroup" className={styles.head} onContextMenu={(event) => event.stopPropagation()}>
        <div role="row" className={styles.headRow} aria-rowindex={1}>
          {columns.map((column) => (
            <Head key={column.id} column={column} isFirst={column.id === first?.id} sort={sort} ids={ids}>
              {settled && column.id === first?.id && (
                <Dropdown menu={menu} trigger={['click']} placement="bottomRight">
                  <Button
                    className={styles.headMenu}
                    type="text"
                    size="small"
                    icon={<SettingOutlined />}
                    aria-label={t('columns')}
                    title={t('columns')}
                  />
                </Dropdown>
              )}
            </Head>
          ))}
        </div>
      </div>
    </Dropdown>
  );
}

interface HeadProps<T> {
  column: Column<T>;
  isFirst: boolean;
  sort: { field: string; direction: string };
  /** The columns that can change places. */
  ids: readonly string[];
  children: ReactNode;
}

function Head<T>({ column, isFirst, sort, ids, children }: HeadProps<T>): ReactNode {
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
      {children}
      {column.sort === undefined ? (
        <span className={styles.headText}>{column.label}</span>
      ) : (
        <button
          type="button"
          className={styles.headText}
          onClick={() => column.sort && useListPrefs.setState((prefs) => ({ sort: nextSort(prefs.sort, column.sort as never) }))}
        >
          {column.label}
          {sorted && (up ? <ArrowUpOutlined /> : <ArrowDownOutlined />)}
        </button>
      )}
      {!isFirst && <Edge column={column} />}
    </div>
  );
}

/** The left edge of a head: drag to change the width, double click to give it up. */
function Edge<T>({ column }: { column: Column<T> }): ReactNode {
  const start = useRef<{ x: number; width: number }>(undefined);
  const { change } = useColumnPrefs();
  const set = (width: number | undefined) =>
    change(({ widths }) => {
      const { [column.id]: _, ...others } = widths;
      return { widths: width === undefined ? others : { ...others, [column.id]: width } };
    });
  const onPointerMove = (event: PointerEvent) => {
    if (start.current === undefined) return;
    set(Math.min(most, Math.max(column.min ?? least, start.current.width - (event.clientX - start.current.x))));
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
