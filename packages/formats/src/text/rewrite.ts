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

const lineEnds = /\r\n?|\n/;

/** The texts of lines, each as if it were decoded alone: all of them at once where their bytes are valid, as a call for each takes seconds. */
function decodeLines(bytes: Uint8Array, lines: readonly Line[], encoding: Encoding): string[] {
  const decoder = decoderOf(encoding);
  // its shifts would go on in the next line
  const isStateful = encoding === 'iso-2022-jp';
  const decoded: string[] = [];
  const decode = (from: number, to: number): void => {
    const whole = decoder.decode(bytes.subarray(lines[from]?.start, lines[to - 1]?.end));
    if (to - from > 1 && (isStateful || whole.includes('\ufffd'))) return halve(from, to);
    const parts = to - from > 1 ? whole.split(lineEnds) : [whole];
    if (parts.length !== to - from) return halve(from, to);
    for (const part of parts) decoded.push(part);
  };
  const halve = (from: number, to: number): void => {
    const middle = (from + to) >> 1;
    decode(from, middle);
    decode(middle, to);
  };
  decode(0, lines.length);
  return decoded;
}

/** Takes a file apart for an editor; invalid bytes become U+FFFD, and stay in the file as long as their line is not changed. */
export function openText(bytes: Uint8Array): EditableText {
  const encoding = encodingOf(bytes);
  return { encoding, text: decodeLines(bytes, linesOf(bytes, encoding), encoding).join('\n') };
}

/** The bytes of a text in an encoding; undefined where it has characters that the encoding lacks. */
function encode(text: string, encoding: Encoding): Buffer | undefined {
  if (encoding === 'utf-8') return Buffer.from(text, 'utf8');
  const bytes = encoding === 'utf-16le' ? Buffer.from(text, 'utf16le') : iconv.encode(text, encoding, { addBOM: false });
  return decoderOf(encoding).decode(bytes) === text ? bytes : undefined;
}

/** The line end of most lines. */
function usualEnd(bytes: Uint8Array, lines: readonly Line[]): Uint8Array | undefined {
  // told apart by the sum of their bytes
  const counts = new Map<number, { count: number; end: Uint8Array }>();
  for (const { end, next } of lines) {
    if (end === next) continue;
    let sum = 0;
    for (let at = end; at < next; at++) sum += bytes[at] ?? 0;
    const known = counts.get(sum);
    if (known === undefined) counts.set(sum, { count: 1, end: bytes.subarray(end, next) });
    else known.count++;
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
  const known = decodeLines(original, lines, encoding);
  const wanted = text.split('\n');
  const lineEnd = usualEnd(original, lines) ?? encode('\n', encoding) ?? Buffer.from('\n');
  const pieces: Uint8Array[] = [original.subarray(0, markLength(original, encoding))];
  const matched = matchLines(known, wanted);
  const endText = decoder.decode(lineEnd);
  for (let at = 0; at < wanted.length; ) {
    const from = at++;
    const first = matched[from];
    let source = lines[first ?? -1];
    // lines that follow one another in the file, or are all new, are taken at once
    if (first === undefined || source === undefined) {
      while (at < wanted.length && matched[at] === undefined) at++;
      const bytes = encode(wanted.slice(from, at).join(endText), encoding);
      if (bytes === undefined) return asUtf8(text, endText);
      pieces.push(bytes);
      source = undefined;
    } else {
      const { start } = source;
      for (; source.next > source.end && at < wanted.length && matched[at] === first + at - from; at++)
        source = lines[first + at - from] ?? source;
      pieces.push(original.subarray(start, source.end));
    }
    if (at < wanted.length)
      pieces.push(source !== undefined && source.next > source.end ? original.subarray(source.end, source.next) : lineEnd);
  }
  const bytes = Buffer.concat(pieces);
  return openText(bytes).text === text ? { bytes, encoding } : asUtf8(text, endText);
}

/** A text in UTF-8, with a byte order mark only where it would not be recognised without. */
function asUtf8(text: string, lineEnd: string): { bytes: Buffer; encoding: Encoding } {
  const bytes = Buffer.from(text.replaceAll('\n', lineEnd), 'utf8');
  const isClear = encodingOf(bytes) === 'utf-8';
  return { bytes: isClear ? bytes : Buffer.concat([Buffer.from(marks['utf-8'] ?? []), bytes]), encoding: 'utf-8' };
}
