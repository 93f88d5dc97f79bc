import { Readable } from 'node:stream';

/** Pieces of a table: so many rows at a time, that whoever makes them lets others have their turn in between. */
export type TableRows = AsyncIterable<readonly (readonly string[])[]>;

/** A spreadsheet would take what begins so for a formula; some take wide signs for the narrow ones. */
const formula = /^[=+\-@＝＋－＠\t\r\n]/;

const cellOf = (text: string): string => {
  const safe = formula.test(text) ? `'${text}` : text;
  return /[",;\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** A small table as one text, as `csvStream` writes it. */
export const csvText = (rows: readonly (readonly string[])[]): string =>
  `\uFEFF${rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('')}`;

/** A table as CSV that spreadsheets read: UTF-8 by its mark, quoted where needed, and nothing in it is taken for a formula. */
export function csvStream(rows: TableRows): Readable {
  async function* pieces(): AsyncGenerator<string> {
    yield '\uFEFF';
    for await (const piece of rows) yield piece.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('');
  }
  return Readable.from(pieces(), { objectMode: false });
}
