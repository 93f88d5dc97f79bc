import { permissions } from '@dossier/contract/access/permissions';
import { level } from '@dossier/contract/core/rights';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestServer, openTestServer } from '../../../../test/test-server.ts';
import { makeCabinet, makeFolder } from '../../../../test/make-items.ts';
import { makeDepartment, makeGroup, makeSignedIn, makeUser } from '../../../../test/make.ts';

let dossier: TestServer;
beforeAll(async () => {
  dossier = await openTestServer();
});
afterAll(() => dossier.close());

it('explains rights through nested departments', async () => {
  const top = await makeDepartment(dossier, { name: 'Works' });
  const low = await makeDepartment(dossier, { name: 'Hall', parentId: await makeDepartment(dossier, { name: 'Floor', parentId: top }) });
  const [deep, direct] = [await makeUser(dossier, { departmentIds: [low] }), await makeUser(dossier, { departmentIds: [top] })];
  const cabinet = await makeCabinet(dossier.admin);
  await dossier.admin.call(permissions.grant, { objId: cabinet, granteeType: 'department', granteeId: top, level: level.view });
  const { list } = await dossier.admin.call(permissions.reachedBy, { objId: cabinet, pageNo: 1, pageSize: 50 });
  for (const [{ id }, path] of [
    [deep, ['Hall', 'Floor', 'Works']],
    [direct, undefined],
  ] as const) {
    expect((await dossier.admin.call(permissions.explain, { objId: cabinet, userId: id })).sources[0]?.way).toEqual(path);
    expect(list.find((one) => one.userId === id)?.sources[0]?.way).toEqual(path);
  }
});

it('shows owners what they would have if another user owned the item', async () => {
  const owner = await makeSignedIn(dossier);
  const cabinet = await makeCabinet(dossier.admin);
  const give = (objId: string) => dossier.admin.call(permissions.owner, { objId, userId: owner.id });
  const besides = async (objId: string) => (await owner.client.call(permissions.explain, { objId, userId: owner.id })).besides;

  await give(cabinet);
  expect(await besides(cabinet)).toBe(0);
  const folder = await makeFolder(owner.client, cabinet);
  expect(await besides(folder)).toBe(level.full);
  const group = await makeGroup(dossier, [owner.id]);
  await owner.client.call(permissions.grant, { objId: cabinet, granteeType: 'group', granteeId: group, level: level.view });
  expect(await besides(cabinet)).toBe(level.view);
});
