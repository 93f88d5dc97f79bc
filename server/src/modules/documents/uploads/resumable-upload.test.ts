import { createHash, randomBytes } from 'node:crypto';
import { permissions } from '@dossier/contract/access/permissions';
import { level, moduleType } from '@dossier/contract/core/rights';
import { content } from '@dossier/contract/documents/content';
import { library } from '@dossier/contract/documents/library';
import { session } from '@dossier/contract/identity/sessions';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestServer, openTestServer } from '../../../../test/test-server.ts';
import { makeCabinet, makeDocument, makeFolder, upload } from '../../../../test/make-items.ts';
import { makeSignedIn } from '../../../../test/make.ts';

let dossier: TestServer;
let cabinet: string;
let address: string;
beforeAll(async () => {
  dossier = await openTestServer();
  cabinet = await makeCabinet(dossier.admin);
  address = await dossier.listen();
});
afterAll(() => dossier.close());

const sha = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

async function send(url: string, body: Buffer, at: number | { offset: number; token?: string }) {
  const { offset, token } = typeof at === 'number' ? { offset: at, token: undefined } : at;
  const answer = await fetch(address + url, {
    method: 'PATCH',
    headers: {
      'tus-resumable': '1.0.0',
      'content-type': 'application/offset+octet-stream',
      'upload-offset': String(offset),
      ...(token && { authorization: token }),
    },
    body: new Uint8Array(body),
  });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, code: text === '' ? undefined : (JSON.parse(text) as { code: number }).code };
}

const ask = async (url: string, method = 'HEAD') => {
  const answer = await fetch(address + url, { method });
  return { status: answer.status, offset: answer.headers.get('upload-offset'), document: answer.headers.get('dossier-document') };
};

const names = async (parentId: string) =>
  (await dossier.admin.call(library.items, { parentId, pageNo: 1, pageSize: 100 })).list.map((item) => `${item.name} ${item.size ?? ''}`);

const open = (bytes: Buffer, more: object = {}) =>
  dossier.admin.call(content.preUpload, { parentId: cabinet, name: `${randomBytes(4).toString('hex')}.bin`, size: bytes.length, ...more });

