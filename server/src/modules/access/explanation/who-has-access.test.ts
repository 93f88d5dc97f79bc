import { permissions } from '@dossier/contract/access/permissions';
import { level } from '@dossier/contract/core/rights';
import { session } from '@dossier/contract/identity/sessions';
import { people } from '@dossier/contract/identity/users';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestServer, openTestServer } from '../../../../test/test-server.ts';
import { makeCabinet, makeDocument, makeFolder } from '../../../../test/make-items.ts';
import { makeDepartment, makeGroup, makeSignedIn } from '../../../../test/make.ts';
import { invite, makeOrganisation } from '../../../../test/other-organisation.ts';

let dossier: TestServer;
let staff: Awaited<ReturnType<typeof makeSignedIn>>;
let other: Awaited<ReturnType<typeof makeSignedIn>>;
let manager: Awaited<ReturnType<typeof makeSignedIn>>;
let department: string;
let cabinet: string;
let folder: string;
beforeAll(async () => {
  dossier = await openTestServer();
  department = await makeDepartment(dossier, { name: 'Purchasing' });
  const below = await makeDepartment(dossier, { parentId: department });
  staff = await makeSignedIn(dossier, { fullName: 'Zora Zimmer', departmentIds: [below] });
  other = await makeSignedIn(dossier, { fullName: 'Anna Albers' });
  manager = await makeSignedIn(dossier, { fullName: 'Mona Mann' });
  cabinet = await makeCabinet(dossier.admin, { name: 'Contracts' });
  folder = await makeFolder(dossier.admin, cabinet, { name: 'Open' });
});
afterAll(() => dossier.close());

const minute = 60_000;
const ask = (objId: string, more: object = {}) => dossier.admin.call(permissions.reachedBy, { objId, ...more });

describe('users with access to an item', () => {
  it('lists everybody by name, with rights, grants and deadline', async () => {
    const deadline = new Date(dossier.clock.now() + minute).toISOString();
    const give = { objId: cabinet, granteeType: 'department', granteeId: department } as const;
    await dossier.admin.call(permissions.grant, { ...give, level: level.view, deadline });
    await dossier.admin.call(permissions.grant, { objId: folder, granteeType: 'user', granteeId: other.id, level: level.title });
    const { list, totalNumber } = await ask(folder);
    expect(totalNumber).toBe(3);
    expect(list.map((one) => [one.fullName, one.level, one.owner])).toEqual([
      ['Administrator', level.full, true],
      ['Anna Albers', level.title, false],
      ['Zora Zimmer', level.view, false],
    ]);
    expect(list[2]).toMatchObject({
      until: deadline,
      guest: false,
      enabled: true,
      sources: [{ via: 'Purchasing', objName: 'Contracts', inherited: true, decides: true, deadline }],
    });
    expect(list[1]?.until).toBeUndefined();
    dossier.clock.forward(2 * minute);
    expect((await ask(folder)).list.map((one) => one.fullName)).not.toContain('Zora Zimmer');
    await dossier.admin.call(permissions.grant, { ...give, level: level.view });
  });

  it('is paged, and searchable by a part of a name', async () => {
    expect(await ask(folder, { pageNo: 2, pageSize: 2 })).toMatchObject({ totalNumber: 3, list: [{ fullName: 'Zora Zimmer' }] });
    expect(await ask(folder, { keyword: 'alb' })).toMatchObject({ totalNumber: 1, list: [{ fullName: 'Anna Albers' }] });
    expect(await ask(folder, { keyword: '%' })).toMatchObject({ totalNumber: 0 });
  });

  it('marks disabled users, and leaves out those whom a refusal excludes', async () => {
    await dossier.admin.call(people.updateUser, { id: other.id, enabled: false });
    expect((await ask(folder)).list.find((one) => one.userId === other.id)).toMatchObject({ enabled: false, level: level.title });
    await dossier.admin.call(people.updateUser, { id: other.id, enabled: true });
    await dossier.admin.call(permissions.grant, { objId: folder, granteeType: 'user', granteeId: staff.id, level: 0 });
    expect((await ask(folder)).list.map((one) => one.userId)).not.toContain(staff.id);
    await dossier.admin.call(permissions.revoke, { objId: folder, granteeType: 'user', granteeId: staff.id });
  });

  it('includes a guest with a grant, who is not part of the organisation as a principal', async () => {
    const home = await makeOrganisation(dossier);
    const guest = await makeSignedIn({ ...dossier, admin: home.admin }, { fullName: 'Gwen Guest' });
    await invite(dossier.admin, guest.loginName);
    const mine = await makeFolder(dossier.admin, cabinet, { name: 'For guests' });
    const { spaceId } = await dossier.admin.call(session.current);
    await dossier.admin.call(permissions.grant, { objId: mine, granteeType: 'organisation', granteeId: spaceId, level: level.view });
    expect((await ask(mine, { pageSize: 100 })).list.map((one) => one.userId)).not.toContain(guest.id);
    await dossier.admin.call(permissions.grant, { objId: mine, granteeType: 'user', granteeId: guest.id, level: level.view });
    expect((await ask(mine, { keyword: 'Gwen' })).list).toMatchObject([{ userId: guest.id, guest: true }]);
    await dossier.admin.call(people.endGuest, { id: guest.id });
    expect((await ask(mine, { keyword: 'Gwen' })).totalNumber).toBe(0);
  });

  it('names no parent that the requester does not see', async () => {
    await dossier.admin.call(permissions.grant, { objId: folder, granteeType: 'user', granteeId: manager.id, level: level.full });
    const { list } = await manager.client.call(permissions.reachedBy, { objId: folder });
    const source = list.find((one) => one.userId === staff.id)?.sources[0];
    expect(source).toMatchObject({ inherited: true, via: 'Purchasing' });
    expect(JSON.stringify(list)).not.toContain('Contracts');
    await expect(staff.client.call(permissions.reachedBy, { objId: folder })).rejects.toMatchObject({ code: 4901 });
  });
});

