import { existsSync } from 'node:fs';
import { utimes, writeFile } from 'node:fs/promises';
import { permissions } from '@dossier/contract/access/permissions';
import { level } from '@dossier/contract/core/rights';
import { archives } from '@dossier/contract/documents/content';
import { messages, msgType } from '@dossier/contract/notifications/messages';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Client } from '../../../test/client.ts';
import { makeCabinet, makeDocument, makeFolder } from '../../../test/make-items.ts';
import { type Made, makeSignedIn } from '../../../test/make.ts';
import { type TestServer, openTestServer } from '../../../test/test-server.ts';
import { zipEntries } from '../../../test/zip-entries.ts';
import { sweepZips, zipPaths } from './zip-files.ts';

let dossier: TestServer;
let address: string;
let folder: string;
let secret: string;
let loose: string;
let reader: Made & { client: Client };
beforeAll(async () => {
  dossier = await openTestServer();
  address = await dossier.listen();
  const cabinet = await makeCabinet(dossier.admin);
  folder = await makeFolder(dossier.admin, cabinet, { name: '项目' });
  const inner = await makeFolder(dossier.admin, folder, { name: 'inner' });
  await makeFolder(dossier.admin, folder, { name: 'empty' });
  secret = await makeFolder(dossier.admin, folder, { name: 'secret' });
  const put = (parentId: string, name: string, bytes: string) => makeDocument(dossier, dossier.admin, { parentId, name, bytes });
  await put(folder, 'a.txt', 'aaa'.repeat(1000));
  await put(inner, '文件.txt', 'inside');
  await put(secret, 'hidden.txt', 'hidden');
  await put(inner, 'zero.bin', '');
  loose = await put(cabinet, 'a.txt', 'loose');
  reader = await makeSignedIn(dossier);
  await grantTo(folder, level.download);
  await grantTo(secret, 0);
});
afterAll(() => dossier.close());

const grantTo = (objId: string, bits: number) =>
  dossier.admin.call(permissions.grant, { objId, granteeType: 'user', granteeId: reader.id, reach: 'all', level: bits });

const fetched = async (url: string, headers: Record<string, string> = {}) => {
  const answer = await fetch(address + url, { headers });
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) };
};

const all = {
  '项目/': '',
  '项目/inner/': '',
  '项目/empty/': '',
  '项目/a.txt': 'aaa'.repeat(1000),
  '项目/inner/文件.txt': 'inside',
  '项目/inner/zero.bin': '',
};

it('a folder is downloaded as a zip of what the caller may download', async () => {
  const { downloadUrl, fileName } = await reader.client.call(archives.downloadFolder, { id: folder });
  expect(fileName).toBe('项目.zip');
  expect(await zipEntries((await fetched(downloadUrl)).bytes)).toEqual(all);
  const own = await dossier.admin.call(archives.downloadFolder, { id: folder });
  expect(Object.keys(await zipEntries((await fetched(own.downloadUrl)).bytes))).toContain('项目/secret/hidden.txt');
});

it('a selection has its duplicate names numbered', async () => {
  const copy = await makeFolder(dossier.admin, folder, { name: 'later' });
  const twin = await makeDocument(dossier, dossier.admin, { parentId: copy, name: 'A.TXT', bytes: 'twin' });
  const { downloadUrl } = await dossier.admin.call(archives.downloadSelection, { objIds: [loose, twin, copy] });
  expect(await zipEntries((await fetched(downloadUrl)).bytes)).toEqual({
    'a.txt': 'loose',
    'A (2).TXT': 'twin',
    'later/': '',
    'later/A.TXT': 'twin',
  });
});

it('needs something selected, and not too much', async () => {
  for (const objIds of ['', ',', []]) expect(await dossier.admin.refused(archives.downloadSelection, { objIds })).toBe(4641);
  const many = Array.from({ length: 16 }, (_, n) => String(n + 1));
  for (const objIds of [many, many.join(',')]) expect(await dossier.admin.refused(archives.downloadSelection, { objIds })).toBe(1007);
  expect(await dossier.admin.refused(archives.downloadSelection, { objIds: 'x,y' })).toBe(400);
});

it('is refused where nothing may be downloaded, or the right was revoked after the address was given', async () => {
  const bare = await makeFolder(dossier.admin, folder);
  expect(await dossier.admin.refused(archives.downloadFolder, { id: bare })).toBe(4629);
  const { downloadUrl } = await reader.client.call(archives.downloadFolder, { id: folder });
  await grantTo(folder, level.view);
  expect(JSON.parse((await fetched(downloadUrl)).bytes.toString())).toMatchObject({ code: 4629 });
  expect(await reader.client.refused(archives.downloadFolder, { id: folder })).toBe(4629);
  await grantTo(folder, level.download);
});

it('is made in the background, announced, and fetched in ranges', async () => {
  await reader.client.call(archives.compress, { id: folder });
  await dossier.drain();
  const { list } = await reader.client.call(messages.unread);
  const message = list.find((one) => one.msgType === msgType.zipReady);
  const { downloadUrl, fileName } = await reader.client.call(messages.zip, { id: message?.id ?? '' });
  expect(fileName).toBe('项目.zip');
  const { bytes } = await fetched(downloadUrl);
  expect(await zipEntries(bytes)).toMatchObject(all);
  const part = await fetched(downloadUrl, { range: 'bytes=10-19' });
  expect([part.status, part.bytes.equals(bytes.subarray(10, 20))]).toEqual([206, true]);
  expect(await dossier.admin.refused(messages.zip, { id: message?.id ?? '' })).toBe(1002);
  await grantTo(folder, level.view);
  expect((await fetched(downloadUrl)).status).toBe(403);
  expect(await reader.client.refused(messages.zip, { id: message?.id ?? '' })).toBe(4611);
  await grantTo(folder, level.download);
  dossier.clock.forward(25 * 3600_000);
  reader.client = await dossier.as(reader);
  dossier.admin = await dossier.as({ loginName: 'admin', password: 'admin-pass-1' });
  expect(await reader.client.refused(messages.zip, { id: message?.id ?? '' })).toBe(4628);
});

it('that cannot be made reports the reason', async () => {
  await grantTo(folder, level.view);
  await dossier.drain();
  await reader.client.call(archives.compress, { id: folder });
  await dossier.drain();
  const { list } = await reader.client.call(messages.unread);
  expect(list[0]).toMatchObject({ msgType: msgType.zipFailed });
});

it('parts left by a kill are removed at the next start', async () => {
  const { part, list } = await zipPaths(dossier.services, 5);
  for (const path of [part, list]) {
    await writeFile(path, 'x');
    await utimes(path, new Date(), new Date(Date.now() - 5000));
  }
  await sweepZips(dossier.services, { partsBefore: Date.now() - 10_000 });
  expect([existsSync(part), existsSync(list)]).toEqual([true, true]);
  await dossier.reopen();
  await expect.poll(() => existsSync(part) || existsSync(list)).toBe(false);
});
