import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { FileReply, FileRequest } from '../../ground/http/serve.ts';

/** From one byte to another, both included. */
export interface Range {
  start: number;
  end: number;
}

/** Bytes that can be asked for in parts. */
export interface Sendable {
  size: number;
  /** Names the bytes: equal only where they are. */
  tag: string;
  changed: number;
  read(range: Range): Readable;
  /** Short stretches at once; without it they are streamed too. */
  take?(range: Range): Promise<Buffer>;
}

/** Up to here bytes are taken at once. */
const shortest = 256 * 1024;

/** The one range that a header asks for; 'none' where it is to be ignored, 'outside' where nothing of it is there. */
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
  header !== undefined && (header.trim() === '*' || header.split(',').some((one) => one.trim().replace(/^W\//, '') === tag));

/** The mark that names bytes to whoever gets them: what names them here is not for everybody who may look at them. */
export const etagOf = (tag: string): string => `"${createHash('sha256').update(tag).digest('base64url')}"`;

/** Answers bytes with ranges and conditions (RFC 9110); the headers about what they are stand already. */
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
  return reply.send(length <= shortest && file.take !== undefined ? await file.take(stretch) : file.read(stretch));
}
