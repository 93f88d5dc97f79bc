import { separatorOf } from '../csv/csv-rows.ts';
import { TaskFailure } from '../task.ts';
import { detectEncoding, looksBinary } from '../text/decode.ts';
import { lengthRuns } from './cell-references.ts';
import type { NewCell } from './stored-workbook.ts';
import { type WorkbookWriter, fittedHeight } from './workbook-writer.ts';

const sample = 64 * 1024;
const mostCell = 1_000_000;
/** Numbers in machine notation; a leading zero or more than fifteen digits make it a code. */
const number = /^-?(?:0|[1-9]\d{0,14}|[1-9]\d{0,2}(?:,\d{3}){1,4})(?:\.\d{1,15})?$/;

/** Reads a delimited text into the workbook as it streams in, however long it is. */
export async function readCsvWorkbook(chunks: AsyncIterable<Buffer>, book: WorkbookWriter, tabs: boolean): Promise<void> {
  const writer = book.sheet();
  const widths: number[] = [];
  const heights: Array<[number, number]> = [];
  let rows = 0;
  const parser = new TableParser((cells) => {
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
      parser.begin(decoder.decode(chunk, { stream: true }), tabs);
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

/** Cuts records out of chunks of text. What follows a closing quote up to the separator belongs to the cell, as in spreadsheets. */
class TableParser {
  readonly #take: (cells: string[]) => void;
  #separator = ',';
  #cells: string[] = [];
  #cell = '';
  #state: 'start' | 'bare' | 'quoted' | 'quote' = 'start';
  #afterReturn = false;

  constructor(take: (cells: string[]) => void) {
    this.#take = take;
  }

  begin(text: string, tabs: boolean): void {
    const named = /^sep=(.)\r?\n/.exec(text);
    this.#separator = named?.[1] ?? (tabs ? '\t' : separatorOf(text));
    this.push(text.slice(named?.[0].length ?? 0));
  }

  push(text: string): void {
    let from = 0;
    for (let at = 0; at < text.length; at++) {
      const char = text[at] ?? '';
      if (this.#afterReturn && char === '\n') from = at + 1;
      else if (this.#turns(char)) {
        this.#cell += text.slice(from, at);
        from = at + 1;
        this.#turn(char);
      }
      this.#afterReturn = char === '\r' && this.#state === 'start';
    }
    this.#cell += text.slice(from);
    if (this.#cell.length > mostCell) throw new TaskFailure('too-large');
  }

  end(): void {
    if (this.#cell !== '' || this.#cells.length > 0 || this.#state !== 'start') this.#endRow();
  }

  /** Whether a character is syntax rather than content of the cell. */
  #turns(char: string): boolean {
    if (this.#state === 'quoted') return char === '"';
    if (char === '"') return this.#state === 'start' || this.#state === 'quote';
    if (char === this.#separator || char === '\n' || char === '\r') return true;
    this.#state = 'bare';
    return false;
  }

  #turn(char: string): void {
    if (char === '"') {
      if (this.#state === 'quote') this.#cell += '"';
      this.#state = this.#state === 'quoted' ? 'quote' : 'quoted';
    } else if (char === this.#separator) this.#endCell();
    else this.#endRow();
  }

  #endCell(): void {
    this.#cells.push(this.#cell);
    [this.#cell, this.#state] = ['', 'start'];
    if (this.#cells.length > 16_384) throw new TaskFailure('too-large');
  }

  #endRow(): void {
    this.#endCell();
    this.#take(this.#cells);
    this.#cells = [];
  }
}
