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
  it('has there no roles but those given, and nothing of what the organisation as a whole has', async () => {
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

  it('is found, listed and marked where they are a guest, and keeps their own circles at home', async () => {
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

  it('is invited by name or mail, hears of it, and who is unknown or disabled is one answer', async () => {
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

  it('invited by mail is who has that address, and never who is only called by it', async () => {
    const [other, evil] = [await makeOrganisation(dossier), await makeOrganisation(dossier)];
    const real = await makeSignedIn(dossier, { mail: 'head@first.example' });
    await proveMail(dossier, real.id);
    const fake = { loginName: 'head@first.example', fullName: real.fullName, password: 'long-pass-1' };
    for (const mail of [undefined, 'other@first.example'])
      expect(await evil.admin.refused(people.createUser, { ...fake, mail })).toBe(2007);
    const opened = { name: 'Opened', ...fake };
    expect(await dossier.admin.refused(people.createOrganisation, opened)).toBe(2007);
    await evil.admin.call(people.createUser, { ...fake, loginName: 'kim@evil.example', mail: 'KIM@evil.example' });
    // one of the time before such names were refused
    const { id } = await makeUser({ ...dossier, admin: evil.admin });
    const login = { login_name: fake.loginName, login_key: fake.loginName };
    await dossier.services.database.write((db) => db.updateTable('person').set(login).where('id', '=', Number(id)).execute());
    for (const account of [fake.loginName, ' HEAD@first.example '])
      expect(await other.admin.call(people.findGuest, { account })).toMatchObject({ organisation: 'Dossier', here: false });
    expect(await invite(other.admin, fake.loginName)).toMatchObject({ id: real.id, added: true });
    await dossier.admin.call(people.updateUser, { id: real.id, mail: '' });
    expect(await other.admin.refused(people.findGuest, { account: fake.loginName })).toBe(2002);
  });

  it('invited by mail has shown to read there: what an administrator wrote down is believed at home alone', async () => {
    const [other, evil] = [await makeOrganisation(dossier), await makeOrganisation(dossier)];
    const account = 'chief@customer.example';
    const { id } = await makeUser({ ...dossier, admin: evil.admin }, { mail: account });
    expect(await other.admin.refused(people.findGuest, { account })).toBe(2002);
    expect(await evil.admin.call(people.findGuest, { account })).toMatchObject({ here: true });
    await proveMail(dossier, id);
    expect(await other.admin.call(people.findGuest, { account })).toMatchObject({ here: false });
    // the same again, written differently, takes nothing away; another one is as good as none
    await evil.admin.call(people.updateUser, { id, mail: 'CHIEF@customer.example' });
    expect(await other.admin.call(people.findGuest, { account })).toMatchObject({ here: false });
    await evil.admin.call(people.updateUser, { id, mail: 'minister@customer.example' });
    expect(await other.admin.refused(people.findGuest, { account: 'minister@customer.example' })).toBe(2002);
  });

  it('is let in by a ticket of this organisation alone, and only while the account is open', async () => {
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

  it('is looked at without being invited as seldom as missed', async () => {
    const [other, made] = [await makeOrganisation(dossier), await makeSignedIn(dossier)];
    for (let n = 0; n < 20; n++) await other.admin.call(people.findGuest, { account: made.loginName });
    expect(await other.admin.refused(people.findGuest, { account: made.loginName })).toBe(502);
  });

  it('finds there by two letters of a name, and sees no login names', async () => {
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

  it('is not found by trying name after name', async () => {
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

  it('administrates there when made an administrator, but never the site', async () => {
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
  it('are opened, renamed, counted, and never two by one name', async () => {
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

  it('have an administrator of their own, always', async () => {
    const other = await makeOrganisation(dossier);
    expect(await other.admin.refused(people.updateUser, { id: other.adminId, enabled: false })).toBe(2026);
    expect(await other.admin.refused(people.updateUser, { id: other.adminId, roleIds: [] })).toBe(2026);
    expect(await other.admin.refused(people.createRole, { name: 'Site', deeds: ['settings.edit'] })).toBe(1001);
  });
});

// last: a day goes by, and every session here with it
describe('somebody who was shown out', () => {
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
