import { permissions } from '@dossier/contract/access/permissions';
import { accessRequests } from '@dossier/contract/access/requests';
import { level, right } from '@dossier/contract/core/rights';
import { attachments } from '@dossier/contract/documents/attachments';
import { library } from '@dossier/contract/documents/library';
import { admin } from '@dossier/contract/identity/user-administration';
import { people } from '@dossier/contract/identity/users';
import { messages, msgType } from '@dossier/contract/notifications/messages';
import { action } from '@dossier/contract/reporting/actions';
import { operationLog } from '@dossier/contract/reporting/operation-log';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { makeCabinet, makeDocument, makeFolder, upload } from '../../../../test/make-items.ts';
import { makeSignedIn } from '../../../../test/make.ts';
import { enter, invite, makeOrganisation, spaceOf } from '../../../../test/other-organisation.ts';
import { type TestServer, openTestServer } from '../../../../test/test-server.ts';
import { queryPlans } from '../../../../test/query-plans.ts';
import { sweepAccessRequests } from '../reminders.ts';
import { pageOfWaitingRequests } from './requests.queries.ts';

type Staff = Awaited<ReturnType<typeof makeSignedIn>>;
let dossier: TestServer;
let asker: Staff;
let keeper: Staff;
let secret: string;
beforeAll(async () => {
  dossier = await openTestServer();
});
beforeEach(async () => {
  [asker, keeper] = [await makeSignedIn(dossier), await makeSignedIn(dossier)];
  secret = await makeFolder(dossier.admin, await makeCabinet(dossier.admin), { name: 'Secret' });
  await dossier.admin.call(permissions.grant, { objId: secret, granteeType: 'user', granteeId: keeper.id, level: level.full });
});
afterAll(() => dossier.close());

const hour = 3_600_000;
const messagesOf = async ({ client }: Staff, type: number) => {
  await dossier.drain();
  return (await client.call(messages.list, {})).list.filter((message) => message.msgType === type);
};
const requests = async (by: Staff = keeper) => {
  await dossier.drain();
  return (await by.client.call(accessRequests.list, { objId: secret })).list;
};
const ask = async (objId = secret, note = '') => asker.client.call(accessRequests.ask, { objId, note });
const bits = async (): Promise<boolean[]> =>
  (await asker.client.call(permissions.check, { objIds: [secret], rights: right.read })).hasRights;

it('a request reaches who may grant it, once while it is open, and is granted until a day', async () => {
  await ask(secret, 'For the audit');
  await ask(secret, 'Again');
  const [request, ...more] = await requests();
  expect([request, more]).toEqual([expect.objectContaining({ personId: asker.id, personName: asker.fullName, note: 'For the audit' }), []]);
  const told = await messagesOf(keeper, msgType.accessAsked);
  expect(told).toEqual([expect.objectContaining({ objId: secret, content: expect.stringContaining(asker.fullName) })]);
  const deadline = new Date(dossier.clock.now() + hour).toISOString();
  await keeper.client.call(accessRequests.decide, { id: request!.id, level: 'view', deadline });
  expect(await asker.client.call(library.folderDetail, { id: secret })).toMatchObject({ rights: level.view });
  expect(await messagesOf(asker, msgType.rightGiven)).toHaveLength(1);
  expect(await requests()).toEqual([]);
  expect(await keeper.client.refused(accessRequests.decide, { id: request!.id, level: 'edit' })).toBe(5950);
  dossier.clock.forward(hour + 1000);
  expect(await bits()).toEqual([false]);
});

it.each([
  ['download', level.download],
  ['edit', level.modify],
] as const)('%s gives level %i', async (name, given) => {
  await ask();
  const [request] = await requests();
  await keeper.client.call(accessRequests.decide, { id: request!.id, level: name });
  expect(await asker.client.call(library.folderDetail, { id: secret })).toMatchObject({ rights: given });
});

it('all that waits for a manager is one list, oldest first and in pages, and nothing of it is seen by others', async () => {
  const other = await makeFolder(dossier.admin, await makeCabinet(dossier.admin), { name: 'Drafts' });
  await dossier.admin.call(permissions.grant, { objId: other, granteeType: 'user', granteeId: keeper.id, level: level.full });
  await dossier.admin.call(permissions.grant, { objId: other, granteeType: 'user', granteeId: asker.id, level: right.visible });
  await ask(secret, 'For the audit');
  dossier.clock.forward(1000);
  await ask(other);
  await dossier.drain();
  const waiting = async (by: Staff, pageNo = 1) => by.client.call(accessRequests.waiting, { pageNo, pageSize: 1 });
  expect(await waiting(keeper)).toMatchObject({
    totalNumber: 2,
    list: [{ objId: secret, objName: 'Secret', personName: asker.fullName, note: 'For the audit' }],
  });
  const [second] = (await waiting(keeper, 2)).list;
  expect(second).toMatchObject({ objId: other, objName: 'Drafts' });
  expect(await waiting(asker)).toMatchObject({ totalNumber: 0, list: [] });
  await keeper.client.call(accessRequests.decide, { id: second!.id });
  expect((await waiting(keeper)).totalNumber).toBe(1);
  await dossier.admin.call(library.delete, { objIds: [secret] });
  expect((await waiting(keeper)).totalNumber).toBe(0);
});

