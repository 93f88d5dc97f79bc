import { htmlText } from '../html/html-text.ts';
import { decodeText } from '../text/decode.ts';
import { type Attachment, displayLine, displayText, fileName, type Mail, mailLimits } from './mail.ts';

const maxTextParts = 200;
const maxTextDepth = 10;
const shownHeaders = { subject: 'Subject', from: 'From', to: 'To', cc: 'Cc', date: 'Date' };

/**
 * The text of an e-mail (given as Latin-1, a byte a character): its visible headers, its bodies, and the names of attachments; mails within it
 * likewise. With `named` each header follows its name, and a blank line follows the last, as mails are printed.
 */
export function mailText(message: string, { named = false } = {}): string {
  const out: string[] = [];
  let left = maxTextParts;
  const walk = (part: MimePart, depth: number): void => {
    if (left-- <= 0 || depth > maxTextDepth) return;
    if (part.headers.has('subject')) out.push(...headOf(part.headers, named));
    if (part.parts.length > 0) for (const inner of part.parts) walk(inner, depth + 1);
    else if (part.type === 'message/rfc822') walk(mimeParts(part.bytes().toString('latin1')), depth + 1);
    else if (part.name !== undefined) out.push(part.name);
    else if (part.type === 'text/html') out.push(htmlText(bodyText(part)));
    else if (part.type.startsWith('text/')) out.push(bodyText(part).replaceAll('\r\n', '\n').replace(/\n?$/, '\n'));
  };
  walk(mimeParts(message), 0);
  return out.join('\n');
}

function headOf(headers: Map<string, string>, named: boolean): string[] {
  const shown = Object.entries(shownHeaders).filter(([key]) => headers.has(key));
  const lines = shown.map(([key, name]) => `${named ? `${name}: ` : ''}${headers.get(key)}`);
  return named ? [...lines, ''] : lines;
}

/** The headers of a mail or of a part, by their names in lower case, decoded; the first one of a name counts. */
function parseHeaders(source: string): Map<string, string> {
  const headers = new Map<string, string>();
  for (const line of source.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/, 500)) {
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(0, colon)).trimEnd().toLowerCase();
    if (name === '' || headers.has(name)) continue;
    const value = line
      .slice(colon + 1)
      .trim()
      .slice(0, 10_000);
    headers.set(name, decodeWords(value));
  }
  return headers;
}

/** Encoded words: =?gb2312?B?…?= */
function decodeWords(value: string): string {
  const words = value.replace(/\?=\s+=\?/g, '?==?').replace(/=\?[\w-]{2,30}(?:\*\w+)?\?[bq]\?[^?\s]*\?=/gi, (word) => {
    const [, charset = '', kind = '', text = ''] = word.split('?');
    return decodeBytes(
      /b/i.test(kind) ? Buffer.from(text, 'base64') : quotedPrintable(text.replaceAll('_', ' ')),
      charset.split('*')[0] ?? '',
    );
  });
  return words === value && /[\x80-\xff]/.test(value) ? decodeText(Buffer.from(value, 'latin1')).text : words;
}

