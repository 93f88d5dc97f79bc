import { permissions } from '@dossier/contract/access/permissions';
import { home } from '@dossier/contract/core/home';
import { level, moduleType } from '@dossier/contract/core/rights';
import { content } from '@dossier/contract/documents/content';
import { library } from '@dossier/contract/documents/library';
import { preview } from '@dossier/contract/preview/preview';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Client } from '../../../test/client.ts';
import { type TestServer, openTestServer } from '../../../test/test-server.ts';
import { makeCabinet, makeDocument } from '../../../test/make-items.ts';
import { makeDepartment, makeSignedIn } from '../../../test/make.ts';

let dossier: TestServer;
beforeAll(async () => void (dossier = await openTestServer()));
afterAll(() => dossier.close());

const openDocuments = async (client: Client, ...ids: string[]): Promise<void> => {
  for (const id of ids) await client.call(preview.view, { id });
  await dossier.drain();
};
const counts = async (client: Client) => (await client.call(home.view, {})).list.map(({ id, count }) => [id, count]);
const recommended = async (client: Client) => (await client.call(home.commend, {})).list.map(({ id }) => id);

it('hide the usage of owned documents that the owner may no longer see', async () => {
  const [owner, reader] = [await makeSignedIn(dossier), await makeSignedIn(dossier)];
  const cabinet = await makeCabinet(dossier.admin);
  const shared = { objId: cabinet, granteeType: 'user', level: level.full, reach: 'all' } as const;
  for (const one of [owner, reader]) await dossier.admin.call(permissions.grant, { ...shared, granteeId: one.id });
  const document = await makeDocument(dossier, owner.client, { parentId: cabinet });
  await openDocuments(reader.client, document);
  expect(await owner.client.call(home.statistics)).toEqual({ views: 1, downloads: 0, documents: 1 });
  await dossier.admin.call(permissions.grant, { ...shared, granteeId: owner.id, level: 0 });
  await openDocuments(reader.client, document);
  expect(await owner.client.refused(library.documentDetail, { id: document })).toBe(1002);
  expect(await owner.client.call(home.statistics)).toEqual({ views: 0, downloads: 0, documents: 0 });
});

it('show most read documents and those colleagues opened, as far as visible, and the usage of owned ones', async () => {
  const department = await makeDepartment(dossier);
  const owner = await makeSignedIn(dossier);
  const [anna, ben, stranger] = [
    await makeSignedIn(dossier, { departmentIds: [department] }),
    await makeSignedIn(dossier, { departmentIds: [department] }),
    await makeSignedIn(dossier, { departmentIds: [await makeDepartment(dossier)] }),
  ];
  const cabinet = await makeCabinet(dossier.admin);
  const shared = { objId: cabinet, granteeType: 'user', level: level.full, reach: 'all' } as const;
  for (const one of [owner, anna, ben, stranger]) await dossier.admin.call(permissions.grant, { ...shared, granteeId: one.id });
  const [read, once, hidden] = [
    await makeDocument(dossier, owner.client, { parentId: cabinet }),
    await makeDocument(dossier, owner.client, { parentId: cabinet }),
    await makeDocument(dossier, anna.client, { parentId: await makeCabinet(anna.client, { moduleType: moduleType.my }) }),
  ];
  await openDocuments(anna.client, read, once, hidden);
  await openDocuments(stranger.client, read);
  // in a department of two, it would disclose what the other member opened
  expect(await recommended(ben.client)).toEqual([]);
  await makeSignedIn(dossier, { departmentIds: [department] });
  expect(await counts(ben.client)).toEqual([
    [read, 2],
    [once, 1],
  ]);
  // those of the department, without the user's own views and without documents the user has no right to
  expect((await recommended(ben.client)).toSorted()).toEqual([read, once].toSorted());
  expect([await recommended(anna.client), await recommended(stranger.client), await recommended(owner.client)]).toEqual([[], [], []]);
  await openDocuments(ben.client, read);
  expect(await recommended(ben.client)).toEqual([once]);
  await ben.client.call(content.download, { id: once });
  await dossier.drain();
  expect(await owner.client.call(home.statistics)).toEqual({ views: 4, downloads: 1, documents: 2 });
  expect(await stranger.client.call(home.statistics)).toEqual({ views: 0, downloads: 0, documents: 0 });
  await owner.client.call(library.delete, { objIds: [once] });
  expect([await recommended(ben.client), await counts(ben.client)]).toEqual([[], [[read, 3]]]);
  expect(await owner.client.call(home.statistics)).toMatchObject({ documents: 1 });
  dossier.clock.forward(31 * 86_400_000);
  const later = await dossier.as(stranger);
  expect([await counts(later), await recommended(await dossier.as(ben))]).toEqual([[], []]);
});
