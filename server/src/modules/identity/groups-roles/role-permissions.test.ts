import { calls } from '@dossier/contract/calls';
import { administrativePermissions } from '@dossier/contract/core/administrative-permissions';
import type { Route } from '@dossier/contract/core/route';
import { library } from '@dossier/contract/documents/library';
import { session } from '@dossier/contract/identity/sessions';
import { builtInRoles, people } from '@dossier/contract/identity/users';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../../test/client.ts';
import { type TestServer, openTestServer } from '../../../../test/test-server.ts';
import { type Made, findRole, makeDepartment, makeRole, makeSignedIn, makeUser } from '../../../../test/make.ts';

let dossier: TestServer;
beforeAll(async () => void (dossier = await openTestServer()));
afterAll(() => dossier.close());

type Signed = Made & { client: Client };
const holder = async (...names: string[]): Promise<Signed> =>
  makeSignedIn(dossier, { roleIds: await Promise.all(names.map((name) => findRole(dossier.admin, name))) });

/** Every call that needs an administrative permission. */
const administrative = Object.entries(calls).flatMap(([module, routes]) =>
  Object.entries(routes)
    .filter(([, route]) => !['public', 'session', 'link'].includes(route.access))
    .map(([name, route]) => ({ name: `${module}.${name}`, route })),
);

describe('each administrative call', () => {
  const holders = new Map<string, Client>();
  beforeAll(async () => {
    for (const name of Object.values(builtInRoles).filter((one) => one !== builtInRoles.heads))
      holders.set(name, (await holder(name)).client);
    const head = await makeSignedIn(dossier);
    await dossier.admin.call(people.setHeads, { id: await makeDepartment(dossier), userIds: [head.id] });
    holders.set(builtInRoles.heads, head.client);
  });

  it('needs a permission that can be granted', () => {
    expect(administrative.length).toBeGreaterThan(40);
    expect(administrative.filter(({ route }) => !(administrativePermissions as readonly string[]).includes(route.access))).toEqual([]);
  });

  // access is checked before parsing: an empty input shows who is allowed, and changes nothing
  it.each(administrative)('$name is refused to every role without $route.access', async ({ route }) => {
    for (const [name, client] of holders) {
      const { deeds: ownPermissions, branchDeeds } = await client.call(session.current);
      const may = [...ownPermissions, ...(route.branch === true ? branchDeeds : [])].includes(route.access as never);
      const { code } = JSON.parse((await client.raw(route)).text) as { code: number };
      expect([name, code === 1011]).toEqual([name, !may]);
    }
  });
});

