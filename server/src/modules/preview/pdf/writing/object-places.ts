import {
  decodePDFRawStream,
  PDFArray,
  PDFContext,
  PDFDict,
  type PDFDocument,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFObjectParser,
  PDFRawStream,
  PDFRef,
} from '@cantoo/pdf-lib';
import { TaskFailure } from '@dossier/formats/task';
import { lastTable } from '../../../../platform/pdf/pdf-updates.ts';

/** Where an object lies: in the file, or packed into another object. */
type Place = { kind: 'plain'; at: number; generation: number } | { kind: 'packed'; container: number; index: number } | { kind: 'free' };

interface Table {
  entries: Map<number, Place>;
  trailer: PDFDict;
}

const mostTables = 5000;
/** As many objects as other programs read. */
const mostObjects = 8_388_607;

const broken = (): TaskFailure => new TaskFailure('broken');
const name = (word: string): PDFName => PDFName.of(word);
const wholeNumber = (value: unknown): number | undefined =>
  value instanceof PDFNumber && Number.isSafeInteger(value.asNumber()) && value.asNumber() >= 0 ? value.asNumber() : undefined;

/**
 * The objects of a PDF by its tables, the newest first (ISO 32000-1, 7.5.4 to 7.5.8), as viewers find them. `PDFDocument.load` reads them from the first
 * byte to the last instead, and takes the last of those with one number.
 */
class TabledObjects {
  readonly trailer: PDFDict;
  private readonly bytes: Buffer;
  private readonly places = new Map<number, Place>();
  private readonly packed = new Map<number, { data: Buffer; numbers: number[]; first: number }>();

  constructor(bytes: Buffer) {
    this.bytes = bytes;
    // places are counted from the header
    if (bytes.toString('latin1', 0, 5) !== '%PDF-') throw broken();
    const seen = new Set<number>();
    let newest: PDFDict | undefined;
    for (let at = lastTable(bytes)?.offset; at !== undefined; ) {
      if (seen.has(at) || seen.size >= mostTables) throw broken();
      seen.add(at);
      const { entries, trailer } = this.tableAt(at);
      newest ??= trailer;
      // what a table in the old form leaves free may be packed
      const besides = wholeNumber(trailer.get(name('XRefStm')));
      if (besides !== undefined)
        for (const [number, place] of this.tableAt(besides).entries)
          if ((entries.get(number)?.kind ?? 'free') === 'free') entries.set(number, place);
      for (const [number, place] of entries) if (!this.places.has(number)) this.places.set(number, place);
      at = wholeNumber(trailer.get(name('Prev')));
    }
    if (newest === undefined) throw broken();
    this.trailer = newest;
  }

  names({ objectNumber }: PDFRef): boolean {
    return (this.places.get(objectNumber)?.kind ?? 'free') !== 'free';
  }

  largest(): number {
    let largest = 0;
    for (const number of this.places.keys()) largest = Math.max(largest, number);
    return largest;
  }

  object({ objectNumber: number, generationNumber: generation }: PDFRef): PDFObject {
    const place = this.places.get(number);
    if (place?.kind === 'packed') return this.packedObject(number, place);
    if (place?.kind !== 'plain' || place.generation !== generation) throw broken();
    return this.plainObject(place.at, { number, generation });
  }

  private plainObject(at: number, wanted?: { number: number; generation: number }): PDFObject {
    const head = /^\s*(\d{1,10})\s+(\d{1,5})\s+obj/.exec(this.bytes.toString('latin1', at, at + 60));
    if (head === null) throw broken();
    if (wanted !== undefined && (Number(head[1]) !== wanted.number || Number(head[2]) !== wanted.generation)) throw broken();
    return parsedAt(this.bytes, at + head[0].length);
  }

  private packedObject(number: number, { container, index }: { container: number; index: number }): PDFObject {
    const { data, numbers, first } = this.packed.get(container) ?? this.unpack(container);
    const offset = numbers[index * 2 + 1];
    if (numbers[index * 2] !== number || offset === undefined) throw broken();
    return parsedAt(data, first + offset);
  }

