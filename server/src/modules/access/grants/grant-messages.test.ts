import { permissions } from '@dossier/contract/access/permissions';
import { messages } from '@dossier/contract/notifications/messages';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type TestServer, openTestServer } from '../../../../test/test-server.ts';
import { makeCabinet, makeFolder } from '../../../../test/make-items.ts';
import { makeGroup, makeSignedIn } from '../../../../test/make.ts';

let dossier: TestServer;
let staff: Awaited<ReturnType<typeof makeSignedIn>>;
let group: string;
let secret: string;
beforeAll(async () => {
  dossier = await openTestServer();
});
beforeEach(async () => {
  staff = await makeSignedIn(dossier);
  group = await makeGroup(dossier, [staff.id]);
  secret = await makeFolder(dossier.admin, await makeCabinet(dossier.admin), { name: 'Secret' });
});
afterAll(() => dossier.close());

const mine = () => ({ objId: secret, granteeType: 'user' as const, granteeId: staff.id });
const theirs = () => ({ objId: secret, granteeType: 'group' as const, granteeId: group });
const messageTexts = async (): Promise<string[]> => {
  await dossier.drain();
  return (await staff.client.call(messages.list, {})).list.map((message) => message.content);
};

it('notifies of a grant and of its revocation', async () => {
  await dossier.admin.call(permissions.grant, { ...mine(), level: 3 });
  expect(await messageTexts()).toEqual([expect.stringContaining('Secret')]);
  await dossier.admin.call(permissions.revoke, mine());
  expect(await messageTexts()).toHaveLength(2);
});

it('does not notify of a refusal, nor of its revocation', async () => {
  await dossier.admin.call(permissions.grant, { ...mine(), level: 0 });
  await dossier.admin.call(permissions.revoke, mine());
  expect(await messageTexts()).toEqual([]);
});

it('does not notify of a group’s grants while the user is excluded by a refusal', async () => {
  await dossier.admin.call(permissions.grant, { ...mine(), level: 0 });
  await dossier.admin.call(permissions.grant, { ...theirs(), level: 3 });
  await dossier.admin.call(permissions.revoke, theirs());
  expect(await messageTexts()).toEqual([]);
});

it('does not notify of the revocation of an expired grant that was never seen', async () => {
  const deadline = new Date(dossier.clock.now() + 1000).toISOString();
  await dossier.admin.call(permissions.grant, { ...mine(), level: 3, deadline });
  await messageTexts();
  dossier.clock.forward(2000);
  await dossier.admin.call(permissions.revoke, mine());
  expect(await messageTexts()).toHaveLength(1);
});
