import { posix } from 'node:path';
import { crc32, deflateRawSync, inflateRawSync } from 'node:zlib';
import { TaskFailure } from '../task.ts';
import { XmlEdit, type XmlElement } from '../xml/xml-edit.ts';

/** The most bytes of one part that is read for editing. */
export const maxEditedPart = 160 * 1024 * 1024;
const maxEntries = 20_000;

/** An entry of the base: its bytes from its local header to the next one are copied as they are. */
interface RawEntry {
  name: string;
  central: Buffer;
  local: Buffer;
  offset: number;
  method: number;
  packed: Buffer;
  crc: number;
}

/** A relationship of a part; `target` is the name of a part, or an address where it leads outside. */
export interface PartRelation {
  id: string;
  /** The last word of its type. */
  kind: string;
  target: string;
  outside: boolean;
}

const contentTypes = '[Content_Types].xml';
const relationTypes = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/';
const strictTypes = 'http://purl.oclc.org/ooxml/officeDocument/relationships/';
const emptyRelations =
  '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"></Relationships>';

const keyOf = (name: string): string => name.replaceAll('\\', '/').toLowerCase();

/**
 * The package of an office document in memory, of which some parts are replaced, added or removed. What is not touched is written as it was: the
 * compressed bytes, names, flags, times and the order of the entries.
 */
export class OfficePackage {
  readonly #base: Map<string, RawEntry>;
  readonly #changed = new Map<string, { name: string; bytes: Buffer | undefined }>();

  constructor(base: Buffer) {
    this.#base = entriesOf(base);
  }

