import { limits } from '@dossier/contract/identity/quotas';
import { activeSessions, session } from '@dossier/contract/identity/sessions';
import { mostChangedUsers, people } from '@dossier/contract/identity/users';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeDepartment, makeRole, makeSignedIn, makeUser } from '../../../test/make.ts';
import { invite, makeOrganisation } from '../../../test/other-organisation.ts';
import { type TestServer, openTestServer } from '../../../test/test-server.ts';

let dossier: TestServer;
beforeAll(async () => {
  dossier = await openTestServer();
});
afterAll(() => dossier.close());

type Filter = NonNullable<Parameters<typeof find>[1]>;
const find = async (keyword: string, filter: { state?: 'enabled' | 'disabled' | 'guests'; [field: string]: unknown } = {}) =>
  (await dossier.admin.call(people.users, { keyword, ...filter })).list.map((row) => row.fullName);

/** Somebody who heads a department and sees, edits and secures its people. */
async function makeHead(departmentId: string) {
  const deeds = ['people.see', 'people.edit', 'people.secrets'] as const;
  const head = await makeSignedIn(dossier, { roleIds: [await makeRole(dossier, { deeds: [...deeds], branch: true })] });
  await dossier.admin.call(people.setHeads, { id: departmentId, userIds: [head.id] });
  return head;
}

describe('the list of users', () => {
  it('is narrowed by state, role, second step and last sign-in', async () => {
    const role = await makeRole(dossier);
    const never = await makeUser(dossier, { fullName: 'Narrow Never', roleIds: role });
    const off = await makeUser(dossier, { fullName: 'Narrow Off' });
    const seen = await makeSignedIn(dossier, { fullName: 'Narrow Seen', mail: 'narrow@example.org' });
    await dossier.admin.call(people.updateUser, { id: off.id, enabled: false });
    const cases: [Filter, string[]][] = [
      [{}, ['Narrow Never', 'Narrow Off', 'Narrow Seen']],
      [{ state: 'enabled' }, ['Narrow Never', 'Narrow Seen']],
      [{ state: 'disabled' }, ['Narrow Off']],
      [{ state: 'guests' }, []],
      [{ roleId: role }, ['Narrow Never']],
      [{ idleDays: 30 }, ['Narrow Never', 'Narrow Off']],
      [{ secondStep: 'on' }, []],
      [{ secondStep: 'off', state: 'enabled' }, ['Narrow Never', 'Narrow Seen']],
    ];
    for (const [filter, names] of cases) expect([filter, await find('narrow', filter)]).toEqual([filter, names]);
    await dossier.services.database.write((db) =>
      db.updateTable('person').set({ mail_step: 1 }).where('id', '=', Number(seen.id)).execute(),
    );
    expect(await find('narrow', { secondStep: 'on' })).toEqual(['Narrow Seen']);
    expect((await dossier.admin.call(people.users, { keyword: 'narrow seen' })).list).toMatchObject([{ secondStep: true }]);
    expect(await dossier.admin.refused(people.users, { roleId: '77' })).toBe(2023);
    expect(never.id).not.toBe(seen.id);
  });

  it('is sorted by name, last sign-in or age of the account, in both directions, guests among the others', async () => {
    const other = await makeOrganisation(dossier);
    const guest = await makeSignedIn(dossier, { fullName: 'Sorted B' });
    await invite(other.admin, guest.loginName, []);
    const sorted = async (input: object) =>
      (await other.admin.call(people.users, { keyword: 'sorted', ...input })).list.map((row) => row.fullName);
    for (const fullName of ['Sorted C', 'Sorted A']) {
      dossier.clock.forward(60_000);
      await other.admin.call(people.createUser, {
        fullName,
        loginName: fullName.replace(' ', '').toLowerCase(),
        password: 'their-pass-word',
      });
    }
    expect(await sorted({})).toEqual(['Sorted A', 'Sorted B', 'Sorted C']);
    expect(await sorted({ sortDirection: 'desc' })).toEqual(['Sorted C', 'Sorted B', 'Sorted A']);
    expect(await sorted({ sort: 'created' })).toEqual(['Sorted B', 'Sorted C', 'Sorted A']);
    expect((await sorted({ sort: 'lastLogin', sortDirection: 'desc' }))[0]).toBe('Sorted B');
    expect(await sorted({ sort: 'created', pageSize: 1, pageNo: 2 })).toEqual(['Sorted C']);
    expect(await sorted({ state: 'guests' })).toEqual(['Sorted B']);
    expect(await sorted({ secondStep: 'off' })).toEqual(['Sorted A', 'Sorted C']);
  });
});

