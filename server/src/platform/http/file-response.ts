import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { FileReply, FileRequest } from './serve.ts';

/** Content types that are safe to send: none of them can carry a script that runs as our page. */
const types: Record<string, string> = {
  pdf: 'application/pdf',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  bmp: 'image/bmp',
  webp: 'image/webp',
  avif: 'image/avif',
  ico: 'image/x-icon',
  svg: 'image/svg+xml',
  mp3: 'audio/mpeg',
  wav: 'audio/wav',
  ogg: 'audio/ogg',
  opus: 'audio/ogg',
  m4a: 'audio/mp4',
  aac: 'audio/aac',
  flac: 'audio/flac',
  mp4: 'video/mp4',
  m4v: 'video/mp4',
  webm: 'video/webm',
  mov: 'video/quicktime',
  html: 'text/html',
  htm: 'text/html',
  txt: 'text/plain; charset=utf-8',
  zip: 'application/zip',
};

const pagePolicy = "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:";
const drawingPolicy = "sandbox; default-src 'none'; style-src 'unsafe-inline'";
const strict = "sandbox; default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'";

/** Headers that make untrusted bytes harmless in a browser, and their type where it is a safe one. */
export function safeHeaders(ext: string): Record<string, string> {
  const type = types[ext] ?? 'application/octet-stream';
  const shared = {
    'content-type': type,
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
  };
  // a sandbox policy leaves the browser's own PDF viewer empty; scripts in a PDF never run as our page
  if (ext === 'pdf') return shared;
  const policy = type === 'text/html' ? pagePolicy : type === 'image/svg+xml' ? drawingPolicy : strict;
  return { ...shared, 'content-security-policy': policy };
}

/** The file name of a download: in ASCII for old browsers, in UTF-8 for all others. */
export function disposition(kind: 'inline' | 'attachment', name: string): string {
  const plain = name.replace(/[^\x20-\x7e]/g, '_').replace(/["\\%]/g, '_');
  const whole = encodeURIComponent(name.toWellFormed()).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
  return `${kind}; filename="${plain}"; filename*=UTF-8''${whole}`;
}

/** A byte range, both ends included. */
export interface Range {
  start: number;
  end: number;
}

/** Bytes that can be sent in ranges. */
interface Sendable {
  size: number;
  /** Identifies the bytes: equal only where they are equal. */
  tag: string;
  changed: number;
  read(range: Range): Readable;
  /** Reads a short range at once; without it short ranges are streamed too. */
  take?(range: Range): Promise<Buffer>;
}

/** Up to this size bytes are read at once. */
const maxBuffered = 256 * 1024;

/** The one range that a header asks for; 'none' where the header is to be ignored, 'outside' where the range is not satisfiable. */
function rangeIn(header: string | undefined, size: number): Range | 'none' | 'outside' {
  const found = /^bytes=(\d{0,16})-(\d{0,16})$/.exec(header?.trim() ?? '');
  if (found === null || (found[1] === '' && found[2] === '')) return 'none';
  const [, first = '', last = ''] = found;
  if (first === '')
    return last === '0' || Number(last) === 0 || size === 0 ? 'outside' : { start: Math.max(0, size - Number(last)), end: size - 1 };
  const start = Number(first);
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== '' && Number(last) < start) return 'none';
  return start >= size ? 'outside' : { start, end };
}

const matches = (header: string | undefined, tag: string): boolean =>
  header !== undefined && (header.trim() === '*' || header.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === tag));

/** The ETag of bytes: a hash of the tag, because the content hash itself is not for every reader. */
export const etagOf = (tag: string): string => `"${createHash('sha256').update(tag).digest('base64url')}"`;

/** Sends bytes with ranges and conditions (RFC 9110); the headers about their type are already set. */
export async function sendRange(request: FileRequest, reply: FileReply, file: Sendable): Promise<FileReply> {
  const tag = etagOf(file.tag);
  const modified = new Date(file.changed).toUTCString();
  reply.headers({ etag: tag, 'last-modified': modified, 'accept-ranges': 'bytes', 'cache-control': 'private, no-cache' });
  const { headers } = request;
  if (matches(headers['if-none-match'], tag)) return reply.status(304).send();
  const same = headers['if-range'] === undefined || headers['if-range'] === tag || headers['if-range'] === modified;
  const range = same ? rangeIn(headers.range, file.size) : 'none';
  if (range === 'outside') return reply.status(416).header('content-range', `bytes */${file.size}`).send();
  const stretch = range === 'none' ? { start: 0, end: file.size - 1 } : range;
  const length = stretch.end - stretch.start + 1;
  reply.header('content-length', String(length));
  if (range !== 'none') reply.status(206).header('content-range', `bytes ${range.start}-${range.end}/${file.size}`);
  // an empty file has no first byte to read from
  if (request.method === 'HEAD' || length === 0) return reply.send();
  return reply.send(length <= maxBuffered && file.take !== undefined ? await file.take(stretch) : file.read(stretch));
}