it('a declined request names no item, and can be made again', async () => {
  await ask();
  const [request] = await requests();
  await keeper.client.call(accessRequests.decide, { id: request!.id });
  const [told] = await messagesOf(asker, msgType.accessDeclined);
  expect([told?.content.includes('Secret'), told?.objId, told?.name]).toEqual([false, undefined, undefined]);
  expect(told?.content).toContain(keeper.fullName);
  expect(await bits()).toEqual([false]);
  await ask();
  expect(await requests()).toHaveLength(1);
});

it('is answered alike for what does not exist, is in the bin, or can be read already, and leaves nothing', async () => {
  const binned = await makeFolder(dossier.admin, await makeCabinet(dossier.admin), {});
  await dossier.admin.call(library.delete, { objIds: [binned] });
  const open = await makeFolder(dossier.admin, await makeCabinet(dossier.admin), {});
  await dossier.admin.call(permissions.grant, { objId: open, granteeType: 'user', granteeId: asker.id, level: level.view });
  for (const objId of ['999999999999', binned, open]) expect(await ask(objId)).toEqual({});
  await dossier.drain();
  const rows = await dossier.services.database.read
    .selectFrom('access_request')
    .where('person_id', '=', Number(asker.id))
    .selectAll()
    .execute();
  expect(rows).toEqual([]);
});

it('only who manages the item sees and answers requests; others learn nothing of them', async () => {
  await ask();
  const [request] = await requests();
  const stranger = await makeSignedIn(dossier);
  expect(await stranger.client.refused(accessRequests.list, { objId: secret })).toBe(1002);
  expect(await stranger.client.refused(accessRequests.decide, { id: request!.id, level: 'view' })).toBe(5950);
  expect(await asker.client.refused(accessRequests.decide, { id: request!.id, level: 'edit' })).toBe(5950);
  await dossier.admin.call(permissions.grant, { objId: secret, granteeType: 'user', granteeId: stranger.id, level: level.view });
  expect(await stranger.client.refused(accessRequests.decide, { id: request!.id })).toBe(4901);
});

it('are listed wherever they are for who manages the items, oldest first, and for nobody else', async () => {
  const other = await makeFolder(dossier.admin, await makeCabinet(dossier.admin), { name: 'Other' });
  await dossier.admin.call(permissions.grant, { objId: other, granteeType: 'user', granteeId: keeper.id, level: level.view });
  await ask(other);
  dossier.clock.forward(1000);
  await ask();
  await dossier.drain();
  const waiting = async ({ client }: Staff) => (await client.call(accessRequests.waiting, {})).list.map(({ objName }) => objName);
  expect(await waiting(keeper)).toEqual(['Secret']);
  expect(await waiting(asker)).toEqual([]);
  await dossier.admin.call(permissions.grant, { objId: other, granteeType: 'user', granteeId: keeper.id, level: level.full });
  expect(await waiting(keeper)).toEqual(['Other', 'Secret']);
  await dossier.admin.call(library.delete, { objIds: [other] });
  expect(await waiting(keeper)).toEqual(['Secret']);
  const [row] = (await dossier.admin.call(library.bin, {})).list.filter(({ name }) => name === 'Other');
  await dossier.admin.call(library.restore, { objIds: [row!.id] });
  expect(await waiting(keeper)).toEqual(['Other', 'Secret']);
  // with rights of its own it has another access list
  const { client, id } = await makeSignedIn(dossier);
  expect((await client.call(accessRequests.waiting, {})).totalNumber).toBe(0);
  await dossier.admin.call(permissions.grant, { objId: other, granteeType: 'user', granteeId: id, level: level.full });
  expect((await client.call(accessRequests.waiting, {})).list.map(({ objId }) => objId)).toEqual([other]);
});

it('that wait are read by their age, without the items of a manager', async () => {
  if (dossier.engine === 'postgres') return;
  const filter = { organisationId: 1, acls: '[1,2]' };
  const [count, page] = await queryPlans(dossier.services.database.read, (db) =>
    pageOfWaitingRequests(db, filter, { limit: 8, offset: 0 }),
  );
  for (const plan of [count, page]) expect(plan).toMatch(/^SEARCH r USING (?:COVERING )?INDEX access_request_waiting/);
  expect(count).toMatch(/^SEARCH r USING COVERING INDEX/);
  expect(page).not.toContain('TEMP B-TREE');
});

