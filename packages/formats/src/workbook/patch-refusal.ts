/** Why an edit cannot be written into a workbook. */
export type PatchReason =
  /** No such sheet, or one that holds no cells. */
  | 'sheet'
  /** A place outside of a sheet, or an area of nothing. */
  | 'place'
  /** A value that no cell can hold. */
  | 'value'
  /** A formula that cannot be understood. */
  | 'formula'
  /** A part of an array formula or data table. */
  | 'array'
  /** Areas that overlap. */
  | 'merge'
  /** A part of a table that cannot go, or a table in the way. */
  | 'table'
  /** Rows and columns of this workbook cannot be moved safely. */
  | 'shift'
  /** The name of a sheet that is taken or not allowed. */
  | 'name'
  /** A sheet that formulas, names or charts of others refer to. */
  | 'referred'
  /** The last sheet that is shown. */
  | 'lastSheet'
  | 'protected'
  /** More than a sheet or this program can hold. */
  | 'limit';

/** Thrown for an edit that cannot be written; nothing of the others is written either. */
export class PatchRefusal extends Error {
  readonly reason: PatchReason;
  /** The place of the edit among those that were given; set by the one who applies them. */
  edit = -1;

  constructor(reason: PatchReason, detail = '') {
    super(detail === '' ? reason : `${reason}: ${detail}`);
    this.reason = reason;
  }
}
