import { type Code, codes } from '@dossier/contract/core/codes';
import { answerText } from '../../../platform/http/answers.ts';
import type { FileReply, FileRequest } from '../../../platform/http/serve.ts';
import { Refusal } from '../../../platform/refusal.ts';

/** Longest lock id, as the protocol says where a host claims `SupportsExtendedLockLength`. */
const mostLockLength = 1024;

interface WopiAnswer {
  headers?: Record<string, string>;
  body?: object;
}

/** A refusal with a status of the protocol. A `Refusal`, so that what was received is cleared away like after every other one. */
export class WopiRefusal extends Refusal {
  readonly status: number;
  readonly headers: Record<string, string>;
  readonly body: object | undefined;
  constructor(status: number, { headers = {}, body }: WopiAnswer = {}) {
    super(status === 409 ? codes.documentLocked : codes.illegalOperation);
    this.status = status;
    this.headers = headers;
    this.body = body;
  }
}

/** The lock that stands in the way, for the client: empty where it is no lock of the protocol. */
export const lockMismatch = (lockId: string, reason: string): WopiRefusal =>
  new WopiRefusal(409, { headers: { 'x-wopi-lock': lockId, 'x-wopi-lockfailurereason': reason } });

const full = new Set<Code>([codes.spaceFull, codes.personalSpaceFull, codes.diskFull]);
const badInput = new Set<Code>([codes.nameRequired, codes.nameIllegal, codes.nameTooLong, codes.fileTypeNotAllowed, codes.uploadSizeWrong]);

/** The status of the protocol for a refusal of the product: it knows neither 403 nor 422. */
function statusOf(answer: Code): number {
  if (full.has(answer)) return 507;
  if (badInput.has(answer)) return 400;
  // the protocol answers 404 for what is missing and for what the user may not do
  if (answer.status === 403) return 404;
  return answer.status === 422 ? 409 : answer.status;
}

/** Headers take ASCII only; quotation marks of texts become plain ones. */
const inAscii = (text: string): string => text.replace(/[‘’“”]/g, "'").replace(/[^\x20-\x7e]/g, '?');

/** Answers a refusal; undefined for any other error. */
export function sendRefusal(reply: FileReply, error: unknown): FileReply | undefined {
  if (error instanceof WopiRefusal) {
    reply.status(error.status).headers(error.headers);
    return error.body === undefined ? reply.send('') : reply.type('application/json; charset=utf-8').send(error.body);
  }
  if (!(error instanceof Refusal)) return undefined;
  const status = statusOf(error.answer);
  const message = answerText(error.answer, 'en');
  const reason = inAscii(message);
  reply.status(status).header('x-wopi-servererror', reason);
  if (status === 409) reply.headers({ 'x-wopi-lock': '', 'x-wopi-lockfailurereason': reason });
  return reply.send({ code: error.answer.code, message, data: {} });
}

/** 401 for a token whose session or account is gone, with the reason. */
export const tokenEnded = ({ answer }: Refusal): WopiRefusal =>
  new WopiRefusal(401, { body: { code: answer.code, message: answerText(answer, 'en'), data: {} } });

/** A header that was sent at most once. */
export function headerOf({ headers }: FileRequest, name: string): string | undefined {
  const value = headers[name];
  return typeof value === 'string' ? value : undefined;
}

/** A lock id: printable ASCII, as it is answered in a header. 400 for anything else. */
export function lockIn(request: FileRequest, name = 'x-wopi-lock'): string | undefined {
  const value = headerOf(request, name);
  if (value === undefined || value === '') return undefined;
  if (value.length > mostLockLength || !/^[\x20-\x7e]+$/.test(value)) throw new WopiRefusal(400);
  return value;
}

export function requireLockIn(request: FileRequest, name?: string): string {
  const lockId = lockIn(request, name);
  if (lockId === undefined) throw new WopiRefusal(400);
  return lockId;
}

/** Names in headers are UTF-7 (RFC 2152), and at most this long. */
const mostNameHeader = 4096;
const encodedPart = /\+([A-Za-z0-9+/]*)-?/g;
const plainChars = /[^A-Za-z0-9'(),\-./:? ]+/g;

/** UTF-16 from base64 without padding, in big endian; 400 where it is none. */
function decodeUnits(text: string): string {
  const bytes = Buffer.from(text, 'base64');
  const even = bytes.subarray(0, bytes.length & ~1);
  const decoded = Buffer.from(even).swap16().toString('utf16le');
  if (decoded === '' || !decoded.isWellFormed()) throw new WopiRefusal(400);
  return decoded;
}

/** A name in a header, decoded from UTF-7; 400 where it is no UTF-7. */
export function nameIn(request: FileRequest, name: string): string | undefined {
  const value = headerOf(request, name);
  if (value === undefined) return undefined;
  if (value.length > mostNameHeader || !/^[\x20-\x7e]*$/.test(value)) throw new WopiRefusal(400);
  return value.replace(encodedPart, (_whole, part: string) => (part === '' ? '+' : decodeUnits(part)));
}

/** A name for a header, in UTF-7. */
export const utf7 = (name: string): string =>
  name.replace(plainChars, (part) => {
    const bytes = Buffer.from(part, 'utf16le').swap16();
    return `+${bytes.toString('base64').replace(/=+$/, '')}-`;
  });
