import type { CellStyle, SheetRow as Row } from '@dossier/contract/sheets';
import { type CSSProperties, memo, type ReactNode } from 'react';
import { acrossOf, cellLook } from './cell-look.ts';
import { fits } from './fits.ts';
import type { Drawn } from './panes.ts';
import type { Range } from './selection.ts';
import styles from './cell.module.css';
import { extraAt, textAt } from './use-sheet-rows.ts';

/** A cell that others were merged into, as far as it is in sight. */
export interface MergedCell {
  /** The cell that is drawn in its place, and the one that has its text. */
  column: number;
  from: { row: Row | undefined; column: number };
  left: number;
  top: number;
  width: number;
  height: number;
}

export interface RowTerms {
  place: number;
  row: Row | undefined;
  height: number;
  columns: Drawn;
  looks: CellStyle[];
  zoom: number;
  wrap: boolean;
  lines: boolean;
  /** By column: merged cells that begin here, and columns that belong to others. */
  merged: ReadonlyMap<number, MergedCell | null> | undefined;
  selected: Pick<Range, 'left' | 'right'> | undefined;
  active: number | undefined;
  keyword: string;
  idOf: (place: number, column: number) => string;
}

const mostSpill = 30;

/** The cells of a row that are in sight. */
export const SheetRow = memo(function SheetRow(terms: RowTerms): ReactNode {
  const { columns, merged, selected } = terms;
  return columns.places.map(({ place: column, start, size }) => {
    const merge = merged?.get(column);
    if (merge === null) return null;
    const isSelected = selected !== undefined && column >= selected.left && column <= selected.right;
    const box: CSSProperties = merge
      ? { left: merge.left, top: merge.top, width: merge.width, height: merge.height, zIndex: column < columns.frozenCount ? 3 : 1 }
      : { left: start, width: size, height: terms.height, ...(column < columns.frozenCount && { zIndex: 2 }) };
    return <Cell key={column} terms={terms} column={column} box={box} merge={merge} isSelected={isSelected} />;
  });
});

interface CellProps {
  terms: RowTerms;
  column: number;
  box: CSSProperties;
  merge: MergedCell | undefined;
  isSelected: boolean;
}

/** What a cell holds, and how it is told to be shown. */
function contentOf(terms: RowTerms, column: number, merge: MergedCell | undefined) {
  const [row, from] = merge ? [merge.from.row, merge.from.column] : [terms.row, column];
  const at = row ? from - row.at : 0;
  const style = terms.looks[row?.styles[at] ?? 0];
  const isNumber = (row?.values[at] ?? null) !== null;
  const wraps = style?.wrap === true || terms.wrap || (merge !== undefined && merge.height > 40 * terms.zoom);
  return { text: textAt(row, from), style, extra: extraAt(row, from), isNumber, across: acrossOf(style, isNumber), wraps };
}

const ends = { left: 'safe flex-start', justify: 'flex-start', center: 'safe center', right: 'safe flex-end' } as const;

function Cell({ terms, column, box, merge, isSelected }: CellProps): ReactNode {
  const { zoom, keyword, columns, place } = terms;
  const content = contentOf(terms, column, merge);
  const { text, style, extra, across, wraps } = content;
  const names = [
    styles.cell,
    wraps && styles.wraps,
    terms.lines && styles.lined,
    column < columns.frozenCount && styles.still,
    isSelected && styles.selected,
    terms.active === column && styles.active,
    extra?.note && styles.noted,
    extra?.link && styles.linked,
    keyword !== '' && text.toLowerCase().includes(keyword) && styles.hit,
  ];
  const look: CSSProperties = { ...box, ...(style && cellLook(style, zoom)), justifyContent: ends[across], textAlign: across };
  return (
    <div
      role="gridcell"
      id={terms.idOf(place, column)}
      aria-colindex={column + 2}
      aria-selected={isSelected}
      className={names.filter(Boolean).join(' ')}
      style={look}
      title={extra?.note}
      data-row={place}
      data-column={column}
    >
      {text !== '' && <CellText {...{ terms, column, merge, content }} width={Number(box.width)} />}
    </div>
  );
}

interface CellTextProps extends Pick<CellProps, 'terms' | 'column' | 'merge'> {
  content: ReturnType<typeof contentOf>;
  width: number;
}

const plainSize = 13;
const inset = 8;

/** The text of a cell: over empty neighbours where it is long; a number without room shows that it has none. */
function CellText({ terms, column, merge, content, width }: CellTextProps): ReactNode {
  const { text, style, extra, isNumber, across, wraps } = content;
  if (isNumber && !wraps) {
    const size = (style?.size === undefined ? plainSize : (style.size * plainSize) / 11) * terms.zoom;
    if (!fits(text, { width: width - inset, size, bold: style?.bold === true }))
      return (
        <span className={styles.text} title={text} aria-label={text}>
          {'#'.repeat(Math.max(1, Math.floor((width - inset) / (size * 0.85))))}
        </span>
      );
  }
  const spills = !wraps && !isNumber && across === 'left';
  return (
    <span className={styles.text} style={spills ? { maxWidth: spillOf(terms, column, merge) } : undefined}>
      {extra?.link ? (
        <a href={extra.link} target="_blank" rel="noopener noreferrer nofollow" tabIndex={-1} draggable={false}>
          {text}
        </a>
      ) : (
        text
      )}
    </span>
  );
}

/** How far a text may run over empty cells at its right. */
function spillOf({ row, columns, merged }: RowTerms, column: number, merge: MergedCell | undefined): number | undefined {
  if (merge) return merge.width - 8;
  const drawn = columns.places;
  let at = drawn.findIndex(({ place }) => place === column);
  let room = (drawn[at]?.size ?? 0) - 8;
  for (let next = drawn[++at], seen = 0; next && seen < mostSpill; next = drawn[++at], seen++) {
    const crosses = next.place < columns.frozenCount !== column < columns.frozenCount;
    if (crosses || textAt(row, next.place) !== '' || merged?.has(next.place)) break;
    room += next.size;
  }
  return room;
}
