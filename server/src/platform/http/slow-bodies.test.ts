import { randomBytes } from 'node:crypto';
import { type Socket, connect } from 'node:net';
import { content } from '@dossier/contract/documents/content';
import { library } from '@dossier/contract/documents/library';
import { session } from '@dossier/contract/identity/sessions';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestServer, openTestServer } from '../../../test/test-server.ts';
import { makeCabinet } from '../../../test/make-items.ts';
import { leastRate } from './slow-bodies.ts';

let dossier: TestServer;
let port: number;
/** Requests whose head the server has had. */
let begun = 0;
beforeAll(async () => {
  dossier = await openTestServer();
  dossier.server.app.server.on('request', () => void (begun += 1));
  port = Number(new URL(await dossier.listen()).port);
});
afterAll(() => dossier.close());

interface OpenRequest {
  socket: Socket;
  /** What the server said until now. */
  told: () => string;
  isClosed: () => boolean;
}

/** Begins a request whose body comes piece by piece: the server has had its head. */
async function begin(method: string, path: string, headers: Record<string, string | number>): Promise<OpenRequest> {
  const before = begun;
  const socket = connect(port, '127.0.0.1');
  let told = '';
  let closed = false;
  socket.on('data', (bytes) => void (told += bytes.toString('latin1')));
  socket.on('close', () => void (closed = true));
  socket.on('error', () => undefined);
  const lines = Object.entries({ host: 'x', ...headers }).map(([name, value]) => `${name}: ${value}`);
  await new Promise<void>((resolve) => socket.write([`${method} ${path} HTTP/1.1`, ...lines, '', ''].join('\r\n'), () => resolve()));
  await expect.poll(() => begun).toBe(before + 1);
  return { socket, told: () => told, isClosed: () => closed };
}

const write = ({ socket }: OpenRequest, bytes: Uint8Array): Promise<void> =>
  new Promise((resolve) => void socket.write(bytes, () => resolve()));

async function openUpload(size: number): Promise<{ id: string; uploadUrl: string; headers: Record<string, string | number> }> {
  const parentId = await makeCabinet(dossier.admin);
  const opened = await dossier.admin.call(content.preUpload, { parentId, name: 'slow.bin', size });
  const headers = {
    'tus-resumable': '1.0.0',
    'upload-offset': 0,
    'content-type': 'application/offset+octet-stream',
    'content-length': size,
  };
  return { ...opened, headers };
}

it('a body that only drips is cut off with 408, wherever it goes to', async () => {
  const { uploadUrl, headers } = await openUpload(1_000_000);
  const login = await begin('POST', session.login.path, { 'content-type': 'application/json', 'content-length': 1000 });
  const upload = await begin('PATCH', uploadUrl, headers);
  const chunked = await begin('POST', session.login.path, { 'content-type': 'application/json', 'transfer-encoding': 'chunked' });
  for (const one of [login, upload]) await write(one, Buffer.from('{'));
  dossier.clock.forward(leastRate.windowMs);
  for (const one of [login, upload, chunked]) {
    await expect.poll(one.isClosed).toBe(true);
    expect(one.told()).toMatch(/^HTTP\/1\.1 408 /);
  }
});

it('an upload over a line of 2 kB/s goes on until it is whole', async () => {
  const perWindow = (2000 * leastRate.windowMs) / 1000;
  const bytes = randomBytes(3 * perWindow);
  const { id, uploadUrl, headers } = await openUpload(bytes.length);
  const request = await begin('PATCH', uploadUrl, headers);
  for (let at = 0; at < bytes.length; at += perWindow) {
    await write(request, bytes.subarray(at, at + perWindow));
    // the window ends, and another begins, while the next piece is on its way
    await new Promise((resolve) => setTimeout(resolve, 200));
    if (at + perWindow < bytes.length) dossier.clock.forward(leastRate.windowMs);
    await new Promise((resolve) => setTimeout(resolve, 1300));
  }
  await expect.poll(request.told).toMatch(/^HTTP\/1\.1 204 /);
  request.socket.destroy();
  expect(await dossier.admin.call(library.documentDetail, { id })).toMatchObject({ size: bytes.length });
});

it('what came of an upload before it was cut off is kept, and goes on from there', async () => {
  const bytes = randomBytes(400_000);
  const { id, uploadUrl, headers } = await openUpload(bytes.length);
  const request = await begin('PATCH', uploadUrl, headers);
  await write(request, bytes.subarray(0, 300_000));
  await new Promise((resolve) => setTimeout(resolve, 300));
  dossier.clock.forward(leastRate.windowMs);
  // the first window was full enough: it ends only after one in which nothing comes
  await new Promise((resolve) => setTimeout(resolve, 1300));
  dossier.clock.forward(leastRate.windowMs);
  await expect.poll(request.isClosed).toBe(true);
  // 423 until what came is written
  const head = () => dossier.server.app.inject({ method: 'HEAD', url: uploadUrl, headers: { 'tus-resumable': '1.0.0' } });
  await expect.poll(async () => (await head()).headers['upload-offset']).toBe('300000');
  const rest = await dossier.server.app.inject({
    method: 'PATCH',
    url: uploadUrl,
    headers: { 'tus-resumable': '1.0.0', 'upload-offset': '300000', 'content-type': 'application/offset+octet-stream' },
    payload: bytes.subarray(300_000),
  });
  expect(rest.statusCode).toBe(204);
  expect(await dossier.admin.call(library.documentDetail, { id })).toMatchObject({ size: bytes.length });
});
