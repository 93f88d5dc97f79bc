import { permissions } from '@dossier/contract/access/permissions';
import { library } from '@dossier/contract/documents/library';
import { session } from '@dossier/contract/identity/sessions';
import { people } from '@dossier/contract/identity/users';
import { messages } from '@dossier/contract/notifications/messages';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestServer, openTestServer } from '../../../../test/test-server.ts';
import { makeCabinet, makeDocument, makeFolder } from '../../../../test/make-items.ts';
import { findRole, makeSignedIn, makeUser } from '../../../../test/make.ts';
import { enter, invite, makeGuest, makeOrganisation, proveMail } from '../../../../test/other-organisation.ts';

let dossier: TestServer;
let ours = '';
beforeAll(async () => {
  dossier = await openTestServer();
  ours = (await dossier.admin.call(session.current)).spaceId;
});
afterAll(() => dossier.close());

describe('a guest', () => {
  it('has only the roles given there, and no rights of the organisation as a principal', async () => {
    const other = await makeOrganisation(dossier);
    const guest = await makeGuest(dossier, { other });
    const cabinet = await makeCabinet(other.admin);
    await other.admin.call(permissions.grant, { objId: cabinet, granteeType: 'organisation', granteeId: other.id, level: 3 });
    await enter(guest.client, other.id);
    expect(await guest.client.call(session.current)).toMatchObject({ roleType: 0, roles: [], moduleTypes: [1, 2, 3] });
    expect((await guest.client.call(library.cabinets, { moduleType: 3 })).totalNumber).toBe(0);
    expect(await guest.client.refused(people.users, {})).toBe(1011);
    const staff = await findRole(other.admin, 'Staff');
    await other.admin.call(people.updateUser, { id: guest.id, roleIds: [staff] });
    await other.admin.call(permissions.grant, { objId: cabinet, granteeType: 'role', granteeId: staff, level: 3 });
    expect((await guest.client.call(library.cabinets, { moduleType: 3 })).totalNumber).toBe(1);
    expect(await guest.client.call(session.current)).toMatchObject({ roles: ['Staff'] });
    await enter(guest.client, ours);
    expect((await dossier.admin.call(people.users, { keyword: guest.loginName })).list[0]?.roles).toHaveLength(1);
  });

  it('is found, listed and marked in that organisation, and keeps the memberships at home', async () => {
    const guest = await makeGuest(dossier);
    const { admin } = guest.other;
    const [row] = (await admin.call(people.users, { keyword: guest.loginName })).list;
    expect(row).toMatchObject({ id: guest.id, guestOf: 'Dossier', roles: [] });
    for (const field of ['mail', 'lang', 'createTime', 'lastLoginTime']) expect(row).not.toHaveProperty(field);
    expect(await admin.call(people.grantees, { keyword: guest.loginName })).toMatchObject([{ type: 'user', id: guest.id }]);
    expect(await admin.call(people.users, { pageSize: 1, pageNo: 2 })).toMatchObject({ totalNumber: 2, list: [{ id: guest.id }] });
    for (const change of [{ fullName: 'Taken' }, { mail: 'taken@example.org' }, { enabled: false }])
      expect(await admin.refused(people.updateUser, { id: guest.id, ...change })).toBe(1001);
    expect(await admin.refused(people.resetPassword, { id: guest.id, newPwd: 'taken-over-1' })).toBe(1001);
    expect(await admin.refused(people.resetSecondStep, { id: guest.id })).toBe(1001);
    const { id } = await admin.call(people.createDepartment, { name: 'Theirs' });
    await admin.call(people.updateUser, { id: guest.id, departmentIds: [id] });
    expect((await admin.call(people.users, { departmentId: id })).list.map((one) => one.id)).toEqual([guest.id]);
    const [home_] = (await dossier.admin.call(people.users, { keyword: guest.loginName })).list;
    expect(home_).toMatchObject({ departments: [], roles: [{ name: 'Staff' }] });
    expect(home_?.guestOf).toBeUndefined();
  });

  it('is invited by name or mail and notified; unknown and disabled users get the same answer', async () => {
    const other = await makeOrganisation(dossier);
    const made = await makeSignedIn(dossier, { mail: 'guest@example.org' });
    const gone = await makeSignedIn(dossier);
    await dossier.admin.call(people.updateUser, { id: gone.id, enabled: false });
    for (const account of ['nobody at all', gone.loginName, made.loginName.slice(0, -1) + '%'])
      expect(await other.admin.refused(people.findGuest, { account })).toBe(2002);
    await proveMail(dossier, made.id);
    expect(await invite(other.admin, 'GUEST@example.org')).toMatchObject({
      added: true,
      organisation: 'Dossier',
    });
    expect(await invite(other.admin, made.loginName)).toMatchObject({ added: false });
    await dossier.drain();
    expect((await made.client.call(messages.list, {})).list).toHaveLength(1);
    expect(await made.client.refused(people.findGuest, { account: 'admin' })).toBe(1011);
  });

  it('invited by mail is the owner of that address, never a user with it as login name', async () => {
    const [other, evil] = [await makeOrganisation(dossier), await makeOrganisation(dossier)];
    const real = await makeSignedIn(dossier, { mail: 'head@first.example' });
    await proveMail(dossier, real.id);
    const fake = { loginName: 'head@first.example', fullName: real.fullName, password: 'long-pass-1' };
    for (const mail of [undefined, 'other@first.example'])
      expect(await evil.admin.refused(people.createUser, { ...fake, mail })).toBe(2007);
    const opened = { name: 'Opened', ...fake };
    expect(await dossier.admin.refused(people.createOrganisation, opened)).toBe(2007);
    await evil.admin.call(people.createUser, { ...fake, loginName: 'kim@evil.example', mail: 'KIM@evil.example' });
    // created before such names were refused
    const { id } = await makeUser({ ...dossier, admin: evil.admin });
    const login = { login_name: fake.loginName, login_key: fake.loginName };
    await dossier.services.database.write((db) => db.updateTable('person').set(login).where('id', '=', Number(id)).execute());
    for (const account of [fake.loginName, ' HEAD@first.example '])
      expect(await other.admin.call(people.findGuest, { account })).toMatchObject({ organisation: 'Dossier', here: false });
    expect(await invite(other.admin, fake.loginName)).toMatchObject({ id: real.id, added: true });
    await dossier.admin.call(people.updateUser, { id: real.id, mail: '' });
    expect(await other.admin.refused(people.findGuest, { account: fake.loginName })).toBe(2002);
  });

  it('invited by mail must have verified the address: one entered by an administrator counts in their organisation only', async () => {
    const [other, evil] = [await makeOrganisation(dossier), await makeOrganisation(dossier)];
    const account = 'chief@customer.example';
    const { id } = await makeUser({ ...dossier, admin: evil.admin }, { mail: account });
    expect(await other.admin.refused(people.findGuest, { account })).toBe(2002);
    expect(await evil.admin.call(people.findGuest, { account })).toMatchObject({ here: true });
    await proveMail(dossier, id);
    expect(await other.admin.call(people.findGuest, { account })).toMatchObject({ here: false });
    // the same address in another spelling stays verified; a changed one does not
    await evil.admin.call(people.updateUser, { id, mail: 'CHIEF@customer.example' });
    expect(await other.admin.call(people.findGuest, { account })).toMatchObject({ here: false });
    await evil.admin.call(people.updateUser, { id, mail: 'minister@customer.example' });
    expect(await other.admin.refused(people.findGuest, { account: 'minister@customer.example' })).toBe(2002);
  });

  it('is added only with a ticket of this organisation, and while the account is enabled', async () => {
    const [other, third] = [await makeOrganisation(dossier), await makeOrganisation(dossier)];
    const made = await makeSignedIn(dossier);
    const { ticket } = await other.admin.call(people.findGuest, { account: made.loginName });
    expect(await third.admin.refused(people.addGuest, { ticket })).toBe(1010);
    await dossier.admin.call(people.updateUser, { id: made.id, enabled: false });
    expect(await other.admin.refused(people.addGuest, { ticket })).toBe(2002);
    await dossier.admin.call(people.updateUser, { id: made.id, enabled: true });
    expect(await other.admin.call(people.addGuest, { ticket })).toMatchObject({ added: true });
    expect(await other.admin.call(people.findGuest, { account: made.loginName })).toMatchObject({ here: true });
    dossier.clock.forward(16 * 60_000);
    expect(await other.admin.refused(people.addGuest, { ticket })).toBe(1010);
  });

  it('can be looked up without an invitation as rarely as missed', async () => {
    const [other, made] = [await makeOrganisation(dossier), await makeSignedIn(dossier)];
    for (let n = 0; n < 20; n++) await other.admin.call(people.findGuest, { account: made.loginName });
    expect(await other.admin.refused(people.findGuest, { account: made.loginName })).toBe(502);
  });

  it('searches by at least two letters of a name, and sees no login names', async () => {
    const { other, client, id } = await makeGuest(dossier);
    const insider = await makeUser({ ...dossier, admin: other.admin }, { fullName: '李 Insider' });
    await enter(client, other.id);
    for (const keyword of ['', ' ', 'i', '李', insider.loginName]) expect(await client.call(people.grantees, { keyword })).toEqual([]);
    expect(await client.call(people.grantees, { keyword: 'in', type: 'user' })).toEqual([
      { type: 'user', id: insider.id, name: '李 Insider' },
    ]);
    const roleIds = [await findRole(other.admin, 'Administrators'), await findRole(other.admin, 'Staff')];
    await other.admin.call(people.updateUser, { id, roleIds });
    const found = await client.call(people.grantees, { keyword: insider.loginName });
    expect(found).toMatchObject([{ id: insider.id, detail: insider.loginName }]);
    await enter(client, ours);
    expect((await client.call(people.grantees, {})).length).toBeGreaterThan(2);
  });

  it('lists of the departments, groups, roles and partners there only what is theirs', async () => {
    const { other, client, id } = await makeGuest(dossier);
    const partner = await makeOrganisation(dossier);
    await invite(partner.admin, other.loginName);
    await dossier.admin.call(people.setRelations, { id: other.id, otherIds: [partner.id, ours] });
    const department = await other.admin.call(people.createDepartment, { name: 'Project Rhine' });
    await other.admin.call(people.createDepartment, { name: 'Project Rhine 2', parentId: department.id });
    const [own, foreign] = [
      await other.admin.call(people.createGroup, { name: 'Project partners' }),
      await other.admin.call(people.createGroup, { name: 'Project secret' }),
    ];
    const role = await other.admin.call(people.createRole, { name: 'Project visitors' });
    await other.admin.call(people.addToGroup, { id: own.id, userIds: [id] });
    await other.admin.call(people.addToRole, { id: role.id, userIds: [id] });
    const insider = await makeSignedIn({ ...dossier, admin: other.admin });
    const seen = async () => ({
      departments: (await client.call(people.departments, {})).map(({ name }) => name),
      below: (await client.call(people.departments, { parentId: department.id })).map(({ name }) => name),
      groups: await client.call(people.groups, {}).then(({ list, totalNumber }) => [totalNumber, ...list.map((one) => one.id)]),
      roles: await client.call(people.roles, {}).then(({ list, totalNumber }) => [totalNumber, ...list.map((one) => one.id)]),
      found: (await client.call(people.grantees, { keyword: 'project' })).map((one) => one.id).toSorted(),
      partners: (await client.call(people.relatedOrganisations, {})).map((one) => one.id),
    });
    await enter(client, other.id);
    expect(await seen()).toEqual({
      departments: [],
      below: [],
      groups: [1, own.id],
      roles: [1, role.id],
      found: [own.id, role.id].toSorted(),
      partners: [ours],
    });
    expect((await client.call(people.groups, { keyword: 'secret' })).totalNumber).toBe(0);
    // a department of theirs is found, without what it lies in
    await other.admin.call(people.addToDepartment, { id: department.id, userIds: [id] });
    expect(await client.call(people.grantees, { keyword: 'rhine' })).toEqual([
      { type: 'department', id: department.id, name: 'Project Rhine' },
    ]);
    // whoever belongs there, or administrates, sees all
    expect((await insider.client.call(people.departments, {})).map(({ name }) => name)).toEqual(['Project Rhine']);
    expect((await insider.client.call(people.groups, {})).list.map((one) => one.id).toSorted()).toEqual([own.id, foreign.id].toSorted());
    expect((await insider.client.call(people.relatedOrganisations, {})).map((one) => one.id)).toContain(partner.id);
    await other.admin.call(people.updateUser, { id, roleIds: [await findRole(other.admin, 'Administrators')] });
    const all = await seen();
    expect([all.departments, all.below, all.groups[0]]).toEqual([['Project Rhine'], ['Project Rhine 2'], 2]);
  });

  it('cannot be found by trying names', async () => {
    const [other, made] = [await makeOrganisation(dossier), await makeSignedIn(dossier)];
    const tries: number[] = [];
    for (let n = 0; n < 21; n++) tries.push(await other.admin.refused(people.findGuest, { account: `guess ${n}` }));
    expect([tries.slice(0, 20).every((code) => code === 2002), tries[20]]).toEqual([true, 502]);
    expect(await other.admin.refused(people.findGuest, { account: made.loginName })).toBe(502);
    dossier.clock.forward(3_700_000);
    expect(await invite(other.admin, made.loginName)).toMatchObject({ added: true });
    const elsewhere = await makeOrganisation(dossier);
    expect(await invite(elsewhere.admin, made.loginName)).toMatchObject({ added: true });
  });

  it('administrates that organisation when made an administrator, but never the site', async () => {
    const other = await makeOrganisation(dossier);
    const roleIds = [await findRole(other.admin, 'Administrators'), await findRole(other.admin, 'Staff')];
    await invite(other.admin, 'admin', roleIds);
    await enter(dossier.admin, other.id);
    expect(await dossier.admin.call(session.current)).toMatchObject({ roleType: 2 });
    expect((await dossier.admin.call(people.users, {})).totalNumber).toBe(2);
    expect(await dossier.admin.refused(people.organisations, {})).toBe(1011);
    expect(await dossier.admin.refused(people.endGuest, { id: other.adminId })).toBe(2002);
    await enter(dossier.admin, ours);
    expect(await dossier.admin.call(session.current)).toMatchObject({ roleType: 3 });
    expect(await other.admin.refused(people.organisations, {})).toBe(1011);
  });
});

