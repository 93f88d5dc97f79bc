import type { CellStyle, SheetRow as Row } from '@dossier/contract/preview/workbooks';
import { type CSSProperties, type ReactNode, memo } from 'react';
import type { VisibleSpan } from './grid-layout.ts';
import type { Range } from './selection.ts';
import styles from './sheet-grid.module.css';
import { extraAt, textAt } from './sheet-rows.ts';

/** CSS pixels per point: eleven points are 13 pixels. */
const pixelsOfPoint = 13 / 11;
const hexColour = /^#[\da-f]{6}$/;
const borderPattern = /^([1-3]) (solid|dashed|dotted|double) (#[\da-f]{6})$/;

/** Lightness of a colour, from 0 to 1. */
function lightness(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255);
  return 0.3 * red + 0.59 * green + 0.11 * blue;
}

/** The text colour of a cell: as in the file, unless it is unreadable on the dark background. */
function inkOf({ colour: ink, fill }: CellStyle): string | undefined {
  if (fill !== undefined && hexColour.test(fill)) return ink ?? (lightness(fill) > 0.55 ? '#1b1f24' : '#ffffff');
  // unchanged in light mode, in dark mode lightened until readable
  return ink !== undefined && hexColour.test(ink)
    ? `light-dark(${ink}, color-mix(in oklab, ${ink} ${lightness(ink) < 0.5 ? 45 : 90}%, #ffffff))`
    : undefined;
}

/** The style of a cell as CSS. Values from the file are parsed and rebuilt, never passed through. */
export function cellCss(style: CellStyle, zoom: number): CSSProperties {
  const css: CSSProperties = {};
  const ink = inkOf(style);
  if (ink !== undefined) css.color = ink;
  if (style.fill !== undefined && hexColour.test(style.fill)) css.backgroundColor = style.fill;
  if (style.bold) css.fontWeight = 600;
  if (style.italic) css.fontStyle = 'italic';
  if (style.underline || style.strike)
    css.textDecoration = [style.underline && 'underline', style.strike && 'line-through'].filter(Boolean).join(' ');
  if (style.size !== undefined) css.fontSize = Math.max(6, Math.min(96, style.size)) * pixelsOfPoint * zoom;
  if (style.down !== undefined) css.alignItems = { top: 'flex-start', middle: 'safe center', bottom: 'safe flex-end' }[style.down];
  if (style.indent !== undefined) css.paddingInlineStart = 4 + style.indent * 9 * zoom;
  for (const side of ['Top', 'Right', 'Bottom', 'Left'] as const) {
    const found = borderPattern.exec(style[side.toLowerCase() as 'top'] ?? '');
    if (found) css[`border${side}`] = `${found[1]}px ${found[2]} light-dark(${found[3]}, color-mix(in oklab, ${found[3]} 55%, #ffffff))`;
  }
  return css;
}

/** The alignment of a cell; numbers are right-aligned by default. */
export function cellAlignment(style: CellStyle | undefined, isNumber: boolean): 'left' | 'center' | 'right' | 'justify' {
  return style?.across ?? (isNumber ? 'right' : 'left');
}

let measuringContext: CanvasRenderingContext2D | null | undefined;

/** Whether a number fits its cell: a truncated one would be read as another number. */
function numberFits(text: string, { width, size, bold }: { width: number; size: number; bold: boolean }): boolean {
  // bounds on the width of a character, which avoid most measurements
  if (text.length * size * 0.45 > width) return false;
  if (text.length * size * 0.75 < width) return true;
  measuringContext ??= document.createElement('canvas').getContext('2d');
  if (!measuringContext) return true;
  measuringContext.font = `${bold ? 600 : 400} ${size}px ${getComputedStyle(document.body).fontFamily}`;
  return measuringContext.measureText(text).width <= width + 1;
}

/** The visible part of a merged cell. */
export interface MergedCell {
  /** The column where it is drawn, and the cell that holds its text. */
  column: number;
  from: { row: Row | undefined; column: number };
  left: number;
  top: number;
  width: number;
  height: number;
}

export interface SheetRowProps {
  place: number;
  row: Row | undefined;
  height: number;
  columns: VisibleSpan;
  looks: CellStyle[];
  zoom: number;
  wrap: boolean;
  lines: boolean;
  /** By column: merged cells that begin here; null for columns covered by one. */
  merged: ReadonlyMap<number, MergedCell | null> | undefined;
  selected: Pick<Range, 'left' | 'right'> | undefined;
  active: number | undefined;
  keyword: string;
  idOf: (place: number, column: number) => string;
}

const mostSpill = 30;

/** The visible cells of a row. */
export const SheetRow = memo(function SheetRow(terms: SheetRowProps): ReactNode {
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
  terms: SheetRowProps;
  column: number;
  box: CSSProperties;
  merge: MergedCell | undefined;
  isSelected: boolean;
}

/** The content of a cell, and its style. */
function contentOf(terms: SheetRowProps, column: number, merge: MergedCell | undefined) {
  const [row, from] = merge ? [merge.from.row, merge.from.column] : [terms.row, column];
  const at = row ? from - row.at : 0;
  const style = terms.looks[row?.styles[at] ?? 0];
  const isNumber = (row?.values[at] ?? null) !== null;
  const wraps = style?.wrap === true || terms.wrap || (merge !== undefined && merge.height > 40 * terms.zoom);
  return { text: textAt(row, from), style, extra: extraAt(row, from), isNumber, across: cellAlignment(style, isNumber), wraps };
}

const flexAlignment = { left: 'safe flex-start', justify: 'flex-start', center: 'safe center', right: 'safe flex-end' } as const;

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
  const css: CSSProperties = { ...box, ...(style && cellCss(style, zoom)), justifyContent: flexAlignment[across], textAlign: across };
  return (
    <div
      role="gridcell"
      id={terms.idOf(place, column)}
      aria-colindex={column + 2}
      aria-selected={isSelected}
      className={names.filter(Boolean).join(' ')}
      style={css}
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
const cellInset = 8;

/** The text of a cell: a long one overflows empty neighbours; a number that does not fit shows a placeholder. */
function CellText({ terms, column, merge, content, width }: CellTextProps): ReactNode {
  const { text, style, extra, isNumber, across, wraps } = content;
  if (isNumber && !wraps) {
    const size = (style?.size === undefined ? plainSize : (style.size * plainSize) / 11) * terms.zoom;
    if (!numberFits(text, { width: width - cellInset, size, bold: style?.bold === true }))
      return (
        <span className={styles.text} title={text} aria-label={text}>
          {'#'.repeat(Math.max(1, Math.floor((width - cellInset) / (size * 0.85))))}
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

/** The width of empty cells at the right that a text may overflow. */
function spillOf({ row, columns, merged }: SheetRowProps, column: number, merge: MergedCell | undefined): number | undefined {
  if (merge) return merge.width - 8;
  const drawn = columns.places;
  let at = drawn.findIndex(({ place }) => place === column);
  let available = (drawn[at]?.size ?? 0) - 8;
  for (let next = drawn[++at], seen = 0; next && seen < mostSpill; next = drawn[++at], seen++) {
    const crosses = next.place < columns.frozenCount !== column < columns.frozenCount;
    if (crosses || textAt(row, next.place) !== '' || merged?.has(next.place)) break;
    available += next.size;
  }
  return available;
}