describe('the administrators of system, security and audit', () => {
  it('gain permissions neither by themselves nor over one another', async () => {
    const [system, security, audit] = [
      await holder(builtInRoles.system),
      await holder(builtInRoles.security),
      await holder(builtInRoles.audit),
    ];
    const all = await findRole(dossier.admin, builtInRoles.administrators);
    const systems = await findRole(dossier.admin, builtInRoles.system);
    const own = await makeRole(dossier, { deeds: ['roles.edit', 'roles.assign', 'people.see'], userIds: [security.id] });
    const refusals: [Client, Route, object, number][] = [
      [system.client, people.updateUser, { id: system.id, roleIds: [all] }, 1011],
      [system.client, people.createUser, { loginName: 'up', fullName: 'Up', password: 'pass-word', roleIds: [systems] }, 1011],
      [system.client, people.resetPassword, { id: security.id, newPwd: 'taken-over-1' }, 1001],
      [system.client, people.updateUser, { id: security.id, enabled: false }, 1001],
      [system.client, people.updateUser, { id: audit.id, mail: 'system@example.org' }, 1001],
      [security.client, people.addToRole, { id: systems, userIds: [security.id] }, 2027],
      [security.client, people.updateRole, { id: own, deeds: administrativePermissions.slice(0, 8) }, 2027],
      [security.client, people.createRole, { name: 'Site too', deeds: ['settings.edit'] }, 1001],
      [security.client, people.addToRole, { id: all, userIds: [audit.id] }, 1001],
      [security.client, people.createUser, { loginName: 'mine', fullName: 'Mine', password: 'pass-word' }, 1011],
      [audit.client, people.addToRole, { id: systems, userIds: [audit.id] }, 1011],
    ];
    for (const [client, route, input, code] of refusals)
      expect([route.path, await client.refused(route, input)]).toEqual([route.path, code]);
    await security.client.call(people.addToRole, { id: systems, userIds: [audit.id] });
    expect((await audit.client.call(session.current)).deeds).toContain('people.edit');
  });

  it('open cabinets in the shared areas only with a permission for it', async () => {
    const input = { name: 'Opened by office', moduleType: 3 };
    expect(await (await holder(builtInRoles.audit)).client.refused(library.createCabinet, input)).toBe(1011);
    await (await holder(builtInRoles.system)).client.call(library.createCabinet, input);
  });

  it('keep the last user who assigns roles or passwords', async () => {
    const own = await openTestServer();
    const roles = { security: await findRole(own.admin, builtInRoles.security), system: await findRole(own.admin, builtInRoles.system) };
    const { id, client } = await makeSignedIn(own, { roleIds: [roles.security] });
    const [me] = (await own.admin.call(people.users, { keyword: 'admin' })).list;
    // the user with all permissions cannot be changed by lesser ones, nor lose the last role by themselves
    expect(await own.admin.refused(people.updateUser, { id: me?.id ?? '', roleIds: [roles.system] })).toBe(2026);
    expect(await client.refused(people.removeFromRole, { id: roles.security, userIds: [id] })).toBe(2027);
    await own.close();
  });
});

