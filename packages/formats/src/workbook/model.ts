/** The formatting of a cell; omitted fields are the sheet's defaults. Colours are `#rrggbb`, borders `<pixels> <kind> <colour>`. */
export interface CellStyle {
  bold?: boolean | undefined;
  italic?: boolean | undefined;
  underline?: boolean | undefined;
  strike?: boolean | undefined;
  colour?: string | undefined;
  fill?: string | undefined;
  /** Points; 11 by default. */
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

/** How many objects lie over the cells of a sheet; they are not shown. */
export interface Drawn {
  charts: number;
  pictures: number;
  shapes: number;
}

/** One sheet of a workbook without its cells. Rows and columns count from 0, lengths are pixels, `runs` are triples: first, last, length; 0 is hidden. */
export interface SheetFacts {
  name: string;
  hidden: boolean;
  rows: number;
  columns: number;
  /** Rows at the top that stay in place when the others are sorted or filtered. */
  header: number;
  frozenRows: number;
  frozenColumns: number;
  rowHeight: number;
  columnWidth: number;
  heights: number[];
  widths: number[];
  /** Quadruples: first row, first column, last row, last column. */
  merges: number[];
  /** One quadruple, where the file has a filter. */
  filter?: number[] | undefined;
  /** Absent where there is none. */
  drawn?: Drawn | undefined;
  lines: boolean;
  rightToLeft: boolean;
}
