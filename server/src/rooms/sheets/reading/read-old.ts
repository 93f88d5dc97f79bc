import type { CellObject, WorkSheet } from '@e965/xlsx';
import type { CellStyle } from '@dossier/contract/sheets';
import { GiveUp } from '../../../ground/confined/job.ts';
import type { BookWriter, NewSheet } from './book-writer.ts';
import type { NewCell } from './stored-row.ts';
import { readOldWorkbook } from '../../../ground/confined/extract/old-workbook.ts';
import { nothingDrawn, toldDrawn } from './drawn.ts';
import { drawnInOld } from './drawn-old.ts';
import { rangeOf, runsOf } from './places.ts';

type DenseSheet = WorkSheet & { '!data'?: Array<Array<CellObject | undefined> | undefined> };

/** Reads a workbook of the older kinds: xls, et, xlsb, SpreadsheetML of 2003, tables of HTML. Of their looks the library tells fills and lengths alone. */
export async function readOld(bytes: Buffer, book: BookWriter): Promise<void> {
  const workbook = await readOldWorkbook(bytes, { looks: true });
  // the library has read the cells: nothing that lies over them takes them away again
  const drawn = await drawnInOld(bytes, workbook).catch(() => []);
  workbook.SheetNames.forEach((name, at) => {
    const sheet: DenseSheet | undefined = workbook.Sheets[name];
    const kind = sheet?.['!type'] ?? 'sheet';
    // charts have no cells, and neither have macros of old
    if (sheet === undefined || (kind !== 'sheet' && kind !== 'chart')) return;
    const hidden = (workbook.Workbook?.Sheets?.[at]?.Hidden ?? 0) > 0;
    const told = { name, hidden, ...toldDrawn(drawn[at] ?? nothingDrawn()) };
    if (kind === 'chart') book.sheet().done({ ...told, drawn: { ...nothingDrawn(), charts: 1 } });
    else readSheet(sheet, told, book);
  });
  if (workbook.SheetNames.length === 0) throw new GiveUp('broken');
}

function readSheet(sheet: DenseSheet, told: Pick<NewSheet, 'name' | 'hidden' | 'drawn'>, book: BookWriter): void {
  const writer = book.sheet();
  const [links, notes] = [[] as NonNullable<NewSheet['links']>, [] as NonNullable<NewSheet['notes']>];
  (sheet['!data'] ?? []).forEach((line, row) => {
    const cells: NewCell[] = [];
    line?.forEach((cell, column) => {
      if (!cell) return;
      cells.push(newCell(cell, column, book));
      if (cell.l?.Target && !cell.l.Target.startsWith('#')) links.push([row, column, cell.l.Target]);
      if (cell.c?.length) notes.push([row, column, cell.c.map(({ t }) => t.trim()).join('\n')]);
    });
    writer.row(row, cells);
  });
  const filter = sheet['!autofilter'] ? rangeOf(sheet['!autofilter'].ref) : undefined;
  writer.done({
    ...told,
    links,
    notes,
    merges: (sheet['!merges'] ?? []).flatMap(({ s, e }) => [s.r, s.c, e.r, e.c]),
    widths: runsOf(lengths(sheet['!cols'] ?? [], (one) => one.wpx)),
    heights: runsOf(lengths(sheet['!rows'] ?? [], (one) => one.hpx)),
    ...(filter && { filter }),
  });
}

interface Line {
  hidden?: boolean | undefined;
}

function* lengths<T extends Line>(
  lines: Array<T | undefined | null>,
  pixels: (line: T) => number | undefined,
): Generator<[number, number]> {
  for (const [place, line] of lines.entries()) {
    if (!line) continue;
    const length = line.hidden ? 0 : pixels(line);
    if (length !== undefined && Number.isFinite(length)) yield [place, Math.round(length)];
  }
}

function newCell(cell: CellObject, column: number, book: BookWriter): NewCell {
  const style: CellStyle = {};
  const fill = (cell.s as { patternType?: string; fgColor?: { rgb?: string } } | undefined)?.fgColor?.rgb;
  if (fill !== undefined && /^[\da-f]{6}$/i.test(fill)) style.fill = `#${fill.toLowerCase()}`;
  if (cell.t === 'b' || cell.t === 'e') style.across = 'center';
  const text = cell.t === 'z' ? '' : (cell.w ?? (cell.v === undefined ? '' : String(cell.v))).trimEnd();
  const value = cell.t === 'n' ? (cell.v as number) : undefined;
  return { column, text: value === undefined ? text : text.trimStart(), style: book.style(style), value, formula: cell.f };
}
