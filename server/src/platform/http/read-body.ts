import { parse } from 'node:querystring';
import { codes } from '@dossier/contract/core/codes';
import type { Access } from '@dossier/contract/core/route';
import type { FastifyRequest } from 'fastify';
import { Refusal } from '../refusal.ts';

/** How many bytes of input a call takes. Who has not shown who they are gets no room to fill. */
const largest = (access: Access): number => (access === 'public' ? 64 << 10 : 4 << 20);
const mostFields = 1000;
/** How long a body may be on its way: one that never ends would hold its memory for ever. */
const longestMs = 60_000;

/** The body of a call, JSON or form fields, as one shape; empty for any other kind. It is read only now, after the door. */
export async function readBody(request: FastifyRequest, access: Access): Promise<unknown> {
  const type = (request.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase();
  if (type === 'application/json') return parseJson(await readText(request, largest(access)));
  if (type === 'application/x-www-form-urlencoded') return parseForm(await readText(request, largest(access)));
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
  const fields = parse(text, '&', '=', { maxKeys: mostFields + 1 });
  if (Object.keys(fields).length > mostFields) throw new Refusal(codes.invalidParams);
  return { ...fields };
}

function readText(request: FastifyRequest, most: number): Promise<string> {
  const { raw } = request;
  if (Number(request.headers['content-length'] ?? 0) > most) throw new Refusal(codes.uploadTooLarge);
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
      if (bytes > most) stop(new Refusal(codes.uploadTooLarge));
      else parts.push(part);
    };
    const timer = setTimeout(() => stop(new Refusal(codes.invalidParams)), longestMs);
    raw.on('data', take);
    raw.once('error', stop);
    raw.once('end', () => {
      clearTimeout(timer);
      resolve(Buffer.concat(parts).toString('utf8'));
    });
    raw.once('close', () => stop(new Refusal(codes.invalidParams)));
  });
}
