/** How a cell looks where it looks like anything: what is left out is as the sheet's own. Colours are `#rrggbb`, borders `<pixels> <kind> <colour>`. */
export interface CellStyle {
  bold?: boolean | undefined;
  italic?: boolean | undefined;
  underline?: boolean | undefined;
  strike?: boolean | undefined;
  colour?: string | undefined;
  fill?: string | undefined;
  /** Points; 11 where nothing is said. */
  size?: number | undefined;
  across?: 'left' | 'center' | 'right' | 'justify' | undefined;
  down?: 'top' | 'middle' | 'bottom' | undefined;
  wrap?: boolean | undefined;
  indent?: number | undefined;
  top?: string | undefined;
  right?: string | undefined;
  bottom?: string | undefined;
  left?: string | undefined;
}

/** How much lies over the cells of a sheet, which are shown without it. */
export interface Drawn {
  charts: number;
  pictures: number;
  shapes: number;
}

/** One sheet of a workbook without its cells. Rows and columns count from 0, lengths are pixels, `runs` are threes: first, last, length; 0 is hidden. */
export interface SheetFacts {
  name: string;
  hidden: boolean;
  rows: number;
  columns: number;
  /** Rows at the top that stay in their place when the others are sorted or left out. */
  header: number;
  frozenRows: number;
  frozenColumns: number;
  rowHeight: number;
  columnWidth: number;
  heights: number[];
  widths: number[];
  /** Fours: first row, first column, last row, last column. */
  merges: number[];
  /** The same, once: where the file has a filter. */
  filter?: number[] | undefined;
  /** Absent where there is nothing. */
  drawn?: Drawn | undefined;
  lines: boolean;
  rightToLeft: boolean;
}
