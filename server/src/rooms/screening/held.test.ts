import { codes } from '@dossier/contract/codes';
import { level } from '@dossier/contract/rights';
import { library } from '@dossier/contract/library';
import { permissions } from '@dossier/contract/permissions';
import { screening } from '@dossier/contract/screening';
import { links, shares } from '@dossier/contract/shares';
import { site } from '@dossier/contract/site';
import { content } from '@dossier/contract/content';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { clientOf } from '../../../test/client.ts';
import { makeDevice } from '../../../test/dav-client.ts';
import { openHouse, type TestHouse } from '../../../test/house.ts';
import { makeSignedIn } from '../../../test/make.ts';
import { makeCabinet, makeDocument, makeFolder, upload } from '../../../test/make-items.ts';

let house: TestHouse;
let owner: Awaited<ReturnType<typeof makeSignedIn>>;
let cabinet: string;

const group = async (word: string, given: object = {}) =>
  (await house.admin.call(screening.createGroup, { name: word, words: [word], action: 'block', ...given })).id;
const find = async (word: string) => {
  await house.drain();
  return (await house.admin.call(screening.finds, { word })).list[0];
};
async function scan(): Promise<void> {
  await house.admin.call(screening.scan, {});
  await house.drain();
}
const revise = async (id: string, bytes: string) => {
  const { uploadUrl } = await owner.client.call(content.preCheckIn, { id, size: Buffer.byteLength(bytes) });
  await upload(house, uploadUrl, Buffer.from(bytes));
  await house.drain();
};
async function visitor(token: string) {
  const { sessionId } = await house.nobody.call(links.open, { token });
  return clientOf(house.server, undefined, { headers: { 'x-session-id': sessionId ?? '' } });
}

beforeAll(async () => {
  house = await openHouse();
  owner = await makeSignedIn(house);
  cabinet = await makeCabinet(house.admin, { name: 'Held' });
  await house.admin.call(permissions.grant, { objId: cabinet, granteeType: 'user', granteeId: owner.id, level: level.full, reach: 'all' });
});
afterAll(() => house.close());

it('keeps with a folder all that lies in it, by whatever way a visitor comes, and counts nothing of it', async () => {
  const place = await makeFolder(owner.client, cabinet);
  const folder = await makeFolder(owner.client, place, { name: 'takeover plans' });
  const inside = await makeDocument(house, owner.client, { parentId: folder, name: 'inside.txt' });
  await makeDocument(house, owner.client, { parentId: place, name: 'beside.txt' });
  const { token } = await owner.client.call(shares.create, { objIds: [place], allowDownload: true });
  const client = await visitor(token);
  await client.call(links.view, { token, id: inside });
  const zip = async () => {
    const { downloadUrl } = await client.call(links.downloadAll, { token });
    return (await house.server.app.inject({ url: downloadUrl })).payload;
  };
  expect(await zip()).toContain('inside.txt');
  await group('takeover');
  await scan();
  const page = await client.call(links.items, { token, parentId: place });
  expect([page.list.map(({ name }) => name), page.totalNumber]).toEqual([['beside.txt'], 1]);
  for (const route of [links.view, links.download]) expect(await client.refused(route, { token, id: inside })).toBe(codes.itemMissing.code);
  expect(await zip()).not.toMatch(/inside\.txt|takeover/);
  // who shares what lies in it by itself tells nothing of its name
  await owner.client.call(shares.create, { objIds: [inside] });
});

it('is judged anew where more of a word is found than somebody looked at', async () => {
  const id = await makeDocument(house, owner.client, { parentId: cabinet, bytes: `so called mercury ${'is a planet '.repeat(20)}` });
  await group('mercury');
  await scan();
  const known = await find('mercury');
  await house.admin.call(screening.decide, { ids: [known?.id ?? ''], judgement: 'harmless' });
  await owner.client.call(shares.create, { objIds: [id] });
  await revise(id, `so called mercury ${'is a planet '.repeat(20)} but mercury is how we call the merger`);
  expect(await find('mercury')).toMatchObject({ state: 'open', held: true, count: 2 });
});

it('lets go of what was there once and is no more, whatever is done with its group or its find later', async () => {
  const id = await makeDocument(house, owner.client, { parentId: cabinet, bytes: 'about saturn' });
  const groupId = await group('saturn');
  await scan();
  const known = (await find('saturn'))?.id ?? '';
  await house.admin.call(screening.decide, { ids: [known], judgement: 'confirmed' });
  await revise(id, 'about nothing');
  expect(await find('saturn')).toMatchObject({ state: 'confirmed', held: false });
  await house.admin.call(screening.updateGroup, { id: groupId, name: 'saturn', words: ['saturn', 'uranus'], action: 'block' });
  expect((await find('saturn'))?.held).toBe(false);
  await house.admin.call(screening.decide, { ids: [known], judgement: 'confirmed', note: 'was there' });
  expect((await find('saturn'))?.held).toBe(false);
  await owner.client.call(shares.create, { objIds: [id] });
});

it('is found behind any number of words that matter less', async () => {
  const words = Array.from({ length: 250 }, (_, n) => `minor${n}x`);
  await group('minor', { words, action: 'log', level: 1 });
  await group('venus');
  const id = await makeDocument(house, owner.client, { parentId: cabinet, bytes: `${words.join(' ')} and venus` });
  await house.drain();
  expect(await find('venus')).toMatchObject({ held: true });
  expect(await owner.client.refused(shares.create, { objIds: [id] })).toBe(codes.sensitiveWordFound.code);
});

it('refuses a name that a copy is given by the disk, or a share', async () => {
  await house.admin.call(site.saveSettings, { group: 'syncDisk', values: { enabled: true } });
  await group('neptune', { exceptions: ['neptune fountain'] });
  const place = await makeFolder(owner.client, cabinet, { name: 'Disk' });
  const id = await makeDocument(house, owner.client, { parentId: place, name: 'plain.txt' });
  const device = await makeDevice(house, owner);
  const base = '/dav/enterprise/Held/Disk';
  for (const method of ['COPY', 'MOVE']) {
    const { status } = await device.ask(method, `${base}/plain.txt`, { headers: { destination: `${base}/neptune.txt` } });
    expect([method, status]).toEqual([method, 403]);
  }
  expect((await owner.client.call(library.items, { parentId: place })).list.map(({ name }) => name)).toEqual(['plain.txt']);
  expect(await owner.client.refused(shares.create, { objIds: [id], name: 'Neptune' })).toBe(codes.sensitiveWordFound.code);
  const share = await owner.client.call(shares.create, { objIds: [id], name: 'Neptune fountain' });
  expect(await owner.client.refused(shares.update, { id: share.id, name: 'Neptune' })).toBe(codes.sensitiveWordFound.code);
});
