import { people } from '@dossier/contract/people';
import { module } from '@dossier/contract/rights';
import { session } from '@dossier/contract/session';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../test/client.ts';
import { openHouse, type TestHouse } from '../../../test/house.ts';
import { makeDepartment, makeGroup, makeRole, makeUser } from '../../../test/make.ts';
import { newId } from '../../ground/ids.ts';
import { addPerson } from './create-user.ts';
import { addRoleMember } from './membership-queries.ts';
import { nameColumns } from './named.ts';
import { hashPassword } from './password.ts';
import { insertOrganisation } from './queries.ts';
import { insertRole } from './role-queries.ts';

let house: TestHouse;
let stranger: Client;
const ours = { user: '', department: '', group: '', role: '' };

/** A second organisation with a site administrator of its own. */
async function makeOrganisation(): Promise<void> {
  const passwordHash = await hashPassword('stranger-1');
  await house.house.database.write(async (db) => {
    const organisationId = newId();
    await insertOrganisation(db, { id: organisationId, name: 'Elsewhere', name_key: 'elsewhere', created_at: house.clock.now() });
    const role = async (name: string, bits: number) => {
      const id = newId();
      const modules = JSON.stringify([module.home]);
      await insertRole(db, {
        id,
        organisation_id: organisationId,
        ...nameColumns(name),
        role_type: bits,
        module_types: modules,
        built_in: 1,
      });
      return id;
    };
    await role('Staff', 0);
    const person = {
      organisationId,
      loginName: 'stranger',
      fullName: 'Stranger',
      passwordHash,
      lang: 'en' as const,
      now: house.clock.now(),
    };
    await addRoleMember(db, await role('Administrators', 3), await addPerson(db, person));
  });
}

beforeAll(async () => {
  house = await openHouse();
  await makeOrganisation();
  stranger = await house.as({ loginName: 'stranger', password: 'stranger-1' });
  ours.department = await makeDepartment(house, { name: 'Ours' });
  ours.user = (await makeUser(house, { fullName: 'Our Person', departmentIds: [ours.department] })).id;
  ours.group = await makeGroup(house, [ours.user], 'Our group');
  ours.role = await makeRole(house, { name: 'Our role', userIds: [ours.user] });
});
afterAll(() => house.close());

describe('an administrator of another organisation', () => {
  it('sees nothing of ours in any list', async () => {
    expect((await stranger.call(people.users)).list.map((row) => row.loginName)).toEqual(['stranger']);
    expect((await stranger.call(people.users, { departmentId: ours.department })).totalNumber).toBe(0);
    expect(await stranger.call(people.departments)).toEqual([]);
    expect((await stranger.call(people.groups)).totalNumber).toBe(0);
    expect((await stranger.call(people.roles)).list.map((row) => row.name)).toEqual(['Administrators', 'Staff']);
    expect(await stranger.call(people.grantees, { keyword: 'our' })).toEqual([]);
    expect(await stranger.call(people.grantees, { keyword: 'dossier' })).toEqual([]);
    expect(await stranger.call(people.grantees, { type: 'organisation' })).toMatchObject([{ name: 'Elsewhere' }]);
    expect(await stranger.call(session.current)).toMatchObject({ spaceName: 'Elsewhere' });
  });

  it('reaches nothing of ours by its id', async () => {
    const mine = (await stranger.call(session.current)).id;
    const refusals: [Parameters<Client['refused']>[0], object, number][] = [
      [people.updateUser, { id: ours.user, fullName: 'Taken' }, 2002],
      [people.resetPassword, { id: ours.user, newPwd: 'taken-over-1' }, 2002],
      [people.updateUser, { id: mine, departmentIds: ours.department }, 2103],
      [people.updateUser, { id: mine, roleIds: ours.role }, 2023],
      [people.departments, { parentId: ours.department }, 2103],
      [people.createDepartment, { parentId: ours.department, name: 'Inside' }, 2103],
      [people.updateDepartment, { id: ours.department, name: 'Taken' }, 2103],
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

  it('draws none of our people into circles of theirs', async () => {
    const { id } = await stranger.call(people.createGroup, { name: 'Our group' });
    expect(await stranger.refused(people.addToGroup, { id, userIds: ours.user })).toBe(2002);
    expect(await stranger.call(people.groupMembers, { id })).toMatchObject({ totalNumber: 0 });
  });

  it('counts no administrator of ours as one of theirs', async () => {
    const mine = (await stranger.call(session.current)).id;
    expect(await stranger.refused(people.updateUser, { id: mine, enabled: false })).toBe(2026);
  });
});
