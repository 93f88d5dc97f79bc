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

/** The library holds all of a workbook at once: more is not worth the memory. */
const maxLegacyBytes = 64 * 1024 * 1024;
const maxUnpackedBytes = 200 * 1024 * 1024;

/** Reads a workbook of the older kinds: xls and what is like it, xlsb, SpreadsheetML, HTML. `looks` also reads fills and lengths. */
async function parseLegacyWorkbook(bytes: Buffer, { looks }: { looks: boolean }): Promise<WorkBook> {
  if (bytes.length > maxLegacyBytes) throw new TaskFailure('too-large');
  if (isCompound(bytes) && compoundStreams(bytes).some(({ name }) => name === 'EncryptedPackage')) throw new TaskFailure('encrypted');
  if (bytes.subarray(0, 2).toString('latin1') === 'PK') await requireSmallZip(bytes);
  const [library, pages] = await Promise.all([import('@e965/xlsx'), import('@e965/xlsx/dist/cpexcel.full.mjs')]);
  library.set_cptable(pages);
  try {
    return library.read(bytes, {
      type: 'buffer',
      dense: true,
      cellStyles: looks,
      cellNF: false,
      cellHTML: false,
      cellFormula: looks,
      bookVBA: false,
    });
  } catch (error) {
    if (/password|encrypt/i.test(String(error))) throw new TaskFailure('encrypted');
    throw error;
  }
}

/** The library unpacks whatever it is given: a zip that grows too much is not given to it. */
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

/** Reads a workbook of the older kinds: xls, et, xlsb, SpreadsheetML of 2003, tables of HTML. Of their looks the library tells fills and lengths alone. */
export async function readLegacyWorkbook(bytes: Buffer, book: WorkbookWriter): Promise<void> {
  const workbook = await parseLegacyWorkbook(bytes, { looks: true });
  // the library has read the cells: nothing that lies over them takes them away again
  const drawn = await legacyOverlays(bytes, workbook).catch(() => []);
  workbook.SheetNames.forEach((name, at) => {
    const sheet: DenseSheet | undefined = workbook.Sheets[name];
    const kind = sheet?.['!type'] ?? 'sheet';
    // charts have no cells, and neither have macros of old
    if (sheet === undefined || (kind !== 'sheet' && kind !== 'chart')) return;
    const hidden = (workbook.Workbook?.Sheets?.[at]?.Hidden ?? 0) > 0;
    const told = { name, hidden, ...overlaysIfAny(drawn[at] ?? noOverlays()) };
    if (kind === 'chart') book.sheet().done({ ...told, drawn: { ...noOverlays(), charts: 1 } });
    else readSheet(sheet, told, book);
  });
  if (workbook.SheetNames.length === 0) throw new TaskFailure('broken');
}

function readSheet(sheet: DenseSheet, told: Pick<NewSheet, 'name' | 'hidden' | 'drawn'>, book: WorkbookWriter): void {
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
    ...told,
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
