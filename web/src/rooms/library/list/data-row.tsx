import { CheckOutlined, RightOutlined } from '@ant-design/icons';
import { memo, type ReactNode } from 'react';
import type { Column } from './column.ts';
import styles from './rows.module.css';

interface DataRowProps<T> {
  id: string;
  row: T;
  index: number;
  columns: readonly Column<T>[];
  top: number;
  height: number;
  selected: boolean;
  focused: boolean;
  /** Something is selected, so that every row shows its check mark. */
  some: boolean;
  renaming: boolean;
  folder?: { id: string; upload: boolean };
  draggable?: boolean;
  faint?: boolean;
  fresh?: boolean;
}

function Row<T extends { id: string; name: string }>(props: DataRowProps<T>): ReactNode {
  const { row, columns, selected, focused, renaming, folder } = props;
  const [first, ...others] = columns;
  const names = [
    styles.row,
    selected && styles.selected,
    focused && styles.focused,
    props.faint && styles.faint,
    props.fresh && styles.fresh,
    props.some && styles.some,
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
      <span className={styles.rowEdge} data-edge aria-hidden="true">
        <RightOutlined />
      </span>
    </div>
  );
}

/** One row; drawn anew only when something of its own changes. */
export const DataRow = memo(Row, (before, after) => {
  const { folder: one, ...left } = before;
  const { folder: other, ...right } = after;
  const same = (Object.keys(right) as (keyof typeof right)[]).every((key) => left[key] === right[key]);
  return same && Object.keys(left).length === Object.keys(right).length && one?.id === other?.id && one?.upload === other?.upload;
}) as typeof Row;

/** The place of a row that is on its way. */
export function SkeletonRow<T>({ columns, top, height }: { columns: readonly Column<T>[]; top: number; height: number }): ReactNode {
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
