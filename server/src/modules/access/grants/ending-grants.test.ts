import { permissions } from '@dossier/contract/access/permissions';
import { level } from '@dossier/contract/core/rights';
import { messages, msgType } from '@dossier/contract/notifications/messages';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Client } from '../../../../test/client.ts';
import { type TestServer, openTestServer } from '../../../../test/test-server.ts';
import { makeCabinet, makeFolder } from '../../../../test/make-items.ts';
import { makeDepartment, makeRole, makeSignedIn } from '../../../../test/make.ts';
import { adminPassword } from '../../../../test/template.ts';
import { remindOfEndingGrants } from '../reminders.ts';

const day = 24 * 3600_000;
let dossier: TestServer;
let staff: Awaited<ReturnType<typeof makeSignedIn>>;
let manager: Awaited<ReturnType<typeof makeSignedIn>>;
let department: string;
let cabinet: string;
let folder: string;
let made = 0;
beforeAll(async () => {
  dossier = await openTestServer();
  department = await makeDepartment(dossier, { name: 'Purchasing' });
  staff = await makeSignedIn(dossier, { fullName: 'Zora Zimmer', departmentIds: [department] });
  manager = await makeSignedIn(dossier, { fullName: 'Mona Mann' });
});
beforeEach(async () => {
  cabinet = await makeCabinet(dossier.admin, { name: `Contracts ${++made}` });
  folder = await makeFolder(dossier.admin, cabinet, { name: 'Open' });
});
afterAll(() => dossier.close());

const inDays = (days: number): string => new Date(dossier.clock.now() + days * day).toISOString();
const give = async (
  objId: string,
  days: number,
  { by = dossier.admin, ...more }: { by?: Client; [term: string]: unknown } = {},
): Promise<string> => {
  const grant = { objId, granteeType: 'user', granteeId: staff.id, level: level.view, deadline: inDays(days), ...more } as const;
  return (await by.call(permissions.grant, grant)).ids[0] ?? '';
};
const idsOf = async (client: Client, query: object = {}): Promise<string[]> =>
  (await client.call(permissions.ending, query)).list.map((one) => one.id);

describe('grants that end', () => {
  it('are listed with their terms, the next one first, within a number of days', async () => {
    const late = await give(cabinet, 40);
    const soon = await give(folder, 5, { reach: 'self' });
    await give(folder, 20, { granteeType: 'department', granteeId: department, level: level.pdf });
    expect(await idsOf(staff.client, { days: 14 })).toEqual([soon]);
    const { list, totalNumber } = await staff.client.call(permissions.ending, { days: 90 });
    expect([totalNumber, list.at(-1)?.id]).toEqual([3, late]);
    expect(list[0]).toMatchObject({
      objId: folder,
      objName: 'Open',
      path: expect.stringMatching(/^Contracts/) as string,
      granteeName: 'Zora Zimmer',
      level: level.view,
      reach: 'self',
      givenBy: 'Administrator',
      manages: false,
    });
    expect(list[1]).toMatchObject({ granteeType: 'department', granteeName: 'Purchasing' });
    const second = await staff.client.call(permissions.ending, { days: 90, pageNo: 2, pageSize: 1 });
    expect([second.totalNumber, second.list.length]).toEqual([3, 1]);
    expect(await staff.client.refused(permissions.ending, { days: 15 })).toBe(400);
  });

  it('are shown to managers; hidden ones are only counted, for auditors', async () => {
    const own = await makeCabinet(manager.client, { moduleType: 2 });
    const mine = await give(own, 3, { by: manager.client });
    await give(folder, 3);
    expect(await idsOf(manager.client, { scope: 'managed' })).toEqual([mine]);
    expect(await idsOf(manager.client)).toEqual([]);
    expect(await manager.client.refused(permissions.ending, { scope: 'all' })).toBe(1011);
    const all = await dossier.admin.call(permissions.ending, { scope: 'all', days: 7 });
    expect(all.list.map((one) => one.id)).not.toContain(mine);
    expect(all.hidden).toBe(1);
  });

  it('are extended or ended by managers of the items, all or none, and can be restored', async () => {
    const first = await give(folder, 3);
    const second = await give(cabinet, 3);
    const grants = [first, second].map((id) => ({ id, deadline: inDays(60) }));
    expect(await staff.client.refused(permissions.extend, { grants })).toBe(4901);
    expect(await manager.client.refused(permissions.extend, { grants })).toBe(4905);
    await dossier.admin.call(permissions.grant, { objId: folder, granteeType: 'user', granteeId: manager.id, level: level.full });
    expect(await manager.client.refused(permissions.extend, { grants })).toBe(4905);
    const { before } = await dossier.admin.call(permissions.extend, { grants });
    expect(await idsOf(staff.client, { days: 30 })).not.toContain(first);
    await dossier.admin.call(permissions.extend, { grants: before });
    expect(await idsOf(staff.client, { days: 30 })).toEqual(expect.arrayContaining([first, second]));
    await manager.client.call(permissions.extend, { grants: [{ id: first }] });
    expect(await idsOf(staff.client, { days: 90 })).not.toContain(first);
    expect(await dossier.admin.refused(permissions.extend, { grants: [{ id: second, deadline: inDays(-1) }] })).toBe(4904);
    const ended = await dossier.admin.call(permissions.end, { ids: [first, second] });
    expect(await staff.client.refused(permissions.list, { objId: folder })).toBe(1002);
    expect(ended.before[0]).toMatchObject({ objId: folder, level: level.view, granteeId: staff.id });
    await dossier.admin.call(permissions.grant, ended.before[0] ?? { objId: '', granteeType: 'user', granteeId: '', level: 0 });
    await staff.client.call(permissions.list, { objId: folder });
  });

  it('cannot be extended beyond a deadline of the caller’s own rights', async () => {
    await give(folder, 10, { granteeId: manager.id, level: level.full });
    const theirs = await give(folder, 5);
    const refused = (days: number) => manager.client.refused(permissions.extend, { grants: [{ id: theirs, deadline: inDays(days) }] });
    expect(await refused(30)).toBe(4908);
    await manager.client.call(permissions.extend, { grants: [{ id: theirs, deadline: inDays(8) }] });
    const [own] = await idsOf(manager.client, { days: 14 });
    expect(await manager.client.refused(permissions.extend, { grants: [{ id: own }] })).toBe(4908);
  });
});

