import { readFile } from 'node:fs/promises';
import { isCompound } from '@dossier/formats/compound/compound-file';
import { type TableRow, csvRows } from '@dossier/formats/csv/csv-rows';
import { type Answer, type Job, TaskFailure } from '@dossier/formats/task';
import { decodeText, looksBinary } from '@dossier/formats/text/decode';
import { attribute, walkXml } from '@dossier/formats/xml/walk-xml';
import { type ZipParts, openZip } from '@dossier/formats/zip/zip-parts';
import { sharedStrings } from '../extract/office-text.ts';

/** Columns beyond these are ignored. */
const maxColumns = 64;

/** The path of the first visible sheet. */
async function firstSheet(zip: ZipParts): Promise<string> {
  let id: string | undefined;
  await walkXml(zip.read('xl/workbook.xml'), {
    open(name, attributes) {
      if (name === 'sheet' && id === undefined && (attributes['state'] ?? 'visible') === 'visible')
        id = Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1];
    },
  });
  let target: string | undefined;
  await walkXml(zip.read('xl/_rels/workbook.xml.rels'), {
    open(name, attributes) {
      if (name === 'Relationship' && attributes['Id'] === id) target = attributes['Target'];
    },
  });
  if (target === undefined) throw new TaskFailure('broken');
  return target.startsWith('/') ? target.slice(1) : `xl/${target}`;
}

/** The column of a cell reference such as "C7", from 0. */
function columnOf(place: string | undefined, next: number): number {
  const letters = /^[A-Z]{1,3}/.exec(place ?? '')?.[0];
  return letters === undefined ? next : [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

/** A number as it was typed: 1E+11 is a personnel number. */
const numeral = (value: string): string => (/[eE.]/.test(value) && Number.isSafeInteger(Number(value)) ? String(Number(value)) : value);

/** The rows of a workbook's first visible sheet that are not empty; `take` throws when it has enough. */
async function sheetRows(zip: ZipParts, take: (row: TableRow) => void): Promise<void> {
  const strings = await sharedStrings(zip);
  let [number, column, type, value] = [0, -1, 'n', ''];
  let cells: string[] = [];
  let within = false;
  let phonetic = false;
  const textOf = (): string => {
    if (type === 's') return strings[Number(value)] ?? '';
    if (type === 'e') return '';
    return type === 'n' ? numeral(value) : value;
  };
  await walkXml(zip.read(await firstSheet(zip)), {
    open(name, attributes) {
      if (name === 'row') {
        number = Number(attributes['r'] ?? number + 1);
        [cells, column] = [[], -1];
      } else if (name === 'c') {
        column = columnOf(attribute(attributes, 'r'), column + 1);
        [type, value] = [attribute(attributes, 't') ?? 'n', ''];
      } else if (name === 'rPh') phonetic = true;
      else if (name === 'v' || name === 't') within = !phonetic;
    },
    close(name) {
      if (name === 'rPh') phonetic = false;
      else if (name === 'v' || name === 't') within = false;
      else if (name === 'c' && value !== '' && column < maxColumns) {
        while (cells.length < column) cells.push('');
        cells[column] = textOf();
      } else if (name === 'row' && cells.length > 0) take([number, ...cells]);
    },
    text(text) {
      if (within && value.length < 10_000) value += text;
    },
  });
}

/** The most rows that are not empty, the header among them. */
const maxRows = 5001;
const maxCell = 2000;

/** Collects rows; characters that the database or a reader could not take are removed from their cells. */
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
      if (rows.length >= maxRows) throw new TaskFailure('too-large');
      rows.push([number, ...clean]);
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
      await sheetRows(zip, take);
    } finally {
      zip.close();
    }
  } else {
    if (looksBinary(bytes)) throw new TaskFailure('unsupported');
    for (const row of csvRows(decodeText(bytes).text)) take(row);
  }
  return { ok: true, text: JSON.stringify(rows) };
}
