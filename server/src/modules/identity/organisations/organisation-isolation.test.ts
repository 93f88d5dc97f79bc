import { session } from '@dossier/contract/identity/sessions';
import { people } from '@dossier/contract/identity/users';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../../test/client.ts';
import { type TestServer, openTestServer } from '../../../../test/test-server.ts';
import { makeDepartment, makeGroup, makeRole, makeUser } from '../../../../test/make.ts';
import { makeOrganisation, makeStranger } from '../../../../test/other-organisation.ts';

let dossier: TestServer;
let stranger: Client;
const ours = { user: '', department: '', group: '', role: '' };

beforeAll(async () => {
  dossier = await openTestServer();
  stranger = await makeStranger(dossier);
  ours.department = await makeDepartment(dossier, { name: 'Ours' });
  ours.user = (await makeUser(dossier, { fullName: 'Our Person', departmentIds: [ours.department] })).id;
  ours.group = await makeGroup(dossier, [ours.user], 'Our group');
  ours.role = await makeRole(dossier, { name: 'Our role', userIds: [ours.user] });
});
afterAll(() => dossier.close());

describe('an administrator of another organisation', () => {
  it('sees nothing of another organisation in any list', async () => {
    expect((await stranger.call(people.users)).list.map((row) => row.loginName)).toEqual(['elsewhere']);
    expect((await stranger.call(people.users, { departmentId: ours.department })).totalNumber).toBe(0);
    expect((await stranger.call(people.users, { departmentId: ours.department, below: true })).totalNumber).toBe(0);
    expect(await stranger.call(people.departments)).toEqual([]);
    expect(await stranger.call(people.findDepartments, { keyword: 'our' })).toEqual([]);
    expect((await stranger.call(people.groups)).totalNumber).toBe(0);
    expect((await stranger.call(people.roles)).list.every((row) => row.builtIn)).toBe(true);
    expect(await stranger.call(people.grantees, { keyword: 'our' })).toEqual([]);
    expect(await stranger.call(people.grantees, { keyword: 'dossier' })).toEqual([]);
    expect(await stranger.call(people.grantees, { type: 'organisation' })).toMatchObject([{ name: 'Elsewhere' }]);
    expect(await stranger.call(session.current)).toMatchObject({ spaceName: 'Elsewhere' });
  });

  it('opens nothing of another organisation by id', async () => {
    const mine = (await stranger.call(session.current)).id;
    const refusals: [Parameters<Client['refused']>[0], object, number][] = [
      [people.updateUser, { id: ours.user, fullName: 'Taken' }, 2002],
      [people.resetPassword, { id: ours.user, newPwd: 'taken-over-1' }, 2002],
      [people.updateUser, { id: mine, departmentIds: ours.department }, 2103],
      [people.updateUser, { id: mine, roleIds: ours.role }, 2023],
      [people.departments, { parentId: ours.department }, 2103],
      [people.createDepartment, { parentId: ours.department, name: 'Inside' }, 2103],
      [people.updateDepartment, { id: ours.department, name: 'Taken' }, 2103],
      [people.placeDepartment, { id: ours.department }, 2103],
      [people.deleteDepartment, { id: ours.department }, 2103],
      [people.addToDepartment, { id: ours.department, userIds: mine }, 2103],
      [people.removeFromDepartment, { id: ours.department, userIds: mine }, 2103],
      [people.renameGroup, { id: ours.group, name: 'Taken' }, 2201],
      [people.deleteGroup, { id: ours.group }, 2201],
      [people.groupMembers, { id: ours.group }, 2201],
      [people.addToGroup, { id: ours.group, userIds: mine }, 2201],
      [people.removeFromGroup, { id: ours.group, userIds: mine }, 2201],
      [people.updateRole, { id: ours.role, name: 'Taken' }, 2023],
      [people.deleteRole, { id: ours.role }, 2023],
      [people.roleMembers, { id: ours.role }, 2023],
      [people.addToRole, { id: ours.role, userIds: mine }, 2023],
      [people.removeFromRole, { id: ours.role, userIds: mine }, 2023],
    ];
    for (const [route, input, code] of refusals) expect([route.path, await stranger.refused(route, input)]).toEqual([route.path, code]);
  });

  it('adds no foreign users to departments, groups and roles', async () => {
    const { id } = await stranger.call(people.createGroup, { name: 'Our group' });
    expect(await stranger.refused(people.addToGroup, { id, userIds: ours.user })).toBe(2002);
    expect(await stranger.call(people.groupMembers, { id })).toMatchObject({ totalNumber: 0 });
  });

  it('learns a limited number of names taken elsewhere, and none before another refusal', async () => {
    const [prober, victim] = [await makeOrganisation(dossier), await makeUser(dossier, { mail: 'victim@example.org' })];
    const { admin, adminId } = prober;
    const given = { fullName: 'Probe', password: 'long-pass-1' };
    const nowhere = { roleIds: ['999999999999'] };
    for (const loginName of [victim.loginName, 'nobody-has-this'])
      expect(await admin.refused(people.createUser, { ...given, loginName, ...nowhere })).toBe(2023);
    for (const mail of ['victim@example.org', 'free@example.org'])
      expect(await admin.refused(people.updateUser, { id: adminId, mail, ...nowhere })).toBe(2023);
    const learned: number[] = [];
    for (let n = 0; n < 10; n++) {
      learned.push(await admin.refused(people.createUser, { ...given, loginName: victim.loginName }));
      learned.push(await admin.refused(people.updateUser, { id: adminId, mail: 'Victim@example.org' }));
    }
    expect(learned).toEqual(Array.from({ length: 10 }, () => [2001, 2037]).flat());
    for (const loginName of [victim.loginName, 'probe-free'])
      expect(await admin.refused(people.createUser, { ...given, loginName })).toBe(502);
    for (const mail of ['victim@example.org', 'free@example.org'])
      expect(await admin.refused(people.updateUser, { id: adminId, mail })).toBe(502);
    await admin.call(people.updateUser, { id: adminId, fullName: 'Still at work' });
    await makeUser(dossier);
    dossier.clock.forward(3_700_000);
    await admin.call(people.createUser, { ...given, loginName: 'probe-free', mail: 'free@example.org' });
    // names taken in the own organisation are told without limit
    for (let n = 0; n < 25; n++) expect(await admin.refused(people.createUser, { ...given, loginName: 'probe-free' })).toBe(2001);
  });

  it('does not count a foreign administrator as one of theirs', async () => {
    const mine = (await stranger.call(session.current)).id;
    expect(await stranger.refused(people.updateUser, { id: mine, enabled: false })).toBe(2026);
  });
});