it('nobody grants more than they may give themselves', async () => {
  const limited = await makeSignedIn(dossier);
  const terms = { objId: secret, granteeType: 'user' as const, granteeId: limited.id };
  await dossier.admin.call(permissions.grant, { ...terms, level: level.view | right.manage, handOn: level.view });
  await ask();
  const [request] = await requests(limited);
  expect(await limited.client.refused(accessRequests.decide, { id: request!.id, level: 'edit' })).toBe(4908);
  await limited.client.call(accessRequests.decide, { id: request!.id, level: 'view' });
  expect(await bits()).toEqual([true]);
});

it('twenty requests an hour, and notes of five hundred characters', async () => {
  expect(await asker.client.refused(accessRequests.ask, { objId: secret, note: 'x'.repeat(501) })).toBe(5951);
  for (let n = 0; n < 20; n++) await ask(String(900_000_000 + n));
  expect(await asker.client.refused(accessRequests.ask, { objId: secret })).toBe(502);
  dossier.clock.forward(2 * hour);
  await ask();
  expect(await requests()).toHaveLength(1);
});

it('lapses after a month', async () => {
  await ask();
  const age = (days: number) =>
    dossier.services.database.write((db) =>
      db
        .updateTable('access_request')
        .set({ created_at: dossier.clock.now() - days * 24 * hour })
        .execute(),
    );
  await age(29);
  await sweepAccessRequests(dossier.services);
  expect(await requests()).toHaveLength(1);
  await age(31);
  await sweepAccessRequests(dossier.services);
  expect(await requests()).toEqual([]);
});

it('is not stored for an attachment, whose rights are those of its document', async () => {
  const parentId = await makeCabinet(dossier.admin);
  const document = await makeDocument(dossier, dossier.admin, { parentId, name: 'contract.txt' });
  const { id, uploadUrl } = await dossier.admin.call(attachments.preUpload, { objId: document, name: 'annex.txt', size: 5 });
  await upload(dossier, uploadUrl, Buffer.from('annex'));
  await ask(id);
  await dossier.drain();
  expect((await dossier.admin.call(accessRequests.waiting, {})).list.filter(({ personId }) => personId === asker.id)).toEqual([]);
  await ask(document);
  await dossier.drain();
  expect((await dossier.admin.call(accessRequests.waiting, {})).list.map(({ objId }) => objId)).toContain(document);
});

it('takes nothing from who was given more by another manager meanwhile', async () => {
  const give = (given: number, deadline?: string) =>
    dossier.admin.call(permissions.grant, {
      objId: secret,
      granteeType: 'user',
      granteeId: asker.id,
      level: given,
      ...(deadline !== undefined && { deadline }),
    });
  const rights = async () => (await asker.client.call(library.folderDetail, { id: secret })).rights;
  await ask();
  const [stale] = await requests();
  await give(level.full);
  await keeper.client.call(accessRequests.decide, { id: stale!.id, level: 'view' });
  expect([await rights(), await requests()]).toEqual([level.full, []]);
  await dossier.admin.call(permissions.revoke, { objId: secret, granteeType: 'user', granteeId: asker.id });
  await ask();
  const [second] = await requests();
  await give(level.view);
  await keeper.client.call(accessRequests.decide, { id: second!.id, level: 'edit' });
  expect(await rights()).toBe(level.modify);
  await dossier.admin.call(permissions.revoke, { objId: secret, granteeType: 'user', granteeId: asker.id });
  await ask();
  const [third] = await requests();
  await give(level.full, new Date(dossier.clock.now() + hour).toISOString());
  // neither can both be kept in one grant
  expect(await keeper.client.refused(accessRequests.decide, { id: third!.id, level: 'view' })).toBe(1008);
  expect([await rights(), (await requests()).map(({ id }) => id)]).toEqual([level.full, [third!.id]]);
});

it('goes with the account that made it, and with the membership of a guest', async () => {
  await ask();
  const away = await makeOrganisation(dossier);
  await invite(dossier.admin, away.loginName);
  await enter(away.admin, await spaceOf(dossier.admin));
  await away.admin.call(accessRequests.ask, { objId: secret });
  expect((await requests()).map(({ personId }) => personId)).toEqual([asker.id, away.adminId]);
  await dossier.admin.call(admin.deleteUser, { id: asker.id });
  expect((await requests()).map(({ personId }) => personId)).toEqual([away.adminId]);
  await dossier.admin.call(people.endGuest, { id: away.adminId });
  expect(await requests()).toEqual([]);
});

it('is logged when it is made and answered', async () => {
  await ask();
  const [first] = await requests();
  await keeper.client.call(accessRequests.decide, { id: first!.id });
  await ask();
  const [second] = await requests();
  await keeper.client.call(accessRequests.decide, { id: second!.id, level: 'view' });
  await dossier.drain();
  const { list } = await keeper.client.call(operationLog.itemLog, { objId: secret, pageSize: 30 });
  const wanted: number[] = [action.accessRequest, action.accessRequestGrant, action.accessRequestDecline];
  expect(list.map((entry) => entry.action).filter((code) => wanted.includes(code))).toEqual([863, 862, 864, 862]);
});
