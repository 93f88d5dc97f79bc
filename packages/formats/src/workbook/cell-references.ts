/** "C7" as row and column from 0; undefined for an invalid reference. */
export function parseCell(reference: string | undefined): [row: number, column: number] | undefined {
  const found = /^\$?([A-Z]{1,3})\$?(\d{1,7})$/i.exec(reference ?? '');
  return found === null ? undefined : [Number(found[2]) - 1, columnIndex(found[1] ?? '')];
}

/** "A1:C7" as first row, first column, last row, last column. */
export function parseRange(reference: string | undefined): [number, number, number, number] | undefined {
  const [from, to] = (reference ?? '').split(':');
  const [first, last] = [parseCell(from), parseCell(to ?? from)];
  return first && last ? [first[0], first[1], last[0], last[1]] : undefined;
}

/** "AB" as its column from 0. */
export function columnIndex(letters: string): number {
  let column = 0;
  for (const letter of letters.toUpperCase()) column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}

/** The letters of a column from 0. */
export function columnLetters(column: number): string {
  let [letters, rest] = ['', column + 1];
  while (rest > 0) {
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
    rest = Math.floor((rest - 1) / 26);
  }
  return letters;
}

const quotedOrPlace = /"[^"]*"|'[^']*'|(?<![\w.$])\$?[A-Z]{1,3}\$?\d{1,7}(?![\w(.!])/g;

/** A formula shifted by so many rows and columns: a workbook stores a shared formula only once. */
export function shiftFormula(formula: string, rows: number, columns: number): string {
  return formula.replace(quotedOrPlace, (found) => {
    const place = /^(\$?)([A-Z]+)(\$?)(\d+)$/.exec(found);
    if (place === null) return found;
    const [, keepColumn = '', letters = '', keepRow = '', row = ''] = place;
    const column = keepColumn === '' ? columnLetters(Math.max(0, columnIndex(letters) + columns)) : letters;
    return `${keepColumn}${column}${keepRow}${keepRow === '' ? Math.max(1, Number(row) + rows) : row}`;
  });
}

/** Joins runs of the same length: first, last, pixels. */
export function lengthRuns(lengths: Iterable<[place: number, pixels: number]>): number[] {
  const runs: number[] = [];
  for (const [place, pixels] of lengths) {
    const end = runs.length - 1;
    if (runs[end] === pixels && runs[end - 1] === place - 1) runs[end - 1] = place;
    else runs.push(place, place, pixels);
  }
  return runs;
}
