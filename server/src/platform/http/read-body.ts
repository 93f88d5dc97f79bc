import { parse } from 'node:querystring';
import { codes } from '@dossier/contract/core/codes';
import type { Access } from '@dossier/contract/core/route';
import type { FastifyRequest } from 'fastify';
import { Refusal } from '../refusal.ts';

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
