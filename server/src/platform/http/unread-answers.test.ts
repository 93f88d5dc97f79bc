import { randomBytes } from 'node:crypto';
import { readdirSync, readlinkSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { connect, Socket } from 'node:net';
import { permissions } from '@dossier/contract/access/permissions';
import { codes } from '@dossier/contract/core/codes';
import { level } from '@dossier/contract/core/rights';
import { content } from '@dossier/contract/documents/content';
import { editing } from '@dossier/contract/editing/editing';
import { linkEditing } from '@dossier/contract/editing/link-editing';
import { maxPictureBytes } from '@dossier/contract/editing/slide-edits';
import { session } from '@dossier/contract/identity/sessions';
import { shares } from '@dossier/contract/sharing/shares';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeFile } from '../../../../demo/files/make-file.ts';
import { makeSignedIn } from '../../../test/make.ts';
import { makeCabinet, makeDocument } from '../../../test/make-items.ts';
import { visitorOf } from '../../../test/share-people.ts';
import { type TestServer, openTestServer } from '../../../test/test-server.ts';
import { maxUnreadBytes, maxUnreadOfAll, maxUnreadOfVisitors, mostWaiting, UnreadAnswers } from './unread-answers.ts';

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
  return putPicture(pictureUrl);
}

async function putPicture(pictureUrl: string): Promise<string> {
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

/** Requests behind the live stream of a user, which does not end. */
async function askBehindStream(): Promise<{ socket: Socket; arrived: () => number }> {
  const { url } = await dossier.admin.call(session.streamTicket, {});
  const before = responses.length;
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  socket.write(`GET ${url} HTTP/1.1\r\nhost: x\r\n\r\n`);
  await expect.poll(() => responses[before]?.headersSent).toBe(true);
  return { socket, arrived: () => responses.length - before - 1 };
}

it('a connection with many requests behind an answer that does not end is not read, and is closed when one read brings hundreds', async () => {
  const request = `GET /${'x'.repeat(3000)} HTTP/1.1\r\nhost: x\r\n\r\n`;
  const first = await askBehindStream();
  // 30 MB: more than the buffers of both sides hold
  for (let n = 0; n < 100; n++) first.socket.write(request.repeat(100));
  await expect.poll(first.arrived).toBeGreaterThan(16);
  // were the connection read, thousands would have come by now
  await new Promise((resolve) => setTimeout(resolve, 1000));
  expect(first.arrived()).toBeLessThan(100);
  expect(first.socket.closed).toBe(false);
  first.socket.destroy();
  const second = await askBehindStream();
  second.socket.resume();
  second.socket.write('GET / HTTP/1.1\r\nhost: x\r\n\r\n'.repeat(1500));
  await expect.poll(() => second.socket.closed).toBe(true);
  expect(second.arrived()).toBeGreaterThan(mostWaiting);
});

it('a client that sends hundreds of requests ahead has all answers', async () => {
  const socket = connect(port, '127.0.0.1');
  let text = '';
  socket.on('data', (data: Buffer) => {
    text += data.toString();
  });
  const padding = 'x'.repeat(400);
  for (let n = 0; n < 500; n++) socket.write(`GET /nothing/${n} HTTP/1.1\r\nhost: x\r\nuser-agent: ${padding}\r\n\r\n`);
  socket.write('POST /nothing/last HTTP/1.1\r\nhost: x\r\ncontent-length: 100000\r\n\r\n');
  socket.write('y'.repeat(100_000));
  socket.write('GET /health HTTP/1.1\r\nhost: x\r\n\r\n');
  await expect.poll(() => text.match(/HTTP\/1\.1 \d+/gu)?.length).toBe(502);
  expect(text.match(/HTTP\/1\.1 \d+/gu)?.at(-1)).toBe('HTTP/1.1 200');
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

it('one visitor has the same bound in all share sessions', async () => {
  const [giver, colleague] = [await makeSignedIn(dossier), await makeSignedIn(dossier)];
  await dossier.admin.call(permissions.grant, {
    objId: parentId,
    granteeType: 'user',
    granteeId: giver.id,
    level: level.full,
    reach: 'all',
  });
  const { bytes } = await makeFile('pptx', { title: 'Plan', lang: 'en', seed: 7 });
  const id = await makeDocument(dossier, giver.client, { parentId, name: 'shared.pptx', bytes });
  const { token } = await giver.client.call(shares.create, {
    objIds: [id],
    allowDownload: true,
    allowEdit: true,
    recipients: [],
    colleagues: [{ granteeType: 'user', granteeId: colleague.id }],
  });
  const before = responses.length;
  const sockets: Socket[] = [];
  const pictures = Math.floor(maxUnreadBytes / maxPictureBytes);
  for (let n = 0; n < 2; n++) {
    const visitor = visitorOf(dossier, (await colleague.client.call(shares.enter, { token })).sessionId);
    const { pictureUrl = '' } = await visitor.call(linkEditing.open, { token, id });
    const url = await putPicture(pictureUrl);
    for (let asked = 0; asked < pictures; asked++) sockets.push(askWithoutReading(url));
  }
  const answered = () => responses.slice(before).filter(({ headersSent, req }) => headersSent && req.socket instanceof Socket);
  await expect.poll(() => answered().length).toBe(2 * pictures);
  expect(answered().filter(({ statusCode }) => statusCode === 200)).toHaveLength(pictures);
  expect(answered().filter(({ statusCode }) => statusCode === codes.tooManyRequests.status)).toHaveLength(pictures);
  for (const socket of sockets) socket.destroy();
});

it('unread answers are bounded for a requester, for all visitors of a giver, and for everybody, where who has least goes on', () => {
  const unread = new UnreadAnswers();
  const dropped: string[] = [];
  const add = (by: string, visitor: string, size: number) =>
    unread.add({ by, visitor, size, drop: () => dropped.push(`${by} ${visitor}`) });
  // an answer alone may be larger
  const alone = add('ann', '', maxUnreadBytes + 1);
  expect(alone).toBeTypeOf('function');
  expect(add('ann', '', 1)).toBeUndefined();
  alone?.();
  const taken = ['1 a', '1 b', '2 a'].map((visitor) => add('ann', visitor, maxUnreadOfVisitors / 2));
  expect(taken.map((one) => one !== undefined)).toEqual([true, true, false]);
  // their giver is not kept out
  expect(add('ann', '', 1)).toBeTypeOf('function');
  expect(dropped).toEqual([]);
  const rest = maxUnreadOfAll - maxUnreadOfVisitors - 1;
  const others = Math.floor(rest / maxUnreadBytes);
  for (let n = 0; n < others; n++) expect(add(`user ${n}`, '', maxUnreadBytes)).toBeTypeOf('function');
  expect(add('last', '', rest - others * maxUnreadBytes)).toBeTypeOf('function');
  expect(dropped).toEqual([]);
  // all is taken: who leaves most unread loses the answer that came first, and has no more
  expect(add('ann', '', maxUnreadBytes - 1)).toBeUndefined();
  expect(add('new', '', 1000)).toBeTypeOf('function');
  expect(dropped).toEqual(['ann 1 a']);
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
