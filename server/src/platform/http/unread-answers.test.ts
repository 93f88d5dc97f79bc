import { randomBytes } from 'node:crypto';
import { readdirSync, readlinkSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { codes } from '@dossier/contract/core/codes';
import { content } from '@dossier/contract/documents/content';
import { editing } from '@dossier/contract/editing/editing';
import { maxPictureBytes } from '@dossier/contract/editing/slide-edits';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeFile } from '../../../../demo/files/make-file.ts';
import { makeCabinet, makeDocument } from '../../../test/make-items.ts';
import { type TestServer, openTestServer } from '../../../test/test-server.ts';
import { maxUnreadBytes } from './unread-answers.ts';

let dossier: TestServer;
let port: number;
let parentId: string;
/** Every response of the server, in the order of the requests. */
const responses: ServerResponse[] = [];
beforeAll(async () => {
  dossier = await openTestServer();
  port = Number(new URL(await dossier.listen()).port);
  parentId = await makeCabinet(dossier.admin);
  dossier.server.app.server.on('request', (_request, response) => void responses.push(response));
});
afterAll(() => dossier.close());

const descriptors = '/proc/self/fd';

/** Descriptors of stored contents in this process. */
const openContents = (): number =>
  readdirSync(descriptors).filter((name) => {
    try {
      return readlinkSync(`${descriptors}/${name}`).includes('/blobs/');
    } catch {
      return false;
    }
  }).length;

/** Requests an address and reads nothing of the answers. */
function askWithoutReading(url: string, times = 1): Socket {
  const socket = connect(port, '127.0.0.1');
  socket.pause();
  socket.write(`GET ${url} HTTP/1.1\r\nhost: x\r\n\r\n`.repeat(times));
  return socket;
}

const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');

/** The address of a large picture in the session of a presentation: an answer that is made in memory. */
async function uploadPicture(): Promise<string> {
  const { bytes } = await makeFile('pptx', { title: 'Plan', lang: 'en', seed: 7 });
  const id = await makeDocument(dossier, dossier.admin, { parentId, name: `${crypto.randomUUID()}.pptx`, bytes });
  const { pictureUrl = '' } = await dossier.admin.call(editing.open, { id });
  const payload = Buffer.concat([png, Buffer.alloc(maxPictureBytes - png.length)]);
  const sent = await dossier.server.app.inject({ method: 'PUT', url: pictureUrl, payload, headers: { 'content-type': 'image/png' } });
  const { data } = sent.json<{ data: { picture: string } }>();
  return `${pictureUrl}/${data.picture}`;
}

it('an answer is begun when the one before it on its connection was taken', async () => {
  const url = await uploadPicture();
  const before = responses.length;
  const socket = askWithoutReading(url, 20);
  const begun = () => responses.slice(before).filter(({ headersSent }) => headersSent).length;
  await expect.poll(() => responses.length - before).toBe(20);
  await expect.poll(begun).toBe(1);
  // were the others made, they would be by now
  await new Promise((resolve) => setTimeout(resolve, 1000));
  expect(begun()).toBe(1);
  socket.resume();
  await expect.poll(begun).toBe(20);
  socket.destroy();
});

it('large answers that one user leaves unread are bounded', async () => {
  const url = await uploadPicture();
  const before = responses.length;
  const sockets = Array.from({ length: 12 }, () => askWithoutReading(url));
  const statuses = () =>
    responses
      .slice(before)
      .filter(({ headersSent }) => headersSent)
      .map(({ statusCode }) => statusCode);
  await expect.poll(() => statuses().length).toBe(12);
  const answered = statuses().filter((status) => status === 200).length;
  expect(answered).toBe(Math.floor(maxUnreadBytes / maxPictureBytes));
  expect(statuses().filter((status) => status === codes.tooManyRequests.status)).toHaveLength(12 - answered);
  // small answers are given, and large ones once those are gone
  const id = await makeDocument(dossier, dossier.admin, { parentId, name: 'small.txt', bytes: 'x' });
  expect(await dossier.admin.call(content.download, { id })).toHaveProperty('downloadUrl');
  for (const socket of sockets) socket.destroy();
  await expect.poll(async () => (await dossier.server.app.inject({ url })).statusCode).toBe(200);
});

it.runIf(process.platform === 'linux')(
  'one connection that reads no answer holds one descriptor and its buffers, however much it asks for',
  async () => {
    const id = await makeDocument(dossier, dossier.admin, { parentId, name: 'a.bin', bytes: randomBytes(8_000_000) });
    const { downloadUrl } = await dossier.admin.call(content.download, { id });
    const before = responses.length;
    const held = process.memoryUsage().arrayBuffers;
    const socket = askWithoutReading(downloadUrl, 100);
    await expect.poll(() => responses.length - before).toBe(100);
    await expect.poll(openContents).toBe(1);
    // were the others to open their files, they would by now
    await new Promise((resolve) => setTimeout(resolve, 1000));
    expect(openContents()).toBe(1);
    expect(process.memoryUsage().arrayBuffers - held).toBeLessThan(8 << 20);
    socket.destroy();
    await expect.poll(openContents).toBe(0);
  },
);
