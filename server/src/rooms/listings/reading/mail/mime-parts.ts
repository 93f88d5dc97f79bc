import { decodeBytes, parseHeaders, quotedPrintable } from '../../../../ground/confined/extract/mail-text.ts';
import { mostOf } from './mail.ts';

/** A part of a mail: those of several parts hold them, the others have bytes. */
export interface MimePart {
  headers: Map<string, string>;
  /** In small letters, without what stands behind it. */
  type: string;
  name: string | undefined;
  isAttached: boolean;
  parts: MimePart[];
  bytes: () => Buffer;
}

const mostParts = 2000;
const mostHead = 256 * 1024;

/** The parts of a mail (given as Latin-1, a byte a character). */
export function mimeParts(message: string): MimePart {
  let left = mostParts;
  const read = (source: string, depth: number): MimePart => {
    const gap = /\r?\n\r?\n/.exec(source.slice(0, mostHead));
    const startsEmpty = /^\r?\n/.exec(source);
    const head = startsEmpty ? '' : gap ? source.slice(0, gap.index) : source.slice(0, mostHead);
    const body = startsEmpty ? source.slice(startsEmpty[0].length) : gap ? source.slice(gap.index + gap[0].length) : '';
    const headers = parseHeaders(head);
    const line = headers.get('content-type') ?? 'text/plain';
    const type = (/^[\w.+-]+\/[\w.+-]+/.exec(line)?.[0] ?? 'text/plain').toLowerCase();
    const boundary = parameter(line, 'boundary');
    const disposition = headers.get('content-disposition') ?? '';
    const several = type.startsWith('multipart/') && boundary !== undefined && boundary !== '' && depth < mostOf.depth;
    const parts: MimePart[] = [];
    if (several) {
      for (const one of split(body, boundary)) {
        if (left-- <= 0) break;
        parts.push(read(one, depth + 1));
      }
    }
    return {
      headers,
      type,
      name: parameter(disposition, 'filename') ?? parameter(line, 'name'),
      isAttached: /^attachment/i.test(disposition),
      parts,
      bytes: () => decoded(body, headers.get('content-transfer-encoding') ?? ''),
    };
  };
  return read(message, 0);
}

/** What stands between the lines that name the boundary. */
function* split(body: string, boundary: string): Generator<string> {
  const line = `--${boundary}`;
  let from = -1;
  for (let at = body.indexOf(line); at >= 0; at = body.indexOf(line, at + line.length)) {
    if (at > 0 && body[at - 1] !== '\n') continue;
    const end = body.indexOf('\n', at + line.length);
    const rest = body.slice(at + line.length, end < 0 ? body.length : end).trim();
    // another boundary may begin with this one
    if (rest !== '' && rest !== '--') continue;
    if (from >= 0) yield body.slice(from, at).replace(/\r?\n$/, '');
    if (rest === '--' || end < 0) return;
    from = end + 1;
  }
  if (from >= 0) yield body.slice(from);
}

function decoded(body: string, encoding: string): Buffer {
  if (/base64/i.test(encoding)) return Buffer.from(body, 'base64');
  return /quoted/i.test(encoding) ? quotedPrintable(body) : Buffer.from(body, 'latin1');
}

/** A parameter of a header, whole, in pieces, or in another charset (RFC 2231). */
function parameter(header: string, name: string): string | undefined {
  const found = new RegExp(`(?:^|[;\\s])${name}(\\*(\\d{1,3})?\\*?)?\\s*=\\s*(?:"((?:[^"\\\\]|\\\\.){0,4000})"|([^;\\s]{0,4000}))`, 'gi');
  const pieces: [number, string][] = [];
  let isCoded = false;
  for (const [, star, number, quoted, bare] of header.matchAll(found)) {
    isCoded ||= star?.endsWith('*') === true;
    pieces.push([Number(number ?? 0), quoted?.replace(/\\(.)/g, '$1') ?? bare ?? '']);
  }
  if (pieces.length === 0) return undefined;
  const whole = pieces
    .toSorted(([a], [b]) => a - b)
    .map(([, text]) => text)
    .join('');
  return isCoded ? percentDecoded(whole) : whole;
}

function percentDecoded(text: string): string {
  const [, charset = 'utf-8', value = text] = /^([\w-]{0,40})'[^']{0,20}'([^]*)$/.exec(text) ?? [];
  const bytes = value.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return decodeBytes(Buffer.from(bytes, 'latin1'), charset);
}
