import { TaskFailure } from '../task.ts';
import type { ZipParts } from '../zip/zip-parts.ts';
import { plainText, readCells, sharedStrings, workbookFacts } from './ooxml-cells.ts';

/** A row of a table that has cells: its number, as a spreadsheet counts, and the texts of its cells. */
export interface TableRow {
  row: number;
  cells: string[];
}

/** Columns beyond these are ignored. */
const maxColumns = 64;
const stringLimits = { characters: 32_000_000, strings: 3_000_000 };

/** A number as it was typed: 1E+11 is a personnel number. */
const numeral = (value: string): string => (/[eE.]/.test(value) && Number.isSafeInteger(Number(value)) ? String(Number(value)) : value);

/** The rows of a workbook's first visible sheet, unformatted; `take` throws when it has enough. */
export async function firstSheetRows(zip: ZipParts, take: (row: TableRow) => void): Promise<void> {
  const facts = await workbookFacts(zip);
  const path = facts.sheets.find(({ hidden }) => !hidden)?.relation?.target;
  if (path === undefined) throw new TaskFailure('broken');
  const strings = await sharedStrings(zip, facts.strings, stringLimits);
  let cells: string[] = [];
  await readCells(zip.read(path), {
    startRow: () => {
      cells = [];
    },
    cell: ({ column, type, value }) => {
      if (value === '' || column >= maxColumns) return;
      while (cells.length < column) cells.push('');
      if (type === 's') cells[column] = strings[Number(value)] ?? '';
      else if (type === 'e') cells[column] = '';
      else cells[column] = type === 'n' ? numeral(value) : plainText(value);
    },
    endRow: (row) => {
      if (cells.length > 0) take({ row: row + 1, cells });
    },
  });
}
