import { permissions } from '@dossier/contract/permissions';
import { level } from '@dossier/contract/rights';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openHouse, type TestHouse } from '../../../test/house.ts';
import { makeDepartment, makeGroup, makeSignedIn, makeUser } from '../../../test/make.ts';
import { makeCabinet, makeFolder } from '../../../test/make-items.ts';

let house: TestHouse;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house.close());

it('tells the way through departments', async () => {
  const top = await makeDepartment(house, { name: 'Works' });
  const low = await makeDepartment(house, { name: 'Hall', parentId: await makeDepartment(house, { name: 'Floor', parentId: top }) });
  const [deep, direct] = [await makeUser(house, { departmentIds: [low] }), await makeUser(house, { departmentIds: [top] })];
  const cabinet = await makeCabinet(house.admin);
  await house.admin.call(permissions.grant, { objId: cabinet, granteeType: 'department', granteeId: top, level: level.view });
  const { list } = await house.admin.call(permissions.reachedBy, { objId: cabinet, pageNo: 1, pageSize: 50 });
  for (const [{ id }, way] of [
    [deep, ['Hall', 'Floor', 'Works']],
    [direct, undefined],
  ] as const) {
    expect((await house.admin.call(permissions.explain, { objId: cabinet, userId: id })).sources[0]?.way).toEqual(way);
    expect(list.find((one) => one.userId === id)?.sources[0]?.way).toEqual(way);
  }
});

it('tells owners what they would have left if the item belonged to somebody else', async () => {
  const owner = await makeSignedIn(house);
  const cabinet = await makeCabinet(house.admin);
  const give = (objId: string) => house.admin.call(permissions.owner, { objId, userId: owner.id });
  const besides = async (objId: string) => (await owner.client.call(permissions.explain, { objId, userId: owner.id })).besides;

  await give(cabinet);
  expect(await besides(cabinet)).toBe(0);
  const folder = await makeFolder(owner.client, cabinet);
  expect(await besides(folder)).toBe(level.full);
  const group = await makeGroup(house, [owner.id]);
  await owner.client.call(permissions.grant, { objId: cabinet, granteeType: 'group', granteeId: group, level: level.view });
  expect(await besides(cabinet)).toBe(level.view);
});
