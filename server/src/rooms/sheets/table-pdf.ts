import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { Failure } from '../../ground/confined/job.ts';
import type { Maker, Making } from '../renditions/maker.ts';
import { officePdf } from '../renditions/office-pdf.ts';
import { render } from '../renditions/render.ts';
import { askersOf, sheetMaker } from './sheet-maker.ts';

const writingMs = 60_000;
/** More than that no office engine makes pages of in time. */
const mostBytes = 96 * 1024 * 1024;
/** The table is fetched in pieces: never more than one of them is held. */
const [blocksAtOnce, pieceBytes] = [4, 16 * 1024 * 1024];

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
    const path = join(folder, 'table.fods');
    const reason = await writeTable(making, book.path, path);
    if (reason !== undefined) return { ok: false, reason };
    return officePdf.make({ ...making, path, source: { ...source, ext: 'fods' } });
  },
};

/** Why it could not be written, if so. */
async function writeTable({ house, urgent }: Making, ...[from, to]: [string, string]): Promise<Failure | undefined> {
  const book = { path: from, ext: 'sheet', name: 'sheet', size: 0 };
  const end = performance.now() + writingMs;
  const file = await open(to, 'wx');
  try {
    for (let [block, length] = [0, 0]; ; block += blocksAtOnce) {
      const timeoutMs = end - performance.now();
      if (timeoutMs <= 0) return 'timeout';
      const terms = { from: block, count: blocksAtOnce };
      const piece = await askersOf(house).run('flat', book, { timeoutMs, maxOutput: pieceBytes, urgent, terms });
      if (!piece.ok) return piece.reason;
      length += piece.bytes?.length ?? 0;
      if (length > mostBytes) return 'too-large';
      await file.writeFile(piece.bytes ?? '');
      if (piece.cut !== true) return undefined;
    }
  } finally {
    await file.close();
  }
}