describe('the head of a department', () => {
  it('administrates what is below it, and nothing beside it', async () => {
    const { admin } = dossier;
    const top = await makeDepartment(dossier, { name: 'Works' });
    const below = await makeDepartment(dossier, { name: 'Hall 1', parentId: top });
    const beside = await makeDepartment(dossier, { name: 'Office' });
    const head = await makeSignedIn(dossier, { fullName: 'Head Hanna' });
    const [inside, outside] = [
      await makeUser(dossier, { departmentIds: [below] }),
      await makeUser(dossier, { departmentIds: [beside, below] }),
    ];
    expect(await head.client.refused(people.users, {})).toBe(1011);
    await admin.call(people.setHeads, { id: top, userIds: [head.id] });
    expect((await admin.call(people.departments)).find(({ id }) => id === top)?.heads).toEqual([{ id: head.id, name: 'Head Hanna' }]);
    const { client } = head;
    const me = await client.call(session.current);
    expect([me.deeds, me.moduleTypes.includes(9), me.branchDeeds.includes('people.edit')]).toEqual([[], true, true]);

    expect((await client.call(people.departments, { headed: true })).map(({ id }) => id)).toEqual([top]);
    expect((await client.call(people.findDepartments, { keyword: '', headed: true })).map(({ id }) => id).toSorted()).toEqual(
      [top, below].toSorted(),
    );
    expect(await admin.call(people.departments, { headed: true })).toEqual([]);
    const seen = await client.call(people.users, {});
    expect(seen.list.map(({ id }) => id).toSorted()).toEqual([inside.id, outside.id].toSorted());
    const { id: made } = await client.call(people.createUser, {
      loginName: 'hall.new',
      fullName: 'New',
      password: 'pass-word',
      departmentIds: [below],
    });
    await client.call(people.updateUser, { id: made, fullName: 'Newer', departmentIds: [below, top] });
    const department = await client.call(people.createDepartment, { parentId: below, name: 'Shift' });
    await client.call(people.updateDepartment, { id: department.id, parentId: top });
    await client.call(people.addToDepartment, { id: department.id, userIds: [made] });
    await client.call(people.removeFromDepartment, { id: department.id, userIds: [made] });
    await client.call(people.deleteDepartment, { id: department.id });

    const refusals: [Route, object, number][] = [
      [people.users, { departmentId: beside }, 1001],
      [people.createUser, { loginName: 'no.where', fullName: 'No', password: 'pass-word' }, 1001],
      [people.createUser, { loginName: 'no.where', fullName: 'No', password: 'pass-word', departmentIds: [below, beside] }, 1001],
      [
        people.createUser,
        { loginName: 'no.where', fullName: 'No', password: 'pass-word', departmentIds: [below], roleIds: [await findRole(admin, 'Staff')] },
        1011,
      ],
      // a user with a main department elsewhere is out of scope
      [people.updateUser, { id: outside.id, fullName: 'Mine' }, 1001],
      [people.updateUser, { id: made, departmentIds: [below, beside] }, 1001],
      [people.updateUser, { id: made, departmentIds: [] }, 1001],
      [people.updateUser, { id: made, mail: 'mine@example.org' }, 1001],
      [people.resetPassword, { id: made, newPwd: 'taken-over-1' }, 1011],
      [people.createDepartment, { name: 'A top one' }, 1001],
      [people.createDepartment, { parentId: beside, name: 'In another' }, 1001],
      [people.updateDepartment, { id: top, parentId: '0' }, 1001],
      [people.updateDepartment, { id: below, parentId: beside }, 1001],
      [people.deleteDepartment, { id: top }, 1001],
      [people.addToDepartment, { id: beside, userIds: [made] }, 1001],
      [people.setHeads, { id: below, userIds: [made] }, 1011],
      [people.createGroup, { name: 'Ours' }, 1011],
    ];
    for (const [route, input, code] of refusals) expect([route.path, await client.refused(route, input)]).toEqual([route.path, code]);
    await client.call(people.updateDepartment, { id: top, name: 'Works renamed' });

    // a user with higher permissions is out of reach, in whatever department
    await admin.call(people.addToRole, { id: await findRole(admin, builtInRoles.audit), userIds: [inside.id] });
    expect(await client.refused(people.updateUser, { id: inside.id, enabled: false })).toBe(1001);
    await admin.call(people.setHeads, { id: top, userIds: [] });
    expect(await client.refused(people.users, {})).toBe(1011);
    expect((await client.call(session.current)).roles).toEqual(['Staff']);
  });

  it('holds the heads role exactly as long', async () => {
    const [a, b] = [await makeUser(dossier), await makeUser(dossier)];
    const id = await makeDepartment(dossier);
    const role = await findRole(dossier.admin, builtInRoles.heads);
    const holders = async () =>
      (await dossier.admin.call(people.roleMembers, { id: role })).list.map((one) => one.id).filter((one) => [a.id, b.id].includes(one));
    await dossier.admin.call(people.setHeads, { id, userIds: [a.id, b.id] });
    expect((await holders()).toSorted()).toEqual([a.id, b.id].toSorted());
    await dossier.admin.call(people.setHeads, { id, userIds: [b.id] });
    expect(await holders()).toEqual([b.id]);
    expect(await dossier.admin.refused(people.addToRole, { id: role, userIds: [a.id] })).toBe(2025);
    expect(await dossier.admin.refused(people.updateUser, { id: a.id, roleIds: [role] })).toBe(2025);
    await dossier.admin.call(people.updateUser, { id: b.id, roleIds: [] });
    expect(await holders()).toEqual([b.id]);
    await dossier.admin.call(people.deleteDepartment, { id });
    expect(await holders()).toEqual([]);
  });
});

it('the first of the given departments becomes and stays the main one', async () => {
  const [a, b] = [await makeDepartment(dossier, { name: 'Aaa' }), await makeDepartment(dossier, { name: 'Bbb' })];
  const made = await makeUser(dossier, { departmentIds: [b, a] });
  const first = async () => (await dossier.admin.call(people.users, { keyword: made.loginName })).list[0]?.departments[0]?.name;
  expect(await first()).toBe('Bbb');
  await dossier.admin.call(people.updateUser, { id: made.id, departmentIds: [a, b] });
  expect(await first()).toBe('Aaa');
});
