import { moduleType } from '@dossier/contract/core/rights';
import { site } from '@dossier/contract/core/site';
import type { SettingGroup } from '@dossier/contract/core/site-settings';
import { archives, content } from '@dossier/contract/documents/content';
import { library } from '@dossier/contract/documents/library';
import { limits } from '@dossier/contract/identity/quotas';
import { session } from '@dossier/contract/identity/sessions';
import { people } from '@dossier/contract/identity/users';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { sweepRevisions } from '../src/modules/documents/blob-cleanup.ts';
import { sweepBin } from '../src/modules/documents/bin.ts';
import { checkStore } from '../src/modules/documents/storage-check.ts';
import { checkQuotas } from '../src/modules/identity/quotas.ts';
import { type TestServer, openTestServer } from './test-server.ts';
import { makeCabinet, makeDocument, makeFolder, upload } from './make-items.ts';
import { makeSignedIn } from './make.ts';
import { expectWholeTree } from './tree-check.ts';
import { zipOf } from './zip-of.ts';

let dossier: TestServer;
let cabinet: string;
beforeAll(async () => {
  dossier = await openTestServer();
  cabinet = await makeCabinet(dossier.admin);
});
let place: string;
beforeEach(async () => void (place = await makeFolder(dossier.admin, cabinet)));
afterAll(() => dossier.close());

const set = (group: SettingGroup, values: object) => dossier.admin.call(site.saveSettings, { group, values: { ...values } });
const names = async (parentId = place) =>
  (await dossier.admin.call(library.items, { parentId, pageNo: 1, pageSize: 100 })).list.map((item) => item.name);

async function checkIn(id: string, bytes: string): Promise<void> {
  const { uploadUrl } = await dossier.admin.call(content.preCheckIn, { id, size: bytes.length });
  await upload(dossier, uploadUrl, Buffer.from(bytes));
}

it('the largest file size applies early, at the end of an upload, to revisions and to archives', async () => {
  const small = await makeDocument(dossier, dossier.admin, { parentId: place, name: 'small.txt', bytes: 'a'.repeat(50) });
  const { uploadUrl } = await dossier.admin.call(content.preUpload, { parentId: place, name: 'late.txt', size: 200 });
  const zip = await makeDocument(dossier, dossier.admin, {
    parentId: place,
    name: 'in.zip',
    bytes: await zipOf([{ name: 'big.txt', bytes: 'b'.repeat(5000) }]),
  });
  await set('upload', { largest: 100 });
  expect(await dossier.admin.refused(content.preUpload, { parentId: place, name: 'big.txt', size: 101 })).toBe(4602);
  expect(await dossier.admin.refused(content.preCheckIn, { id: small, size: 101 })).toBe(4602);
  await expect(upload(dossier, uploadUrl, Buffer.alloc(200))).rejects.toThrow('4602');
  await dossier.admin.call(archives.extract, { id: zip, parentId: place });
  await dossier.drain();
  await makeDocument(dossier, dossier.admin, { parentId: place, name: 'fits.txt', bytes: 'c'.repeat(100) });
  expect((await names()).toSorted((a, b) => (a < b ? -1 : 1))).toEqual(['fits.txt', 'in.zip', 'small.txt']);
  await set('upload', {});
});

it('forbidden extensions are refused in uploads, names and archives', async () => {
  const text = await makeDocument(dossier, dossier.admin, { parentId: place, name: 'tool.txt' });
  const zip = await makeDocument(dossier, dossier.admin, {
    parentId: place,
    name: 'in.zip',
    bytes: await zipOf([{ name: 'a.exe', bytes: 'x' }]),
  });
  await set('upload', { forbidden: ['.EXE', 'bat'] });
  for (const name of ['a.exe', 'a.EXE', 'b.bat'])
    expect(await dossier.admin.refused(content.preUpload, { parentId: place, name, size: 1 })).toBe(4604);
  expect(await dossier.admin.refused(library.update, { id: text, name: 'tool.exe' })).toBe(4604);
  await dossier.admin.call(archives.extract, { id: zip, parentId: place });
  await dossier.drain();
  expect((await names()).toSorted((a, b) => (a < b ? -1 : 1))).toEqual(['in.zip', 'tool.txt']);
  expect(await dossier.admin.refused(site.saveSettings, { group: 'upload', values: { forbidden: ['a b'] } })).toBe(400);
  await set('upload', {});
  await dossier.admin.call(library.update, { id: text, name: 'tool.exe' });
});

