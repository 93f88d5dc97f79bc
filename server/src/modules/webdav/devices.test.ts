import { site } from '@dossier/contract/core/site';
import { people } from '@dossier/contract/identity/users';
import { messages, msgType } from '@dossier/contract/notifications/messages';
import { webdav } from '@dossier/contract/webdav/devices';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Client } from '../../../test/client.ts';
import { type Dav, davWith, makeDevice } from '../../../test/dav-client.ts';
import { type TestServer, openTestServer } from '../../../test/test-server.ts';
import { type Made, makeSignedIn } from '../../../test/make.ts';

let dossier: TestServer;
let anna: Made & { client: Client };
let laptop: Dav;
const set = (values: object) => dossier.admin.call(site.saveSettings, { group: 'syncDisk', values: { enabled: true, ...values } });
const attempt = async (device: Pick<Dav, 'ask'>) => (await device.ask('PROPFIND', '/dav/', { headers: { depth: '0' } })).status;

beforeAll(async () => {
  dossier = await openTestServer();
  anna = await makeSignedIn(dossier);
});
afterAll(() => dossier.close());

it('while off: no device can be added, and its address answers 404 to all', async () => {
  const nobody = davWith(await dossier.listen(), undefined);
  for (const method of ['GET', 'PUT', 'OPTIONS', 'PROPFIND', 'LOCK']) expect((await nobody.ask(method, '/dav/')).status).toBe(404);
  expect(await anna.client.refused(webdav.add, { name: 'Laptop', password: anna.password })).toBe(2053);
  await set({});
  expect(await anna.client.refused(webdav.add, { name: 'Laptop', password: 'not-this-one' })).toBe(2004);
  expect((await nobody.ask('PROPFIND', '/dav/')).headers['www-authenticate']).toContain('Basic');
});

it('authenticates a device with its own password, of which only a hash is stored, and with no other', async () => {
  laptop = await makeDevice(dossier, anna);
  expect(laptop.password).toMatch(/^([a-z2-7]{8}-){3}[a-z2-7]{8}$/);
  expect(await attempt(laptop)).toBe(207);
  const origin = await dossier.listen();
  expect(await attempt(davWith(origin, `${anna.loginName}:${anna.password}`))).toBe(401);
  expect(await attempt(davWith(origin, `admin:${laptop.password}`))).toBe(401);
  const rows = JSON.stringify(await dossier.services.database.read.selectFrom('webdav_device').selectAll().execute());
  expect(rows).not.toContain(laptop.password);
  const { list } = await anna.client.call(webdav.own);
  expect(list).toMatchObject([{ id: laptop.id, name: 'Laptop', state: 'activated', address: '127.0.0.1' }]);
  await dossier.drain();
  const received = await anna.client.call(messages.list, {});
  expect(received.list.some((one) => one.msgType === msgType.diskDeviceAdded && one.content.includes('Laptop'))).toBe(true);
});

it('is disabled and enabled by administrators only, by device or user: a blocked one is told so (5801), and counts as no wrong password', async () => {
  const page = await dossier.admin.call(webdav.devices, { keyword: 'lap' });
  expect(page).toMatchObject({ totalNumber: 1, list: [{ id: laptop.id, userId: anna.id, allowed: true }] });
  expect((await dossier.admin.call(webdav.devices, { state: 'closed' })).totalNumber).toBe(0);
  for (const route of [webdav.devices, webdav.setState, webdav.allow]) expect(await anna.client.refused(route, {})).toBe(1011);
  await dossier.admin.call(webdav.setState, { id: laptop.id, state: 'closed' });
  const blocked = await laptop.ask('PROPFIND', '/dav/', { headers: { depth: '0' } });
  expect([blocked.status, blocked.headers['www-authenticate'], blocked.text]).toEqual([403, undefined, expect.stringContaining('blocked')]);
  const stranger = davWith(await dossier.listen(), `admin:${laptop.password}`);
  expect(await attempt(stranger)).toBe(401);
  for (let n = 0; n < 45; n++) expect(await attempt(laptop)).toBe(403);
  await dossier.admin.call(webdav.setState, { id: laptop.id, state: 'activated' });
  await dossier.admin.call(webdav.allow, { userId: anna.id, allowed: false });
  expect(await attempt(laptop)).toBe(403);
  await dossier.admin.call(webdav.allow, { userId: anna.id, allowed: true });
  await set({ whom: 'chosen' });
  expect(await attempt(laptop)).toBe(207);
  const berta = await makeSignedIn(dossier);
  expect(await berta.client.refused(webdav.add, { name: 'x', password: berta.password })).toBe(2053);
  expect(await berta.client.refused(webdav.remove, { id: laptop.id })).toBe(2051);
  await set({});
});

it('refuses a device at its next request once its user is disabled, their password reset, or the device removed', async () => {
  const carl = await makeSignedIn(dossier);
  const [phone, tablet] = [await makeDevice(dossier, carl, 'Phone'), await makeDevice(dossier, carl, 'Tablet')];
  await carl.client.call(webdav.remove, { id: phone.id });
  expect(await attempt(phone)).toBe(401);
  expect(await attempt(tablet)).toBe(207);
  await dossier.admin.call(people.updateUser, { id: carl.id, enabled: false });
  expect(await attempt(tablet)).toBe(401);
  await dossier.admin.call(people.updateUser, { id: carl.id, enabled: true });
  expect(await attempt(tablet)).toBe(207);
  await dossier.admin.call(people.resetPassword, { id: carl.id, newPwd: 'another-pass-9' });
  expect(await attempt(tablet)).toBe(401);
});

it('counts wrong passwords by address, and accepts the right one all the same', async () => {
  const wrong = davWith(await dossier.listen(), `${anna.loginName}:${'a'.repeat(32)}`);
  let last = 0;
  for (let n = 0; n < 45 && last !== 429; n++) last = await attempt(wrong);
  expect(last).toBe(429);
  expect(await attempt(laptop)).toBe(207);
});
