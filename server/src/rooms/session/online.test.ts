import { messages } from '@dossier/contract/messages';
import { online } from '@dossier/contract/online';
import { people } from '@dossier/contract/people';
import { session } from '@dossier/contract/session';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Client } from '../../../test/client.ts';
import { openHouse, type TestHouse } from '../../../test/house.ts';
import { makeSignedIn } from '../../../test/make.ts';
import { makeOrganisation, invite } from '../../../test/other-organisation.ts';
import { clientOf } from '../../../test/client.ts';

let house: TestHouse;
beforeAll(async () => {
  house = await openHouse();
});
afterAll(() => house.close());

const firefox = 'Mozilla/5.0 (Windows NT 10.0; rv:140.0) Gecko/20100101 Firefox/140.0';
const signInFrom = async (person: { loginName: string; password: string }, address: string): Promise<Client> => {
  const { sessionId } = await house.nobody.from({ address, headers: { 'user-agent': firefox } }).call(session.login, person);
  return clientOf(house.server, sessionId);
};
const sessionsOf = async (keyword: string, by = house.admin) => (await by.call(online.onlineSessions, { keyword, pageSize: 1000 })).list;
const roleOf = async (client: Client, name: string) => (await client.call(people.roles)).list.find((role) => role.name === name)?.id ?? '';

describe('the sessions of an organisation', () => {
  it('are found by name, login name and address, with device and door, the last used first', async () => {
    const anna = await makeSignedIn(house, { fullName: 'Anna Onliner' });
    house.clock.forward(1000);
    await signInFrom(anna, '203.0.113.77');
    const both = await sessionsOf('anna onl');
    expect(both.map(({ address, browser, system, door, current }) => ({ address, browser, system, door, current }))).toEqual([
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

  it('are paged in both directions, and leave out those that are over', async () => {
    const own = await openHouse();
    for (let n = 0; n < 5; n++) {
      own.clock.forward(1000);
      await makeSignedIn(own);
    }
    const page = (pageNo: number, sortDirection: 'asc' | 'desc') =>
      own.admin.call(online.onlineSessions, { pageNo, pageSize: 4, sortDirection });
    const seen = async (direction: 'asc' | 'desc') =>
      [...(await page(1, direction)).list, ...(await page(2, direction)).list].map(({ loginName }) => loginName);
    const down = await seen('desc');
    // whoever asks is using theirs now
    expect([down.length, new Set(down).size, down[0]]).toEqual([6, 6, 'admin']);
    expect(await seen('asc')).toEqual(down.toReversed());
    expect((await page(1, 'asc')).totalNumber).toBe(6);
    own.clock.forward(23 * 3_600_000);
    await own.admin.call(session.current);
    own.clock.forward(2 * 3_600_000);
    expect((await page(1, 'asc')).list.map(({ loginName }) => loginName)).toEqual(['admin']);
    await own.close();
  });

  it('end one by one or all of a person, at once; the person is told, and the log', async () => {
    const bert = await makeSignedIn(house, { fullName: 'Bert Onliner' });
    const second = await signInFrom(bert, '203.0.113.78');
    const target = (await sessionsOf('113.78'))[0];
    expect(await house.admin.call(online.endOnline, { id: target?.id ?? '' })).toEqual({ ended: 1 });
    expect(await second.refused(session.current)).toBe(501);
    await bert.client.call(session.current);
    expect(await house.admin.refused(online.endOnline, { id: target?.id ?? '' })).toBe(2028);
    await house.drain();
    const told = (await bert.client.call(messages.unread)).list.map(({ content }) => content);
    expect(told).toContain('An administrator signed you out on: Firefox · Windows (203.0.113.78)');
    await signInFrom(bert, '203.0.113.79');
    expect(await house.admin.call(online.endOnlineOf, { userId: bert.id })).toEqual({ ended: 2 });
    expect(await bert.client.refused(session.current)).toBe(501);
    expect(await sessionsOf('Bert Onliner')).toEqual([]);
    await house.drain();
    const rows = await house.house.database.read.selectFrom('log_entry').selectAll().where('action', '=', 4).orderBy('id').execute();
    expect(rows.map(({ obj_name }) => obj_name)).toEqual(['Bert Onliner', 'Bert Onliner']);
    expect(JSON.parse(rows[0]?.detail ?? '')).toEqual({ sessions: [1, null], devices: ['Firefox · Windows (203.0.113.78)', null] });
    expect(rows[0]?.person_name).not.toBe('Bert Onliner');
  });

  it('are for administrators, and those of site administrators not for others', async () => {
    const chief = await makeSignedIn(house, { fullName: 'Local chief' });
    const { id: roleId } = await house.admin.call(people.createRole, { name: 'Locals', deeds: ['sessions.see', 'sessions.end'] });
    await house.admin.call(people.addToRole, { id: roleId, userIds: [chief.id] });
    const [site] = (await sessionsOf('admin', chief.client)).filter(({ loginName }) => loginName === 'admin');
    expect(await chief.client.refused(online.endOnline, { id: site?.id })).toBe(1001);
    expect(await chief.client.refused(online.endOnlineOf, { userId: site?.userId })).toBe(1001);
    await house.admin.call(session.current);
    const staff = await makeSignedIn(house);
    for (const [route, input] of [
      [online.onlineSessions, {}],
      [online.endOnline, { id: site?.id }],
      [online.endOnlineOf, { userId: site?.userId }],
    ] as const)
      expect(await staff.client.refused(route, input)).toBe(1011);
  });
});

describe('sessions of guests', () => {
  it('are seen by the own organisation always, by the other one only while they work there', async () => {
    const other = await makeOrganisation(house);
    const gwen = await makeSignedIn(house, { fullName: 'Gwen Onliner' });
    expect(await sessionsOf('Gwen', other.admin)).toEqual([]);
    await invite(other.admin, gwen.loginName, [await roleOf(other.admin, 'Staff')]);
    const [here] = await sessionsOf('Gwen');
    expect(here).toMatchObject({ elsewhere: false });
    expect(await sessionsOf('Gwen', other.admin)).toEqual([]);
    expect(await other.admin.refused(online.endOnline, { id: here?.id })).toBe(2028);
    expect(await other.admin.call(online.endOnlineOf, { userId: gwen.id })).toEqual({ ended: 0 });
    const visiting = await house.as(gwen);
    await visiting.call(session.changeSpace, { spaceId: other.id });
    const [there] = await sessionsOf('Gwen', other.admin);
    expect(there?.guestOf).toBeDefined();
    expect((await sessionsOf('Gwen')).filter(({ elsewhere }) => elsewhere)).toHaveLength(1);
    expect(await other.admin.call(online.endOnlineOf, { userId: gwen.id })).toEqual({ ended: 1 });
    expect(await visiting.refused(session.current)).toBe(501);
    await gwen.client.call(session.current);
    expect(await other.admin.refused(people.updateUser, { id: gwen.id, enabled: false })).toBe(1001);
  });
});
