import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Maker } from '../renditions/maker.ts';
import { officePdf } from '../renditions/office-pdf.ts';
import { render } from '../renditions/render.ts';
import { askersOf, sheetMaker } from './sheet-maker.ts';

const writingMs = 60_000;
const mostBytes = 192 * 1024 * 1024;

/** Tables of plain text. */
export const plainTables: ReadonlySet<string> = new Set(['csv', 'tsv']);

/**
 * A table of plain text as PDF. The office engine would guess at its encoding and separators, take codes for numbers and texts for dates, and
 * write names of its own above and below: it is given the table that we have read instead.
 */
export const tablePdf: Maker = {
  name: 'tablepdf',
  version: 1,
  async make(making) {
    const { house, source, folder, urgent } = making;
    const book = await render(house, source, { maker: sheetMaker, urgent });
    if (!book.ok) return book;
    const file = { path: book.path, ext: 'sheet', name: 'sheet', size: 0 };
    const flat = await askersOf(house).run('flat', file, { timeoutMs: writingMs, maxOutput: mostBytes, urgent });
    if (!flat.ok) return flat;
    const path = join(folder, 'table.fods');
    await writeFile(path, flat.bytes ?? '');
    return officePdf.make({ ...making, path, source: { ...source, ext: 'fods' } });
  },
};
