import { module } from '@dossier/contract/core/rights';
import { session } from '@dossier/contract/identity/sessions';
import { people } from '@dossier/contract/identity/users';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../test/client.ts';
import { type TestServer, openTestServer } from '../../../test/test-server.ts';
import { allPermissions, makeDepartment, makeGroup, makeRole, makeSignedIn, makeUser } from '../../../test/make.ts';
import { adminPassword } from '../../../test/template.ts';

let dossier: TestServer;
let admin: Client;
beforeAll(async () => {
  dossier = await openTestServer();
  admin = dossier.admin;
});
afterAll(() => dossier.close());

const find = async (keyword: string) => (await admin.call(people.users, { keyword })).list;
const roleNamed = async (name: string) => (await admin.call(people.roles, { keyword: name })).list.find((role) => role.name === name)!.id;
/** An administrator of the organisation, not of the site. */
const makeOrganisationAdmin = async () =>
  makeSignedIn(dossier, { roleIds: [await makeRole(dossier, { moduleTypes: [module.home], deeds: allPermissions })] });

describe('listing users', () => {
  it('shows departments, groups, roles and their bits', async () => {
    const department = await makeDepartment(dossier, { name: 'Listed' });
    const made = await makeUser(dossier, { fullName: 'Listed One', departmentIds: [department] });
    const group = await makeGroup(dossier, [made.id], 'Listed group');
    const [row] = await find('listed one');
    expect(row).toMatchObject({
      id: made.id,
      loginName: made.loginName,
      roleType: 0,
      enabled: true,
      departments: [{ id: department, name: 'Listed' }],
      groups: [{ id: group, name: 'Listed group' }],
      roles: [{ name: 'Staff' }],
    });
    expect(row).not.toHaveProperty('password_hash');
    expect((await admin.call(people.users, { departmentId: department })).list.map(({ id }) => id)).toEqual([made.id]);
  });

  it('finds by part of name, login, pinyin or initials, with wildcards taken literally', async () => {
    const { id } = await makeUser(dossier, { fullName: '欧阳小明', loginName: 'oy.ming' });
    for (const keyword of ['小明', 'OY.M', 'ouyangxiao', 'oyxm']) expect((await find(keyword)).map((row) => row.id)).toEqual([id]);
    expect(await find('%')).toEqual([]);
    expect(await find('o_y')).toEqual([]);
  });

  it('is paged in the order of names, with the total', async () => {
    for (const name of ['Paging 10', 'Paging 9', 'Paging 1']) await makeUser(dossier, { fullName: name });
    const first = await admin.call(people.users, { keyword: 'paging', pageSize: 2 });
    expect(first).toMatchObject({ pageNo: 1, pageSize: 2, totalNumber: 3 });
    expect(first.list.map((row) => row.fullName)).toEqual(['Paging 1', 'Paging 9']);
    const second = await admin.call(people.users, { keyword: 'paging', pageNo: 2, pageSize: 2 });
    expect(second.list.map((row) => row.fullName)).toEqual(['Paging 10']);
    expect(await admin.refused(people.users, { pageNo: 0 })).toBe(400);
    expect(await admin.refused(people.users, { pageSize: 1001 })).toBe(400);
  });
});

describe('creating a user', () => {
  const person = { loginName: 'fresh', fullName: 'Fresh', password: 'pass-word' };

  it.each([
    [{ loginName: 'ADMIN' }, 2001],
    [{ loginName: 'with space' }, 2007],
    [{ loginName: 'x'.repeat(65) }, 2008],
    [{ password: '12345' }, 2009],
    [{ password: 'ab'.repeat(65) }, 2010],
    [{ password: 'aaaaaa' }, 2011],
    [{ departmentIds: ['77'] }, 2103],
    [{ roleIds: ['77'] }, 2023],
    [{ fullName: 'two\u0000names' }, 1005],
    [{ fullName: 'right\u202eleft' }, 1005],
    [{ fullName: ' ' }, 400],
    [{ loginName: undefined }, 400],
    [{ departmentIds: ['1 or 1=1'] }, 400],
  ])('refuses %j with %i', async (change, code) => {
    expect(await admin.refused(people.createUser, { ...person, ...change })).toBe(code);
    expect(await find('fresh')).toEqual([]);
  });

  it('uses the language of the caller, and allows signing in', async () => {
    const made = await makeUser(dossier, { lang: undefined });
    expect(await (await dossier.as(made)).call(session.current)).toMatchObject({ id: made.id, lang: 'cn', roles: ['Staff'] });
  });
});

