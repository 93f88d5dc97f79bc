import { open, readFile } from 'node:fs/promises';
import { createGunzip, gunzip, gzip } from 'node:zlib';
import { promisify } from 'node:util';
import type { FastifyReply, FastifyRequest } from 'fastify';

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
