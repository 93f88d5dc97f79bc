import { FilterFilled, FilterOutlined } from '@ant-design/icons';
import type { SheetOrder } from '@dossier/contract/sheets';
import type { ReactNode } from 'react';
import { useText } from '../../ground/text.ts';
import { lettersOf } from './cell-names.ts';
import type { Drawn } from './panes.ts';
import type { Range } from './selection.ts';
import styles from './grid.module.css';

interface HeadsProps {
  columns: Drawn;
  width: number;
  height: number;
  range: Range;
  order: SheetOrder | undefined;
  select: (column: number, more: boolean) => void;
  selectAll: () => void;
  resize: (column: number, width: number) => void;
  filter: (column: number, anchor: HTMLElement) => void;
}

/** The letters of the columns: they select, are drawn wider, and open the filter. */
export function SheetHeads(props: HeadsProps): ReactNode {
  const { columns, width, height, range, order, select, selectAll, filter } = props;
  const t = useText('sheets');
  return (
    <div role="row" aria-rowindex={1} className={styles.heads} style={{ height }}>
      <div role="columnheader" aria-colindex={1} className={styles.corner} style={{ width, height }}>
        <button type="button" aria-label={t('selectAll')} title={t('selectAll')} tabIndex={-1} onClick={selectAll} />
      </div>
      <div className={styles.across} role="presentation" style={{ left: width }}>
        {columns.places.map(({ place, start, size }) => {
          const isFiltered = order?.sort?.column === place || order?.filters.some(({ column }) => column === place) === true;
          const isSelected = place >= range.left && place <= range.right;
          return (
            <div
              key={place}
              role="columnheader"
              aria-colindex={place + 2}
              {...(order?.sort?.column === place && { 'aria-sort': order.sort.descending ? 'descending' : 'ascending' })}
              className={[styles.head, isSelected && styles.headOn, place < columns.frozenCount && styles.stillHead]
                .filter(Boolean)
                .join(' ')}
              style={{ left: start, width: size, height }}
              onPointerDown={(event) => event.button === 0 && select(place, event.shiftKey)}
            >
              <span>{lettersOf(place)}</span>
              <button
                type="button"
                tabIndex={-1}
                className={isFiltered ? `${styles.funnel} ${styles.funnelOn}` : styles.funnel}
                aria-label={t('sortAndFilter', { column: lettersOf(place) })}
                title={t('sortAndFilter', { column: lettersOf(place) })}
                onPointerDown={(event) => event.stopPropagation()}
                onClick={({ currentTarget }) => filter(place, currentTarget)}
              >
                {isFiltered ? <FilterFilled /> : <FilterOutlined />}
              </button>
              <Grip {...props} column={place} size={size} />
            </div>
          );
        })}
      </div>
    </div>
  );
}

const narrowest = 24;

/** The right edge of a column, to be drawn. */
function Grip({ column, size, resize }: HeadsProps & { column: number; size: number }): ReactNode {
  return (
    <span
      aria-hidden="true"
      className={styles.grip}
      onPointerDown={(event) => {
        event.stopPropagation();
        event.preventDefault();
        const { currentTarget, clientX, pointerId } = event;
        currentTarget.setPointerCapture(pointerId);
        const move = (moved: PointerEvent): void => resize(column, Math.max(narrowest, size + moved.clientX - clientX));
        const end = (): void => currentTarget.removeEventListener('pointermove', move);
        currentTarget.addEventListener('pointermove', move);
        currentTarget.addEventListener('lostpointercapture', end, { once: true });
      }}
    />
  );
}
