import { messages } from '@dossier/contract/messages';
import { permissions } from '@dossier/contract/permissions';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { openHouse, type TestHouse } from '../../../test/house.ts';
import { makeGroup, makeSignedIn } from '../../../test/make.ts';
import { makeCabinet, makeFolder } from '../../../test/make-items.ts';

let house: TestHouse;
let staff: Awaited<ReturnType<typeof makeSignedIn>>;
let group: string;
let secret: string;
beforeAll(async () => {
  house = await openHouse();
});
beforeEach(async () => {
  staff = await makeSignedIn(house);
  group = await makeGroup(house, [staff.id]);
  secret = await makeFolder(house.admin, await makeCabinet(house.admin), { name: 'Secret' });
});
afterAll(() => house.close());

const mine = () => ({ objId: secret, granteeType: 'user' as const, granteeId: staff.id });
const theirs = () => ({ objId: secret, granteeType: 'group' as const, granteeId: group });
const told = async (): Promise<string[]> => {
  await house.drain();
  return (await staff.client.call(messages.list, {})).list.map((message) => message.content);
};

it('tells of a right that was given and of its end', async () => {
  await house.admin.call(permissions.grant, { ...mine(), level: 3 });
  expect(await told()).toEqual([expect.stringContaining('Secret')]);
  await house.admin.call(permissions.revoke, mine());
  expect(await told()).toHaveLength(2);
});

it('says nothing of a refusal, and nothing when it is lifted', async () => {
  await house.admin.call(permissions.grant, { ...mine(), level: 0 });
  await house.admin.call(permissions.revoke, mine());
  expect(await told()).toEqual([]);
});

it('says nothing of what a group gets and loses while the person is shut out', async () => {
  await house.admin.call(permissions.grant, { ...mine(), level: 0 });
  await house.admin.call(permissions.grant, { ...theirs(), level: 3 });
  await house.admin.call(permissions.revoke, theirs());
  expect(await told()).toEqual([]);
});

it('says nothing when a right is taken back that ended before it was seen', async () => {
  const deadline = new Date(house.clock.now() + 1000).toISOString();
  await house.admin.call(permissions.grant, { ...mine(), level: 3, deadline });
  await told();
  house.clock.forward(2000);
  await house.admin.call(permissions.revoke, mine());
  expect(await told()).toHaveLength(1);
});
