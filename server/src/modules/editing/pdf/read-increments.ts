import { inflateSync } from 'node:zlib';
import { PDFArray, PDFContext, PDFDict, PDFName, PDFNumber, type PDFObject, PDFObjectParser, PDFRawStream, PDFRef } from '@cantoo/pdf-lib';
import { lastTable } from '../../../platform/pdf/pdf-updates.ts';
import { partsOf } from './compare-objects.ts';

/** What a draft has that editing does not make. The message says it for the log. */
export class ForeignChange extends Error {
  override name = 'ForeignChange';
}

/** What incremental updates of a PDF change. */
export interface Increments {
  /** By the number of the object; undefined for one that they delete. */
  changed: Map<number, PDFObject | undefined>;
  /** The generations of the numbers, where an object is changed. */
  generations: Map<number, number>;
  /** The numbers of tables that are streams: objects as well. */
  tables: Set<number>;
  /** Above the numbers of all objects, tables included. */
  size: number;
}

/** The entries of a trailer that an update repeats. */
interface TrailerFacts {
  root: string;
  info: string;
}

/** As many objects as other programs read. */
const mostObjects = 8_388_607;
/** The bytes of a cross-reference stream, unpacked, at most. */
const maxTable = 16 << 20;
const trailerKeys: ReadonlySet<string> = new Set(
  ['Size', 'Root', 'Info', 'ID', 'Prev', 'Type', 'W', 'Index', 'Length', 'Filter'].map((name) => `/${name}`),
);
const white: ReadonlySet<number> = new Set([0, 9, 10, 12, 13, 32]);

/** An object as it lies in the file. */
interface PlacedObject {
  at: number;
  number: number;
  generation: number;
  object: PDFObject;
}

/** The place of an object by the cross-reference table; undefined where it is deleted. */
type TableEntry = { at: number; generation: number } | undefined;

/**
 * Reads what was appended to a PDF, strictly: each byte belongs to an object or a table, and each table says of all objects of its update where they lie,
 * so that every program reads what is read here. Throws `ForeignChange` for anything else.
 */
export function readIncrements(bytes: Uint8Array, from: number, { root, info }: TrailerFacts): Increments {
  const changed: Increments['changed'] = new Map();
  const generations: Increments['generations'] = new Map();
  const tables = new Set<number>();
  let size = 0;
  const reader = new SectionReader(bytes, from);
  let table = lastTable(bytes.subarray(0, from))?.offset ?? -1;
  while (!reader.isAtEnd()) {
    const section = reader.section();
    const { trailer } = section;
    for (const key of trailer.keys()) if (!trailerKeys.has(key.toString())) throw new ForeignChange(`trailer with ${key.toString()}`);
    const isSame = String(trailer.get(PDFName.of('Root'))) === root && String(trailer.get(PDFName.of('Info')) ?? '') === info;
    if (!isSame || Number(String(trailer.get(PDFName.of('Prev')))) !== table) throw new ForeignChange('a trailer of another file');
    const said = trailer.get(PDFName.of('Size'));
    size = Math.max(size, said instanceof PDFNumber ? said.asNumber() : 0);
    for (const { number, generation, object } of section.objects) {
      changed.set(number, object);
      generations.set(number, generation);
    }
    for (const number of section.deleted) changed.set(number, undefined);
    if (section.ownNumber !== undefined) tables.add(section.ownNumber);
    table = section.table;
  }
  if (size > mostObjects || [...changed.keys()].some((number) => number >= size)) throw new ForeignChange('a wrong number of objects');
  return { changed, generations, tables, size };
}

interface Section {
  objects: PlacedObject[];
  deleted: number[];
  trailer: PDFDict;
  table: number;
  /** Of a table that is a stream. */
  ownNumber: number | undefined;
}

class SectionReader {
  private readonly bytes: Uint8Array;
  private readonly parser: PDFObjectParser;
  /** The place of the parser, which its types keep to itself. */
  private readonly place: { offset: () => number; moveTo: (at: number) => void };
  private at: number;

  constructor(bytes: Uint8Array, from: number) {
    this.bytes = bytes;
    this.at = from;
    this.parser = PDFObjectParser.forBytes(bytes, PDFContext.create());
    this.place = (this.parser as unknown as { bytes: SectionReader['place'] }).bytes;
    this.skipWhite();
  }

  isAtEnd(): boolean {
    return this.at >= this.bytes.length;
  }

