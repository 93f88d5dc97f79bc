import { doors } from '@dossier/contract/doors';
import { messages } from '@dossier/contract/messages';
import { people } from '@dossier/contract/people';
import { session } from '@dossier/contract/session';
import { site } from '@dossier/contract/site';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Client } from '../../../test/client.ts';
import { openHouse, type TestHouse } from '../../../test/house.ts';
import { makeSignedIn } from '../../../test/make.ts';
import { makeStranger } from '../../../test/other-organisation.ts';
import { type DirectoryPeer, startDirectory } from '../../../test/peers/directory.ts';

let house: TestHouse;
let peer: DirectoryPeer;
beforeAll(async () => {
  [house, peer] = await Promise.all([openHouse(), startDirectory()]);
  const { url, baseDn, bindDn, bindPassword } = peer;
  const values = { enabled: true, url, baseDn, bindDn, bindPassword, createAccounts: true, linkAccounts: true };
  await house.admin.call(site.saveSettings, { group: 'ldap', values });
});
afterAll(async () => {
  await house.close();
  await peer.close();
});

let entries = 0;

/** Somebody of the directory, with the way to sign in. */
async function makeTied() {
  const uid = `tied${++entries}`;
  const entry = { uid, password: `in-directory-${uid}`, cn: `Cn of ${uid}`, mail: `${uid}@example.org`, entryUUID: `0123456789-${uid}` };
  peer.people.push(entry);
  const signIn = async () => {
    const from = house.nobody.from({ address: `10.8.0.${entries}` });
    const { sessionId } = await from.call(session.login, { loginName: uid, password: entry.password });
    return house.nobody.from({ headers: { authorization: sessionId } });
  };
  const client = await signIn();
  return { client, signIn, id: (await client.call(session.current)).id, entry };
}

it('shows administrators which accounts elsewhere sign a person in', async () => {
  const { id, signIn, entry } = await makeTied();
  const began = house.clock.now();
  house.clock.forward(60_000);
  await signIn();
  const { list } = await house.admin.call(doors.ties, { id });
  expect(list).toEqual([
    {
      provider: 'ldap',
      door: 'ldap',
      subject: '012345…ied1',
      shown: entry.cn,
      since: expect.any(String),
      lastUsed: expect.any(String),
      sessions: 2,
    },
  ]);
  expect(Date.parse(list[0]?.since ?? '')).toBeLessThanOrEqual(began);
  expect(Date.parse(list[0]?.lastUsed ?? '')).toBeGreaterThan(began);
  const plain = await makeSignedIn(house);
  expect(await house.admin.call(doors.ties, { id: plain.id })).toEqual({ list: [] });
  expect(await plain.client.refused(doors.ties, { id })).toBe(1011);
});

it('unties one: sessions through it end, others stay, and the person and the log are told', async () => {
  const { id, client, signIn } = await makeTied();
  const again = await signIn();
  expect(await house.admin.call(doors.untie, { id, provider: 'ldap' })).toEqual({ ended: 2 });
  for (const one of [client, again]) expect(await one.refused(session.current)).toBe(501);
  expect(await house.admin.call(doors.ties, { id })).toEqual({ list: [] });
  expect(await house.admin.refused(doors.untie, { id, provider: 'ldap' })).toBe(2033);
  await house.drain();
  const log = house.house.database.read.selectFrom('log_entry').select('detail').where('obj_id', '=', Number(id)).orderBy('id', 'desc');
  expect((await log.execute())[0]?.detail).toBe('{"changed":["tie","ldap"]}');
  // the directory still knows the password, and the site finds accounts by login name: the tie is made anew
  const back = await signIn();
  expect((await back.call(session.current)).id).toBe(id);
  expect((await back.call(messages.list, {})).list.map(({ content }) => content)).toContainEqual(expect.stringContaining('LDAP'));
});

it('leaves the sessions that began with the own password', async () => {
  const { id, client } = await makeTied();
  const { loginName } = await client.call(session.current);
  await house.admin.call(people.resetPassword, { id, newPwd: 'my-own-pass-1' });
  const own = await house.as({ loginName, password: 'my-own-pass-1' });
  expect(await house.admin.call(doors.untie, { id, provider: 'ldap' })).toEqual({ ended: 0 });
  expect((await own.call(session.current)).id).toBe(id);
});

it('ends the sessions too that one through it let in by a scanned code, and what waits for the screen', async () => {
  await house.admin.call(site.saveSettings, { group: 'scan', values: { enabled: true } });
  const { id, client } = await makeTied();
  const confirmed = async (by: Client) => {
    const scan = await house.nobody.call(doors.beginScan);
    await by.call(doors.answerScan, { code: scan.scanId });
    return { scanId: scan.scanId, secret: scan.secret };
  };
  const pass = async (by: Client) => {
    const { sessionId = '' } = await house.nobody.call(doors.pollScan, await confirmed(by));
    return house.nobody.from({ headers: { authorization: sessionId } });
  };
  const second = await pass(client);
  const third = await pass(second);
  const waiting = await confirmed(third);
  expect(await house.admin.call(doors.untie, { id, provider: 'ldap' })).toEqual({ ended: 3 });
  for (const one of [client, second, third]) expect(await one.refused(session.current)).toBe(501);
  expect(await house.nobody.refused(doors.pollScan, waiting)).toBe(2039);
});

it('is for administrators over that person only, and for nobody about themselves', async () => {
  const { id } = await makeTied();
  const plain = await makeSignedIn(house);
  expect(await plain.client.refused(doors.untie, { id, provider: 'ldap' })).toBe(1011);
  const elsewhere = await makeStranger(house);
  expect(await elsewhere.refused(doors.ties, { id })).toBe(2002);
  expect(await elsewhere.refused(doors.untie, { id, provider: 'ldap' })).toBe(2002);
  const { id: self } = await house.admin.call(session.current);
  expect(await house.admin.refused(doors.untie, { id: self, provider: 'ldap' })).toBe(2027);
});
