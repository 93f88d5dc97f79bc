import { module } from '@dossier/contract/core/rights';
import { session } from '@dossier/contract/identity/sessions';
import { people } from '@dossier/contract/identity/users';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../../test/client.ts';
import { type TestServer, openTestServer } from '../../../../test/test-server.ts';
import { makeDepartment, makeGroup, makeRole, makeSignedIn, makeUser } from '../../../../test/make.ts';

let dossier: TestServer;
let admin: Client;
beforeAll(async () => {
  dossier = await openTestServer();
  admin = dossier.admin;
});
afterAll(() => dossier.close());

const builtIn = async (name: string) => (await admin.call(people.roles)).list.find((role) => role.builtIn && role.name === name)!;

describe('groups', () => {
  it('are listed with their member counts, and found by pinyin', async () => {
    const [a, b] = [await makeUser(dossier), await makeUser(dossier)];
    const id = await makeGroup(dossier, [a.id, b.id], '项目组');
    const staff = await makeSignedIn(dossier);
    for (const keyword of ['项目', 'xiangmu', 'xmz']) {
      expect(await staff.client.call(people.groups, { keyword })).toMatchObject({ list: [{ id, memberCount: 2 }], totalNumber: 1 });
    }
  });

  it('have unique names (2202) that can change', async () => {
    const id = await makeGroup(dossier, [], 'One');
    await makeGroup(dossier, [], 'Two');
    expect(await admin.refused(people.createGroup, { name: 'ONE' })).toBe(2202);
    expect(await admin.refused(people.renameGroup, { id, name: 'two' })).toBe(2202);
    expect(await admin.refused(people.createGroup, { name: 'a\u0007' })).toBe(1005);
    await admin.call(people.renameGroup, { id, name: 'Three' });
    expect((await admin.call(people.groups, { keyword: 'three' })).list).toMatchObject([{ id }]);
  });

  it('are deleted with their memberships', async () => {
    const { id: person } = await makeUser(dossier);
    const id = await makeGroup(dossier, [person]);
    await admin.call(people.deleteGroup, { id });
    for (const [route, input] of [
      [people.deleteGroup, { id }],
      [people.renameGroup, { id, name: 'Gone' }],
      [people.groupMembers, { id }],
      [people.addToGroup, { id, userIds: person }],
      [people.removeFromGroup, { id, userIds: person }],
    ] as const)
      expect([route.path, await admin.refused(route, input)]).toEqual([route.path, 2201]);
  });
});

describe('roles', () => {
  it('open their modules, and administration where they include it', async () => {
    const { id, client } = await makeSignedIn(dossier);
    const role = await makeRole(dossier, { name: 'Archivists', moduleTypes: [module.system], deeds: ['log.see'], userIds: [id] });
    expect(await client.call(session.current)).toMatchObject({ roleType: 2, roles: ['Archivists', 'Staff'] });
    await admin.call(people.updateRole, { id: role, name: 'Keepers', deeds: [] });
    expect(await client.call(session.current)).toMatchObject({ roleType: 0, roles: ['Keepers', 'Staff'] });
    await admin.call(people.deleteRole, { id: role });
    expect(await client.call(session.current)).toMatchObject({ roles: ['Staff'] });
    expect(await admin.refused(people.roleMembers, { id: role })).toBe(2023);
  });

  it('have unique names (2024) and known modules', async () => {
    const id = await makeRole(dossier, { name: 'Clerks' });
    expect(await admin.refused(people.createRole, { name: 'CLERKS' })).toBe(2024);
    expect(await admin.refused(people.updateRole, { id, name: 'staff' })).toBe(2024);
    expect(await admin.refused(people.createRole, { name: 'Odd', moduleTypes: [77] })).toBe(400);
    expect(await admin.refused(people.updateRole, { id: '77', name: 'Odd' })).toBe(2023);
    expect(await admin.refused(people.deleteRole, { id: '77' })).toBe(2023);
    expect(await admin.refused(people.addToRole, { id: '77', userIds: '1' })).toBe(2023);
  });

  it('that are built in keep their bits (2025), and can be renamed', async () => {
    const [staff, administrators] = [await builtIn('Staff'), await builtIn('Administrators')];
    for (const { id } of [staff, administrators]) expect(await admin.refused(people.deleteRole, { id })).toBe(2025);
    expect(await admin.refused(people.updateRole, { id: administrators.id, deeds: ['log.see'] })).toBe(2025);
    expect(await admin.refused(people.updateRole, { id: staff.id, deeds: ['log.see'] })).toBe(2025);
    await admin.call(people.updateRole, { id: staff.id, name: '员工', moduleTypes: staff.moduleTypes });
    expect((await (await makeSignedIn(dossier)).client.call(session.current)).roles).toEqual(['员工']);
    await admin.call(people.updateRole, { id: staff.id, name: 'Staff' });
  });
});

