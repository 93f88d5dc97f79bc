import { randomBytes } from 'node:crypto';
import { readdirSync, readlinkSync } from 'node:fs';
import { connect } from 'node:net';
import { content } from '@dossier/contract/documents/content';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeCabinet, makeDocument } from '../../../test/make-items.ts';
import { type TestServer, openTestServer } from '../../../test/test-server.ts';

let dossier: TestServer;
beforeAll(async () => {
  dossier = await openTestServer();
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

it.runIf(process.platform === 'linux')('one connection that reads no answer holds one descriptor, however much it asks for', async () => {
  const port = Number(new URL(await dossier.listen()).port);
  const parentId = await makeCabinet(dossier.admin);
  const id = await makeDocument(dossier, dossier.admin, { parentId, name: 'a.bin', bytes: randomBytes(8_000_000) });
  const { downloadUrl } = await dossier.admin.call(content.download, { id });
  let begun = 0;
  dossier.server.app.server.on('request', () => void (begun += 1));
  const socket = connect(port, '127.0.0.1');
  socket.pause();
  socket.write(`GET ${downloadUrl} HTTP/1.1\r\nhost: x\r\n\r\n`.repeat(100));
  await expect.poll(() => begun).toBe(100);
  await expect.poll(openContents).toBe(1);
  // were the others to open their files, they would by now
  await new Promise((resolve) => setTimeout(resolve, 1000));
  expect(openContents()).toBe(1);
  socket.destroy();
  await expect.poll(openContents).toBe(0);
});
