import type { Area, CellEdit, StyleEdit } from './workbook-edits.ts';

/** A cell that has a value, a formula or a style of its own; counted from 0. */
export interface EditableCell {
  row: number;
  column: number;
  value?: CellEdit['value'];
  /** Without `=`, in the language of the file. */
  formula?: string | undefined;
  /** Of the list of styles; absent for the first. */
  style?: number | undefined;
  /** The cells of the array formula or data table that begins here: no part of them can be edited. */
  array?: Area | undefined;
}

/** Rows or columns that are not like the others. */
export interface EditableLines {
  first: number;
  last: number;
  /** Points (rows) or characters (columns); null is the default. */
  size: number | null;
  hidden: boolean;
  /** Of the list of styles: for cells that are not listed. */
  style?: number | undefined;
}

export interface EditableSheet {
  sheetId: number;
  name: string;
  hidden: boolean;
  /** Others than worksheets, as a chart on a sheet of its own, have no cells. */
  isWorksheet: boolean;
  /** How many are used. */
  rows: number;
  columns: number;
  cells: EditableCell[];
  merges: Area[];
  rowLines: EditableLines[];
  columnLines: EditableLines[];
  /** Points. */
  rowHeight: number;
  /** Characters. */
  columnWidth: number;
  frozenRows: number;
  frozenColumns: number;
  gridLines: boolean;
  rightToLeft: boolean;
}

/** What of a workbook the grid does not show, or what keeps it from being changed. */
export interface WorkbookObstacle {
  kind: string;
  sheet?: number | undefined;
  detail?: string | number | undefined;
}

/** A workbook as an editor fills its grid with it. */
export interface EditableWorkbook {
  sheets: EditableSheet[];
  styles: StyleEdit[];
  names: { name: string; formula: string; sheet?: number | undefined }[];
  date1904: boolean;
  /** Whether rows and columns can be inserted and removed. */
  canShift: boolean;
  obstacles: WorkbookObstacle[];
}
