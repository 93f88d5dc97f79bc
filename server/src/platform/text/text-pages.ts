import { type FileHandle, open } from 'node:fs/promises';
import { type Encoding, detectEncoding } from '@dossier/formats/text/decode';
import { LimitedMap } from '../limited-map.ts';

/** A page of a text file: about 256 KiB, whole lines where possible; `firstLine` counts from 1. */
export interface TextPage {
  text: string;
  encoding: Encoding;
  page: number;
  pages: number;
  firstLine: number;
}

interface Index {
  encoding: Encoding;
  /** The start offset of each page, and the end of the last one. */
  starts: number[];
  firstLines: number[];
}

const pageSize = 256 * 1024;
/** How far beyond a full page a line end is searched for; a longer line is cut between two characters. */
const slack = 64 * 1024;
const indexes = new LimitedMap<Promise<Index>>(32);

/** A page (from 1) of a text file of any size and encoding; undefined past the last one. An empty file has one empty page. */
export async function readTextPage(path: string, page: number): Promise<TextPage | undefined> {
  const file = await open(path, 'r');
  try {
    const { size, mtimeMs } = await file.stat();
    const { encoding, starts, firstLines } = await indexOf(`${path}\0${size}\0${mtimeMs}`, file, size);
    const pages = firstLines.length;
    const start = starts[page - 1];
    const end = starts[page];
    if (start === undefined || end === undefined) return undefined;
    const bytes = await readFully(file, Buffer.allocUnsafe(end - start), start);
    return { text: new TextDecoder(encoding).decode(bytes), encoding, page, pages, firstLine: firstLines[page - 1] ?? 1 };
  } finally {
    await file.close();
  }
}

/** Builds the index of a file once; concurrent requests share it. */
function indexOf(key: string, file: FileHandle, size: number): Promise<Index> {
  const known = indexes.get(key) ?? buildIndex(file, size);
  indexes.set(key, known);
  known.catch(() => indexes.delete(key));
  return known;
}

async function buildIndex(file: FileHandle, size: number): Promise<Index> {
  const buffer = Buffer.allocUnsafe(Math.min(size, pageSize + slack));
  const index: Index = { encoding: 'utf-8', starts: [0], firstLines: [1] };
  let line = 1;
  let known = false;
  for (let start = 0; start < size; ) {
    // Each round reads and scans one page, some hundred microseconds, and then yields.
    const bytes = await readFully(file, buffer, start);
    if (bytes.length === 0) break;
    // ASCII decides nothing: the first page with other bytes determines the encoding.
    if (!known && (start === 0 || hasHigh(bytes))) {
      index.encoding = detectEncoding(bytes.subarray(Math.max(0, firstHigh(bytes) & ~1)));
      known = index.encoding !== 'utf-8' || hasHigh(bytes);
    }
    const last = start + bytes.length >= size;
    const length = last && bytes.length <= pageSize ? bytes.length : cutAt(bytes, index.encoding);
    line += countLines(bytes.subarray(0, length), index.encoding);
    start += length;
    index.starts.push(start);
    if (start < size) index.firstLines.push(line);
  }
  if (index.starts.length === 1) index.starts.push(0);
  return index;
}

async function readFully(file: FileHandle, buffer: Buffer, position: number): Promise<Buffer> {
  let filled = 0;
  while (filled < buffer.length) {
    const { bytesRead } = await file.read(buffer, filled, buffer.length - filled, position + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return buffer.subarray(0, filled);
}

function firstHigh(bytes: Uint8Array): number {
  for (let at = 0; at < bytes.length; at++) if ((bytes[at] ?? 0) > 0x7f || bytes[at] === 0) return at < 65536 ? 0 : at;
  return -1;
}

function hasHigh(bytes: Uint8Array): boolean {
  return firstHigh(bytes) >= 0;
}

/** The end of the page that begins with these bytes. */
function cutAt(bytes: Buffer, encoding: Encoding): number {
  const after = lineEnd(bytes, Math.min(pageSize, bytes.length) - 1, encoding);
  if (after > 0) return after;
  const before = bytes.subarray(0, pageSize).lastIndexOf(0x0a);
  if (!encoding.startsWith('utf-16') && before > 0) return before + 1;
  return charCut(bytes, Math.min(pageSize, bytes.length), encoding);
}

/** Just past the first line end at or after `from`; 0 where there is none. A byte 0x0A is always a line end, but for UTF-16. */
function lineEnd(bytes: Buffer, from: number, encoding: Encoding): number {
  if (!encoding.startsWith('utf-16')) return bytes.indexOf(0x0a, from) + 1;
  const [high, low] = encoding === 'utf-16le' ? [1, 0] : [0, 1];
  for (let at = from & ~1; at + 1 < bytes.length; at += 2) if (bytes[at + low] === 0x0a && bytes[at + high] === 0) return at + 2;
  return 0;
}

/** The last position up to `limit` between two characters; the bytes begin at such a position. */
function charCut(bytes: Buffer, limit: number, encoding: Encoding): number {
  if (limit === bytes.length && limit < pageSize) return limit;
  if (encoding.startsWith('utf-16')) {
    const even = limit & ~1;
    const lead = bytes[encoding === 'utf-16le' ? even - 1 : even - 2] ?? 0;
    return lead >= 0xd8 && lead < 0xdc ? even - 2 : even;
  }
  let at = limit;
  if (encoding === 'utf-8') {
    while (at > limit - 4 && ((bytes[at] ?? 0) & 0xc0) === 0x80) at--;
    return at === limit - 4 ? limit : at;
  }
  for (at = 0; at < limit; ) {
    const next = at + charLength(bytes, at, encoding);
    if (next > limit) break;
    at = next;
  }
  return at;
}

function charLength(bytes: Buffer, at: number, encoding: Encoding): number {
  const lead = bytes[at] ?? 0;
  if (lead < 0x81 || encoding.startsWith('windows') || encoding.startsWith('iso')) return 1;
  if (encoding === 'shift_jis' && lead >= 0xa1 && lead <= 0xdf) return 1;
  if (encoding === 'euc-jp' && lead === 0x8f) return 3;
  const trail = bytes[at + 1] ?? 0;
  if (encoding === 'gb18030' && trail >= 0x30 && trail <= 0x39) return 4;
  return trail < 0x40 && encoding !== 'gb18030' ? 1 : 2;
}

function countLines(bytes: Buffer, encoding: Encoding): number {
  let count = 0;
  if (encoding.startsWith('utf-16')) {
    for (let end = lineEnd(bytes, 0, encoding); end > 0; end = lineEnd(bytes, end, encoding)) count++;
    return count;
  }
  for (let at = 0; at < bytes.length; at++) if (bytes[at] === 0x0a) count++;
  return count;
}
