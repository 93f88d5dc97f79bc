/**
 * Where a spreadsheet would read a formula; some treat full-width signs like the ASCII ones. Where lists are separated by semicolons, as in Spanish, it
 * begins a cell at each of them, since quotes count only for the first cell of a row there.
 */
const formulaStarts = /(^|;)(?=[=+\-@＝＋－＠])|^(?=[\t\r\n])/g;
const guardedStarts = /(^|;)'(?=[=+\-@＝＋－＠])|^'(?=[\t\r\n])/g;

/** A cell that no spreadsheet reads as a formula: an apostrophe stands before what looks like one. */
const guardFormula = (cell: string): string => cell.replace(formulaStarts, "$1'");

/** Removes the apostrophes of `csvLine` again, for tables that users export, edit and import. */
export const withoutFormulaGuard = (cell: string): string => cell.replace(guardedStarts, '$1');

function cellText(cell: string): string {
  const safe = guardFormula(cell);
  return /[",;\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Tells spreadsheets that a CSV file is UTF-8. */
export const byteOrderMark = '\uFEFF';

/** A row of a CSV file with its line end: cells are quoted where needed, and none of them is read as a formula. */
export const csvLine = (cells: readonly string[]): string => `${cells.map(cellText).join(',')}\r\n`;

/** A table as a CSV file. */
export const csvText = (rows: readonly (readonly string[])[]): string => `${byteOrderMark}${rows.map(csvLine).join('')}`;
