/** A row of a table: its number as a spreadsheet counts, and its cells. */
export type TableRow = [number: number, ...cells: string[]];

const separators = [',', ';', '\t'] as const;

/** The most frequent of comma, semicolon and tab in the first line, outside of quotes; comma where there is none. */
export function separatorOf(text: string): string {
  const counts = new Map<string, number>();
  let quoted = false;
  for (const char of text) {
    if (char === '"') quoted = !quoted;
    else if (!quoted && (char === '\n' || char === '\r')) break;
    else if (!quoted) counts.set(char, (counts.get(char) ?? 0) + 1);
  }
  return separators.toSorted((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0))[0] ?? ',';
}

/** Removes the apostrophe that our CSV writer puts before cells that a spreadsheet would read as a formula. */
const withoutFormulaGuard = (cell: string): string => (/^'[=+\-@＝＋－＠\t\r\n]/.test(cell) ? cell.slice(1) : cell);

/** The records of a CSV text, one at a time; a first line `sep=;` names the separator, as spreadsheets write it. */
export function* csvRows(text: string): Generator<TableRow> {
  const named = /^sep=(.)\r?\n/.exec(text);
  const separator = named?.[1] ?? separatorOf(text);
  let [number, at] = named === null ? [1, 0] : [2, named[0].length];
  let cells: string[] = [];
  while (at < text.length) {
    const { cell, end } = text[at] === '"' ? quotedCell(text, at, separator) : bareCell(text, at, separator);
    cells.push(withoutFormulaGuard(cell));
    at = end + 1;
    if (text[end] === separator) continue;
    if (text[end] === '\r' && text[end + 1] === '\n') at++;
    yield [number++, ...cells];
    cells = [];
  }
  if (cells.length > 0) yield [number, ...cells];
}

interface Cell {
  cell: string;
  /** The position of the separator or the end of the line. */
  end: number;
}

function bareCell(text: string, at: number, separator: string): Cell {
  let end = at;
  while (end < text.length && text[end] !== separator && text[end] !== '\n' && text[end] !== '\r') end++;
  return { cell: text.slice(at, end), end };
}

/** What follows the closing quote up to the separator belongs to the cell, as in spreadsheets. */
function quotedCell(text: string, at: number, separator: string): Cell {
  const pieces: string[] = [];
  let from = at + 1;
  for (;;) {
    const quote = text.indexOf('"', from);
    if (quote < 0) return { cell: [...pieces, text.slice(from)].join(''), end: text.length };
    pieces.push(text.slice(from, quote));
    if (text[quote + 1] !== '"') {
      const rest = bareCell(text, quote + 1, separator);
      return { cell: [...pieces, rest.cell].join(''), end: rest.end };
    }
    pieces.push('"');
    from = quote + 2;
  }
}
