import { type Answer, type Job, TaskFailure } from '@dossier/formats/task';
import {
  type OpenWorkbook,
  type StoredRow,
  type StoredSheet,
  cellNumber,
  openStoredWorkbook,
} from '@dossier/formats/workbook/stored-workbook';

const mostColumns = 1024;

const inches = (pixels: number): string => `${(pixels / 96).toFixed(3)}in`;
/** The printable width in pixels, portrait and landscape. */
const [upright, landscape] = [710, 1040];
/** Wider tables are split into pages from left to right: scaled to fit they would be illegible. */
const mostShrunk = 2;

const plain = (text: string): string =>
  text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: XML knows none of them
    .replace(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');

const paragraphs = (text: string): string =>
  text
    .split(/\r?\n/)
    .map((line) => `<text:p>${plain(line).replaceAll('\t', '<text:tab/>')}</text:p>`)
    .join('');

/**
 * The first sheet of a workbook as a table for an office engine: cells as they are shown, without formulas, and pages with numbers only.
 * Writes
 * `count` blocks of rows from `from` on; `cut` where others follow.
 */
export async function writeFlatTable(job: Job): Promise<Answer> {
  const { from, count } = job.terms as { from: number; count: number };
  const book = await openStoredWorkbook(job.path);
  try {
    const [sheet] = book.head.sheets;
    if (sheet === undefined) throw new TaskFailure('broken');
    const pieces = from === 0 ? [headOf(widthsOf(sheet))] : [];
    for await (const row of rowsOf(book, sheet, { from, to: from + count })) pieces.push(row);
    const cut = from + count < sheet.blocks.length;
    if (!cut) pieces.push('</table:table></office:spreadsheet></office:body></office:document>');
    return { ok: true, text: '', bytes: Buffer.from(pieces.join('')), ...(cut && { cut }) };
  } finally {
    await book.close();
  }
}

function widthsOf({ columns, columnWidth, widths }: StoredSheet): number[] {
  const all: number[] = Array.from({ length: Math.min(columns, mostColumns) }, () => columnWidth);
  for (let at = 0; at + 2 < widths.length; at += 3)
    for (let column = widths[at] ?? 0; column <= (widths[at + 1] ?? 0) && column < all.length; column++) all[column] = widths[at + 2] ?? 0;
  return all;
}

async function* rowsOf(book: OpenWorkbook, { blocks }: StoredSheet, { from, to }: { from: number; to: number }): AsyncGenerator<string> {
  const before = blocks[from - 1];
  // empty rows are written as a repeat count
  let next = before === undefined ? 0 : ((await book.block(before)).at(-1)?.r ?? 0) + 1;
  for (const block of blocks.slice(from, to)) {
    for (const row of await book.block(block)) {
      if (row.r > next)
        yield `<table:table-row table:style-name="r" table:number-rows-repeated="${row.r - next}"><table:table-cell/></table:table-row>`;
      next = row.r + 1;
      yield `<table:table-row table:style-name="r">${cellsOf(row)}</table:table-row>`;
    }
  }
}

function cellsOf(row: StoredRow): string {
  const before = row.at > 0 ? `<table:table-cell table:number-columns-repeated="${row.at}"/>` : '';
  const cells = row.t.slice(0, Math.max(0, mostColumns - row.at)).map((text, place) => {
    if (text === '') return '<table:table-cell/>';
    const style = cellNumber(row, place) === null ? 't' : 'n';
    return `<table:table-cell table:style-name="${style}" office:value-type="string">${paragraphs(text)}</table:table-cell>`;
  });
  return before + cells.join('');
}

function headOf(widths: number[]): string {
  const total = widths.reduce((sum, width) => sum + width, 0);
  const lies = total > upright;
  const [width, height] = lies ? ['29.7cm', '21cm'] : ['21cm', '29.7cm'];
  const fits = total > (lies ? landscape : upright) && total <= landscape * mostShrunk;
  const border = 'fo:border="0.5pt solid #c8c8c8" fo:padding="0.04cm" fo:wrap-option="wrap" style:vertical-align="top"';
  const cell = (name: string, side: string): string =>
    `<style:style style:name="${name}" style:family="table-cell"><style:table-cell-properties ${border} style:text-align-source="fix"/>` +
    `<style:paragraph-properties fo:text-align="${side}"/><style:text-properties fo:font-size="9pt" style:font-size-asian="9pt"/></style:style>`;
  const columns = widths.map(
    (one, at) =>
      `<style:style style:name="c${at}" style:family="table-column"><style:table-column-properties style:column-width="${inches(one)}"/></style:style>`,
  );
  return [
    '<?xml version="1.0" encoding="UTF-8"?><office:document xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0"',
    ' xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:fo="urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0"',
    ' office:version="1.2" office:mimetype="application/vnd.oasis.opendocument.spreadsheet"><office:automatic-styles>',
    ...columns,
    '<style:style style:name="r" style:family="table-row"><style:table-row-properties style:use-optimal-row-height="true"/></style:style>',
    cell('t', 'start') + cell('n', 'end'),
    '<style:style style:name="s" style:family="table" style:master-page-name="Default"><style:table-properties table:display="true"/></style:style>',
    `<style:page-layout style:name="p"><style:page-layout-properties fo:page-width="${width}" fo:page-height="${height}" style:print-orientation="${lies ? 'landscape' : 'portrait'}"`,
    ` fo:margin="1.1cm"${fits ? ' style:scale-to-X="1" style:scale-to-Y="0"' : ''}/><style:footer-style><style:header-footer-properties fo:min-height="0.6cm" fo:margin-top="0.2cm"/></style:footer-style></style:page-layout>`,
    '</office:automatic-styles><office:master-styles><style:master-page style:name="Default" style:page-layout-name="p"><style:header style:display="false"/>',
    '<style:footer><text:p><text:page-number>1</text:page-number> / <text:page-count>1</text:page-count></text:p></style:footer></style:master-page></office:master-styles>',
    '<office:body><office:spreadsheet><table:table table:name="1" table:style-name="s">',
    ...widths.map((_, at) => `<table:table-column table:style-name="c${at}"/>`),
  ].join('');
}
