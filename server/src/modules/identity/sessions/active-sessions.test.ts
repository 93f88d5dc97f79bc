import { activeSessions, session } from '@dossier/contract/identity/sessions';
import { people } from '@dossier/contract/identity/users';
import { messages } from '@dossier/contract/notifications/messages';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, clientOf } from '../../../../test/client.ts';
import { type TestServer, openTestServer } from '../../../../test/test-server.ts';
import { makeSignedIn } from '../../../../test/make.ts';
import { invite, makeOrganisation } from '../../../../test/other-organisation.ts';

let dossier: TestServer;
beforeAll(async () => {
  dossier = await openTestServer();
});
afterAll(() => dossier.close());

const firefox = 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0';
const signInFrom = async (person: { loginName: string; password: string }, address: string): Promise<Client> => {
  const { sessionId } = await dossier.nobody.from({ address, headers: { 'user-agent': firefox } }).call(session.login, person);
  return clientOf(dossier.server, sessionId);
};
const sessionsOf = async (keyword: string, by = dossier.admin) =>
  (await by.call(activeSessions.onlineSessions, { keyword, pageSize: 1000 })).list;
const roleOf = async (client: Client, name: string) => (await client.call(people.roles)).list.find((role) => role.name === name)?.id ?? '';

describe('the sessions of an organisation', () => {
  it('are found by name, login name and address, with device and sign-in method, the last used first', async () => {
    const anna = await makeSignedIn(dossier, { fullName: 'Anna Onliner' });
    dossier.clock.forward(1000);
    await signInFrom(anna, '203.0.113.77');
    const both = await sessionsOf('anna onl');
    expect(
      both.map(({ address, browser, system, door: provider, current }) => ({ address, browser, system, door: provider, current })),
    ).toEqual([
      { address: '203.0.113.77', browser: 'Firefox', system: 'Windows', door: 'password', current: false },
      { address: '127.0.0.1', browser: 'lightMyRequest', system: '', door: 'password', current: false },
    ]);
    expect(both.every(({ userId, fullName }) => userId === anna.id && fullName === 'Anna Onliner')).toBe(true);
    expect(await sessionsOf(anna.loginName.toUpperCase())).toHaveLength(2);
    expect((await sessionsOf('113.77')).map(({ userId }) => userId)).toEqual([anna.id]);
    expect(await sessionsOf('%')).toEqual([]);
    const own = (await sessionsOf('admin')).filter(({ current }) => current);
    expect(own).toHaveLength(1);
  });

  it('are paged in both directions, and leave out expired ones', async () => {
    const own = await openTestServer();
    for (let n = 0; n < 5; n++) {
      own.clock.forward(1000);
      await makeSignedIn(own);
    }
    own.clock.forward(1000);
    const page = (pageNo: number, sortDirection: 'asc' | 'desc') =>
      own.admin.call(activeSessions.onlineSessions, { pageNo, pageSize: 4, sortDirection });
    const seen = async (direction: 'asc' | 'desc') =>
      [...(await page(1, direction)).list, ...(await page(2, direction)).list].map(({ loginName }) => loginName);
    const down = await seen('desc');
    // the requesting session is in use now
    expect([down.length, new Set(down).size, down[0]]).toEqual([6, 6, 'admin']);
    expect(await seen('asc')).toEqual(down.toReversed());
    expect((await page(1, 'asc')).totalNumber).toBe(6);
    own.clock.forward(23 * 3_600_000);
    await own.admin.call(session.current);
    own.clock.forward(2 * 3_600_000);
    expect((await page(1, 'asc')).list.map(({ loginName }) => loginName)).toEqual(['admin']);
    await own.close();
  });

  it('are ended one by one or all of a user, at once; the user is notified, and it is logged', async () => {
    const bert = await makeSignedIn(dossier, { fullName: 'Bert Onliner' });
    const second = await signInFrom(bert, '203.0.113.78');
    const target = (await sessionsOf('113.78'))[0];
    expect(await dossier.admin.call(activeSessions.endOnline, { id: target?.id ?? '' })).toEqual({ ended: 1 });
    expect(await second.refused(session.current)).toBe(501);
    await bert.client.call(session.current);
    expect(await dossier.admin.refused(activeSessions.endOnline, { id: target?.id ?? '' })).toBe(2028);
    await dossier.drain();
    const messageTexts = (await bert.client.call(messages.unread)).list.map(({ content }) => content);
    expect(messageTexts).toContain('An administrator signed you out on: Firefox · Windows (203.0.113.78)');
    await signInFrom(bert, '203.0.113.79');
    expect(await dossier.admin.call(activeSessions.endOnlineOf, { userId: bert.id })).toEqual({ ended: 2 });
    expect(await bert.client.refused(session.current)).toBe(501);
    expect(await sessionsOf('Bert Onliner')).toEqual([]);
    await dossier.drain();
    const rows = await dossier.services.database.read.selectFrom('log_entry').selectAll().where('action', '=', 4).orderBy('id').execute();
    expect(rows.map(({ obj_name }) => obj_name)).toEqual(['Bert Onliner', 'Bert Onliner']);
    expect(JSON.parse(rows[0]?.detail ?? '')).toEqual({ sessions: [1, null], devices: ['Firefox · Windows (203.0.113.78)', null] });
    expect(rows[0]?.person_name).not.toBe('Bert Onliner');
  });

  it('are for administrators; those of site administrators are hidden from others', async () => {
    const chief = await makeSignedIn(dossier, { fullName: 'Local chief' });
    const { id: roleId } = await dossier.admin.call(people.createRole, { name: 'Locals', deeds: ['sessions.see', 'sessions.end'] });
    await dossier.admin.call(people.addToRole, { id: roleId, userIds: [chief.id] });
    const [site] = (await sessionsOf('admin', chief.client)).filter(({ loginName }) => loginName === 'admin');
    expect(await chief.client.refused(activeSessions.endOnline, { id: site?.id })).toBe(1001);
    expect(await chief.client.refused(activeSessions.endOnlineOf, { userId: site?.userId })).toBe(1001);
    await dossier.admin.call(session.current);
    const staff = await makeSignedIn(dossier);
    for (const [route, input] of [
      [activeSessions.onlineSessions, {}],
      [activeSessions.endOnline, { id: site?.id }],
      [activeSessions.endOnlineOf, { userId: site?.userId }],
    ] as const)
      expect(await staff.client.refused(route, input)).toBe(1011);
  });
});