/** The text of a part that is no attachment. */
export const bodyText = (part: MimePart): string =>
  decodeBytes(part.bytes(), /charset\s*=\s*"?([\w.:-]{2,30})/i.exec(part.headers.get('content-type') ?? '')?.[1] ?? '');

/** The bytes of quoted-printable text. */
function quotedPrintable(text: string): Buffer {
  const bytes = text.replace(/=\r?\n/g, '').replace(/=([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1');
}

/** Decodes bytes by the given charset, or by detection. */
function decodeBytes(bytes: Buffer, charset: string): string {
  try {
    return new TextDecoder(/^gb/i.test(charset) ? 'gb18030' : charset).decode(bytes);
  } catch {
    return decodeText(bytes).text; // no charset, or an unknown one
  }
}

/** A part of a mail: a multipart contains parts, all others have bytes. */
export interface MimePart {
  headers: Map<string, string>;
  /** In lower case, without parameters. */
  type: string;
  name: string | undefined;
  isAttached: boolean;
  parts: MimePart[];
  bytes: () => Buffer;
}

const maxParts = 2000;
const mostHead = 256 * 1024;

/** The parts of a mail (given as Latin-1, a byte a character). */
export function mimeParts(message: string): MimePart {
  let left = maxParts;
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
    const several = type.startsWith('multipart/') && boundary !== undefined && boundary !== '' && depth < mailLimits.depth;
    const parts: MimePart[] = [];
    if (several) {
      for (const piece of splitParts(body, boundary)) {
        if (left-- <= 0) break;
        parts.push(read(piece, depth + 1));
      }
    }
    return {
      headers,
      type,
      name: parameter(disposition, 'filename') ?? parameter(line, 'name'),
      isAttached: /^attachment/i.test(disposition),
      parts,
      bytes: () => decodePartBody(body, headers.get('content-transfer-encoding') ?? ''),
    };
  };
  return read(message, 0);
}

/** The contents between the boundary lines. */
function* splitParts(body: string, boundary: string): Generator<string> {
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

function decodePartBody(body: string, encoding: string): Buffer {
  if (/base64/i.test(encoding)) return Buffer.from(body, 'base64');
  return /quoted/i.test(encoding) ? quotedPrintable(body) : Buffer.from(body, 'latin1');
}

/** A parameter of a header, whole, in pieces, or in another charset (RFC 2231); programs forget the quotes of names with blanks. */
function parameter(header: string, name: string): string | undefined {
  const found = new RegExp(`(?:^|[;\\s])${name}(\\*(\\d{1,3})?\\*?)?\\s*=\\s*(?:"((?:[^"\\\\]|\\\\.){0,4000})"|([^;]{0,4000}))`, 'gi');
  const pieces: [number, string][] = [];
  let isCoded = false;
  for (const [, star, number, quoted, bare] of header.matchAll(found)) {
    if (star?.endsWith('*')) isCoded = true;
    pieces.push([Number(number ?? 0), quoted?.replace(/\\(.)/g, '$1') ?? bare?.trim() ?? '']);
  }
  if (pieces.length === 0) return undefined;
  const whole = pieces
    .toSorted(([a], [b]) => a - b)
    .map(([, text]) => text)
    .join('');
  return isCoded ? decodedParameter(whole) : whole;
}

function decodedParameter(text: string): string {
  const [, charset = 'utf-8', value = text] = /^([\w-]{0,40})'[^']{0,20}'([^]*)$/.exec(text) ?? [];
  const bytes = value.replace(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return decodeBytes(Buffer.from(bytes, 'latin1'), charset);
}

/** Parses a mail in its transport format (RFC 5322). */
export function parseEml(bytes: Buffer): Mail {
  const whole = mimeParts(bytes.toString('latin1'));
  const found: { text: string[]; html: string[]; attachments: Attachment[] } = { text: [], html: [], attachments: [] };
  const walk = (part: MimePart): void => {
    if (part.parts.length > 0) for (const one of part.parts) walk(one);
    else if (!part.isAttached && part.name === undefined && part.type === 'text/html') found.html.push(bodyText(part));
    else if (!part.isAttached && part.name === undefined && part.type.startsWith('text/')) found.text.push(bodyText(part));
    else if (found.attachments.length < mailLimits.attachments) found.attachments.push(attachment(part));
  };
  walk(whole);
  const { headers } = whole;
  const time = Date.parse(headers.get('date') ?? '');
  return {
    subject: displayLine(headers.get('subject') ?? ''),
    from: displayLine(headers.get('from') ?? headers.get('sender') ?? ''),
    to: addresses(headers.get('to')),
    cc: addresses(headers.get('cc')),
    time: Number.isFinite(time) ? time : 0,
    text: displayText(found.text.join('\n\n')),
    html: found.html.join('\n').slice(0, mailLimits.html).toWellFormed(),
    attachments: found.attachments,
  };
}

/** The addresses of a header: a comma within quotes or angle brackets does not separate. */
function addresses(line = ''): string[] {
  const found = line.match(/(?:"(?:[^"\\]|\\.){0,500}"|<[^>]{0,500}>|[^,"<]){1,2000}/g) ?? [];
  return found
    .map((one) => displayLine(one))
    .filter((one) => one !== '')
    .slice(0, mailLimits.people);
}

const endings: Record<string, string> = { 'image/jpeg': 'jpg', 'image/svg+xml': 'svg', 'text/plain': 'txt', 'text/calendar': 'ics' };

function attachment(part: MimePart): Attachment {
  const { type, headers } = part;
  const bytes = part.bytes();
  const cid = /<?([^<>\s]{1,300})>?/.exec(headers.get('content-id') ?? '')?.[1];
  return {
    name: fileName(part.name ?? nameOf(type, bytes)),
    type,
    size: bytes.length,
    ...(cid !== undefined && { cid }),
    read: () => bytes,
  };
}

function nameOf(type: string, bytes: Buffer): string {
  if (type === 'message/rfc822')
    return `${displayLine(mimeParts(bytes.toString('latin1', 0, 65_536)).headers.get('subject') ?? '', 100) || 'mail'}.eml`;
  const ending = endings[type] ?? /^[\w-]+\/([a-z0-9]{2,5})$/.exec(type)?.[1] ?? 'bin';
  return `file.${ending}`;
}

const encodedWord = (text: string): string => `=?utf-8?B?${Buffer.from(text).toString('base64')}?=`;
const inLines = (bytes: Buffer): string => bytes.toString('base64').replace(/.{76}/g, '$&\r\n');

function writePart(type: string, bytes: Buffer, more: string[] = []): string {
  return [`Content-Type: ${type}`, 'Content-Transfer-Encoding: base64', ...more, '', inLines(bytes)].join('\r\n');
}

/** Writes a mail in its transport format: a mail embedded in an Outlook message is no file until it is written as one. */
export function writeEml({ subject, from, to, cc, time, text, html, attachments }: Mail): Buffer {
  const edge = '=_part';
  const parts = [
    ...(text === '' && html !== '' ? [] : [writePart('text/plain; charset=utf-8', Buffer.from(text))]),
    ...(html === '' ? [] : [writePart('text/html; charset=utf-8', Buffer.from(html))]),
    ...attachments.map(({ name, type, cid, read }) =>
      writePart(/^[\w.+-]+\/[\w.+-]+$/.test(type) && type !== 'message/rfc822' ? type : 'application/octet-stream', read(), [
        `Content-Disposition: attachment; filename*=utf-8''${encodeURIComponent(name)}`,
        ...(cid === undefined ? [] : [`Content-ID: <${cid.replace(/[^\x21-\x7e]/g, '')}>`]),
      ]),
    ),
  ];
  const head = [
    `Subject: ${encodedWord(subject)}`,
    `From: ${encodedWord(from)}`,
    ...(to.length > 0 ? [`To: ${to.map(encodedWord).join(', ')}`] : []),
    ...(cc.length > 0 ? [`Cc: ${cc.map(encodedWord).join(', ')}`] : []),
    ...(time > 0 ? [`Date: ${new Date(time).toUTCString()}`] : []),
    'MIME-Version: 1.0',
    `Content-Type: multipart/mixed; boundary="${edge}"`,
  ];
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n${parts.map((one) => `--${edge}\r\n${one}\r\n`).join('')}--${edge}--\r\n`, 'latin1');
}