it('passwords must have the configured length and mix, in every call that sets one', async () => {
  const made = await makeSignedIn(dossier);
  await set('password', { length: 10, classes: 3 });
  const wrong = [
    ['Short-1', 2009],
    ['long-but-plain', 2011],
  ] as const;
  for (const [password, code] of wrong) {
    expect(await dossier.admin.refused(people.createUser, { loginName: 'newone', fullName: 'New', password })).toBe(code);
    expect(await dossier.admin.refused(people.resetPassword, { id: made.id, newPwd: password })).toBe(code);
    expect(await made.client.refused(session.changePassword, { oldPwd: made.password, newPwd: password })).toBe(code);
    const account = { name: 'Org', loginName: 'newhead', fullName: 'Head', password };
    expect(await dossier.admin.refused(people.createOrganisation, account)).toBe(code);
  }
  await dossier.as(made);
  await made.client.call(session.changePassword, { oldPwd: made.password, newPwd: 'Long-enough-1' });
  await set('password', {});
});

it('the bin is purged after the configured time, and its bytes leave the quota', async () => {
  const { client, id, ...made } = await makeSignedIn(dossier);
  const own = await makeCabinet(client, { moduleType: moduleType.my });
  const folder = await makeFolder(client, own);
  await makeDocument(dossier, client, { parentId: folder, bytes: 'd'.repeat(100) });
  const later = await makeDocument(dossier, client, { parentId: own, bytes: 'l'.repeat(10) });
  await dossier.admin.call(limits.setQuota, { userIds: [id], most: 1000 });
  await client.call(library.delete, { objIds: [folder] });
  dossier.clock.forward(20 * 24 * 3_600_000);
  const again = await dossier.as(made);
  dossier.admin = await dossier.as({ loginName: 'admin', password: 'admin-pass-1' });
  await again.call(library.delete, { objIds: [later] });
  dossier.clock.forward(11 * 24 * 3_600_000);
  await sweepBin(dossier.services);
  dossier.admin = await dossier.as({ loginName: 'admin', password: 'admin-pass-1' });
  const bin = async () => dossier.services.database.read.selectFrom('bin_entry').select('item_id').execute();
  expect(await bin()).toHaveLength(2);
  await set('retention', { binDays: 30 });
  await sweepBin(dossier.services);
  expect((await bin()).map((row) => String(row.item_id))).toEqual([later]);
  const quota = await dossier.services.database.read
    .selectFrom('quota')
    .select('used')
    .where('holder_id', '=', Number(id))
    .executeTakeFirst();
  expect(quota?.used).toBe(10);
  await dossier.drain();
  await expectWholeTree(dossier);
  await set('retention', {});
});

it('so many revisions of a document are kept, the newest always', async () => {
  const id = await makeDocument(dossier, dossier.admin, { parentId: place, bytes: 'one' });
  for (const bytes of ['two', 'three', 'four']) await checkIn(id, bytes);
  const other = await makeDocument(dossier, dossier.admin, { parentId: place, bytes: 'one' });
  await set('retention', { revisions: 2 });
  await sweepRevisions(dossier.services);
  const numbers = async (of: string) => (await dossier.admin.call(content.revisions, { id: of })).map((one) => one.number);
  expect(await numbers(id)).toEqual([4, 3]);
  expect(await numbers(other)).toEqual([1]);
  await checkIn(id, 'five');
  await set('retention', { revisions: 1 });
  await sweepRevisions(dossier.services);
  expect(await numbers(id)).toEqual([5]);
  await dossier.drain();
  const found: string[] = [];
  for await (const { kind, text } of checkStore(dossier.services.database.read, dossier.services.storage))
    if (kind === 'problem') found.push(text);
  for await (const { text } of checkQuotas(dossier.services.database.read)) found.push(text);
  expect(found).toEqual([]);
  await set('retention', {});
});