  /** The names of all parts, in the order of the base, with those that were added at the end. */
  get names(): string[] {
    const base = [...this.#base].filter(([key]) => !this.#isRemoved(key)).map(([, { name }]) => name);
    return base.concat(
      [...this.#changed].filter(([key, { bytes }]) => bytes !== undefined && !this.#base.has(key)).map(([, { name }]) => name),
    );
  }

  has(name: string): boolean {
    const key = keyOf(name);
    return !this.#isRemoved(key) && (this.#base.has(key) || this.#changed.has(key));
  }

  bytes(name: string): Buffer {
    const changed = this.#changed.get(keyOf(name));
    if (changed !== undefined) {
      if (changed.bytes === undefined) throw new TaskFailure('broken');
      return changed.bytes;
    }
    const entry = this.#base.get(keyOf(name));
    if (entry === undefined) throw new TaskFailure('broken');
    return unpacked(entry);
  }

  /** A part of UTF-8 text with its byte order mark, if it has one; other encodings are unsupported. */
  text(name: string): string {
    const bytes = this.bytes(name);
    if (bytes[0] === 0xff || bytes[0] === 0xfe || bytes[0] === 0 || bytes[1] === 0) throw new TaskFailure('unsupported');
    let text: string;
    try {
      text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    } catch {
      throw new TaskFailure('broken');
    }
    const encoding = /^\uFEFF?<\?xml[^>]*?\sencoding\s*=\s*["']([^"']*)/.exec(text.slice(0, 200))?.[1];
    if (encoding !== undefined && !/^(?:utf-8|us-ascii)$/i.test(encoding)) throw new TaskFailure('unsupported');
    return text;
  }

  /** Replaces the content of a part that is there. */
  put(name: string, text: string | Buffer): void {
    if (!this.has(name)) throw new TaskFailure('broken');
    this.#set(name, text);
  }

  /** Adds a part with its content type. */
  add(name: string, contentType: string, text: string | Buffer): void {
    if (this.has(name)) throw new TaskFailure('broken');
    this.#set(name, text);
    this.edit(contentTypes, (xml) => xml.append(xml.root, `<${xml.prefix}Override PartName="/${name}" ContentType="${contentType}"/>`));
  }

  /** Removes a part, its relationships and its content type; relationships that lead to it are left to the caller. */
  remove(name: string): void {
    const rels = relationsName(name);
    for (const gone of [name, rels]) if (this.has(gone)) this.#changed.set(keyOf(gone), { name: gone, bytes: undefined });
    this.edit(contentTypes, (xml) => {
      const part = `/${name}`.toLowerCase();
      for (const one of xml.root.children) if (one.name === 'Override' && xml.get(one, 'PartName')?.toLowerCase() === part) xml.remove(one);
    });
  }

  /** Edits the XML of a part by small changes of its text. */
  edit(name: string, change: (xml: XmlEdit) => void): void {
    const before = this.text(name);
    const xml = new XmlEdit(before);
    change(xml);
    const after = xml.result();
    if (after !== before) this.put(name, after);
  }

  relations(part: string): PartRelation[] {
    const name = relationsName(part);
    if (!this.has(name)) return [];
    const xml = new XmlEdit(this.text(name));
    return xml.root.children.filter((one) => one.name === 'Relationship').map((one) => this.#relation(part, xml, one));
  }

  /** Adds a relationship of a kind of office documents to a part; returns its id. */
  addRelation(part: string, kind: string, target: string): string {
    const name = relationsName(part);
    if (!this.has(name)) this.#set(name, emptyRelations);
    const ids = new Set(this.relations(part).map(({ id }) => id));
    let number = ids.size + 1;
    while (ids.has(`rId${number}`)) number++;
    const id = `rId${number}`;
    const path = posix.relative(posix.dirname(`/${part}`), `/${target}`);
    this.edit(name, (xml) => {
      const types = xml.text.includes(strictTypes) ? strictTypes : relationTypes;
      xml.append(xml.root, `<${xml.prefix}Relationship Id="${id}" Type="${types}${kind}" Target="${path}"/>`);
    });
    return id;
  }

  /** Gives a new part the relationships of another, with their ids; `targets` leads some elsewhere, or leaves them out with null. */
  copyRelations(from: string, to: string, targets: ReadonlyMap<string, string | null> = new Map()): void {
    if (!this.has(relationsName(from))) return;
    const known = new Map(this.relations(from).map((one) => [one.id, one]));
    const xml = new XmlEdit(this.text(relationsName(from)));
    for (const one of xml.root.children) {
      const id = xml.get(one, 'Id') ?? '';
      const before = known.get(id);
      const target = targets.get(id);
      if (before === undefined || target === null) xml.remove(one);
      else if (target !== undefined || (!before.outside && posix.dirname(from) !== posix.dirname(to)))
        xml.set(one, 'Target', posix.relative(posix.dirname(`/${to}`), `/${target ?? before.target}`));
    }
    this.#set(relationsName(to), xml.result());
  }

  /** The content type of a part. */
  contentType(name: string): string | undefined {
    const xml = new XmlEdit(this.text(contentTypes));
    const [part, ext] = [`/${name}`.toLowerCase(), posix.extname(name).slice(1).toLowerCase()];
    const all = xml.root.children;
    const own = all.find((one) => one.name === 'Override' && xml.get(one, 'PartName')?.toLowerCase() === part);
    const found = own ?? all.find((one) => one.name === 'Default' && xml.get(one, 'Extension')?.toLowerCase() === ext);
    return found && xml.get(found, 'ContentType');
  }

  removeRelation(part: string, id: string): void {
    this.edit(relationsName(part), (xml) => {
      for (const one of xml.root.children) if (xml.get(one, 'Id') === id) xml.remove(one);
    });
  }

  /** Removes a part and all parts that only it led to. */
  removeWithOwned(part: string): void {
    const below = this.#reachable([part]);
    this.remove(part);
    const left = this.#reachable(this.relations('').map(({ target }) => target));
    for (const [key, name] of below) if (!left.has(key) && this.has(name)) this.remove(name);
  }

  /** The bytes of the package. */
  write(): Buffer {
    return written(this.#base, this.#changed);
  }

  #set(name: string, content: string | Buffer): void {
    const bytes = typeof content === 'string' ? Buffer.from(content) : content;
    this.#changed.set(keyOf(name), { name: this.#base.get(keyOf(name))?.name ?? name, bytes });
  }

  #isRemoved(key: string): boolean {
    const changed = this.#changed.get(key);
    return changed !== undefined && changed.bytes === undefined;
  }

  #relation(part: string, xml: XmlEdit, element: XmlElement): PartRelation {
    const outside = xml.get(element, 'TargetMode') === 'External';
    const target = xml.get(element, 'Target') ?? '';
    const kind = posix.basename(xml.get(element, 'Type') ?? '');
    return { id: xml.get(element, 'Id') ?? '', kind, outside, target: outside ? target : this.#partAt(part, target) };
  }

  #partAt(part: string, target: string): string {
    const path = target.startsWith('/') ? posix.normalize(target.slice(1)) : posix.join(posix.dirname(part), target);
    if (this.has(path)) return path;
    try {
      return decodeURIComponent(path);
    } catch {
      return path;
    }
  }

  /** Parts that relationships lead to from some parts, those included, by their keys. */
  #reachable(from: string[]): Map<string, string> {
    const found = new Map<string, string>();
    const queue = [...from];
    for (let part = queue.pop(); part !== undefined; part = queue.pop()) {
      if (found.has(keyOf(part)) || !this.has(part)) continue;
      found.set(keyOf(part), part);
      for (const { target, outside } of this.relations(part)) if (!outside) queue.push(target);
    }
    return found;
  }
}

/** The part with the relationships of a part; of the package itself for ''. */
const relationsName = (part: string): string =>
  part === '' ? '_rels/.rels' : posix.join(posix.dirname(part), '_rels', `${posix.basename(part)}.rels`);

/** A package of new parts; the same parts give the same bytes. */
export const newPackage = (parts: Record<string, string>): Buffer =>
  written(new Map(), new Map(Object.entries(parts).map(([name, text]) => [keyOf(name), { name, bytes: Buffer.from(text) }])));

const [localMark, centralMark, endMark] = [0x04034b50, 0x02014b50, 0x06054b50];
const sentinel = 0xffffffff;

function entriesOf(zip: Buffer): Map<string, RawEntry> {
  const end = endOf(zip);
  const [count, start] = [zip.readUInt16LE(end + 10), zip.readUInt32LE(end + 16)];
  if (count > maxEntries) throw new TaskFailure('too-large');
  const entries: { central: Buffer; offset: number }[] = [];
  let at = start;
  for (let place = 0; place < count; place++) {
    if (at + 46 > end || zip.readUInt32LE(at) !== centralMark) throw new TaskFailure('broken');
    const length = 46 + zip.readUInt16LE(at + 28) + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
    if (at + length > end) throw new TaskFailure('broken');
    const central = zip.subarray(at, at + length);
    entries.push({ central, offset: longField(central, 42) });
    at += length;
  }
  const offsets = entries.map(({ offset }) => offset).toSorted((a, b) => a - b);
  const next = new Map(offsets.map((offset, place) => [offset, offsets[place + 1] ?? start]));
  const found = new Map<string, RawEntry>();
  for (const { central, offset } of entries) {
    const entry = rawEntry(zip, central, [offset, next.get(offset) ?? 0]);
    if (found.has(keyOf(entry.name))) throw new TaskFailure('broken');
    found.set(keyOf(entry.name), entry);
  }
  return found;
}

function rawEntry(zip: Buffer, central: Buffer, [offset, next]: [offset: number, next: number]): RawEntry {
  if (offset + 30 > next || next > zip.length || zip.readUInt32LE(offset) !== localMark) throw new TaskFailure('broken');
  if ((central.readUInt16LE(8) & 0x41) !== 0) throw new TaskFailure('encrypted');
  const from = offset + 30 + zip.readUInt16LE(offset + 26) + zip.readUInt16LE(offset + 28);
  const to = from + longField(central, 20);
  if (to > next) throw new TaskFailure('broken');
  const name = central.subarray(46, 46 + central.readUInt16LE(28)).toString((central.readUInt16LE(8) & 0x800) === 0 ? 'latin1' : 'utf8');
  const [method, crc] = [central.readUInt16LE(10), central.readUInt32LE(16)];
  return { name, central, local: zip.subarray(offset, next), offset, method, packed: zip.subarray(from, to), crc };
}

function endOf(zip: Buffer): number {
  for (let at = zip.length - 22; at >= Math.max(0, zip.length - 65_557); at--)
    if (zip.readUInt32LE(at) === endMark && at + 22 + zip.readUInt16LE(at + 20) <= zip.length) {
      // zip64 directories are for more than any office document holds
      if (zip.readUInt16LE(at + 10) === 0xffff || zip.readUInt32LE(at + 16) === sentinel) throw new TaskFailure('unsupported');
      return at;
    }
  throw new TaskFailure('broken');
}

/** The place of a field of a central entry in its zip64 extra, where the field itself holds the sentinel. */
function longPlace(central: Buffer, field: 20 | 24 | 42): number | undefined {
  if (central.readUInt32LE(field) !== sentinel) return undefined;
  const from = 46 + central.readUInt16LE(28);
  const to = from + central.readUInt16LE(30);
  for (let at = from; at + 4 <= to; at += 4 + central.readUInt16LE(at + 2)) {
    if (central.readUInt16LE(at) !== 1) continue;
    const before = ([24, 20, 42] as const).filter((one) => central.readUInt32LE(one) === sentinel).indexOf(field);
    if (8 * before + 8 <= central.readUInt16LE(at + 2) && at + 12 + 8 * before <= to) return at + 4 + 8 * before;
  }
  throw new TaskFailure('broken');
}

function longField(central: Buffer, field: 20 | 42): number {
  const place = longPlace(central, field);
  const value = place === undefined ? central.readUInt32LE(field) : Number(central.readBigUInt64LE(place));
  if (value > 0x7fffffff) throw new TaskFailure('too-large');
  return value;
}

function unpacked({ method, packed, crc }: RawEntry): Buffer {
  if (method !== 0 && method !== 8) throw new TaskFailure('unsupported');
  let bytes = packed;
  if (packed.length > maxEditedPart) throw new TaskFailure('too-large');
  try {
    if (method === 8) bytes = inflateRawSync(packed, { maxOutputLength: maxEditedPart });
  } catch (error) {
    throw new TaskFailure((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? 'too-large' : 'broken');
  }
  if (crc32(bytes) !== crc) throw new TaskFailure('broken');
  return bytes;
}

function written(base: Map<string, RawEntry>, changed: Map<string, { name: string; bytes: Buffer | undefined }>): Buffer {
  const pieces: Buffer[] = [];
  const centrals = new Map<string, Buffer>();
  let length = 0;
  const write = (key: string, [local, central]: [local: Buffer[], central: Buffer]): void => {
    const place = longPlace(central, 42);
    if (place === undefined) central.writeUInt32LE(length, 42);
    else central.writeBigUInt64LE(BigInt(length), place);
    centrals.set(key, central);
    pieces.push(...local);
    length += local.reduce((sum, piece) => sum + piece.length, 0);
  };
  for (const [key, entry] of [...base].toSorted(([, a], [, b]) => a.offset - b.offset)) {
    const change = changed.get(key);
    if (change === undefined) write(key, [[entry.local], Buffer.from(entry.central)]);
    else if (change.bytes !== undefined) write(key, newEntry(change.bytes, entry.name, entry.central));
  }
  for (const [key, { name, bytes }] of changed) if (bytes !== undefined && !base.has(key)) write(key, newEntry(bytes, name));
  const order = new Set([...base.keys(), ...changed.keys()]);
  const directory = Buffer.concat([...order].flatMap((key) => centrals.get(key) ?? []));
  const end = Buffer.alloc(22);
  end.writeUInt32LE(endMark, 0);
  end.writeUInt16LE(centrals.size, 8);
  end.writeUInt16LE(centrals.size, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(length, 16);
  return Buffer.concat([...pieces, directory, end]);
}

/** Larger parts are compressed in a third of the time, to some 5 % more. */
const quickFrom = 1024 * 1024;
/** January 1st, 1980, as office programs write it. */
const firstDay = 0x21;

/** The local header with its bytes, and the central entry; what replaces an entry keeps its name, times and attributes. */
function newEntry(bytes: Buffer, name: string, before?: Buffer): [local: Buffer[], central: Buffer] {
  const packed = deflateRawSync(bytes, { level: bytes.length > quickFrom ? 3 : 6 });
  const named = before?.subarray(46, 46 + before.readUInt16LE(28)) ?? Buffer.from(name);
  const central = Buffer.alloc(46 + named.length);
  central.writeUInt32LE(centralMark, 0);
  central.writeUInt16LE(before?.readUInt16LE(4) ?? 20, 4);
  central.writeUInt16LE(20, 6);
  central.writeUInt16LE(before === undefined ? 0x800 : before.readUInt16LE(8) & 0x800, 8);
  central.writeUInt16LE(8, 10);
  central.writeUInt16LE(before?.readUInt16LE(12) ?? 0, 12);
  central.writeUInt16LE(before?.readUInt16LE(14) ?? firstDay, 14);
  central.writeUInt32LE(crc32(bytes), 16);
  central.writeUInt32LE(packed.length, 20);
  central.writeUInt32LE(bytes.length, 24);
  central.writeUInt16LE(named.length, 28);
  central.writeUInt32LE(before?.readUInt32LE(38) ?? 0, 38);
  named.copy(central, 46);
  const local = Buffer.alloc(30);
  local.writeUInt32LE(localMark, 0);
  // version, flags, method, times, crc and sizes stand in both in the same order
  central.copy(local, 4, 6, 30);
  return [[local, named, packed], central];
}
