import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { content } from '@dossier/contract/documents/content';
import { library } from '@dossier/contract/documents/library';
import { messages, msgType } from '@dossier/contract/notifications/messages';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ZipFile } from 'yazl';
import { type TestServer, openTestServer } from '../../../../test/test-server.ts';
import { makeCabinet, makeDocument, makeFolder } from '../../../../test/make-items.ts';
import { expectWholeTree } from '../../../../test/tree-check.ts';
import { checkStore } from '../storage-check.ts';

/** A device that can be opened, and on which every write fails with ENOSPC. */
const full = '/dev/full';
let dossier: TestServer;
let place: string;
beforeAll(async () => void (dossier = await openTestServer()));
beforeEach(async () => void (place = await makeFolder(dossier.admin, await makeCabinet(dossier.admin))));
afterAll(() => dossier.close());

const sha = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

async function send(url: string, body: Buffer, more: Record<string, string> = {}): Promise<{ status: number; code?: number }> {
  const { statusCode, payload } = await dossier.server.app.inject({
    method: 'PATCH',
    url,
    headers: { 'tus-resumable': '1.0.0', 'upload-offset': '0', 'content-type': 'application/offset+octet-stream', ...more },
    payload: body,
  });
  return { status: statusCode, ...(payload === '' ? {} : { code: (JSON.parse(payload) as { code: number }).code }) };
}

/** Nothing of the bytes is left: no document, content or row, and no finding of the storage check. */
async function expectNothing(bytes: Buffer): Promise<void> {
  expect((await dossier.admin.call(library.items, { parentId: place })).totalNumber).toBe(0);
  expect(await dossier.services.storage.has(sha(bytes))).toBe(false);
  const { read, long } = dossier.services.database;
  expect(await read.selectFrom('blob').select('sha256').where('sha256', '=', sha(bytes)).execute()).toEqual([]);
  for await (const { kind, text } of checkStore(long, dossier.services.storage))
    expect([kind, text]).toEqual(['note', expect.stringContaining('part')]);
  await expectWholeTree(dossier);
}

/** Has the storage tell of a disk of this size. */
function fakeDisk({ free, capacity }: { free: number; capacity: number }): { restore(): void } {
  const { storage } = dossier.services;
  const before = { free: storage.free, capacity: storage.capacity };
  Object.assign(storage, { free: async () => free, capacity: async () => capacity });
  return { restore: () => void Object.assign(storage, before) };
}

// Linux alone has this device
describe.skipIf(!existsSync(full))('a full disk', () => {
  it.each([300_000, 3_000_000])('refuses an upload of %i bytes, and takes it once there is space', async (size) => {
    const bytes = randomBytes(size);
    const { id, uploadUrl } = await dossier.admin.call(content.preUpload, { parentId: place, name: 'a.bin', size });
    const part = join(dossier.data, 'parts', id);
    await symlink(full, part);
    expect(await send(uploadUrl, bytes)).toEqual({ status: 422, code: 4640 });
    await expectNothing(bytes);
    await makeDocument(dossier, dossier.admin, { parentId: await makeCabinet(dossier.admin), bytes: 'the server goes on' });
    await rm(part, { force: true });
    expect(await send(uploadUrl, bytes)).toEqual({ status: 204 });
    expect(await dossier.admin.call(library.documentDetail, { id })).toMatchObject({ size });
    expect(await dossier.services.storage.has(sha(bytes))).toBe(true);
  });

  it('keeps a document as it was when a new revision does not fit', async () => {
    const id = await makeDocument(dossier, dossier.admin, { parentId: place, name: 'kept.txt', bytes: 'the first' });
    const bytes = randomBytes(2000);
    const { uploadUrl } = await dossier.admin.call(content.preCheckIn, { id, size: bytes.length });
    const { storage } = dossier.services;
    const { putBytes } = storage;
    storage.putBytes = () => Promise.reject(Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }));
    try {
      expect(await send(uploadUrl, bytes)).toEqual({ status: 422, code: 4640 });
    } finally {
      storage.putBytes = putBytes;
    }
    expect(await dossier.admin.call(library.documentDetail, { id })).toMatchObject({ version: 1, size: 9 });
    expect(await send(uploadUrl, bytes)).toEqual({ status: 204 });
    expect(await dossier.admin.call(library.documentDetail, { id })).toMatchObject({ version: 2, size: 2000 });
  });

  it('refuses what will not fit before a byte is sent', async () => {
    const mib = 1024 ** 2;
    const disk = fakeDisk({ free: 100 * mib, capacity: 500 * mib });
    try {
      const asked = { parentId: place, name: 'large.bin' };
      // a tenth of a small disk stays free
      expect(await dossier.admin.refused(content.preUpload, { ...asked, size: 50 * mib + 1 })).toBe(4640);
      await dossier.admin.call(content.preUpload, { ...asked, size: 50 * mib });
    } finally {
      disk.restore();
    }
  });

  it('leaves nothing of an archive, and reports the reason', async () => {
    const zip = new ZipFile();
    const bytes = randomBytes(5000);
    zip.addBuffer(Buffer.from('a'), 'folder/a.txt');
    zip.addBuffer(bytes, 'folder/b.bin');
    zip.end();
    const chunks: Buffer[] = [];
    for await (const chunk of zip.outputStream) chunks.push(chunk as Buffer);
    const archive = { parentId: place, name: 'packed.zip', bytes: Buffer.concat(chunks), extract: true };
    const { storage } = dossier.services;
    const { append } = storage.parts;
    const link = join(dossier.data, 'parts', 'full');
    await symlink(full, link);
    storage.parts.append = (name, offset) => append(name.endsWith('.entry') ? 'full' : name, offset);
    try {
      await makeDocument(dossier, dossier.admin, archive);
      await dossier.drain();
    } finally {
      storage.parts.append = append;
      await rm(link, { force: true });
    }
    await expectNothing(bytes);
    const newestMessage = async () => (await dossier.admin.call(messages.unread)).list[0];
    expect(await newestMessage()).toMatchObject({ msgType: msgType.extractFailed, name: 'packed.zip' });
    await makeDocument(dossier, dossier.admin, archive);
    await dossier.drain();
    expect(await newestMessage()).toMatchObject({ msgType: msgType.extracted });
    expect((await dossier.admin.call(library.items, { parentId: place })).list).toMatchObject([{ name: 'folder' }]);
  });
});