describe('the page of a user', () => {
  it('shows what secures the account, to who sees them; of a guest not the account', async () => {
    const department = await makeDepartment(dossier);
    const person = await makeSignedIn(dossier, { fullName: 'Paged Person', departmentIds: [department] });
    const head = await makeHead(department);
    const shown = await head.client.call(people.user, { id: person.id });
    expect(shown).toMatchObject({
      fullName: 'Paged Person',
      codeByMail: false,
      authenticator: false,
      passkeys: 0,
      passwordDue: false,
      headOf: [],
    });
    expect((await dossier.admin.call(people.user, { id: head.id })).headOf).toMatchObject([{ id: department }]);
    const outside = await makeUser(dossier);
    expect(await head.client.refused(people.user, { id: outside.id })).toBe(2002);
    expect(await dossier.admin.refused(people.user, { id: '77' })).toBe(2002);
    expect(await person.client.refused(people.user, { id: person.id })).toBe(1011);
    const other = await makeOrganisation(dossier);
    await invite(other.admin, person.loginName, []);
    const guest = await other.admin.call(people.user, { id: person.id });
    expect(guest.guestOf).toBeDefined();
    expect(guest).not.toHaveProperty('passkeys');
    expect(guest).not.toHaveProperty('lastLoginTime');
  });

  it('has the sessions and the quota of this user only', async () => {
    const person = await makeSignedIn(dossier, { fullName: 'Own Facts' });
    const { list } = await dossier.admin.call(activeSessions.onlineSessions, { userId: person.id });
    expect(list).toMatchObject([{ fullName: 'Own Facts' }]);
    expect((await dossier.admin.call(limits.quotas, { userId: person.id })).list).toMatchObject([{ id: person.id, used: 0 }]);
  });
});

describe('changing several users', () => {
  it('disables, enables and moves all of them, and ends the sessions of the disabled', async () => {
    const [one, two] = [await makeSignedIn(dossier, { fullName: 'Bulk One' }), await makeSignedIn(dossier, { fullName: 'Bulk Two' })];
    const ids = [one.id, two.id];
    const department = await makeDepartment(dossier);
    await dossier.admin.call(people.updateUsers, { userIds: ids, enabled: false, departmentIds: [department] });
    expect(await find('bulk', { state: 'disabled' })).toEqual(['Bulk One', 'Bulk Two']);
    expect((await dossier.admin.call(people.users, { departmentId: department })).totalNumber).toBe(2);
    for (const { client } of [one, two]) expect(await client.refused(session.current)).toBe(501);
    await dossier.admin.call(people.updateUsers, { userIds: ids, enabled: true });
    expect(await find('bulk', { state: 'enabled' })).toEqual(['Bulk One', 'Bulk Two']);
    await dossier.drain();
    const log = await dossier.services.database.read
      .selectFrom('log_entry')
      .select('obj_name')
      .where('obj_name', 'like', 'Bulk%')
      .execute();
    expect(log.map((row) => row.obj_name)).toEqual(expect.arrayContaining(['Bulk One', 'Bulk Two']));
  });

  it('changes all or none, within the scope of the caller, and at most a hundred', async () => {
    const department = await makeDepartment(dossier);
    const mine = await makeUser(dossier, { departmentIds: [department] });
    const foreign = await makeUser(dossier);
    const head = await makeHead(department);
    const ids = [mine.id, foreign.id];
    expect(await head.client.refused(people.updateUsers, { userIds: ids, enabled: false })).toBe(1001);
    expect(await head.client.refused(people.requireNewPassword, { userIds: ids })).toBe(1001);
    expect((await dossier.admin.call(people.user, { id: mine.id })).enabled).toBe(true);
    expect((await dossier.admin.call(people.user, { id: mine.id })).passwordDue).toBe(false);
    await head.client.call(people.updateUsers, { userIds: [mine.id], enabled: false });
    expect(await dossier.admin.refused(people.updateUsers, { userIds: [mine.id, '77'], enabled: true })).toBe(2002);
    expect(await dossier.admin.refused(people.updateUsers, { userIds: [], enabled: true })).toBe(4641);
    const many = Array.from({ length: mostChangedUsers + 1 }, (_, at) => String(at + 1));
    for (const refused of [
      await dossier.admin.refused(people.updateUsers, { userIds: many, enabled: true }),
      await dossier.admin.refused(people.requireNewPassword, { userIds: many }),
      await dossier.admin.refused(activeSessions.endOnlineOfMany, { userIds: many }),
    ])
      expect(refused).toBe(await dossier.admin.refused(limits.setQuota, { userIds: many, most: '' }));
  });

  it('asks them for a new password at the next sign-in, not the caller', async () => {
    const person = await makeSignedIn(dossier);
    await dossier.admin.call(people.requireNewPassword, { userIds: [person.id] });
    expect(await person.client.refused(session.current)).toBe(501);
    expect((await dossier.admin.call(people.user, { id: person.id })).passwordDue).toBe(true);
    expect((await (await dossier.as(person)).call(session.current)).passwordDue).toBe(true);
    const me = (await dossier.admin.call(session.current)).id;
    expect(await dossier.admin.refused(people.requireNewPassword, { userIds: [me] })).toBe(2027);
    const staff = await makeSignedIn(dossier);
    expect(await staff.client.refused(people.requireNewPassword, { userIds: [person.id] })).toBe(1011);
    expect(await staff.client.refused(people.updateUsers, { userIds: [person.id], enabled: false })).toBe(1011);
  });

  it('ends their sessions at once, never those of the caller', async () => {
    const [one, two] = [await makeSignedIn(dossier), await makeSignedIn(dossier)];
    const me = (await dossier.admin.call(session.current)).id;
    expect(await dossier.admin.refused(activeSessions.endOnlineOfMany, { userIds: [one.id, me] })).toBe(2027);
    await one.client.call(session.current);
    expect(await dossier.admin.call(activeSessions.endOnlineOfMany, { userIds: [one.id, two.id] })).toEqual({ ended: 2 });
    for (const { client } of [one, two]) expect(await client.refused(session.current)).toBe(501);
    const staff = await makeSignedIn(dossier);
    expect(await staff.client.refused(activeSessions.endOnlineOfMany, { userIds: [two.id] })).toBe(1011);
  });
});
