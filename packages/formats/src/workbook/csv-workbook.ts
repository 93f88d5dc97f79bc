import { CsvParser } from '../csv/csv-parser.ts';
import { TaskFailure } from '../task.ts';
import { detectEncoding, looksBinary } from '../text/decode.ts';
import { lengthRuns } from './cell-references.ts';
import type { NewCell } from './stored-workbook.ts';
import { type WorkbookWriter, fittedHeight } from './workbook-writer.ts';

const sample = 64 * 1024;
/** Numbers in machine notation; a leading zero or more than fifteen digits make it a code. */
const number = /^-?(?:0|[1-9]\d{0,14}|[1-9]\d{0,2}(?:,\d{3}){1,4})(?:\.\d{1,15})?$/;

/** Reads a delimited text into the workbook as it streams in, however long it is. */
export async function readCsvWorkbook(chunks: AsyncIterable<Buffer>, book: WorkbookWriter, tabs: boolean): Promise<void> {
  const writer = book.sheet();
  const widths: number[] = [];
  const heights: Array<[number, number]> = [];
  let rows = 0;
  const parser = new CsvParser((cells) => {
    cells.forEach((cell, column) => (widths[column] = Math.max(widths[column] ?? 0, rows < 1000 ? breadth(cell) : 0)));
    const row = cells.map(cellOf);
    const height = fittedHeight(row, book, () => 0);
    if (height !== undefined) heights.push([rows, height]);
    writer.row(rows++, row);
  });
  let decoder: TextDecoder | undefined;
  for await (const chunk of whole(chunks)) {
    if (decoder === undefined) {
      if (looksBinary(chunk)) throw new TaskFailure('unsupported');
      decoder = new TextDecoder(detectEncoding(fromFirstHigh(chunk)));
      parser.begin(decoder.decode(chunk, { stream: true }), tabs ? '\t' : undefined);
    } else parser.push(decoder.decode(chunk, { stream: true }));
  }
  parser.end();
  const pixels = widths.map((width) => Math.min(320, Math.max(56, width * 7.5 + 16)));
  writer.done({
    name: '1',
    hidden: false,
    heights: lengthRuns(heights),
    widths: pixels.flatMap((width, column) => [column, column, Math.round(width)]),
  });
}

/** ASCII does not tell the encoding of later letters. */
function fromFirstHigh(chunk: Buffer): Buffer {
  const first = chunk.findIndex((byte) => byte > 0x7f || byte === 0);
  return first > sample / 2 ? chunk.subarray(first & ~1) : chunk;
}

/** Joins the first chunks to a sample for the encoding, a megabyte where the file has it. */
async function* whole(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let firstChunks: Buffer[] | undefined = [];
  let length = 0;
  for await (const chunk of chunks) {
    if (firstChunks === undefined) {
      yield chunk;
      continue;
    }
    firstChunks.push(chunk);
    length += chunk.length;
    if (length < 1024 * 1024) continue;
    yield Buffer.concat(firstChunks);
    firstChunks = undefined;
  }
  if (firstChunks !== undefined && length > 0) yield Buffer.concat(firstChunks);
}

function cellOf(text: string, column: number): NewCell {
  const trimmed = text.trim();
  const value = trimmed !== '' && number.test(trimmed) ? Number(trimmed.replaceAll(',', '')) : undefined;
  return { column, text, style: 0, value };
}

/** The width of a text in letters: Chinese ones count twice. */
function breadth(text: string): number {
  let width = 0;
  for (let at = 0; at < text.length && width < 40; at++) width += text.charCodeAt(at) > 0x2e7f ? 2 : 1;
  return width;
}
