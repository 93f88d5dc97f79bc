import { FilterFilled, FilterOutlined } from '@ant-design/icons';
import type { CellStyle, SheetFacts, SheetOrder } from '@dossier/contract/preview/workbooks';
import { type KeyboardEvent, type ReactNode, useCallback, useId } from 'react';
import { useText } from '../../../platform/i18n.ts';
import { columnLetters } from '../../../platform/place-texts.ts';
import { PlainButton, classNames } from '../../../platform/ui/layout.tsx';
import { type VisibleSpan, scrollFor } from './grid-layout.ts';
import { type Place, type Range, type Selection, isOne, placeWithin } from './selection.ts';
import styles from './sheet-grid.module.css';
import { SheetRow, type SheetRowProps } from './sheet-row.tsx';
import type { Grid, ViewOptions } from './use-grid.ts';

interface HeadsProps {
  columns: VisibleSpan;
  width: number;
  height: number;
  range: Range;
  order: SheetOrder | undefined;
  select: (column: number, more: boolean) => void;
  selectAll: () => void;
  resize: (column: number, width: number) => void;
  filter: (column: number, anchor: HTMLElement) => void;
}

/** The column headers: they select, resize, and open the filter. */
function SheetHeads(props: HeadsProps): ReactNode {
  const { columns, width, height, range, order, select, selectAll, filter } = props;
  const t = useText('preview.workbooks');
  return (
    <div role="row" aria-rowindex={1} className={styles.heads} style={{ height }}>
      <div role="columnheader" aria-colindex={1} className={styles.corner} style={{ width, height }}>
        <PlainButton aria-label={t('selectAll')} title={t('selectAll')} tabIndex={-1} onClick={selectAll} />
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
              className={classNames(styles.head, isSelected && styles.headOn, place < columns.frozenCount && styles.stillHead)}
              style={{ left: start, width: size, height }}
              onPointerDown={(event) => event.button === 0 && select(place, event.shiftKey)}
            >
              <span>{columnLetters(place)}</span>
              <PlainButton
                tabIndex={-1}
                className={classNames(styles.funnel, isFiltered && styles.funnelOn)}
                aria-label={t('sortAndFilter', { column: columnLetters(place) })}
                title={t('sortAndFilter', { column: columnLetters(place) })}
                onPointerDown={(event) => event.stopPropagation()}
                onClick={({ currentTarget }) => filter(place, currentTarget)}
              >
                {isFiltered ? <FilterFilled /> : <FilterOutlined />}
              </PlainButton>
              <Grip {...props} column={place} size={size} />
            </div>
          );
        })}
      </div>
    </div>
  );
}

const narrowest = 24;

/** The right edge of a column header, which resizes. */
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

interface SheetGridProps {
  grid: Grid;
  facts: SheetFacts;
  looks: CellStyle[];
  sight: ViewOptions;
  order: SheetOrder | undefined;
  selection: Selection;
  range: Range;
  /** Lower-case search text; matching cells are marked. */
  keyword: string;
  label: string;
  select: (selection: Selection) => void;
  onKeyDown: (event: KeyboardEvent) => void;
  onCopy: (event: React.ClipboardEvent) => void;
  resize: (column: number, width: number) => void;
  filter: (column: number, anchor: HTMLElement) => void;
}

/** Scrolls a cell into view. */
export function revealCell(grid: Grid, { row, column }: Place): void {
  const top = scrollFor(grid.heights, row, { drawn: grid.rows, offset: grid.view.top, room: grid.room.height });
  const left = scrollFor(grid.widths, column, { drawn: grid.columns, offset: grid.view.left, room: grid.room.width });
  grid.scrollTo({ ...(top !== undefined && { top }), ...(left !== undefined && { left }) });
}

