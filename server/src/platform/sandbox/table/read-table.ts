import { readFile } from 'node:fs/promises';
import { withoutFormulaGuard } from '@dossier/contract/core/csv';
import { isCompound } from '@dossier/formats/compound/compound-file';
import { CsvParser } from '@dossier/formats/csv/csv-parser';
import { type Answer, type Job, TaskFailure } from '@dossier/formats/task';
import { decodeText, looksBinary } from '@dossier/formats/text/decode';
import { type TableRow, firstSheetRows } from '@dossier/formats/workbook/ooxml-cells';
import { openZip } from '@dossier/formats/zip/zip-parts';

/** The most rows that are not empty, the header among them. */
const maxRows = 5001;
const maxCell = 2000;

/** Collects rows; characters that the database or a reader could not take are removed from their cells. */
function collector() {
  const rows: TableRow[] = [];
  return {
    rows,
    take({ row, cells }: TableRow): void {
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is meant
      const clean = cells.map((cell) =>
        cell
          .slice(0, maxCell)
          .toWellFormed()
          .replace(/[\0-\x1f\x7f\ufeff]+/g, ' ')
          .trim(),
      );
      if (clean.every((cell) => cell === '')) return;
      if (rows.length >= maxRows) throw new TaskFailure('too-large');
      rows.push({ row, cells: clean });
    },
  };
}

/** The rows of a CSV file or of a workbook's first sheet, as JSON; the format is detected from the first bytes, not from the name. */
export async function readTable(job: Job): Promise<Answer> {
  const bytes = await readFile(job.path);
  const { rows, take } = collector();
  if (isCompound(bytes)) throw new TaskFailure('unsupported');
  if (bytes.subarray(0, 2).toString('latin1') === 'PK') {
    const zip = await openZip(job.path);
    try {
      await firstSheetRows(zip, take);
    } finally {
      zip.close();
    }
  } else {
    if (looksBinary(bytes)) throw new TaskFailure('unsupported');
    const parser = new CsvParser((cells, row) => take({ row, cells: cells.map(withoutFormulaGuard) }));
    parser.begin(decodeText(bytes).text);
    parser.end();
  }
  return { ok: true, text: JSON.stringify(rows) };
}
