import { parse } from 'node:querystring';
import { codes } from '@dossier/contract/core/codes';
import type { Access } from '@dossier/contract/core/route';
import type { FastifyRequest } from 'fastify';
import { Refusal } from '../refusal.ts';

/**
 * Refuses requests that a page of another site makes a visitor's browser send to a public call: they would count as the visitor's own attempts.
 * Tools send no origin, and pass. Browsers send `Sec-Fetch-Site`, on plain http only `Origin`; there JSON needs no check, as browsers send it to
 * another site only after a preflight that is never granted, and a proxy may have changed the host.
 */
export function requireSameOrigin({ headers, host }: Pick<FastifyRequest, 'headers' | 'host'>): void {
  const site = headers['sec-fetch-site'];
  const isForeign = site === undefined ? !isJson(headers['content-type']) && isOtherHost(headers.origin, host) : site === 'cross-site';
  if (isForeign) throw new Refusal(codes.noRightToOperate);
}

const isJson = (type: string | undefined): boolean => type?.split(';')[0]?.trim().toLowerCase() === 'application/json';

const isOtherHost = (origin: string | undefined, host: string): boolean =>
  origin !== undefined && URL.parse(origin)?.host !== URL.parse(`${URL.parse(origin)?.protocol ?? 'http:'}//${host}`)?.host;

/** The most bytes of input that a call takes. Unauthenticated requests get less memory. */
const maxBytes = (access: Access): number => (access === 'public' ? 64 << 10 : 4 << 20);
const maxFields = 1000;
/** The longest time for a body to arrive: one that never ends would hold its memory for ever. */
const timeoutMs = 60_000;

/** The body of a call, JSON or form fields, as one object; empty for any other type. It is read only after authentication. */
export async function readBody(request: FastifyRequest, access: Access): Promise<unknown> {
  const type = (request.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase();
  if (type === 'application/json') return parseJson(await readText(request, maxBytes(access)));
  if (type === 'application/x-www-form-urlencoded') return parseForm(await readText(request, maxBytes(access)));
  return {};
}

function parseJson(text: string): unknown {
  try {
    return text === '' ? {} : JSON.parse(text);
  } catch {
    throw new Refusal(codes.invalidParams);
  }
}

function parseForm(text: string): unknown {
  // URLSearchParams takes minutes for some megabytes of names without values
  const fields = parse(text, '&', '=', { maxKeys: maxFields + 1 });
  if (Object.keys(fields).length > maxFields) throw new Refusal(codes.invalidParams);
  return { ...fields };
}

function readText(request: FastifyRequest, limit: number): Promise<string> {
  const { raw } = request;
  if (Number(request.headers['content-length'] ?? 0) > limit) throw new Refusal(codes.uploadTooLarge);
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    let bytes = 0;
    const stop = (error: Error): void => {
      clearTimeout(timer);
      parts.length = 0;
      raw.off('data', take);
      raw.resume();
      reject(error);
    };
    const take = (part: Buffer): void => {
      bytes += part.length;
      if (bytes > limit) stop(new Refusal(codes.uploadTooLarge));
      else parts.push(part);
    };
    const timer = setTimeout(() => stop(new Refusal(codes.invalidParams)), timeoutMs);
    raw.on('data', take);
    raw.once('error', stop);
    raw.once('end', () => {
      clearTimeout(timer);
      resolve(Buffer.concat(parts).toString('utf8'));
    });
    raw.once('close', () => stop(new Refusal(codes.invalidParams)));
  });
}

/** The size allowed for the multipart frame around a file. */
const frameBytes = 16 * 1024;
/** So many times the limit is still read of an oversized body, so that the answer arrives. */
const drainFactor = 8;

/** A file of a form; `too-large` where it has more than `most` bytes, undefined where there is none. */
export async function readFormFile(request: FastifyRequest, field: string, limit: number): Promise<Buffer | 'too-large' | undefined> {
  const type = request.headers['content-type'] ?? '';
  if (!type.startsWith('multipart/form-data')) return undefined;
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of request.raw as AsyncIterable<Buffer>) {
    size += part.length;
    if (size <= limit + frameBytes) parts.push(part);
    else if (size > limit * drainFactor) break;
  }
  if (size > limit + frameBytes) return 'too-large';
  const form = await new Response(Buffer.concat(parts), { headers: { 'content-type': type } }).formData().catch(() => undefined);
  const file = form?.get(field);
  if (!(file instanceof Blob)) return undefined;
  return file.size > limit ? 'too-large' : Buffer.from(await file.arrayBuffer());
}
