/**
 * The edits of a workbook (.xlsx, .xlsm) that are written into its package. Sheets are named by `sheetId` of the workbook part, which stays when they are
 * renamed or moved. Rows and columns count from 0. Each edit is meant for the workbook as the edits before it left it.
 */
export type WorkbookEdit =
  | { kind: 'cells'; sheet: number; cells: CellEdit[] }
  /** What the editor computed for formulas that stand already: only their kept values change. */
  | { kind: 'results'; sheet: number; cells: CellResult[] }
  | { kind: 'insert' | 'remove'; sheet: number; axis: Axis; at: number; count: number }
  /** The size in points (rows) or characters (columns); null is the default. */
  | { kind: 'size'; sheet: number; axis: Axis; first: number; last: number; size: number | null }
  | { kind: 'hide'; sheet: number; axis: Axis; first: number; last: number; hidden: boolean }
  | { kind: 'merge' | 'unmerge'; sheet: number; area: Area }
  | { kind: 'freeze'; sheet: number; rows: number; columns: number }
  | { kind: 'addSheet'; sheet: number; name: string; at: number }
  | { kind: 'removeSheet'; sheet: number }
  | { kind: 'renameSheet'; sheet: number; name: string }
  | { kind: 'moveSheet'; sheet: number; at: number }
  | { kind: 'hideSheet'; sheet: number; hidden: boolean };

export type Axis = 'row' | 'column';

/** Both ends belong to it. */
export interface Area {
  row: number;
  column: number;
  lastRow: number;
  lastColumn: number;
}

export type CellValue = string | number | boolean | null;

/** An error of a formula, as `#DIV/0!`. */
export interface CellError {
  error: string;
}

export interface CellEdit {
  row: number;
  column: number;
  /** Absent: stays; null: the cell is emptied. Of a formula: what the editor computed. */
  value?: CellValue | CellError | undefined;
  /** Without `=`, in the language of the file (English names, commas); null: the formula goes. Absent with a value: the formula goes too. */
  formula?: string | null | undefined;
  /** What of the style changes; the rest of it stays. Null: all of it goes. */
  style?: StyleEdit | null | undefined;
}

export interface CellResult {
  row: number;
  column: number;
  value: CellValue | CellError;
}

/** Null sets back to the default; absent stays. */
export interface StyleEdit {
  bold?: boolean | undefined;
  italic?: boolean | undefined;
  underline?: boolean | undefined;
  strike?: boolean | undefined;
  /** `#rrggbb` */
  color?: string | null | undefined;
  fill?: string | null | undefined;
  /** Points. */
  size?: number | null | undefined;
  font?: string | null | undefined;
  across?: 'left' | 'center' | 'right' | null | undefined;
  down?: 'top' | 'center' | 'bottom' | null | undefined;
  wrap?: boolean | undefined;
  /** A format code as `0.00%`. */
  number?: string | null | undefined;
  border?:
    | Partial<
        Record<
          'top' | 'right' | 'bottom' | 'left',
          { style: 'thin' | 'medium' | 'thick' | 'dashed' | 'dotted' | 'double'; color: string } | null
        >
      >
    | undefined;
}