describe('an upload', () => {
  it.each([0, 1, 20_000, 3_000_000])('of %i bytes is placed when its last answer arrives', async (size) => {
    const bytes = randomBytes(size);
    const place = await makeFolder(dossier.admin, cabinet);
    const { id, uploadUrl } = await open(bytes, { parentId: place, name: 'all.bin', sha256: sha(bytes) });
    expect(await names(place)).toEqual([]);
    expect(await send(uploadUrl, bytes, 0)).toMatchObject({ status: 204 });
    expect(await dossier.admin.call(library.documentDetail, { id })).toMatchObject({ name: 'all.bin', size, version: 1, ext: 'bin' });
    expect(await ask(uploadUrl)).toEqual({ status: 200, offset: String(size), document: id });
    expect((await send(uploadUrl, bytes, 0)).status).toBe(size === 0 ? 204 : 409);
  });

  it('of no bytes is placed by the first HEAD, as tus clients send it', async () => {
    const { id, uploadUrl } = await open(Buffer.alloc(0));
    expect(await ask(uploadUrl)).toEqual({ status: 200, offset: '0', document: id });
  });

  it.each([1000, 3_000_000])('of %i bytes resumes where it stopped, also after a restart', async (size) => {
    const bytes = randomBytes(size);
    const { id, uploadUrl } = await open(bytes, { sha256: sha(bytes) });
    const half = Math.floor(size / 2);
    expect((await send(uploadUrl, bytes.subarray(0, half), 0)).headers.get('upload-offset')).toBe(String(half));
    expect(await send(uploadUrl, bytes.subarray(0, 10), 0)).toMatchObject({ status: 409, code: 4638 });
    await dossier.reopen();
    address = await dossier.listen();
    expect(await ask(uploadUrl)).toMatchObject({ offset: String(half) });
    expect((await send(uploadUrl, bytes.subarray(half), half)).status).toBe(204);
    expect(await dossier.admin.call(library.documentDetail, { id })).toMatchObject({ size });
  });

  it('keeps the bytes from before the connection broke', async () => {
    const bytes = randomBytes(2_000_000);
    const { id, uploadUrl } = await open(bytes, { sha256: sha(bytes) });
    const cut = new AbortController();
    const body = new ReadableStream({
      start(stream) {
        stream.enqueue(new Uint8Array(bytes.subarray(0, 700_000)));
        setTimeout(() => cut.abort(), 300);
      },
    });
    const headers = { 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' };
    const sending = fetch(address + uploadUrl, { method: 'PATCH', headers, body, duplex: 'half', signal: cut.signal });
    await expect(sending).rejects.toThrow('aborted');
    await expect.poll(async () => Number((await ask(uploadUrl)).offset)).toBe(700_000);
    expect((await send(uploadUrl, bytes.subarray(700_000), 700_000)).status).toBe(204);
    expect(await dossier.admin.call(library.documentDetail, { id })).toMatchObject({ size: 2_000_000 });
  });

  it('is refused while another piece of it is being received', async () => {
    const bytes = randomBytes(1_000_000);
    const { uploadUrl } = await open(bytes);
    let more: ReadableStreamDefaultController | undefined;
    const body = new ReadableStream({
      start(stream) {
        more = stream;
        stream.enqueue(new Uint8Array(bytes.subarray(0, 1000)));
      },
    });
    const headers = { 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' };
    const sending = fetch(address + uploadUrl, { method: 'PATCH', headers, body, duplex: 'half' });
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(await send(uploadUrl, bytes, 0)).toMatchObject({ status: 423, code: 4639 });
    more?.enqueue(new Uint8Array(bytes.subarray(1000)));
    more?.close();
    expect((await sending).status).toBe(204);
  });

  it('with other bytes than announced leaves nothing', async () => {
    const bytes = randomBytes(1000);
    const place = await makeFolder(dossier.admin, cabinet);
    const { uploadUrl } = await open(bytes, { parentId: place, sha256: sha(randomBytes(5)) });
    expect(await send(uploadUrl, bytes, 0)).toMatchObject({ status: 422, code: 4609 });
    expect(await ask(uploadUrl)).toMatchObject({ offset: '0' });
    const longer = await open(bytes, { parentId: place });
    expect(await send(longer.uploadUrl, Buffer.concat([bytes, bytes]), 0)).toMatchObject({ code: 4608 });
    expect(await names(place)).toEqual([]);
  });

  it('that was cancelled is gone', async () => {
    const bytes = randomBytes(1000);
    const { uploadUrl } = await open(bytes);
    await send(uploadUrl, bytes.subarray(0, 10), 0);
    expect((await ask(uploadUrl, 'DELETE')).status).toBe(204);
    expect((await ask(uploadUrl)).status).toBe(410);
    expect(await send(uploadUrl, bytes, 0)).toMatchObject({ status: 410, code: 4607 });
    expect((await ask('/upload/forged.ticket')).status).toBe(404);
  });
});

describe('names', () => {
  it('are refused, numbered or made a revision', async () => {
    const place = await makeFolder(dossier.admin, cabinet);
    const first = await makeDocument(dossier, dossier.admin, { parentId: place, name: 'a.txt', bytes: 'one' });
    expect(await dossier.admin.refused(content.preUpload, { parentId: place, name: 'A.txt', size: 1 })).toBe(4605);
    await makeDocument(dossier, dossier.admin, { parentId: place, name: 'a.txt', bytes: 'two!', onSameName: 'rename' });
    const asked = { parentId: place, name: 'a.txt', size: 6, onSameName: 'revision' as const };
    const { uploadUrl } = await dossier.admin.call(content.preUpload, asked);
    expect((await send(uploadUrl, Buffer.from('third!'), 0)).headers.get('dossier-document')).toBe(first);
    expect((await names(place)).toSorted()).toEqual(['a (2).txt 4', 'a.txt 6']);
  });

  it('of folders in the path are created once', async () => {
    const place = await makeFolder(dossier.admin, cabinet);
    const into = (name: string) => makeDocument(dossier, dossier.admin, { parentId: place, name, folderPath: 'x/y' });
    await Promise.all([into('1.txt'), into('2.txt'), into('3.txt')]);
    expect(await names(place)).toEqual(['x ']);
    const asked = { parentId: place, names: ['x/y/1.TXT', 'x/y/4.txt', 'x/z/1.txt', 'q/1.txt', 'x'] };
    expect((await dossier.admin.call(content.checkNames, asked)).taken.map((one) => one.name).toSorted()).toEqual(['x', 'x/y/1.TXT']);
    expect(await dossier.admin.refused(content.preUpload, { parentId: place, name: 'a', size: 1, folderPath: '../up' })).toBe(1005);
  });
});

describe('rights', () => {
  it('are checked when the upload is opened, and again for every piece', async () => {
    const place = await makeFolder(dossier.admin, cabinet);
    const person = await makeSignedIn(dossier);
    const grant = { objId: place, granteeType: 'user' as const, granteeId: person.id, reach: 'all' as const };
    await dossier.admin.call(permissions.grant, { ...grant, level: level.view });
    const asked = { parentId: place, name: 'mine.txt', size: 4 };
    expect(await person.client.refused(content.preUpload, asked)).toBe(4615);
    await dossier.admin.call(permissions.grant, { ...grant, level: level.upload });
    const { uploadUrl } = await person.client.call(content.preUpload, asked);
    await send(uploadUrl, Buffer.from('ab'), 0);
    await dossier.admin.call(permissions.grant, { ...grant, level: level.view });
    expect(await send(uploadUrl, Buffer.from('cd'), 2)).toMatchObject({ status: 403, code: 4615 });
    await dossier.admin.call(permissions.grant, { ...grant, level: level.upload });
    expect((await send(uploadUrl, Buffer.from('cd'), 2)).status).toBe(204);
  });

  it('end with the session, and resume with the next one of the same user', async () => {
    const person = await makeSignedIn(dossier);
    const own = await makeCabinet(person.client, { moduleType: moduleType.my });
    const bytes = randomBytes(600_000);
    const [first, second] = [bytes.subarray(0, 300_000), bytes.subarray(300_000)];
    const { id, uploadUrl } = await person.client.call(content.preUpload, { parentId: own, name: 'later.bin', size: bytes.length });
    await send(uploadUrl, first, 0);
    await person.client.call(session.logoutEverywhere);
    expect(await send(uploadUrl, second, first.length)).toMatchObject({ status: 401, code: 501 });
    expect((await ask(uploadUrl)).status).toBe(401);
    expect((await ask(uploadUrl, 'DELETE')).status).toBe(401);
    expect((await send(uploadUrl, second, { offset: first.length, token: dossier.admin.token })).status).toBe(401);
    expect((await send(uploadUrl, second, { offset: first.length, token: person.client.token })).status).toBe(401);
    const again = await dossier.as(person);
    expect((await send(uploadUrl, second, { offset: first.length, token: again.token })).status).toBe(204);
    expect(await again.call(library.documentDetail, { id })).toMatchObject({ size: bytes.length });
  });

  it('end with the session during the last piece, and the bytes wait', async () => {
    const person = await makeSignedIn(dossier);
    const own = await makeCabinet(person.client, { moduleType: moduleType.my });
    const bytes = randomBytes(600_000);
    const { id, uploadUrl } = await person.client.call(content.preUpload, { parentId: own, name: 'late.bin', size: bytes.length });
    let more: ReadableStreamDefaultController | undefined;
    const body = new ReadableStream({
      start(stream) {
        more = stream;
        stream.enqueue(new Uint8Array(bytes.subarray(0, 1000)));
      },
    });
    const headers = { 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' };
    const sending = fetch(address + uploadUrl, { method: 'PATCH', headers, body, duplex: 'half' });
    await new Promise((resolve) => setTimeout(resolve, 200));
    await person.client.call(session.logoutEverywhere);
    more?.enqueue(new Uint8Array(bytes.subarray(1000)));
    more?.close();
    expect((await sending).status).toBe(401);
    const again = await dossier.as(person);
    expect(await again.refused(library.documentDetail, { id })).not.toBe(200);
    const resumed = await fetch(address + uploadUrl, { method: 'HEAD', headers: { authorization: again.token ?? '' } });
    expect([resumed.status, resumed.headers.get('dossier-document')]).toEqual([200, id]);
  });

  it('to download the same bytes are needed to skip the transfer', async () => {
    const bytes = randomBytes(500);
    const place = await makeFolder(dossier.admin, cabinet);
    await makeDocument(dossier, dossier.admin, { parentId: place, bytes });
    const person = await makeSignedIn(dossier);
    const own = await makeCabinet(person.client, { moduleType: moduleType.my });
    const asked = { parentId: own, name: 'b.bin', size: 500, sha256: sha(bytes) };
    expect(await person.client.call(content.apass, asked)).toEqual({ done: false });
    const grant = { objId: place, granteeType: 'user' as const, granteeId: person.id, reach: 'all' as const };
    await dossier.admin.call(permissions.grant, { ...grant, level: level.view });
    expect(await person.client.call(content.apass, asked)).toEqual({ done: false });
    await dossier.admin.call(permissions.grant, { ...grant, level: level.download });
    expect(await person.client.call(content.apass, { ...asked, sha256: sha(randomBytes(3)) })).toEqual({ done: false });
    const { done, id } = await person.client.call(content.apass, asked);
    expect(done).toBe(true);
    expect(await person.client.call(library.documentDetail, { id: id ?? '' })).toMatchObject({ name: 'b.bin', size: 500 });
  });
});

it('a new revision is checked in', async () => {
  const id = await makeDocument(dossier, dossier.admin, { parentId: cabinet, name: 'checked.txt', bytes: 'one' });
  const { uploadUrl } = await dossier.admin.call(content.preCheckIn, { id, size: 5, note: 'second' });
  await upload(dossier, uploadUrl, Buffer.from('twoto'));
  expect(await dossier.admin.call(library.documentDetail, { id })).toMatchObject({ version: 2, size: 5 });
});

it('identical bytes are stored once, also by concurrent uploads', async () => {
  const bytes = randomBytes(400_000);
  await Promise.all([1, 2, 3, 4].map((n) => makeDocument(dossier, dossier.admin, { parentId: cabinet, name: `same ${n}.bin`, bytes })));
  const stored: string[] = [];
  for await (const name of dossier.services.storage.list()) if (name === sha(bytes)) stored.push(name);
  expect(stored).toHaveLength(1);
  expect((await dossier.services.storage.parts.list()).filter((name) => /^\d+$/.test(name)).length).toBeLessThan(5);
});