describe('organisations of the site', () => {
  it('are created, renamed, counted, and have unique names', async () => {
    const other = await makeOrganisation(dossier, 'Counted');
    const folder = await makeFolder(other.admin, await makeCabinet(other.admin));
    await makeDocument(dossier, other.admin, { parentId: folder, bytes: '12345' });
    await invite(other.admin, 'admin');
    await dossier.admin.call(people.updateOrganisation, { id: other.id, name: 'Counted well', description: 'A branch' });
    const [row] = (await dossier.admin.call(people.organisations, { keyword: 'counted' })).list;
    expect(row).toMatchObject({
      name: 'Counted well',
      description: 'A branch',
      people: 1,
      guests: 1,
      documents: 1,
      bytes: 5,
      first: false,
    });
    expect((await dossier.admin.call(people.organisations, {})).list[0]).toMatchObject({ id: ours, first: true });
    const again = { name: 'COUNTED WELL', loginName: 'again', fullName: 'Again', password: 'again-again-1' };
    expect(await dossier.admin.refused(people.createOrganisation, again)).toBe(2102);
    expect(await dossier.admin.refused(people.createOrganisation, { ...again, name: 'Another', loginName: 'admin' })).toBe(2001);
    expect(await dossier.admin.refused(people.updateOrganisation, { id: ours, enabled: false })).toBe(1003);
    expect(await dossier.admin.refused(people.updateOrganisation, { id: '999999999999999', enabled: false })).toBe(2101);
    expect(await dossier.admin.refused(people.updateOrganisation, { id: other.id, expires: '2020-01-01T00:00:00Z' })).toBe(4904);
  });

  it('always have an own administrator', async () => {
    const other = await makeOrganisation(dossier);
    expect(await other.admin.refused(people.updateUser, { id: other.adminId, enabled: false })).toBe(2026);
    expect(await other.admin.refused(people.updateUser, { id: other.adminId, roleIds: [] })).toBe(2026);
    expect(await other.admin.refused(people.createRole, { name: 'Site', deeds: ['settings.edit'] })).toBe(1001);
  });
});

// last: moves the clock a day, which ends every session here
describe('a removed guest', () => {
  it('is not invited again and again', async () => {
    const [other, second, made] = [await makeOrganisation(dossier), await makeOrganisation(dossier), await makeSignedIn(dossier)];
    for (let n = 0; n < 3; n++) {
      await invite(other.admin, made.loginName);
      await other.admin.call(people.endGuest, { id: made.id });
    }
    const { ticket } = await other.admin.call(people.findGuest, { account: made.loginName });
    expect(await other.admin.refused(people.addGuest, { ticket })).toBe(502);
    expect(await other.admin.refused(people.endGuest, { id: made.id })).toBe(2002);
    await dossier.drain();
    expect((await made.client.call(messages.list, {})).totalNumber).toBe(6);
    expect(await invite(second.admin, made.loginName)).toMatchObject({ added: true });
    expect(await invite(other.admin, (await makeSignedIn(dossier)).loginName)).toMatchObject({ added: true });
    dossier.clock.forward(24 * 3_600_000 + 1000);
    expect(await invite(await dossier.as({ loginName: other.loginName, password: 'stranger-1' }), made.loginName)).toMatchObject({
      added: true,
    });
  });
});
