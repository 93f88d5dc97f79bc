import { permissions } from '@dossier/contract/access/permissions';
import { level } from '@dossier/contract/core/rights';
import { site } from '@dossier/contract/core/site';
import { library } from '@dossier/contract/documents/library';
import { session } from '@dossier/contract/identity/sessions';
import { webdav } from '@dossier/contract/webdav/devices';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Client } from '../../../test/client.ts';
import { type Dav, lockOn, makeDevice } from '../../../test/dav-client.ts';
import { makeCabinet, makeDocument, makeFolder } from '../../../test/make-items.ts';
import { type Made, makeSignedIn } from '../../../test/make.ts';
import { type TestServer, openTestServer } from '../../../test/test-server.ts';

let dossier: TestServer;
let anna: Made & { client: Client };
let laptop: Dav;
let cabinet: string;
let folder: string;
let id: string;
const set = (values: object) => dossier.admin.call(site.saveSettings, { group: 'syncDisk', values: { enabled: true, ...values } });
const grant = (bits: number, objId = cabinet) =>
  dossier.admin.call(permissions.grant, { objId, granteeType: 'user', granteeId: anna.id, level: bits, reach: 'all' });
const address = (document = id) => anna.client.call(webdav.address, { id: document });
/** What the user’s own data say. */
const ownFact = async () => (await anna.client.call(session.current, {})).syncDisk;
const pathOf = async (document = id): Promise<string> => new URL((await address(document)).url ?? '').pathname;

beforeAll(async () => {
  dossier = await openTestServer();
  anna = await makeSignedIn(dossier);
  cabinet = await makeCabinet(dossier.admin, { name: '采购 100% #1' });
  folder = await makeFolder(dossier.admin, cabinet, { name: "It's (new) & final" });
  id = await makeDocument(dossier, dossier.admin, { parentId: folder, name: 'Ünïcode ’25% + a;b=c #2.docx', bytes: 'one' });
  await set({});
  await grant(level.modify);
  laptop = await makeDevice(dossier, anna);
});
beforeEach(async () => {
  await set({});
  await grant(level.modify);
});
afterAll(() => dossier.close());

it('is what a device opens, whatever the names contain', async () => {
  const { url, readOnly, devices, obstacle } = await address();
  expect([readOnly, devices, obstacle]).toEqual([false, 1, undefined]);
  expect(url).toMatch(/^http:\/\/localhost\/dav\/enterprise\//);
  const parts = new URL(url ?? '').pathname.split('/').slice(3).map(decodeURIComponent);
  expect(parts).toEqual(['采购 100% #1', "It's (new) & final", 'Ünïcode ’25% + a;b=c #2.docx']);
  const found = await laptop.ask('GET', await pathOf());
  expect([found.status, found.text]).toEqual([200, 'one']);
  expect((await lockOn(laptop, await pathOf())).status).toBe(200);
  expect((await anna.client.call(library.documentDetail, { id })).lockedByMe).toBe(true);
});

it('is found among names that are taken twice, and below containers that are hidden', async () => {
  const twice = await makeCabinet(dossier.admin, { name: 'Twice' });
  const shared = await makeFolder(dossier.admin, twice, { name: '采购 100% #1' });
  const own = await makeDocument(dossier, dossier.admin, { parentId: shared, name: 'b.xlsx', bytes: 'two' });
  await grant(level.view, shared);
  await grant(level.download, shared);
  const path = await pathOf(own);
  expect(decodeURIComponent(path)).toContain(`采购 100% #1 ~${shared}/b.xlsx`);
  expect((await laptop.ask('GET', path)).text).toBe('two');
  expect((await address(own)).readOnly).toBe(true);
});

it('is to read only where nothing could be saved', async () => {
  await grant(level.download);
  expect(await address()).toMatchObject({ readOnly: true, url: expect.any(String) });
  await grant(level.modify);
  await set({ access: 'read' });
  expect(await address()).toMatchObject({ readOnly: true });
  const published = await makeCabinet(dossier.admin, { name: 'Published' });
  const one = await makeDocument(dossier, dossier.admin, { parentId: published, name: 'p.docx' });
  await grant(level.modify, published);
  await set({});
  await dossier.services.database.write((db) =>
    db.updateTable('item').set({ publishing: 1 }).where('id', '=', Number(published)).execute(),
  );
  expect(await address(one)).toMatchObject({ readOnly: true });
});

it('is refused without the right to download, and for what is not seen or is no document', async () => {
  await grant(level.pdf);
  expect(await anna.client.refused(webdav.address, { id })).toBe(4611);
  await grant(level.title);
  expect(await anna.client.refused(webdav.address, { id })).toBe(4610);
  await grant(level.full);
  expect(await anna.client.refused(webdav.address, { id: folder })).toBe(4601);
  const stranger = await makeSignedIn(dossier);
  expect(await stranger.client.refused(webdav.address, { id })).toBe(1002);
});

it('says what stands in the way, and the data of the user do so beforehand', async () => {
  await set({ enterpriseArea: false });
  expect(await address()).toEqual({ obstacle: 'area', readOnly: false, devices: 1 });
  await set({ whom: 'chosen' });
  expect(await address()).toMatchObject({ obstacle: 'person' });
  expect(await ownFact()).toBe('refused');
  await dossier.admin.call(webdav.allow, { userId: anna.id, allowed: true });
  expect(await address()).toMatchObject({ url: expect.any(String) });
  expect(await ownFact()).toBe('open');
  await set({ enabled: false });
  expect(await address()).toEqual({ obstacle: 'off', readOnly: false, devices: 1 });
  expect(await ownFact()).toBe('off');
});
