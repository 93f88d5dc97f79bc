import type { WorkbookEdit } from '@dossier/contract/editing/workbook-edits';
import type { EditableWorkbook } from '@dossier/formats/workbook/editable-workbook';
import { formulaFault } from '@dossier/formats/workbook/formula-grammar';

/** Why a formula cannot be kept: it is none, or it reaches out of the workbook. */
export type FormulaRefusal = 'noFormula' | 'outwardFormula';

type Book = Pick<EditableWorkbook, 'obstacles'> | undefined;

const linksOf = (book: Book): number => Number(book?.obstacles.find(({ kind }) => kind === 'externalLinks')?.detail ?? 0);

/** Why a formula without `=` is not written into the file of a workbook; undefined where it is. */
export function formulaRefusal(formula: string, book: Book): FormulaRefusal | undefined {
  const fault = formulaFault(formula, linksOf(book));
  return fault === undefined ? undefined : fault === 'outside' || fault === 'function' ? 'outwardFormula' : 'noFormula';
}

/** Whether all formulas of edits are written. */
export const areWritten = (edits: readonly WorkbookEdit[], book: Book): boolean =>
  edits.every(
    (edit) =>
      edit.kind !== 'cells' ||
      edit.cells.every(({ formula }) => typeof formula !== 'string' || formulaRefusal(formula, book) === undefined),
  );