  /** One incremental update. */
  section(): Section {
    const objects: PlacedObject[] = [];
    for (;;) {
      if (this.takes('xref')) return this.tableSection(objects, this.at - 4);
      const placed = this.object();
      const { object, at } = placed;
      if (object instanceof PDFRawStream && object.dict.get(PDFName.of('Type')) === PDFName.of('XRef'))
        return this.closed({ objects, trailer: object.dict, entries: streamEntries(object), own: placed, table: at });
      objects.push(placed);
    }
  }

  private tableSection(objects: PlacedObject[], table: number): Section {
    const entries = new Map<number, TableEntry>();
    this.skipWhite();
    while (!this.takes('trailer')) {
      const [, first = '', count = ''] = this.line(/^(\d{1,10}) (\d{1,7})\s*$/);
      for (let at = 0; at < Number(count); at++) {
        const [, offset = '', generation = '', kind = ''] = this.line(/^(\d{10}) (\d{5}) ([nf])\s*$/);
        entries.set(Number(first) + at, kind === 'n' ? { at: Number(offset), generation: Number(generation) } : undefined);
      }
    }
    const trailer = this.parsed();
    if (!(trailer instanceof PDFDict)) throw new ForeignChange('no trailer');
    this.skipWhite();
    return this.closed({ objects, trailer, entries, table });
  }

  /** The end of a section: its table names all of its objects, and nothing else. */
  private closed(section: {
    objects: PlacedObject[];
    trailer: PDFDict;
    entries: Map<number, TableEntry>;
    own?: PlacedObject;
    table: number;
  }): Section {
    const { objects, trailer, entries, own, table } = section;
    if (!this.takes('startxref')) throw new ForeignChange('an update without an end');
    this.skipWhite();
    const [, told = ''] = this.line(/^(\d{1,10})\s*$/);
    if (Number(told) !== table || !this.takes('%%EOF')) throw new ForeignChange('an end that names another table');
    this.skipWhite();
    const all = own === undefined ? objects : [...objects, own];
    const deleted = [...entries].flatMap(([number, entry]) => (entry === undefined ? [number] : []));
    for (const { number, generation, at } of all) {
      const entry = entries.get(number);
      if (entry?.at !== at || entry.generation !== generation) throw new ForeignChange(`object ${number} lies elsewhere`);
    }
    if (new Set(all.map(({ number }) => number)).size + deleted.length !== entries.size)
      throw new ForeignChange('a table of other objects');
    return { objects, deleted, trailer, table, ownNumber: own?.number };
  }

  private object(): PlacedObject {
    const { at } = this;
    const head = /^(\d{1,10}) (\d{1,5}) obj\s/.exec(this.ahead(32));
    if (head === null) throw new ForeignChange(`no object at ${at}`);
    this.at += head[0].length;
    const start = this.at;
    const object = this.parsed();
    if (object instanceof PDFRawStream) this.requireLength(object, start);
    this.skipWhite();
    if (!this.takes('endobj')) throw new ForeignChange(`object ${head[1]} has no end`);
    this.skipWhite();
    return { at, number: Number(head[1]), generation: Number(head[2]), object };
  }

  /** A stream is as long as it says: programs that go by its length read the same as those that look for its end. */
  private requireLength(stream: PDFRawStream, start: number): void {
    const length = stream.dict.get(PDFName.of('Length'));
    const said = length instanceof PDFNumber ? length.asNumber() : -1;
    const end = /\s*endstream$/.exec(Buffer.from(this.bytes.subarray(Math.max(start, this.at - 11), this.at)).toString('latin1'));
    if (said !== stream.contents.length || end === null) throw new ForeignChange('a stream of another length');
    const text = Buffer.from(stream.contents.buffer, stream.contents.byteOffset, stream.contents.length);
    if (text.includes('endstream') || text.includes('endobj')) throw new ForeignChange('a stream with an end within');
  }

  private parsed(): PDFObject {
    const start = this.at;
    this.place.moveTo(start);
    let object: PDFObject;
    try {
      object = this.parser.parseObject();
    } catch {
      throw new ForeignChange(`what is at ${start} cannot be read`);
    }
    this.at = this.place.offset();
    // of two entries with one name, programs read either
    if (nameCount(object) !== writtenNames(this.bytes, start, this.at)) throw new ForeignChange(`an entry that is there twice at ${start}`);
    return object;
  }

  private ahead(most: number): string {
    return Buffer.from(this.bytes.subarray(this.at, this.at + most)).toString('latin1');
  }

  private takes(word: string): boolean {
    if (this.ahead(word.length) !== word) return false;
    this.at += word.length;
    return true;
  }