/** The cells of a worksheet, windowed in both directions. */
export function SheetGrid(props: SheetGridProps): ReactNode {
  const { grid, facts, sight, selection, range, select } = props;
  const { box, view, heads, rows, columns, bounds } = grid;
  const id = useId();
  const idOf = useCallback((place: number, column: number): string => `${id}-${place}-${column}`, [id]);
  const { active } = selection;
  const isSeen = rows.places.some(({ place }) => place === active.row) && columns.places.some(({ place }) => place === active.column);
  return (
    <div ref={box} className={styles.scroll} dir={facts.rightToLeft ? 'rtl' : 'ltr'}>
      <div className={styles.extent} style={{ width: grid.widths.total + heads.width, height: grid.extent }}>
        <div
          role="grid"
          tabIndex={0}
          className={styles.grid}
          style={{ width: view.width, height: view.height, fontSize: 13 * sight.zoom }}
          aria-label={props.label}
          aria-rowcount={bounds.rows + 1}
          aria-colcount={bounds.columns + 1}
          aria-multiselectable="true"
          aria-readonly="true"
          {...(isSeen && { 'aria-activedescendant': idOf(active.row, active.column) })}
          onKeyDown={props.onKeyDown}
          onCopy={props.onCopy}
          onPointerDown={(event) => press(event, props)}
        >
          <SheetHeads
            columns={columns}
            {...heads}
            range={range}
            order={props.order}
            select={(column, more) =>
              select({ active: { row: 0, column: more ? active.column : column }, end: { row: bounds.rows - 1, column } })
            }
            selectAll={() => select({ active: { row: 0, column: 0 }, end: { row: bounds.rows - 1, column: bounds.columns - 1 } })}
            resize={props.resize}
            filter={props.filter}
          />
          <GridRows {...props} idOf={idOf} />
        </div>
      </div>
    </div>
  );
}

/** The visible rows, the frozen ones above the others. */
function GridRows({
  grid,
  facts,
  looks,
  sight,
  order,
  selection,
  range,
  keyword,
  idOf,
}: SheetGridProps & Pick<SheetRowProps, 'idOf'>): ReactNode {
  const { heads, rows, columns } = grid;
  const { active } = selection;
  const isSingle = isOne(selection);
  return (
    <div className={styles.down} role="presentation" style={{ top: heads.height }}>
      {rows.places.map(({ place, start, size }, at) => {
        const row = grid.data.at(place);
        const isSelected = place >= range.top && place <= range.bottom;
        const isStill = place < rows.frozenCount;
        return (
          <div
            key={place}
            role="row"
            aria-rowindex={place + 2}
            className={classNames(styles.row, isStill && styles.still)}
            style={{ top: start, height: size, ...(isStill && { zIndex: 50 + rows.frozenCount - at }) }}
          >
            <RowHead place={place} number={order ? row?.row : place} isOn={isSelected} {...{ width: heads.width, height: size }} />
            <div className={styles.cells} role="presentation" style={{ left: heads.width }}>
              <SheetRow
                {...{ place, row, height: size, columns, looks, keyword, idOf }}
                zoom={sight.zoom}
                wrap={sight.wrap}
                lines={facts.lines}
                merged={grid.merged.get(place)}
                selected={isSelected && !isSingle ? range : undefined}
                active={active.row === place ? active.column : undefined}
              />
            </div>
          </div>
        );
      })}
    </div>
  );
}

function RowHead({
  place,
  number,
  isOn,
  width,
  height,
}: {
  place: number;
  number: number | undefined;
  isOn: boolean;
  width: number;
  height: number;
}): ReactNode {
  const t = useText('preview.workbooks');
  return (
    <div
      role="rowheader"
      aria-colindex={1}
      className={classNames(styles.number, isOn && styles.headOn)}
      style={{ width, height }}
      data-row={place}
      aria-label={number === undefined ? undefined : t('rowN', { count: number + 1 })}
    >
      {number === undefined ? '' : number + 1}
    </div>
  );
}

/** A press on a cell or row number selects; dragging extends the selection. */
function press(event: React.PointerEvent<HTMLElement>, { grid, select, selection }: SheetGridProps): void {
  const from = placeAt(event.target, grid);
  if (event.button !== 0 || from === undefined) return;
  const { bounds } = grid;
  const isRow = from.column < 0;
  const end = isRow ? { row: from.row, column: bounds.columns - 1 } : from;
  const start = event.shiftKey ? selection.active : { row: from.row, column: Math.max(0, from.column) };
  select({ active: start, end });
  if (event.pointerType === 'touch') return;
  const { currentTarget } = event;
  const move = (moved: PointerEvent): void => {
    const to = placeAt(document.elementFromPoint(moved.clientX, moved.clientY), grid);
    if (to) select({ active: start, end: isRow ? { row: to.row, column: bounds.columns - 1 } : placeWithin(to, bounds) });
  };
  currentTarget.addEventListener('pointermove', move);
  addEventListener('pointerup', () => currentTarget.removeEventListener('pointermove', move), { once: true });
}

/** The cell under the pointer; column -1 for a row number. */
function placeAt(target: EventTarget | null, grid: Grid): Place | undefined {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-row]') : null;
  if (!cell || !grid.box.current?.contains(cell)) return undefined;
  return { row: Number(cell.dataset['row']), column: Number(cell.dataset['column'] ?? -1) };
}
