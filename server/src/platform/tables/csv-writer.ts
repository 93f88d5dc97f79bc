import { Readable } from 'node:stream';

/** The rows of a table in batches, between which the producer yields to other work. */
export type TableRows = AsyncIterable<readonly (readonly string[])[]>;

/** A spreadsheet would read a cell with such a start as a formula; some treat full-width characters like the ASCII ones. */
const formula = /^[=+\-@＝＋－＠\t\r\n]/;

const cellOf = (text: string): string => {
  const safe = formula.test(text) ? `'${text}` : text;
  return /[",;\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** A small table as one text, like `csvStream`. */
export const csvText = (rows: readonly (readonly string[])[]): string =>
  `\uFEFF${rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('')}`;

/** A table as CSV for spreadsheets: UTF-8 with a byte order mark, quoted where needed, no cell read as a formula. */
export function csvStream(rows: TableRows): Readable {
  async function* pieces(): AsyncGenerator<string> {
    yield '\uFEFF';
    for await (const piece of rows) yield piece.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('');
  }
  return Readable.from(pieces(), { objectMode: false });
}