  /** One short line, by what it must look like. */
  private line(shape: RegExp): RegExpExecArray {
    const text = /^[^\r\n]*(?:\r\n|\r|\n)/.exec(this.ahead(40))?.[0] ?? '';
    const found = shape.exec(text);
    if (found === null) throw new ForeignChange(`a line at ${this.at}`);
    this.at += text.length;
    return found;
  }

  private skipWhite(): void {
    while (white.has(this.bytes[this.at] ?? -1)) this.at++;
  }
}

/** How many names an object has, keys included. */
function nameCount(object: PDFObject): number {
  if (object instanceof PDFName) return 1;
  const keys = object instanceof PDFArray ? 0 : partsOf(object).length;
  return partsOf(object).reduce((sum, [, value]) => sum + nameCount(value), keys);
}

const code = (sign: string): number => sign.charCodeAt(0);
const [slash, open, close, back, less, more, percent] = ['/', '(', ')', '\\', '<', '>', '%'].map(code);

/** How many names are written between two places, without those in texts; a dictionary before a stream ends the search. */
function writtenNames(bytes: Uint8Array, from: number, to: number): number {
  let [count, depth, at] = [0, 0, from];
  while (at < to) {
    const byte = bytes[at];
    if (byte === percent) throw new ForeignChange(`a remark at ${at}`);
    if (byte === slash) count++;
    if (byte === open) at = endOfText(bytes, at, to);
    else if (byte === less && bytes[at + 1] === less) [depth, at] = [depth + 1, at + 1];
    else if (byte === less) while (at < to && bytes[at] !== more) at++;
    else if (byte === more && bytes[at + 1] === more) {
      [depth, at] = [depth - 1, at + 1];
      if (depth === 0) return count;
    }
    at++;
  }
  return count;
}

/** The place of the bracket that ends a text. */
function endOfText(bytes: Uint8Array, from: number, to: number): number {
  let depth = 0;
  for (let at = from; at < to; at++) {
    const byte = bytes[at];
    if (byte === back) at++;
    else if (byte === open) depth++;
    else if (byte === close && --depth === 0) return at;
  }
  throw new ForeignChange(`a text without an end at ${from}`);
}

const numbersOf = (list: unknown): number[] =>
  list instanceof PDFArray ? list.asArray().map((one) => (one instanceof PDFNumber ? one.asNumber() : Number.NaN)) : [];

/** The entries of a table that is a stream. */
function streamEntries({ dict, contents }: PDFRawStream): Map<number, TableEntry> {
  const filter = dict.get(PDFName.of('Filter'));
  if (filter !== undefined && filter !== PDFName.of('FlateDecode')) throw new ForeignChange('a table in another packing');
  const data = filter === undefined ? contents : unpacked(contents);
  const widths = numbersOf(dict.get(PDFName.of('W')));
  const index = numbersOf(dict.get(PDFName.of('Index')));
  const [type = 0, place = 0, generation = 0] = widths;
  const isShaped = widths.length === 3 && type === 1 && [place, generation].every((width) => width >= 0 && width <= 6);
  if (!isShaped || index.length % 2 !== 0 || index.some((one) => !Number.isInteger(one) || one < 0))
    throw new ForeignChange('a wrong table');
  const entries = new Map<number, TableEntry>();
  const view = Buffer.from(data.buffer, data.byteOffset, data.length);
  let at = 0;
  for (let pair = 0; pair < index.length; pair += 2)
    for (let one = 0; one < (index[pair + 1] ?? 0); one++) {
      const kind = view[at];
      if (at + 1 + place + generation > view.length || kind === undefined || kind > 1) throw new ForeignChange('a table of packed objects');
      const read = (from: number, width: number): number => (width === 0 ? 0 : view.readUIntBE(from, width));
      const entry = { at: read(at + 1, place), generation: read(at + 1 + place, generation) };
      entries.set((index[pair] ?? 0) + one, kind === 1 ? entry : undefined);
      at += 1 + place + generation;
    }
  if (at !== view.length) throw new ForeignChange('a table with more than it tells');
  return entries;
}

function unpacked(contents: Uint8Array): Uint8Array {
  try {
    return inflateSync(contents, { maxOutputLength: maxTable });
  } catch {
    throw new ForeignChange('a table that cannot be unpacked');
  }
}

/** What the trailer of a PDF says, as an update repeats it. */
export const trailerFactsOf = ({ trailerInfo: { Root: root, Info: info } }: PDFContext): TrailerFacts => ({
  root: root instanceof PDFRef ? root.toString() : '',
  info: info === undefined ? '' : info.toString(),
});
