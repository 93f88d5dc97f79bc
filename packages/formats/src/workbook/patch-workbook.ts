import { OfficePackage } from '../office/patch-package.ts';
import { BookPatch } from './book-patch.ts';
import type { WorkbookEdit } from './edits.ts';
import { type EditableWorkbook, maxEditedBytes, readEditableWorkbook } from './editable-workbook.ts';
import { freezePanes, mergeCells, patchLines, unmergeCells } from './frame-patch.ts';
import { PatchRefusal } from './patch-refusal.ts';
import { TaskFailure } from '../task.ts';
import { renameColumn, shiftBook } from './shift-book.ts';
import { isHead, tablesOf } from './tables.ts';
import { patchSheets } from './sheet-list.ts';

/**
 * Writes edits into the package of a workbook; what they do not touch keeps its bytes. Throws a `PatchRefusal` for an edit that cannot be written,
 * and a `TaskFailure` for a package that cannot be read; then nothing is written.
 */
export async function patchWorkbook(base: Buffer, edits: readonly WorkbookEdit[]): Promise<Buffer> {
  if (base.length > maxEditedBytes) throw new TaskFailure('too-large');
  const isStructural = edits.some(({ kind }) => kind === 'insert' || kind === 'remove');
  const canShift = isStructural && (await readEditableWorkbook(base)).canShift;
  const patch = new BookPatch(new OfficePackage(base));
  for (const [place, edit] of edits.entries()) {
    patch.edit = place;
    try {
      applyEdit(patch, edit, canShift);
    } catch (error) {
      if (error instanceof PatchRefusal && error.edit < 0) error.edit = place;
      throw error;
    }
  }
  return patch.finish();
}

/**
 * What of a workbook that was read can be written: whether cells can be given other styles. Throws a `TaskFailure` where no edit can be written at all: with
 * comments between its cells, or with rows and cells that are not in their order.
 */
export function patchable(base: Buffer, { sheets }: EditableWorkbook): { canStyle: boolean } {
  const patch = new BookPatch(new OfficePackage(base));
  patch.worksheets();
  for (const { cells } of sheets)
    for (const [place, { row, column }] of cells.entries()) {
      const before = cells[place - 1];
      if (before !== undefined && (before.row > row || (before.row === row && before.column >= column))) throw new TaskFailure('broken');
    }
  return { canStyle: patch.canStyle() };
}

function applyEdit(patch: BookPatch, edit: WorkbookEdit, canShift: boolean): void {
  switch (edit.kind) {
    case 'addSheet':
    case 'removeSheet':
    case 'renameSheet':
    case 'moveSheet':
    case 'hideSheet':
      return patchSheets(patch, edit);
    case 'insert':
    case 'remove':
      needEditable(patch, edit.sheet);
      if (!canShift) throw new PatchRefusal('shift');
      return shiftBook(patch, edit.sheet, edit);
    case 'results': {
      const { cells } = patch.sheet(edit.sheet);
      for (const result of edit.cells) cells.result(result);
      return;
    }
    default:
      return applySheetEdit(patch, edit);
  }
}

type SheetEdit = Extract<WorkbookEdit, { kind: 'cells' | 'size' | 'hide' | 'merge' | 'unmerge' | 'freeze' }>;

function applySheetEdit(patch: BookPatch, edit: SheetEdit): void {
  needEditable(patch, edit.sheet);
  const { text, cells, listed } = patch.sheet(edit.sheet);
  switch (edit.kind) {
    case 'cells':
      return applyCells(patch, edit);
    case 'size':
    case 'hide':
      return patchLines(text, edit);
    case 'merge':
      return mergeCells(text, edit.area, [...tablesOf(patch.parts, listed.path).map(({ area }) => area), ...cells.arrays()]);
    case 'unmerge':
      return unmergeCells(text, edit.area);
    default:
      return freezePanes(text, edit.rows, edit.columns);
  }
}

function applyCells(patch: BookPatch, edit: Extract<WorkbookEdit, { kind: 'cells' }>): void {
  const { cells, listed } = patch.sheet(edit.sheet);
  const tables = tablesOf(patch.parts, listed.path);
  for (const cell of edit.cells) {
    const isContent = cell.value !== undefined || cell.formula !== undefined;
    // a head that says another thing than its table is a file that Excel repairs
    const table = isContent ? tables.find((one) => isHead(one, cell)) : undefined;
    if (table) renameColumn(patch, table, cell);
    if (cells.edit(cell)) patch.recalculates = true;
  }
}

function needEditable(patch: BookPatch, sheetId: number): void {
  if (patch.sheet(sheetId).isProtected) throw new PatchRefusal('protected', 'sheet');
}