  private unpack(container: number) {
    const place = this.places.get(container);
    const stream = place?.kind === 'plain' ? this.plainObject(place.at, { number: container, generation: place.generation }) : undefined;
    if (!(stream instanceof PDFRawStream) || stream.dict.get(name('Type')) !== name('ObjStm')) throw broken();
    const first = wholeNumber(stream.dict.get(name('First')));
    if (first === undefined) throw broken();
    const data = decoded(stream);
    const numbers = data.toString('latin1', 0, first).trim().split(/\s+/).map(Number);
    const unpacked = { data, numbers, first };
    this.packed.set(container, unpacked);
    return unpacked;
  }

  private tableAt(at: number): Table {
    const start = /^\s*xref/.exec(this.bytes.toString('latin1', at, at + 40));
    if (start !== null) return this.plainTable(at + start[0].length);
    const stream = this.plainObject(at);
    if (!(stream instanceof PDFRawStream) || stream.dict.get(name('Type')) !== name('XRef')) throw broken();
    return { entries: streamEntries(stream), trailer: stream.dict };
  }

  private plainTable(at: number): Table {
    const end = this.bytes.indexOf('trailer', at);
    if (end < 0) throw broken();
    const text = this.bytes.toString('latin1', at, end);
    const entries = new Map<number, Place>();
    const [part, entry] = [/\s*(\d{1,10})\s+(\d{1,7})(?=\s)/y, /\s*(\d{1,10})\s+(\d{1,5})\s+([nf])/y];
    while (part.lastIndex < text.length && text.slice(part.lastIndex, part.lastIndex + 40).trim() !== '') {
      const [, first, count] = part.exec(text) ?? [];
      if (count === undefined) throw broken();
      entry.lastIndex = part.lastIndex;
      for (let one = 0; one < Number(count); one++) {
        const [, offset, generation, kind] = entry.exec(text) ?? [];
        if (kind === undefined) throw broken();
        const place: Place = kind === 'n' ? { kind: 'plain', at: Number(offset), generation: Number(generation) } : { kind: 'free' };
        addTo(entries, Number(first) + one, place);
      }
      if (Number(count) > 0) part.lastIndex = entry.lastIndex;
    }
    const trailer = parsedAt(this.bytes, end + 'trailer'.length);
    if (!(trailer instanceof PDFDict)) throw broken();
    return { entries, trailer };
  }
}

/** Of two entries for one object programs go by either. */
function addTo(entries: Map<number, Place>, number: number, place: Place): void {
  if (entries.has(number) || number > mostObjects) throw broken();
  entries.set(number, place);
}

function parsedAt(bytes: Uint8Array, at: number): PDFObject {
  try {
    const parser = PDFObjectParser.forBytes(bytes, PDFContext.create());
    // its types keep the place of a parser to themselves
    (parser as unknown as { bytes: { moveTo: (at: number) => void } }).bytes.moveTo(at);
    return parser.parseObject();
  } catch {
    throw broken();
  }
}

const numbersOf = (list: unknown): number[] =>
  list instanceof PDFArray ? list.asArray().map((one) => wholeNumber(one) ?? Number.NaN) : [];

function streamEntries(stream: PDFRawStream): Map<number, Place> {
  const { dict } = stream;
  const data = unpackedTable(stream);
  const widths = numbersOf(dict.get(name('W')));
  const size = widths.reduce((sum, width) => sum + width, 0);
  if (widths.length !== 3 || !widths.every((width) => width <= 6) || size === 0) throw broken();
  const index = dict.has(name('Index')) ? numbersOf(dict.get(name('Index'))) : [0, wholeNumber(dict.get(name('Size'))) ?? Number.NaN];
  if (index.length % 2 !== 0 || index.some(Number.isNaN)) throw broken();
  const entries = new Map<number, Place>();
  let at = 0;
  for (let pair = 0; pair < index.length; pair += 2)
    for (let one = 0; one < (index[pair + 1] ?? 0); one++, at += size) {
      if (at + size > data.length) throw broken();
      let from = at;
      const [kind = 0, second = 0, third = 0] = widths.map((width) => {
        const value = width === 0 ? undefined : data.readUIntBE(from, width);
        from += width;
        return value;
      });
      addTo(entries, (index[pair] ?? 0) + one, placeOf(widths[0] === 0 ? 1 : kind, second, third));
    }
  return entries;
}

