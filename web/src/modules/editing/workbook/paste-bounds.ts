import { maxColumns, maxRows, maxText } from '@dossier/contract/editing/workbook-edits';

/** Pastes by the keys; the text of the clipboard is known before anything is made of it. */
export const pasteByKeys = 'sheet.command.paste-by-short-key';

/** Cells that are pasted at once: with more, a window does not answer for minutes. */
export const maxPastedCells = 200_000;

/** Whether a sheet holds the cells in these rows and columns, and a window makes them at once. */
export const fitsSheet = (rows: readonly number[], columns: readonly number[]): boolean =>
  (rows.at(-1) ?? 0) < maxRows && (columns.at(-1) ?? 0) < maxColumns && rows.length * columns.length <= maxPastedCells;

/** Whether a text of lines and tabs can be pasted; a cell with lines of its own counts as several. */
export function fitsPaste(text: string): boolean {
  let [rows, columns, widest] = [1, 1, 1];
  let from = 0;
  for (let at = 0; at <= text.length; at++) {
    const sign = text[at];
    if (sign !== '\t' && sign !== '\n' && sign !== undefined) continue;
    if (at - from > maxText) return false;
    from = at + 1;
    if (sign === '\t') widest = Math.max(widest, ++columns);
    // the last line may have an end
    else if (sign === '\n' && at < text.length - 1) [rows, columns] = [rows + 1, 1];
  }
  return rows <= maxRows && widest <= maxColumns && rows * widest <= maxPastedCells;
}
