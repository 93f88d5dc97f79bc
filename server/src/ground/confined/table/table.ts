import { readFile } from 'node:fs/promises';
import { decodeText, looksBinary } from '../../text/decode.ts';
import { isCompound } from '../extract/compound-file.ts';
import { openZip } from '../extract/zip-parts.ts';
import { type Answer, GiveUp, type Job } from '../job.ts';
import { csvRows, type TableRow } from './csv-rows.ts';
import { sheetRows } from './sheet-rows.ts';

/** Rows that hold anything, the one with the names of the columns among them. */
const maxRows = 5001;
const maxCell = 2000;

/** Collects rows; what the database or a reader could not take is left out of their cells. */
function collector() {
  const rows: TableRow[] = [];
  return {
    rows,
    take([number, ...cells]: TableRow): void {
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is meant
      const clean = cells.map((cell) =>
        cell
          .slice(0, maxCell)
          .toWellFormed()
          .replace(/[\0-\x1f\x7f\ufeff]+/g, ' ')
          .trim(),
      );
      if (clean.every((cell) => cell === '')) return;
      if (rows.length >= maxRows) throw new GiveUp('too-large');
      rows.push([number, ...clean]);
    },
  };
}

/** The rows of a CSV file or of a workbook's first sheet, as JSON: by what the file begins with, whatever it is called. */
export async function table(job: Job): Promise<Answer> {
  const bytes = await readFile(job.path);
  const { rows, take } = collector();
  if (isCompound(bytes)) throw new GiveUp('unsupported');
  if (bytes.subarray(0, 2).toString('latin1') === 'PK') {
    const zip = await openZip(job.path);
    try {
      await sheetRows(zip, take);
    } finally {
      zip.close();
    }
  } else {
    if (looksBinary(bytes)) throw new GiveUp('unsupported');
    for (const row of csvRows(decodeText(bytes).text)) take(row);
  }
  return { ok: true, text: JSON.stringify(rows) };
}