describe('changing a user', () => {
  it('changes name, departments and roles at once', async () => {
    const made = await makeUser(dossier);
    const department = await makeDepartment(dossier);
    const role = await makeRole(dossier);
    await admin.call(people.updateUser, { id: made.id, fullName: 'Renamed', departmentIds: [department], roleIds: role });
    expect(await find('renamed')).toMatchObject([{ id: made.id, departments: [{ id: department }], roles: [{ id: role }] }]);
    await admin.call(people.updateUser, { id: made.id, departmentIds: [], roleIds: [] });
    expect(await find('renamed')).toMatchObject([{ departments: [], roles: [] }]);
  });

  it('ends the sessions of a disabled user, permanently', async () => {
    const { id, client, ...made } = await makeSignedIn(dossier);
    await admin.call(people.updateUser, { id, enabled: false });
    expect(await client.refused(session.current)).toBe(501);
    await expect(dossier.as(made)).rejects.toMatchObject({ code: 2005 });
    await admin.call(people.updateUser, { id, enabled: true });
    expect(await client.refused(session.current)).toBe(501);
    await (await dossier.as(made)).call(session.current);
  });

  it('takes effect with the user’s next call', async () => {
    const { id, client } = await makeSignedIn(dossier);
    expect(await client.refused(people.users)).toBe(1011);
    await admin.call(people.updateUser, { id, roleIds: await roleNamed('Administrators') });
    expect((await client.call(people.users)).totalNumber).toBeGreaterThan(1);
    await admin.call(people.updateUser, { id, roleIds: await roleNamed('Staff') });
    expect(await client.refused(people.users)).toBe(1011);
  });

  it('refuses unknown users, departments and roles', async () => {
    const { id } = await makeUser(dossier);
    expect(await admin.refused(people.updateUser, { id: '77', fullName: 'X' })).toBe(2002);
    expect(await admin.refused(people.updateUser, { id, departmentIds: '77' })).toBe(2103);
    expect(await admin.refused(people.updateUser, { id, roleIds: '77' })).toBe(2023);
    expect(await admin.refused(people.updateUser, { id: 'x' })).toBe(400);
  });

  it('keeps an administrator (2026), and allows no change of the own permissions (2027)', async () => {
    const me = (await admin.call(session.current)).id;
    const staff = await roleNamed('Staff');
    const administrators = await roleNamed('Administrators');
    expect(await admin.refused(people.updateUser, { id: me, enabled: false })).toBe(2026);
    expect(await admin.refused(people.updateUser, { id: me, roleIds: staff })).toBe(2026);
    expect(await admin.refused(people.removeFromRole, { id: administrators, userIds: me })).toBe(2026);
    const second = await makeSignedIn(dossier, { roleIds: administrators });
    expect(await admin.refused(people.updateUser, { id: me, enabled: false })).toBe(2027);
    expect(await admin.refused(people.updateUser, { id: me, roleIds: staff })).toBe(2027);
    expect(await admin.refused(people.removeFromRole, { id: administrators, userIds: me })).toBe(2027);
    await admin.call(people.updateUser, { id: second.id, enabled: false });
    expect(await admin.refused(people.updateUser, { id: me, enabled: false })).toBe(2026);
  });

  it('keeps one of two administrators who disable each other concurrently', async () => {
    const administrators = await roleNamed('Administrators');
    const pair = await Promise.all([1, 2].map(() => makeSignedIn(dossier, { roleIds: administrators })));
    const me = (await admin.call(session.current)).id;
    const disable = (client: Client, id: string) =>
      client.call(people.updateUser, { id, enabled: false }).then(
        () => 200,
        (error) => error.code,
      );
    const [a, b] = pair as [(typeof pair)[0], (typeof pair)[0]];
    const both = await Promise.all([disable(a.client, me), disable(b.client, me), disable(a.client, b.id), disable(b.client, a.id)]);
    expect(both).toContain(200);
    const left = (
      await Promise.allSettled([dossier.as(a), dossier.as(b), dossier.as({ loginName: 'admin', password: adminPassword })])
    ).filter(({ status }) => status === 'fulfilled');
    expect(left.length).toBeGreaterThan(0);
    const [survivor] = left as PromiseFulfilledResult<Client>[];
    await survivor!.value.call(people.updateUser, { id: me, enabled: true }).catch(() => undefined);
    admin = await dossier.as({ loginName: 'admin', password: adminPassword });
    dossier.admin = admin;
  });
});

