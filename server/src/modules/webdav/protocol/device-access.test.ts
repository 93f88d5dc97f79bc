import { permissions } from '@dossier/contract/access/permissions';
import { level, moduleType, right } from '@dossier/contract/core/rights';
import { site } from '@dossier/contract/core/site';
import { addresses } from '@dossier/contract/identity/address-restrictions';
import { people } from '@dossier/contract/identity/users';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { lockOn, makeDevice } from '../../../../test/dav-client.ts';
import { type TestServer, openTestServer } from '../../../../test/test-server.ts';
import { makeCabinet, makeDocument } from '../../../../test/make-items.ts';
import { makeSignedIn } from '../../../../test/make.ts';
import { enter, makeGuest } from '../../../../test/other-organisation.ts';

let dossier: TestServer;
beforeAll(async () => {
  dossier = await openTestServer({ trustedProxies: ['127.0.0.1'] });
  await dossier.admin.call(site.saveSettings, { group: 'syncDisk', values: { enabled: true } });
});
afterAll(() => dossier.close());
const officeSegment = { name: 'Office', addresses: '10.1.0.0/16', kind: 'allow' as const };
const from = (address: string, depth = '0') => ({ headers: { 'x-forwarded-for': address, depth } });

it('admits a device from addresses where its user may sign in, in their own organisation and in the device’s, while they work there', async () => {
  const guest = await makeGuest(dossier);
  await enter(guest.client, guest.other.id);
  const drive = await makeDevice(dossier, guest);
  const attempt = async (address: string) => (await drive.ask('PROPFIND', '/dav/', from(address))).status;
  expect(await attempt('10.9.0.1')).toBe(207);
  const { id } = await dossier.admin.call(addresses.createSegment, { ...officeSegment, scope: 'signIn' });
  expect([await attempt('10.1.0.1'), await attempt('10.9.0.1')]).toEqual([207, 403]);
  await dossier.admin.call(addresses.deleteSegment, { id });
  const theirs = await guest.other.admin.call(addresses.createSegment, { ...officeSegment, scope: 'signIn' });
  expect([await attempt('10.1.0.1'), await attempt('10.9.0.1')]).toEqual([207, 403]);
  await guest.other.admin.call(addresses.deleteSegment, { id: theirs.id });
  await guest.other.admin.call(people.endGuest, { id: guest.id });
  expect(await attempt('10.1.0.1')).toBe(403);
});

it('serves no originals where its user may not download, nor with rights to preview only, by any method', async () => {
  const anna = await makeSignedIn(dossier);
  const drive = await makeDevice(dossier, anna);
  const cabinet = await makeCabinet(dossier.admin, { name: 'Theirs' });
  await makeCabinet(anna.client, { name: 'Own', moduleType: moduleType.my });
  const [seen, had] = [
    await makeDocument(dossier, dossier.admin, { parentId: cabinet, name: 'seen.txt' }),
    await makeDocument(dossier, dossier.admin, { parentId: cabinet, name: 'had.txt', bytes: 'bytes' }),
  ];
  const give = (objId: string, bits: number) =>
    dossier.admin.call(permissions.grant, { objId, granteeType: 'user', granteeId: anna.id, level: bits, reach: 'all' });
  await give(cabinet, right.visible);
  await give(seen, level.view);
  await give(had, level.download);
  const path = (name: string) => `/dav/enterprise/Theirs/${name}`;
  await drive.ask('PUT', '/dav/my/Own/mine.txt', { body: 'mine' });
  const to = (destination: string) => ({ headers: { destination } });
  expect((await drive.ask('GET', path('had.txt'))).text).toBe('bytes');
  for (const method of ['GET', 'HEAD']) expect((await drive.ask(method, path('seen.txt'))).status).toBe(403);
  for (const method of ['COPY', 'MOVE'])
    for (const destination of ['/dav/my/Own/copy.txt', '/dav/my/Own/mine.txt'])
      expect([method, destination, (await drive.ask(method, path('seen.txt'), to(destination))).status]).toEqual([
        method,
        destination,
        403,
      ]);
  expect((await lockOn(drive, path('seen.txt'))).status).toBe(403);
  for (const method of ['PUT', 'DELETE']) expect((await drive.ask(method, path('seen.txt'), { body: 'x' })).status).toBe(403);
  expect((await drive.ask('GET', '/dav/my/Own/mine.txt')).text).toBe('mine');
  await dossier.admin.call(addresses.createSegment, { ...officeSegment, scope: 'download' });
  expect((await drive.ask('GET', path('had.txt'), from('10.1.0.1'))).status).toBe(200);
  expect((await drive.ask('GET', path('had.txt'), from('10.9.0.1'))).status).toBe(403);
  expect((await drive.ask('PROPFIND', path('had.txt'), from('10.9.0.1'))).status).toBe(207);
});