describe('items that a user has access to', () => {
  it('lists every item with own rights for the user themselves, topmost first', async () => {
    const { list } = await staff.client.call(permissions.reachOf, { userId: staff.id });
    const items = list.map((one) => [one.name, one.path, one.level]);
    expect(items.slice(0, 2)).toEqual([
      ['Contracts', '', level.view],
      ['For guests', 'Contracts', level.view],
    ]);
    expect(list[0]?.sources).toMatchObject([{ via: 'Purchasing', inherited: false, decides: true }]);
  });

  it('lists for a manager only what they manage', async () => {
    const { list, totalNumber } = await manager.client.call(permissions.reachOf, { userId: staff.id });
    expect([totalNumber, list.map((one) => [one.name, one.path])]).toEqual([1, [['Open', '']]]);
    await expect(manager.client.call(permissions.reachOf, { userId: '999999999' })).rejects.toMatchObject({ code: 2002 });
    expect((await staff.client.call(permissions.reachOf, { userId: manager.id })).totalNumber).toBe(0);
  });

  it('can be narrowed to an area or a folder, and leaves out deleted items', async () => {
    const deep = await makeDocument(dossier, dossier.admin, { parentId: folder });
    await dossier.admin.call(permissions.grant, { objId: deep, granteeType: 'user', granteeId: staff.id, level: level.download });
    const within = async (more: object) =>
      (await dossier.admin.call(permissions.reachOf, { userId: staff.id, ...more })).list.map((one) => [one.id, one.level]);
    expect(await within({ parentId: folder })).toEqual([
      [folder, level.view],
      [deep, level.download],
    ]);
    expect(await within({ moduleType: 4 })).toEqual([]);
    const group = await makeGroup(dossier, [staff.id]);
    await dossier.admin.call(permissions.grant, { objId: deep, granteeType: 'group', granteeId: group, level: 0 });
    expect(await within({ parentId: folder })).toContainEqual([deep, level.download]);
  });
});
