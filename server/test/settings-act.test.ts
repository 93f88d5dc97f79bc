import { archives } from '@dossier/contract/archives';
import { content } from '@dossier/contract/content';
import { library } from '@dossier/contract/library';
import { limits } from '@dossier/contract/limits';
import { moduleType } from '@dossier/contract/rights';
import { people } from '@dossier/contract/people';
import { session } from '@dossier/contract/session';
import { site } from '@dossier/contract/site';
import type { SettingGroup } from '@dossier/contract/site-settings';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { openHouse, type TestHouse } from './house.ts';
import { makeSignedIn } from './make.ts';
import { makeCabinet, makeDocument, makeFolder, upload } from './make-items.ts';
import { expectWholeTree } from './tree-check.ts';
import { zipOf } from './zip-of.ts';
import { sweepRevisions } from '../src/rooms/content/drop-revisions.ts';
import { checkStore } from '../src/rooms/content/check-store.ts';
import { sweepBin } from '../src/rooms/library/empty-bin.ts';
import { checkQuotas } from '../src/rooms/limits/check-quotas.ts';

let house: TestHouse;
let cabinet: string;
beforeAll(async () => {
  house = await openHouse();
  cabinet = await makeCabinet(house.admin);
});
let place: string;
beforeEach(async () => void (place = await makeFolder(house.admin, cabinet)));
afterAll(() => house.close());

const set = (group: SettingGroup, values: object) => house.admin.call(site.saveSettings, { group, values: { ...values } });
const names = async (parentId = place) =>
  (await house.admin.call(library.items, { parentId, pageNo: 1, pageSize: 100 })).list.map((item) => item.name);

async function checkIn(id: string, bytes: string): Promise<void> {
  const { uploadUrl } = await house.admin.call(content.preCheckIn, { id, size: bytes.length });
  await upload(house, uploadUrl, Buffer.from(bytes));
}

it('the largest file is refused early, at its end, as a revision, and out of an archive', async () => {
  const small = await makeDocument(house, house.admin, { parentId: place, name: 'small.txt', bytes: 'a'.repeat(50) });
  const { uploadUrl } = await house.admin.call(content.preUpload, { parentId: place, name: 'late.txt', size: 200 });
  const zip = await makeDocument(house, house.admin, {
    parentId: place,
    name: 'in.zip',
    bytes: await zipOf([{ name: 'big.txt', bytes: 'b'.repeat(5000) }]),
  });
  await set('upload', { largest: 100 });
  expect(await house.admin.refused(content.preUpload, { parentId: place, name: 'big.txt', size: 101 })).toBe(4602);
  expect(await house.admin.refused(content.preCheckIn, { id: small, size: 101 })).toBe(4602);
  await expect(upload(house, uploadUrl, Buffer.alloc(200))).rejects.toThrow('4602');
  await house.admin.call(archives.extract, { id: zip, parentId: place });
  await house.drain();
  await makeDocument(house, house.admin, { parentId: place, name: 'fits.txt', bytes: 'c'.repeat(100) });
  expect((await names()).toSorted((a, b) => (a < b ? -1 : 1))).toEqual(['fits.txt', 'in.zip', 'small.txt']);
  await set('upload', {});
});

it('forbidden extensions come in no way: not uploaded, not renamed to, not unpacked', async () => {
  const text = await makeDocument(house, house.admin, { parentId: place, name: 'tool.txt' });
  const zip = await makeDocument(house, house.admin, {
    parentId: place,
    name: 'in.zip',
    bytes: await zipOf([{ name: 'a.exe', bytes: 'x' }]),
  });
  await set('upload', { forbidden: ['.EXE', 'bat'] });
  for (const name of ['a.exe', 'a.EXE', 'b.bat'])
    expect(await house.admin.refused(content.preUpload, { parentId: place, name, size: 1 })).toBe(4604);
  expect(await house.admin.refused(library.update, { id: text, name: 'tool.exe' })).toBe(4604);
  await house.admin.call(archives.extract, { id: zip, parentId: place });
  await house.drain();
  expect((await names()).toSorted((a, b) => (a < b ? -1 : 1))).toEqual(['in.zip', 'tool.txt']);
  expect(await house.admin.refused(site.saveSettings, { group: 'upload', values: { forbidden: ['a b'] } })).toBe(400);
  await set('upload', {});
  await house.admin.call(library.update, { id: text, name: 'tool.exe' });
});