describe('reminders', () => {
  const messagesOf = async (client: Client, kinds: number[] = [msgType.rightEnding, msgType.givenEnding]) =>
    (await client.call(messages.list, { pageSize: 50, unread: true })).list
      .filter((one) => kinds.includes(one.msgType))
      .map((one) => one.content);
  const sweep = () => Promise.all([remindOfEndingGrants(dossier.services), remindOfEndingGrants(dossier.services)]);
  /** Sessions do not last so long, so all users sign in again. */
  const pass = async (days: number) => {
    dossier.clock.forward(days * day);
    dossier.admin = await dossier.as({ loginName: 'admin', password: adminPassword });
    staff.client = await dossier.as(staff);
    manager.client = await dossier.as(manager);
  };
  const clear = async () => {
    for (const client of [staff.client, dossier.admin, manager.client]) await client.call(messages.markRead);
  };

  it('come a week and a day before, once each, however often the sweep runs', async () => {
    await clear();
    await give(folder, 30);
    await sweep();
    expect(await messagesOf(staff.client)).toEqual([]);
    await pass(23.5);
    await sweep();
    const other = await dossier.another();
    await Promise.all([remindOfEndingGrants(other.services), remindOfEndingGrants(dossier.services)]);
    await other.close();
    expect(await messagesOf(staff.client)).toEqual(['Your access to “Open” (view) expires within 7 days']);
    expect(await messagesOf(dossier.admin)).toHaveLength(1);
    await pass(6);
    await sweep();
    await sweep();
    expect((await messagesOf(staff.client))[0]).toBe('Your access to “Open” (view) expires within a day');
    expect([await messagesOf(staff.client), await messagesOf(dossier.admin)].map((one) => one.length)).toEqual([2, 2]);
  });

  it('come again for another deadline, and not for grants shorter than the stage', async () => {
    await clear();
    const id = await give(folder, 3);
    await sweep();
    expect(await messagesOf(staff.client)).toEqual([]);
    await dossier.admin.call(permissions.extend, { grants: [{ id, deadline: inDays(20) }] });
    await pass(14);
    await sweep();
    expect(await messagesOf(staff.client)).toHaveLength(1);
    await dossier.admin.call(permissions.extend, { grants: [{ id, deadline: inDays(20) }] });
    await sweep();
    await pass(14);
    await sweep();
    expect(await messagesOf(staff.client)).toHaveLength(2);
  });

  it('go only to the giver when the grant is to many users, or a refusal', async () => {
    await clear();
    await give(folder, 10, { granteeType: 'department', granteeId: department });
    await give(cabinet, 10, { level: level.none });
    await give(cabinet, 10, { granteeType: 'role', granteeId: await makeRole(dossier, { name: 'Buyers', userIds: [staff.id] }) });
    await pass(4);
    await sweep();
    expect(await messagesOf(staff.client)).toEqual([]);
    expect(await messagesOf(dossier.admin)).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/Purchasing.*Open.* 6 /),
        expect.stringContaining('Zora Zimmer'),
        expect.stringContaining('Buyers'),
      ]) as string[],
    );
  });

  it('say nothing about items that the user no longer sees', async () => {
    await clear();
    await dossier.admin.call(permissions.grant, { objId: folder, granteeType: 'user', granteeId: manager.id, level: level.full });
    await give(folder, 10, { by: manager.client });
    await dossier.admin.call(permissions.revoke, { objId: folder, granteeType: 'user', granteeId: manager.id });
    await dossier.admin.call(permissions.grant, { objId: folder, granteeType: 'department', granteeId: department, level: level.none });
    await pass(4);
    await sweep();
    expect(await messagesOf(manager.client)).toEqual([]);
    expect(await messagesOf(staff.client)).toHaveLength(1);
  });
});
