/** A spreadsheet would read a cell with such a start as a formula; some treat full-width signs like the ASCII ones. */
const formulaStart = /^[=+\-@＝＋－＠\t\r\n]/;

/** A cell that no spreadsheet reads as a formula: an apostrophe stands before what looks like one. */
const guardFormula = (cell: string): string => (formulaStart.test(cell) ? `'${cell}` : cell);

/** Removes the apostrophe of `csvLine` again, for tables that users export, edit and import. */
export const withoutFormulaGuard = (cell: string): string =>
  cell.startsWith("'") && formulaStart.test(cell.slice(1)) ? cell.slice(1) : cell;

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