it('passwords are as long and as mixed as the site wants, on every way to a new one', async () => {
  const made = await makeSignedIn(house);
  await set('password', { length: 10, classes: 3 });
  const wrong = [
    ['Short-1', 2009],
    ['long-but-plain', 2011],
  ] as const;
  for (const [password, code] of wrong) {
    expect(await house.admin.refused(people.createUser, { loginName: 'newone', fullName: 'New', password })).toBe(code);
    expect(await house.admin.refused(people.resetPassword, { id: made.id, newPwd: password })).toBe(code);
    expect(await made.client.refused(session.changePassword, { oldPwd: made.password, newPwd: password })).toBe(code);
    const account = { name: 'Org', loginName: 'newhead', fullName: 'Head', password };
    expect(await house.admin.refused(people.createOrganisation, account)).toBe(code);
  }
  await house.as(made);
  await made.client.call(session.changePassword, { oldPwd: made.password, newPwd: 'Long-enough-1' });
  await set('password', {});
});

it('what lies in the bin longer than the site keeps it is gone for good, with what it held of the quota', async () => {
  const { client, id, ...made } = await makeSignedIn(house);
  const own = await makeCabinet(client, { moduleType: moduleType.my });
  const folder = await makeFolder(client, own);
  await makeDocument(house, client, { parentId: folder, bytes: 'd'.repeat(100) });
  const later = await makeDocument(house, client, { parentId: own, bytes: 'l'.repeat(10) });
  await house.admin.call(limits.setQuota, { userIds: [id], most: 1000 });
  await client.call(library.delete, { objIds: [folder] });
  house.clock.forward(20 * 24 * 3_600_000);
  const again = await house.as(made);
  house.admin = await house.as({ loginName: 'admin', password: 'admin-pass-1' });
  await again.call(library.delete, { objIds: [later] });
  house.clock.forward(11 * 24 * 3_600_000);
  await sweepBin(house.house);
  house.admin = await house.as({ loginName: 'admin', password: 'admin-pass-1' });
  const bin = async () => house.house.database.read.selectFrom('bin_entry').select('item_id').execute();
  expect(await bin()).toHaveLength(2);
  await set('retention', { binDays: 30 });
  await sweepBin(house.house);
  expect((await bin()).map((row) => String(row.item_id))).toEqual([later]);
  const quota = await house.house.database.read.selectFrom('quota').select('used').where('holder_id', '=', Number(id)).executeTakeFirst();
  expect(quota?.used).toBe(10);
  await house.drain();
  await expectWholeTree(house);
  await set('retention', {});
});

it('of each document so many revisions are kept, the newest always', async () => {
  const id = await makeDocument(house, house.admin, { parentId: place, bytes: 'one' });
  for (const bytes of ['two', 'three', 'four']) await checkIn(id, bytes);
  const other = await makeDocument(house, house.admin, { parentId: place, bytes: 'one' });
  await set('retention', { revisions: 2 });
  await sweepRevisions(house.house);
  const numbers = async (of: string) => (await house.admin.call(content.revisions, { id: of })).map((one) => one.number);
  expect(await numbers(id)).toEqual([4, 3]);
  expect(await numbers(other)).toEqual([1]);
  await checkIn(id, 'five');
  await set('retention', { revisions: 1 });
  await sweepRevisions(house.house);
  expect(await numbers(id)).toEqual([5]);
  await house.drain();
  const found: string[] = [];
  for await (const { kind, text } of checkStore(house.house.database.read, house.house.blobs)) if (kind === 'problem') found.push(text);
  for await (const { text } of checkQuotas(house.house.database.read)) found.push(text);
  expect(found).toEqual([]);
  await set('retention', {});
});
