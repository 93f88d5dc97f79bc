import { permissions } from '@dossier/contract/permissions';
import { level } from '@dossier/contract/rights';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openHouse, type TestHouse } from '../../../test/house.ts';
import { makeGroup, makeSignedIn } from '../../../test/make.ts';
import { makeCabinet, makeFolder } from '../../../test/make-items.ts';

let house: TestHouse;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house.close());

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