describe('members', () => {
  const kinds = {
    department: { make: () => makeDepartment(dossier), add: people.addToDepartment, remove: people.removeFromDepartment, list: undefined },
    group: { make: () => makeGroup(dossier), add: people.addToGroup, remove: people.removeFromGroup, list: people.groupMembers },
    role: { make: () => makeRole(dossier), add: people.addToRole, remove: people.removeFromRole, list: people.roleMembers },
  };

  it.each(Object.entries(kinds))(
    'of a %s come and go, of a group once, of the others twice as well',
    async (kind, { make, add, remove, list }) => {
      const id = await make();
      const [a, b, outsider] = [await makeUser(dossier), await makeUser(dossier), await makeUser(dossier)];
      await admin.call(add, { id, userIds: [a.id, a.id] });
      await admin.call(add, { id, userIds: `${a.id},${b.id}` });
      const members = async (keyword?: string) => {
        const page =
          list === undefined ? await admin.call(people.users, { departmentId: id, keyword }) : await admin.call(list, { id, keyword });
        return page.list.map((row) => row.id).toSorted();
      };
      expect([kind, await members()]).toEqual([kind, [a.id, b.id].toSorted()]);
      expect([await members(a.loginName), await members(outsider.loginName)]).toEqual([[a.id], []]);
      const again = (route: typeof add, who: string) =>
        kind === 'group' ? admin.refused(route, { id, userIds: [who] }) : admin.call(route, { id, userIds: [who] });
      expect(await again(add, b.id)).toEqual(kind === 'group' ? 2204 : {});
      await admin.call(remove, { id, userIds: [a.id] });
      expect(await again(remove, a.id)).toEqual(kind === 'group' ? 2203 : {});
      expect(await members()).toEqual([b.id]);
      expect(await admin.refused(add, { id, userIds: ['77'] })).toBe(2002);
      expect(await admin.refused(remove, { id, userIds: ['77'] })).toBe(2002);
      expect(await admin.refused(add, { id, userIds: [] })).toBe(4641);
    },
  );
});

describe('principals', () => {
  const search = (keyword?: string, type?: 'user' | 'group' | 'department' | 'organisation' | 'role') =>
    admin.call(people.grantees, { keyword, type });

  it('are found in every kind by part of a name, login or pinyin, matches at the start first', async () => {
    const user = await makeUser(dossier, { fullName: '王芳', loginName: 'wf1' });
    const parent = await makeDepartment(dossier, { name: 'Above' });
    const department = await makeDepartment(dossier, { name: '王府井店', parentId: parent });
    const group = await makeGroup(dossier, [], '小王小组');
    const ahead = await makeGroup(dossier, [], '王牌');
    const role = await makeRole(dossier, { name: '王者' });
    const found = await search('王');
    expect(found.map(({ type, id }) => [type, id])).toEqual([
      ['user', user.id],
      ['group', ahead],
      ['group', group],
      ['department', department],
      ['role', role],
    ]);
    expect(found[0]).toMatchObject({ name: '王芳', detail: 'wf1' });
    expect(found[3]).toMatchObject({ detail: 'Above' });
    expect((await search('wangfujing')).map(({ id }) => id)).toEqual([department]);
    expect((await search('wf', 'user')).map(({ id }) => id)).toEqual([user.id]);
    expect(await search('dossier', 'organisation')).toMatchObject([{ type: 'organisation', name: 'Dossier' }]);
  });

  it('are at most 20, with a share for each kind', async () => {
    for (let n = 0; n < 25; n++) await makeGroup(dossier, [], `Many ${n}`);
    for (let n = 0; n < 3; n++) await makeDepartment(dossier, { name: `Many ${n}` });
    const found = await search('many');
    expect(found).toHaveLength(20);
    expect(found.filter(({ type }) => type === 'department')).toHaveLength(3);
    expect(await search('', 'group')).toHaveLength(20);
  });

  it('leave out disabled users', async () => {
    const { id } = await makeUser(dossier, { fullName: 'Switched Off' });
    await admin.call(people.updateUser, { id, enabled: false });
    expect(await search('switched off')).toEqual([]);
  });
});
