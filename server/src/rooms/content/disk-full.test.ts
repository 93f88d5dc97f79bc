import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { rm, symlink } from 'node:fs/promises';
import { content } from '@dossier/contract/content';
import { library } from '@dossier/contract/library';
import { messages, msgType } from '@dossier/contract/messages';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ZipFile } from 'yazl';
import { openHouse, type TestHouse } from '../../../test/house.ts';
import { makeCabinet, makeDocument, makeFolder } from '../../../test/make-items.ts';
import { expectWholeTree } from '../../../test/tree-check.ts';
import { checkStore } from './check-store.ts';

/** A file of the system that can be opened, and in which every write finds the disk full. */
const full = '/dev/full';
let house: TestHouse;
let place: string;
beforeAll(async () => void (house = await openHouse()));
beforeEach(async () => void (place = await makeFolder(house.admin, await makeCabinet(house.admin))));
afterAll(() => house.close());

const sha = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

async function send(url: string, body: Buffer, more: Record<string, string> = {}): Promise<{ status: number; code?: number }> {
  const { statusCode, payload } = await house.server.app.inject({
    method: 'PATCH',
    url,
    headers: { 'tus-resumable': '1.0.0', 'upload-offset': '0', 'content-type': 'application/offset+octet-stream', ...more },
    payload: body,
  });
  return { status: statusCode, ...(payload === '' ? {} : { code: (JSON.parse(payload) as { code: number }).code }) };
}

/** Nothing of the bytes: no document, no content, no row that speaks of one, and nothing that a check complains of. */
async function expectNothing(bytes: Buffer): Promise<void> {
  expect((await house.admin.call(library.items, { parentId: place })).totalNumber).toBe(0);
  expect(house.house.blobs.stands(sha(bytes))).toBe(false);
  const { read, long } = house.house.database;
  expect(await read.selectFrom('blob').select('sha256').where('sha256', '=', sha(bytes)).execute()).toEqual([]);
  for await (const { kind, text } of checkStore(long, house.house.blobs))
    expect([kind, text]).toEqual(['note', expect.stringContaining('part')]);
  await expectWholeTree(house);
}

// Linux has such a file, other systems do not
describe.skipIf(!existsSync(full))('a full disk', () => {
  it.each([1000, 300_000, 3_000_000])('refuses an upload of %i bytes, and takes it once there is room', async (size) => {
    const bytes = randomBytes(size);
    const { id, uploadUrl } = await house.admin.call(content.preUpload, { parentId: place, name: 'a.bin', size });
    const part = house.house.blobs.partPath(id);
    await symlink(full, part);
    expect(await send(uploadUrl, bytes)).toEqual({ status: 422, code: 4640 });
    await expectNothing(bytes);
    await makeDocument(house, house.admin, { parentId: await makeCabinet(house.admin), bytes: 'the server goes on' });
    await rm(part, { force: true });
    expect(await send(uploadUrl, bytes)).toEqual({ status: 204 });
    expect(await house.admin.call(library.documentDetail, { id })).toMatchObject({ size });
    expect(house.house.blobs.stands(sha(bytes))).toBe(true);
  });

  it('keeps a document as it was when a new revision finds no room', async () => {
    const id = await makeDocument(house, house.admin, { parentId: place, name: 'kept.txt', bytes: 'the first' });
    const bytes = randomBytes(2000);
    const { uploadUrl } = await house.admin.call(content.preCheckIn, { id, size: bytes.length });
    const { blobs } = house.house;
    const { keep } = blobs;
    blobs.keep = () => Promise.reject(Object.assign(new Error('no space left on device'), { code: 'ENOSPC' }));
    try {
      expect(await send(uploadUrl, bytes)).toEqual({ status: 422, code: 4640 });
    } finally {
      blobs.keep = keep;
    }
    expect(await house.admin.call(library.documentDetail, { id })).toMatchObject({ version: 1, size: 9 });
    expect(await send(uploadUrl, bytes)).toEqual({ status: 204 });
    expect(await house.admin.call(library.documentDetail, { id })).toMatchObject({ version: 2, size: 2000 });
  });

  it('refuses what will not fit before a byte is sent', async () => {
    const { blobs } = house.house;
    const { free } = blobs;
    blobs.free = () => Promise.resolve(100 * 1024 ** 2);
    try {
      const asked = { parentId: place, name: 'large.bin' };
      expect(await house.admin.refused(content.preUpload, { ...asked, size: 50 * 1024 ** 2 })).toBe(4602);
      await house.admin.call(content.preUpload, { ...asked, size: 10 * 1024 ** 2 });
    } finally {
      blobs.free = free;
    }
  });

  it('leaves nothing of an archive, and says why', async () => {
    const zip = new ZipFile();
    const bytes = randomBytes(5000);
    zip.addBuffer(Buffer.from('a'), 'folder/a.txt');
    zip.addBuffer(bytes, 'folder/b.bin');
    zip.end();
    const chunks: Buffer[] = [];
    for await (const chunk of zip.outputStream) chunks.push(chunk as Buffer);
    const archive = { parentId: place, name: 'packed.zip', bytes: Buffer.concat(chunks), extract: true };
    const { blobs } = house.house;
    const { partPath } = blobs;
    const link = partPath('full');
    await symlink(full, link);
    blobs.partPath = (name) => (name.endsWith('.entry') ? link : partPath(name));
    try {
      await makeDocument(house, house.admin, archive);
      await house.drain();
    } finally {
      blobs.partPath = partPath;
      await rm(link, { force: true });
    }
    await expectNothing(bytes);
    const told = async () => (await house.admin.call(messages.unread)).list[0];
    expect(await told()).toMatchObject({ msgType: msgType.extractFailed, name: 'packed.zip' });
    await makeDocument(house, house.admin, archive);
    await house.drain();
    expect(await told()).toMatchObject({ msgType: msgType.extracted });
    expect((await house.admin.call(library.items, { parentId: place })).list).toMatchObject([{ name: 'folder' }]);
  });
});
