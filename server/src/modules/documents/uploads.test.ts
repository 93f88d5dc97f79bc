import { permissions } from '@dossier/contract/access/permissions';
import { level } from '@dossier/contract/core/rights';
import { content } from '@dossier/contract/documents/content';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { longestGap } from '../../../test/longest-gap.ts';
import { makeCabinet, makeDocument, makeFolder } from '../../../test/make-items.ts';
import { makeSignedIn } from '../../../test/make.ts';
import { type TestServer, openTestServer } from '../../../test/test-server.ts';

let dossier: TestServer;
let cabinet: string;
beforeAll(async () => {
  dossier = await openTestServer();
  cabinet = await makeCabinet(dossier.admin);
});
afterAll(() => dossier.close());

const taken = async (parentId: string, names: string[], client = dossier.admin) =>
  (await client.call(content.checkNames, { parentId, names })).taken.map(({ name }) => name).toSorted();

it('accepts every spelling of a path, and reports everything below a document', async () => {
  const place = await makeFolder(dossier.admin, cabinet);
  await makeDocument(dossier, dossier.admin, { parentId: place, name: 'a.txt', folderPath: 'x' });
  await makeDocument(dossier, dossier.admin, { parentId: place, name: 'file' });
  const asked = ['x/a.txt', 'X/A.txt', 'x//a.txt', 'x/b.txt', 'file/1', 'file/2/3', 'file', 'y/a.txt', '', '/'];
  expect(await taken(place, asked)).toEqual(['X/A.txt', 'file', 'file/1', 'file/2/3', 'x/a.txt', 'x//a.txt'].toSorted());
});

it('reveals only what the caller may see', async () => {
  const person = await makeSignedIn(dossier);
  const place = await makeFolder(dossier.admin, cabinet);
  const closed = await makeFolder(dossier.admin, place, { name: 'closed' });
  await makeDocument(dossier, dossier.admin, { parentId: closed, name: 'a.txt' });
  const grant = { granteeType: 'user' as const, granteeId: person.id, reach: 'all' as const };
  await dossier.admin.call(permissions.grant, { ...grant, objId: place, level: level.upload });
  await dossier.admin.call(permissions.grant, { ...grant, objId: closed, level: level.view });
  expect(await taken(place, ['closed/a.txt', 'closed'], person.client)).toEqual(['closed']);
});

it('does not block other requests, however deep and many the paths are', async () => {
  const folderPath = Array.from({ length: 98 }, () => 'd').join('/');
  await makeDocument(dossier, dossier.admin, { parentId: cabinet, name: 'x.txt', folderPath });
  const path = `${folderPath}/x.txt`;
  const same = Array.from({ length: 5000 }, () => path);
  const many = Array.from({ length: 5000 }, (_, n) => `${folderPath}/x${n}.txt`);
  expect(await longestGap(async () => expect(await taken(cabinet, same)).toEqual([path]))).toBeLessThan(700);
  expect(await longestGap(async () => expect(await taken(cabinet, many)).toEqual([]))).toBeLessThan(700);
  const apart = Array.from({ length: 4500 }, (_, n) => `${n}/${'d/'.repeat(90)}`);
  expect(await dossier.admin.refused(content.checkNames, { parentId: cabinet, names: apart })).toBe(400);
});
