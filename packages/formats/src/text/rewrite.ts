import iconv from 'iconv-lite';
import { type Encoding, encodingOf } from './decode.ts';

/** A text file as an editor holds it: lines joined by "\n", whatever ends them in the file. */
export interface EditableText {
  text: string;
  encoding: Encoding;
}

/** A line of a file: where its bytes begin and end, and where its line end ends. */
interface Line {
  start: number;
  end: number;
  next: number;
}

const marks: Record<string, readonly number[]> = { 'utf-8': [0xef, 0xbb, 0xbf], 'utf-16le': [0xff, 0xfe], 'utf-16be': [0xfe, 0xff] };

/** The length of the byte order mark that a file begins with. */
function markLength(bytes: Uint8Array, encoding: Encoding): number {
  const mark = marks[encoding];
  return mark?.every((byte, at) => bytes[at] === byte) === true ? mark.length : 0;
}

const CR = 13;
const LF = 10;

/** The lines of a file. In every encoding that we detect the bytes of CR and LF are no part of another character. */
function linesOf(bytes: Uint8Array, encoding: Encoding): Line[] {
  const width = encoding.startsWith('utf-16') ? 2 : 1;
  const low = encoding === 'utf-16be' ? 1 : 0;
  const unitAt = (at: number): number =>
    width === 1 ? (bytes[at] ?? -1) : at + 1 < bytes.length ? (bytes[at + low] ?? 0) | ((bytes[at + 1 - low] ?? 0) << 8) : -1;
  const lines: Line[] = [];
  let start = markLength(bytes, encoding);
  let at = start;
  for (; at < bytes.length; at += width) {
    const unit = unitAt(at);
    if (unit !== CR && unit !== LF) continue;
    const next = unit === CR && unitAt(at + width) === LF ? at + 2 * width : at + width;
    lines.push({ start, end: at, next });
    start = next;
    at = next - width;
  }
  lines.push({ start, end: bytes.length, next: bytes.length });
  return lines;
}

const decoderOf = (encoding: Encoding) => new TextDecoder(encoding, { ignoreBOM: true });

/** Takes a file apart for an editor; invalid bytes become U+FFFD, and stay in the file as long as their line is not changed. */
export function openText(bytes: Uint8Array): EditableText {
  const encoding = encodingOf(bytes);
  const decoder = decoderOf(encoding);
  return {
    encoding,
    text: linesOf(bytes, encoding)
      .map(({ start, end }) => decoder.decode(bytes.subarray(start, end)))
      .join('\n'),
  };
}

/** The bytes of a text in an encoding; undefined where it has characters that the encoding lacks. */
function encode(text: string, encoding: Encoding): Buffer | undefined {
  if (encoding === 'utf-8') return Buffer.from(text, 'utf8');
  const bytes = encoding === 'utf-16le' ? Buffer.from(text, 'utf16le') : iconv.encode(text, encoding, { addBOM: false });
  return decoderOf(encoding).decode(bytes) === text ? bytes : undefined;
}

/** The line end of most lines. */
function usualEnd(bytes: Uint8Array, lines: readonly Line[]): Uint8Array | undefined {
  const counts = new Map<string, { count: number; end: Uint8Array }>();
  for (const { end, next } of lines) {
    if (end === next) continue;
    const bytesOfEnd = bytes.subarray(end, next);
    const key = bytesOfEnd.join();
    const known = counts.get(key) ?? { count: 0, end: bytesOfEnd };
    counts.set(key, { ...known, count: known.count + 1 });
  }
  return [...counts.values()].toSorted((a, b) => b.count - a.count)[0]?.end;
}

/** For each line of the new text the line of the file that it repeats, if any: those at both ends by place, the others by content. */
function matchLines(known: readonly string[], wanted: readonly string[]): (number | undefined)[] {
  const matched: (number | undefined)[] = wanted.map(() => undefined);
  let head = 0;
  while (head < known.length && head < wanted.length && known[head] === wanted[head]) matched[head] = head++;
  let tail = 0;
  while (tail < known.length - head && tail < wanted.length - head && known.at(-1 - tail) === wanted.at(-1 - tail)) {
    tail++;
    matched[wanted.length - tail] = known.length - tail;
  }
  const places = new Map<string, number[]>();
  for (let at = known.length - tail - 1; at >= head; at--) {
    const line = known[at] ?? '';
    const list = places.get(line);
    if (list === undefined) places.set(line, [at]);
    else list.push(at);
  }
  for (let at = head; at < wanted.length - tail; at++) matched[at] = places.get(wanted[at] ?? '')?.pop();
  return matched;
}

/**
 * The bytes of a file after its text was edited: byte order mark and unchanged lines are copied, new lines are encoded and ended like the
 * file's own. Where the encoding lacks a character that was typed, or the file would be taken for another encoding when it is opened again, the
 * whole file becomes UTF-8, as `encoding` tells.
 */
export function rewriteText(original: Uint8Array, edited: string): { bytes: Buffer; encoding: Encoding } {
  // an editor has no other line ends
  const text = edited.replaceAll(/\r\n?/g, '\n');
  const encoding = encodingOf(original);
  const lines = linesOf(original, encoding);
  const decoder = decoderOf(encoding);
  const known = lines.map(({ start, end }) => decoder.decode(original.subarray(start, end)));
  const wanted = text.split('\n');
  const lineEnd = usualEnd(original, lines) ?? encode('\n', encoding) ?? Buffer.from('\n');
  const pieces: Uint8Array[] = [original.subarray(0, markLength(original, encoding))];
  const matched = matchLines(known, wanted);
  for (const [at, line] of wanted.entries()) {
    const source = lines[matched[at] ?? -1];
    const bytes = source === undefined ? encode(line, encoding) : original.subarray(source.start, source.end);
    if (bytes === undefined) return asUtf8(text, decoder.decode(lineEnd));
    pieces.push(bytes);
    if (at < wanted.length - 1)
      pieces.push(source !== undefined && source.next > source.end ? original.subarray(source.end, source.next) : lineEnd);
  }
  const bytes = Buffer.concat(pieces);
  return openText(bytes).text === text ? { bytes, encoding } : asUtf8(text, decoder.decode(lineEnd));
}

/** A text in UTF-8, with a byte order mark only where it would not be recognised without. */
function asUtf8(text: string, lineEnd: string): { bytes: Buffer; encoding: Encoding } {
  const bytes = Buffer.from(text.replaceAll('\n', lineEnd), 'utf8');
  const isClear = encodingOf(bytes) === 'utf-8';
  return { bytes: isClear ? bytes : Buffer.concat([Buffer.from(marks['utf-8'] ?? []), bytes]), encoding: 'utf-8' };
}