function placeOf(kind: number, second: number, third: number): Place {
  if (kind === 1) return { kind: 'plain', at: second, generation: third };
  return kind === 2 ? { kind: 'packed', container: second, index: third } : { kind: 'free' };
}

/** The data of a table that is a stream; the differences of its rows (PNG predictors) are added up. */
function unpackedTable(stream: PDFRawStream): Buffer {
  const data = decoded(stream);
  const held = stream.dict.get(name('DecodeParms'));
  const terms = held instanceof PDFArray ? held.get(0) : held;
  const predictor = terms instanceof PDFDict ? (wholeNumber(terms.get(name('Predictor'))) ?? 1) : 1;
  if (!(terms instanceof PDFDict) || predictor === 1) return data;
  const columns = wholeNumber(terms.get(name('Columns'))) ?? 1;
  if (predictor < 10 || columns === 0 || columns > 64) throw broken();
  return addedUp(data, columns);
}

function decoded(stream: PDFRawStream): Buffer {
  try {
    return Buffer.from(decodePDFRawStream(stream).decode());
  } catch {
    throw broken();
  }
}

function addedUp(data: Buffer, columns: number): Buffer {
  const rows = Math.floor(data.length / (columns + 1));
  const out = Buffer.alloc(rows * columns);
  for (let row = 0; row < rows; row++) {
    const kind = data[row * (columns + 1)];
    // no difference, that to the left, that to the row above
    if (kind !== 0 && kind !== 1 && kind !== 2) throw broken();
    for (let column = 0; column < columns; column++) {
      const at = row * columns + column;
      const left = kind === 1 && column > 0 ? (out[at - 1] ?? 0) : 0;
      const above = kind === 2 && row > 0 ? (out[at - columns] ?? 0) : 0;
      out[at] = ((data[row * (columns + 1) + 1 + column] ?? 0) + left + above) & 0xff;
    }
  }
  return out;
}

/**
 * Refuses a PDF in which viewers, which go by its tables, find another catalog, form, pages or lists of annotations than `pdf` has: what is written
 * behind the file would put these in place of what people have seen. Keeps the numbers of all objects that the tables name from being given again.
 */
export function requireAsTabled(pdf: PDFDocument, bytes: Buffer): void {
  const { context, catalog } = pdf;
  const tabled = new TabledObjects(bytes);
  if (tabled.trailer.has(name('Encrypt'))) throw new TaskFailure('encrypted');
  const root = context.trailerInfo.Root;
  if (String(tabled.trailer.get(name('Root'))) !== String(root)) throw broken();
  const form = catalog.get(name('AcroForm'));
  const fields = context.lookup(form) instanceof PDFDict ? context.lookup(form, PDFDict).get(name('Fields')) : undefined;
  // lists of annotations are written anew with the pages; they, and what they name, may be gone in files that work
  const lists = new Set<PDFObject | undefined>(pdf.getPages().map(({ node }) => node.get(name('Annots'))));
  for (const one of lists) if (!(one instanceof PDFRef) || (context.lookup(one) === undefined && !tabled.names(one))) lists.delete(one);
  const waiting: (PDFObject | undefined)[] = [root, form, fields, catalog.get(name('Pages')), ...lists];
  const seen = new Set<string>();
  while (waiting.length > 0) {
    const one = waiting.pop();
    if (one instanceof PDFRef) {
      if (seen.has(one.toString())) continue;
      seen.add(one.toString());
      if (String(tabled.object(one)) !== String(context.lookup(one))) throw broken();
    }
    const node = context.lookup(one);
    if (node instanceof PDFDict && one !== form) waiting.push(node.get(name('Kids')));
    if (node instanceof PDFArray && one !== fields && !lists.has(one)) waiting.push(...node.asArray());
  }
  context.largestObjectNumber = Math.max(context.largestObjectNumber, tabled.largest());
}
