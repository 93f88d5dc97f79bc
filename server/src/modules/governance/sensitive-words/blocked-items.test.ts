import { permissions } from '@dossier/contract/access/permissions';
import { codes } from '@dossier/contract/core/codes';
import { level } from '@dossier/contract/core/rights';
import { site } from '@dossier/contract/core/site';
import { content } from '@dossier/contract/documents/content';
import { library } from '@dossier/contract/documents/library';
import { sensitiveWords } from '@dossier/contract/governance/sensitive-words';
import { links, shares } from '@dossier/contract/sharing/shares';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { clientOf } from '../../../../test/client.ts';
import { makeDevice } from '../../../../test/dav-client.ts';
import { type TestServer, openTestServer } from '../../../../test/test-server.ts';
import { makeCabinet, makeDocument, makeFolder, upload } from '../../../../test/make-items.ts';
import { makeSignedIn } from '../../../../test/make.ts';

let dossier: TestServer;
let owner: Awaited<ReturnType<typeof makeSignedIn>>;
let cabinet: string;

const group = async (word: string, given: object = {}) =>
  (await dossier.admin.call(sensitiveWords.createGroup, { name: word, words: [word], action: 'block', ...given })).id;
const find = async (word: string) => {
  await dossier.drain();
  return (await dossier.admin.call(sensitiveWords.finds, { word })).list[0];
};
async function scan(): Promise<void> {
  await dossier.admin.call(sensitiveWords.scan, {});
  await dossier.drain();
}
const revise = async (id: string, bytes: string) => {
  const { uploadUrl } = await owner.client.call(content.preCheckIn, { id, size: Buffer.byteLength(bytes) });
  await upload(dossier, uploadUrl, Buffer.from(bytes));
  await dossier.drain();
};
async function visitor(token: string) {
  const { sessionId } = await dossier.nobody.call(links.open, { token });
  return clientOf(dossier.server, undefined, { headers: { 'x-session-id': sessionId ?? '' } });
}

beforeAll(async () => {
  dossier = await openTestServer();
  owner = await makeSignedIn(dossier);
  cabinet = await makeCabinet(dossier.admin, { name: 'Held' });
  await dossier.admin.call(permissions.grant, {
    objId: cabinet,
    granteeType: 'user',
    granteeId: owner.id,
    level: level.full,
    reach: 'all',
  });
});
afterAll(() => dossier.close());

it('a blocked folder hides everything in it from every path of a share session, and from its counts', async () => {
  const parent = await makeFolder(owner.client, cabinet);
  const folder = await makeFolder(owner.client, parent, { name: 'takeover plans' });
  const inside = await makeDocument(dossier, owner.client, { parentId: folder, name: 'inside.txt' });
  await makeDocument(dossier, owner.client, { parentId: parent, name: 'beside.txt' });
  const { token } = await owner.client.call(shares.create, { objIds: [parent], allowDownload: true });
  const client = await visitor(token);
  await client.call(links.view, { token, id: inside });
  const zip = async () => {
    const { downloadUrl } = await client.call(links.downloadAll, { token });
    return (await dossier.server.app.inject({ url: downloadUrl })).payload;
  };
  expect(await zip()).toContain('inside.txt');
  await group('takeover');
  await scan();
  const page = await client.call(links.items, { token, parentId: parent });
  expect([page.list.map(({ name }) => name), page.totalNumber]).toEqual([['beside.txt'], 1]);
  for (const route of [links.view, links.download]) expect(await client.refused(route, { token, id: inside })).toBe(codes.itemMissing.code);
  expect(await zip()).not.toMatch(/inside\.txt|takeover/);
  // sharing a child by itself discloses nothing of the folder's name
  await owner.client.call(shares.create, { objIds: [inside] });
});

it('a finding is open again when the word occurs more often than at its decision', async () => {
  const id = await makeDocument(dossier, owner.client, { parentId: cabinet, bytes: `so called mercury ${'is a planet '.repeat(20)}` });
  await group('mercury');
  await scan();
  const known = await find('mercury');
  await dossier.admin.call(sensitiveWords.decide, { ids: [known?.id ?? ''], judgement: 'harmless' });
  await owner.client.call(shares.create, { objIds: [id] });
  await revise(id, `so called mercury ${'is a planet '.repeat(20)} but mercury is how we call the merger`);
  expect(await find('mercury')).toMatchObject({ state: 'open', held: true, count: 2 });
});

