import { Readable } from 'node:stream';
import { byteOrderMark, csvLine } from '@dossier/contract/core/csv';
import { ZipFile } from 'yazl';
import { disposition } from '../http/file-response.ts';

/** The rows of a table in batches, between which the producer yields to other work. */
export type TableRows = AsyncIterable<readonly (readonly string[])[]>;

/** A table as a CSV file, like `csvText`, that is written while it is sent. */
export function csvStream(rows: TableRows): Readable {
  async function* pieces(): AsyncGenerator<string> {
    yield byteOrderMark;
    for await (const batch of rows) yield batch.map(csvLine).join('');
  }
  return Readable.from(pieces(), { objectMode: false });
}

const types = { csv: 'text/csv; charset=utf-8', xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' };

/** Headers of a table that is downloaded as a file. */
export const tableHeaders = (format: keyof typeof types, fileName: string): Record<string, string> => ({
  'content-type': types[format],
  'content-disposition': disposition('attachment', fileName),
  'x-content-type-options': 'nosniff',
  'cache-control': 'private, no-store',
  'referrer-policy': 'no-referrer',
});

const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/package/2006/relationships';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const kind = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** The parts of a workbook around its only sheet. Style 0 is text (49), so that personnel numbers keep their zeros; style 1 is the heading. */
const parts = {
  '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${kind}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${kind}.styles+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${kind}.worksheet+xml"/></Types>`,
  '_rels/.rels': `<Relationships xmlns="${relations}"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${relations}"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': `<styleSheet xmlns="${main}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="2"><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/></cellXfs></styleSheet>`,
};

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text escaped for XML, without characters that XML cannot hold. */
const xml = (text: string): string =>
  text
    .toWellFormed()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is meant
    .replace(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, '')
    .replace(/[&<>"]/g, (sign) => escapes[sign] ?? '');

const cell = (text: string, style: number): string =>
  text === '' ? '<c/>' : `<c t="inlineStr" s="${style}"><is><t xml:space="preserve">${xml(text)}</t></is></c>`;

interface Sheet {
  name: string;
  /** Of each column, in characters. */
  widths: readonly number[];
}

async function* sheetXml(rows: TableRows, widths: readonly number[]): AsyncGenerator<string> {
  const columns = widths.map((width, at) => `<col min="${at + 1}" max="${at + 1}" width="${width}" style="0" customWidth="1"/>`).join('');
  const frozen =
    '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>';
  yield `${head}<worksheet xmlns="${main}">${frozen}<cols>${columns}</cols><sheetData>`;
  let first = true;
  for await (const piece of rows) {
    let out = '';
    for (const row of piece) {
      out += `<row>${row.map((text) => cell(text, first ? 1 : 0)).join('')}</row>`;
      first = false;
    }
    yield out;
  }
  yield '</sheetData></worksheet>';
}

/** A workbook of one sheet as a stream: texts only, no formulas; the first row is the heading and stays frozen. */
export function xlsxStream(rows: TableRows, { name, widths }: Sheet): Readable {
  const zip = new ZipFile();
  const out = zip.outputStream as Readable;
  for (const [path, text] of Object.entries(parts)) zip.addBuffer(Buffer.from(head + text), path);
  const book = `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="${xml(name)}" sheetId="1" r:id="rId1"/></sheets></workbook>`;
  zip.addBuffer(Buffer.from(head + book), 'xl/workbook.xml');
  const sheet = Readable.from(sheetXml(rows, widths), { objectMode: false });
  sheet.on('error', (error) => out.destroy(error));
  zip.on('error', (error: Error) => out.destroy(error));
  out.on('close', () => sheet.destroy());
  zip.addReadStreamLazy('xl/worksheets/sheet1.xml', { compressionLevel: 4 }, (give) => give(null, sheet));
  zip.end();
  return out;
}
