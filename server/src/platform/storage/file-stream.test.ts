import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { type IncomingMessage, type Server, createServer, get } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FileStream } from './file-stream.ts';

const bytes = randomBytes((5 << 20) + 12_345);
const sum = (data: Uint8Array): string => createHash('sha256').update(data).digest('hex');
let folder = '';
let path = '';
let server: Server;
let range: { start?: number; end?: number } = {};
const errors: unknown[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'dossier-test-'));
  path = join(folder, 'file');
  writeFileSync(path, bytes);
  server = createServer((_, answer) => {
    const { start = 0, end } = range;
    if (end !== undefined) answer.setHeader('content-length', end - start + 1);
    const stream = new FileStream(path, range);
    stream.on('error', (error) => {
      errors.push(error);
      answer.destroy();
    });
    answer.on('close', () => stream.destroy());
    stream.pipe(answer);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});

afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

async function ask(): Promise<IncomingMessage> {
  const { port } = server.address() as AddressInfo;
  const [answer] = (await once(get({ port, host: '127.0.0.1', agent: false }), 'response')) as [IncomingMessage];
  return answer;
}

async function gather(stream: AsyncIterable<unknown>, wait = 0): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of stream) {
    parts.push(part as Buffer);
    if (wait > 0) await pause(wait);
  }
  return Buffer.concat(parts);
}

const openFiles = (): number => readdirSync('/dev/fd').length;

test('a response gets every byte, whether its reader is fast or slow', async () => {
  range = {};
  expect(sum(await gather(await ask()))).toBe(sum(bytes));
  expect(sum(await gather(await ask(), 3))).toBe(sum(bytes));
});

test('a range is what lies between both ends, included', async () => {
  for (const [start, end] of [
    [0, 0],
    [100, 100 + (1 << 19)],
    [(1 << 19) - 1, (3 << 19) + 7],
    [bytes.length - 1, bytes.length - 1],
  ] as const) {
    range = { start, end };
    expect(sum(await gather(await ask()))).toBe(sum(bytes.subarray(start, end + 1)));
  }
});

test('another stream that keeps its chunks sees no byte change under it', async () => {
  const keeping = new FileStream(path).pipe(new PassThrough({ highWaterMark: 64 << 20 }));
  await pause(100);
  expect(sum(await gather(keeping))).toBe(sum(bytes));
});

test('a reader that disconnects closes the file', async () => {
  range = {};
  const before = openFiles();
  for (let round = 0; round < 20; round++) {
    const answer = await ask();
    answer.destroy();
    await once(answer, 'close');
  }
  for (let tries = 0; openFiles() > before && tries < 200; tries++) await pause(10);
  expect(openFiles()).toBeLessThanOrEqual(before);
});

test('each of several responses on one connection is whole', async () => {
  range = { start: 7, end: (1 << 20) + 6 };
  const { port } = server.address() as AddressInfo;
  const socket = connect(port, '127.0.0.1');
  const last = 'GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(3) + last);
  const all = await gather(socket);
  const wanted = bytes.subarray(7, (1 << 20) + 7);
  const sums: string[] = [];
  for (let at = all.indexOf('\r\n\r\n'); at !== -1; at = all.indexOf('\r\n\r\n', at + 4 + wanted.length))
    sums.push(sum(all.subarray(at + 4, at + 4 + wanted.length)));
  expect(sums).toEqual(Array.from({ length: 4 }, () => sum(wanted)));
});

test('a file that is shorter than its range breaks the response instead of ending it', async () => {
  range = { start: 0, end: bytes.length };
  errors.length = 0;
  await expect(ask().then((answer) => gather(answer))).rejects.toThrow('aborted');
  expect(String(errors[0])).toContain('shorter');
});

test('a missing file is an error', async () => {
  await expect(gather(new FileStream(join(folder, 'missing')))).rejects.toMatchObject({ code: 'ENOENT' });
});