it('a finding that changed since it was seen is not decided', async () => {
  const id = await makeDocument(dossier, owner.client, { parentId: cabinet, bytes: 'The falcon is a bird' });
  await group('falcon');
  await scan();
  const seen = await find('falcon');
  await revise(id, 'The falcon is our project');
  const decision = { ids: [seen?.id ?? ''], judgement: 'harmless' as const };
  expect(await dossier.admin.refused(sensitiveWords.decide, { ...decision, versions: [seen?.version ?? ''] })).toBe(1008);
  expect(await dossier.admin.refused(sensitiveWords.decide, { ...decision, versions: [] })).toBe(400);
  expect(await owner.client.refused(shares.create, { objIds: [id] })).toBe(2601);
  const now = await find('falcon');
  await dossier.admin.call(sensitiveWords.decide, { ...decision, versions: [now?.version ?? ''] });
  await owner.client.call(shares.create, { objIds: [id] });
});

it('a finding that is gone stays released, whatever happens to its group or decision later', async () => {
  const id = await makeDocument(dossier, owner.client, { parentId: cabinet, bytes: 'about saturn' });
  const groupId = await group('saturn');
  await scan();
  const known = (await find('saturn'))?.id ?? '';
  await dossier.admin.call(sensitiveWords.decide, { ids: [known], judgement: 'confirmed' });
  await revise(id, 'about nothing');
  expect(await find('saturn')).toMatchObject({ state: 'confirmed', held: false });
  await dossier.admin.call(sensitiveWords.updateGroup, { id: groupId, name: 'saturn', words: ['saturn', 'uranus'], action: 'block' });
  expect((await find('saturn'))?.held).toBe(false);
  await dossier.admin.call(sensitiveWords.decide, { ids: [known], judgement: 'confirmed', note: 'was there' });
  expect((await find('saturn'))?.held).toBe(false);
  await owner.client.call(shares.create, { objIds: [id] });
});

it('a blocking word is found behind any number of less severe ones', async () => {
  const words = Array.from({ length: 250 }, (_, n) => `minor${n}x`);
  await group('minor', { words, action: 'log', level: 1 });
  await group('venus');
  const id = await makeDocument(dossier, owner.client, { parentId: cabinet, bytes: `${words.join(' ')} and venus` });
  await dossier.drain();
  expect(await find('venus')).toMatchObject({ held: true });
  expect(await owner.client.refused(shares.create, { objIds: [id] })).toBe(codes.sensitiveWordFound.code);
});

it('a blocked name is refused for a copy on the sync disk and for a share', async () => {
  await dossier.admin.call(site.saveSettings, { group: 'syncDisk', values: { enabled: true } });
  await group('neptune', { exceptions: ['neptune fountain'] });
  const parent = await makeFolder(owner.client, cabinet, { name: 'Disk' });
  const id = await makeDocument(dossier, owner.client, { parentId: parent, name: 'plain.txt' });
  const device = await makeDevice(dossier, owner);
  const base = '/dav/enterprise/Held/Disk';
  for (const method of ['COPY', 'MOVE']) {
    const { status } = await device.ask(method, `${base}/plain.txt`, { headers: { destination: `${base}/neptune.txt` } });
    expect([method, status]).toEqual([method, 403]);
  }
  expect((await owner.client.call(library.items, { parentId: parent })).list.map(({ name }) => name)).toEqual(['plain.txt']);
  expect(await owner.client.refused(shares.create, { objIds: [id], name: 'Neptune' })).toBe(codes.sensitiveWordFound.code);
  const share = await owner.client.call(shares.create, { objIds: [id], name: 'Neptune fountain' });
  expect(await owner.client.refused(shares.update, { id: share.id, name: 'Neptune' })).toBe(codes.sensitiveWordFound.code);
});