describe('an administrator of the organisation only', () => {
  it('changes no administrator of the site and no role with that bit', async () => {
    const lesser = await makeOrganisationAdmin();
    const me = (await admin.call(session.current)).id;
    const administrators = await roleNamed('Administrators');
    expect((await lesser.client.call(session.current)).roleType).toBe(2);
    const refusals: [Parameters<Client['refused']>[0], object][] = [
      [people.updateUser, { id: me, fullName: 'Mine now' }],
      [people.updateUser, { id: me, enabled: false }],
      [people.resetPassword, { id: me, newPwd: 'mine-now-1' }],
      [people.updateUser, { id: lesser.id, roleIds: administrators }],
      [people.createUser, { loginName: 'puppet', fullName: 'Puppet', password: 'pass-word', roleIds: administrators }],
      [people.addToRole, { id: administrators, userIds: lesser.id }],
      [people.removeFromRole, { id: administrators, userIds: me }],
      [people.updateRole, { id: administrators, name: 'Nobody' }],
      [people.deleteRole, { id: administrators }],
      [people.createRole, { name: 'Backdoor', deeds: ['settings.edit'] }],
    ];
    for (const [route, input] of refusals) expect([route.path, await lesser.client.refused(route, input)]).toEqual([route.path, 1001]);
    expect(await find('puppet')).toEqual([]);
  });

  it('manages all other users', async () => {
    const lesser = await makeOrganisationAdmin();
    const { id } = await lesser.client.call(people.createUser, { loginName: 'by.lesser', fullName: 'By Lesser', password: 'pass-word' });
    await lesser.client.call(people.updateUser, { id, fullName: 'By Lesser Admin' });
    await lesser.client.call(people.resetPassword, { id, newPwd: 'another-1' });
    const current = (await dossier.as({ loginName: 'by.lesser', password: 'another-1' })).call(session.current);
    expect(await current).toMatchObject({ fullName: 'By Lesser Admin' });
  });
});

describe('resetting a password', () => {
  it('ends the sessions, lifts the lock and takes effect at once', async () => {
    const { client, ...made } = await makeSignedIn(dossier);
    for (let n = 0; n < 3; n++) await expect(dossier.as({ ...made, password: 'wrong' })).rejects.toMatchObject({ code: 2003 });
    await expect(dossier.as(made)).rejects.toMatchObject({ code: 2015 });
    await admin.call(people.resetPassword, { id: made.id, newPwd: 'changed-1' });
    expect(await client.refused(session.current)).toBe(501);
    await expect(dossier.as(made)).rejects.toMatchObject({ code: 2003 });
    await (await dossier.as({ ...made, password: 'changed-1' })).call(session.current);
  });

  it.each([
    ['12345', 2009],
    ['x'.repeat(129), 2010],
    ['111111', 2011],
  ])('refuses %s with %i', async (newPwd, code) => {
    const { id } = await makeUser(dossier);
    expect(await admin.refused(people.resetPassword, { id, newPwd })).toBe(code);
  });

  it('is refused for oneself (2027) and for unknown users (2002)', async () => {
    const me = (await admin.call(session.current)).id;
    expect(await admin.refused(people.resetPassword, { id: me, newPwd: 'changed-1' })).toBe(2027);
    expect(await admin.refused(people.resetPassword, { id: '77', newPwd: 'changed-1' })).toBe(2002);
  });
});
