import { open, readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { createGunzip, gunzip, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Database } from '../db/database.ts';

interface Kept {
  mark: number;
  until: number;
  body: string;
}

/** Answers of reading calls, kept only while nothing is committed to the database. */
export interface Memo {
  /** The state of the database to keep an answer under, taken before the answer is computed; undefined where the engine has no such mark. */
  mark(): number | undefined;
  find(key: string, now: number): string | undefined;
  keep(key: string, kept: Kept): void;
}

const maxAnswers = 500;
const maxLength = 256 * 1024;
/** An answer is computed anew after this time even without a commit: sessions and deadlines move with the clock. */
export const memoMs = 1000;

/** At most 500 answers; the oldest is dropped first. */
export function createMemo(database: Database): Memo {
  const answers = new Map<string, Kept>();
  const mark = () => database.changeMark?.();
  return {
    mark,
    find(key, now) {
      const kept = answers.get(key);
      if (kept === undefined) return undefined;
      if (kept.mark === mark() && now < kept.until && now >= kept.until - memoMs) return kept.body;
      answers.delete(key);
      return undefined;
    },
    keep(key, kept) {
      if (kept.body.length > maxLength) return;
      if (answers.size >= maxAnswers) answers.delete(answers.keys().next().value ?? '');
      answers.set(key, kept);
    },
  };
}

const packed = promisify(gzip);
const unpacked = promisify(gunzip);

/** An answer in a file, as it is sent with its envelope: for long answers that would be serialised anew for each request. */
export class ReadyAnswer {
  readonly path: string;
  constructor(path: string) {
    this.path = path;
  }
}

/** The content of that file; `data` has been checked against the output of its call. */
export const readyBytes = (data: unknown): Promise<Buffer> => packed(JSON.stringify({ code: 200, message: 'OK', data }));

/** The answer in such a file. */
export async function dataIn<T>(path: string): Promise<T> {
  return (JSON.parse((await unpacked(await readFile(path))).toString()) as { data: T }).data;
}

/** Sends it compressed, or decompressed where the client does not accept that. */
export async function sendReady(request: FastifyRequest, reply: FastifyReply, { path }: ReadyAnswer): Promise<FastifyReply> {
  const file = await open(path);
  reply.headers({ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store', vary: 'accept-encoding' });
  const bytes = file.createReadStream();
  if (/\bgzip\b(?!\s*;\s*q=0(?:\.0*)?\s*(?:,|$))/i.test(request.headers['accept-encoding'] ?? ''))
    return reply.header('content-encoding', 'gzip').send(bytes);
  const unpack = createGunzip();
  bytes.on('error', (error) => unpack.destroy(error));
  unpack.on('close', () => bytes.destroy());
  return reply.send(bytes.pipe(unpack));
}
