import type { CellStyle } from './model.ts';
import type { CellObject, WorkBook, WorkSheet } from '@e965/xlsx';
import { compoundStreams, isCompound } from '../compound/compound-file.ts';
import { TaskFailure } from '../task.ts';
import type { TextSink } from '../text/text-sink.ts';
import { openZipOf } from '../zip/zip-parts.ts';
import { lengthRuns, parseRange } from './cell-references.ts';
import { legacyOverlays, noOverlays, overlaysIfAny } from './overlay-objects.ts';
import type { NewCell } from './stored-workbook.ts';
import type { NewSheet, WorkbookWriter } from './workbook-writer.ts';

/** The library reads all of a workbook into memory: larger files are refused. */
const maxLegacyBytes = 64 * 1024 * 1024;
const maxUnpackedBytes = 200 * 1024 * 1024;

/** Parses a workbook of older formats: xls and similar ones, xlsb, SpreadsheetML, HTML. `looks` also reads fills and lengths. */
async function parseLegacyWorkbook(bytes: Buffer, { looks: withStyles }: { looks: boolean }): Promise<WorkBook> {
  if (bytes.length > maxLegacyBytes) throw new TaskFailure('too-large');
  if (isCompound(bytes) && compoundStreams(bytes).some(({ name }) => name === 'EncryptedPackage')) throw new TaskFailure('encrypted');
  if (bytes.subarray(0, 2).toString('latin1') === 'PK') await requireSmallZip(bytes);
  const [library, pages] = await Promise.all([import('@e965/xlsx'), import('@e965/xlsx/dist/cpexcel.full.mjs')]);
  library.set_cptable(pages);
  try {
    return library.read(bytes, {
      type: 'buffer',
      dense: true,
      cellStyles: withStyles,
      cellNF: false,
      cellHTML: false,
      cellFormula: withStyles,
      bookVBA: false,
    });
  } catch (error) {
    if (/password|encrypt/i.test(String(error))) throw new TaskFailure('encrypted');
    throw error;
  }
}

/** The library decompresses without a limit: a zip bomb is not passed to it. */
async function requireSmallZip(bytes: Buffer): Promise<void> {
  const zip = await openZipOf(bytes, maxUnpackedBytes);
  for (const name of zip.names) for await (const chunk of zip.read(name)) void chunk;
  zip.close();
}

/** The text of such a workbook: names of sheets, cells row by row, comments. */
export async function legacyWorkbookText(bytes: Buffer, sink: TextSink): Promise<number> {
  const workbook = await parseLegacyWorkbook(bytes, { looks: false });
  for (const name of workbook.SheetNames) sink.add(`${name}\n`);
  for (const name of workbook.SheetNames) {
    const rows = (workbook.Sheets[name] as { '!data'?: Array<Array<TextCell | undefined> | undefined> } | undefined)?.['!data'] ?? [];
    for (const row of rows) {
      const texts = (row ?? [])
        .flatMap((cell) => (cell ? [cell.w ?? '', ...(cell.c ?? []).map(({ t }) => t)] : []))
        .filter((text) => text.trim() !== '');
      if (texts.length > 0) sink.add(`${texts.join('\t')}\n`);
    }
  }
  return workbook.SheetNames.length;
}

interface TextCell {
  w?: string;
  c?: Array<{ t: string }>;
}

type DenseSheet = WorkSheet & { '!data'?: Array<Array<CellObject | undefined> | undefined> };

/** Reads a workbook of older formats: xls, et, xlsb, SpreadsheetML 2003, HTML tables. Of their formatting the library gives fills and lengths only. */
export async function readLegacyWorkbook(bytes: Buffer, book: WorkbookWriter): Promise<void> {
  const workbook = await parseLegacyWorkbook(bytes, { looks: true });
  // the library has read the cells: a failure in the objects over them must not lose them
  const drawn = await legacyOverlays(bytes, workbook).catch(() => []);
  workbook.SheetNames.forEach((name, at) => {
    const sheet: DenseSheet | undefined = workbook.Sheets[name];
    const kind = sheet?.['!type'] ?? 'sheet';
    // chart sheets have no cells, and neither have old macro sheets
    if (sheet === undefined || (kind !== 'sheet' && kind !== 'chart')) return;
    const hidden = (workbook.Workbook?.Sheets?.[at]?.Hidden ?? 0) > 0;
    const facts = { name, hidden, ...overlaysIfAny(drawn[at] ?? noOverlays()) };
    if (kind === 'chart') book.sheet().done({ ...facts, drawn: { ...noOverlays(), charts: 1 } });
    else readSheet(sheet, facts, book);
  });
  if (workbook.SheetNames.length === 0) throw new TaskFailure('broken');
}

function readSheet(sheet: DenseSheet, facts: Pick<NewSheet, 'name' | 'hidden' | 'drawn'>, book: WorkbookWriter): void {
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
  const filter = sheet['!autofilter'] ? parseRange(sheet['!autofilter'].ref) : undefined;
  writer.done({
    ...facts,
    links,
    notes,
    merges: (sheet['!merges'] ?? []).flatMap(({ s, e }) => [s.r, s.c, e.r, e.c]),
    widths: lengthRuns(lengths(sheet['!cols'] ?? [], (one) => one.wpx)),
    heights: lengthRuns(lengths(sheet['!rows'] ?? [], (one) => one.hpx)),
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

function newCell(cell: CellObject, column: number, book: WorkbookWriter): NewCell {
  const style: CellStyle = {};
  const fill = (cell.s as { patternType?: string; fgColor?: { rgb?: string } } | undefined)?.fgColor?.rgb;
  if (fill !== undefined && /^[\da-f]{6}$/i.test(fill)) style.fill = `#${fill.toLowerCase()}`;
  if (cell.t === 'b' || cell.t === 'e') style.across = 'center';
  const text = cell.t === 'z' ? '' : (cell.w ?? (cell.v === undefined ? '' : String(cell.v))).trimEnd();
  const value = cell.t === 'n' ? (cell.v as number) : undefined;
  return { column, text: value === undefined ? text : text.trimStart(), style: book.style(style), value, formula: cell.f };
}