describe('sessions of guests', () => {
  it('are always shown to the own organisation, to the other one only while they work there', async () => {
    const other = await makeOrganisation(dossier);
    const gwen = await makeSignedIn(dossier, { fullName: 'Gwen Onliner' });
    expect(await sessionsOf('Gwen', other.admin)).toEqual([]);
    await invite(other.admin, gwen.loginName, [await roleOf(other.admin, 'Staff')]);
    const [here] = await sessionsOf('Gwen');
    expect(here).toMatchObject({ elsewhere: false });
    expect(await sessionsOf('Gwen', other.admin)).toEqual([]);
    expect(await other.admin.refused(activeSessions.endOnline, { id: here?.id })).toBe(2028);
    expect(await other.admin.call(activeSessions.endOnlineOf, { userId: gwen.id })).toEqual({ ended: 0 });
    const guestClient = await dossier.as(gwen);
    await guestClient.call(session.changeSpace, { spaceId: other.id });
    const [there] = await sessionsOf('Gwen', other.admin);
    expect(there?.guestOf).toBeDefined();
    expect((await sessionsOf('Gwen')).filter(({ elsewhere }) => elsewhere)).toHaveLength(1);
    expect(await other.admin.call(activeSessions.endOnlineOf, { userId: gwen.id })).toEqual({ ended: 1 });
    expect(await guestClient.refused(session.current)).toBe(501);
    await gwen.client.call(session.current);
    expect(await other.admin.refused(people.updateUser, { id: gwen.id, enabled: false })).toBe(1001);
  });
});
