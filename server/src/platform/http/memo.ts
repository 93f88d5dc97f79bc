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

/** Answers to reading calls, kept only while nothing whatever is committed to the database. */
export interface Memo {
  /** The state of the database to keep an answer under, taken before the answer is worked out; undefined where the engine cannot tell. */
  mark(): number | undefined;
  find(key: string, now: number): string | undefined;
  keep(key: string, kept: Kept): void;
}

const most = 500;
const longest = 256 * 1024;
/** However quiet the database is, an answer is worked out anew after this time: sessions and deadlines move with the clock. */
export const memoMs = 1000;

/** A memory of at most 500 answers; the oldest goes first. */
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
      if (kept.body.length > longest) return;
      if (answers.size >= most) answers.delete(answers.keys().next().value ?? '');
      answers.set(key, kept);
    },
  };
}

const packed = promisify(gzip);
const unpacked = promisify(gunzip);

/** An answer that stands in a file as it is sent, envelope and all: for long ones, that would be written anew for each who asks. */
export class ReadyAnswer {
  readonly path: string;
  constructor(path: string) {
    this.path = path;
  }
}

/** What is to stand in that file; `data` has been looked at as the output of its call. */
export const readyBytes = (data: unknown): Promise<Buffer> => packed(JSON.stringify({ code: 200, message: 'OK', data }));

/** What such a file answers. */
export async function dataIn<T>(path: string): Promise<T> {
  return (JSON.parse((await unpacked(await readFile(path))).toString()) as { data: T }).data;
}

/** Sends it packed, or unpacked to who does not read that. */
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
