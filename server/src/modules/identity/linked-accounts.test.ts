import { site } from '@dossier/contract/core/site';
import { session } from '@dossier/contract/identity/sessions';
import { signInProviders } from '@dossier/contract/identity/sign-in-providers';
import { people } from '@dossier/contract/identity/users';
import { messages } from '@dossier/contract/notifications/messages';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Client } from '../../../test/client.ts';
import { type TestServer, openTestServer } from '../../../test/test-server.ts';
import { makeSignedIn } from '../../../test/make.ts';
import { makeStranger } from '../../../test/other-organisation.ts';
import { type DirectoryPeer, startDirectory } from '../../../test/peers/directory.ts';

let dossier: TestServer;
let peer: DirectoryPeer;
beforeAll(async () => {
  [dossier, peer] = await Promise.all([openTestServer(), startDirectory()]);
  const { url, baseDn, bindDn, bindPassword } = peer;
  const values = { enabled: true, url, baseDn, bindDn, bindPassword, createAccounts: true, linkAccounts: true };
  await dossier.admin.call(site.saveSettings, { group: 'ldap', values });
});
afterAll(async () => {
  await dossier.close();
  await peer.close();
});

let entries = 0;

/** A directory user who can sign in. */
async function makeTied() {
  const uid = `tied${++entries}`;
  const entry = { uid, password: `in-directory-${uid}`, cn: `Cn of ${uid}`, mail: `${uid}@example.org`, entryUUID: `0123456789-${uid}` };
  peer.people.push(entry);
  const signIn = async () => {
    const from = dossier.nobody.from({ address: `10.8.0.${entries}` });
    const { sessionId } = await from.call(session.login, { loginName: uid, password: entry.password });
    return dossier.nobody.from({ headers: { authorization: sessionId } });
  };
  const client = await signIn();
  return { client, signIn, id: (await client.call(session.current)).id, entry };
}

it('show administrators which external accounts sign a user in', async () => {
  const { id, signIn, entry } = await makeTied();
  const began = dossier.clock.now();
  dossier.clock.forward(60_000);
  await signIn();
  const { list } = await dossier.admin.call(signInProviders.ties, { id });
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
  const plain = await makeSignedIn(dossier);
  expect(await dossier.admin.call(signInProviders.ties, { id: plain.id })).toEqual({ list: [] });
  expect(await plain.client.refused(signInProviders.ties, { id })).toBe(1011);
});

it('can be unlinked: their sessions end, others stay, and the user and the log are notified', async () => {
  const { id, client, signIn } = await makeTied();
  const again = await signIn();
  expect(await dossier.admin.call(signInProviders.untie, { id, provider: 'ldap' })).toEqual({ ended: 2 });
  for (const one of [client, again]) expect(await one.refused(session.current)).toBe(501);
  expect(await dossier.admin.call(signInProviders.ties, { id })).toEqual({ list: [] });
  expect(await dossier.admin.refused(signInProviders.untie, { id, provider: 'ldap' })).toBe(2033);
  await dossier.drain();
  const log = dossier.services.database.read
    .selectFrom('log_entry')
    .select('detail')
    .where('obj_id', '=', Number(id))
    .orderBy('id', 'desc');
  expect((await log.execute())[0]?.detail).toBe('{"changed":["tie","ldap"]}');
  // the directory still accepts the password, and the account is found by login name: it is linked anew
  const back = await signIn();
  expect((await back.call(session.current)).id).toBe(id);
  expect((await back.call(messages.list, {})).list.map(({ content }) => content)).toContainEqual(expect.stringContaining('LDAP'));
});

it('leave sessions that began with the own password when unlinked', async () => {
  const { id, client } = await makeTied();
  const { loginName } = await client.call(session.current);
  await dossier.admin.call(people.resetPassword, { id, newPwd: 'my-own-pass-1' });
  const own = await dossier.as({ loginName, password: 'my-own-pass-1' });
  expect(await dossier.admin.call(signInProviders.untie, { id, provider: 'ldap' })).toEqual({ ended: 0 });
  expect((await own.call(session.current)).id).toBe(id);
});

it('end, when unlinked, also sessions that one of theirs authorised by a scanned code, and pending codes', async () => {
  await dossier.admin.call(site.saveSettings, { group: 'scan', values: { enabled: true } });
  const { id, client } = await makeTied();
  const confirmed = async (by: Client) => {
    const scan = await dossier.nobody.call(signInProviders.beginScan);
    await by.call(signInProviders.answerScan, { code: scan.scanId });
    return { scanId: scan.scanId, secret: scan.secret };
  };
  const pass = async (by: Client) => {
    const { sessionId = '' } = await dossier.nobody.call(signInProviders.pollScan, await confirmed(by));
    return dossier.nobody.from({ headers: { authorization: sessionId } });
  };
  const second = await pass(client);
  const third = await pass(second);
  const waiting = await confirmed(third);
  expect(await dossier.admin.call(signInProviders.untie, { id, provider: 'ldap' })).toEqual({ ended: 3 });
  for (const one of [client, second, third]) expect(await one.refused(session.current)).toBe(501);
  expect(await dossier.nobody.refused(signInProviders.pollScan, waiting)).toBe(2039);
});

it('are unlinked by administrators over that user only, and by nobody for themselves', async () => {
  const { id } = await makeTied();
  const plain = await makeSignedIn(dossier);
  expect(await plain.client.refused(signInProviders.untie, { id, provider: 'ldap' })).toBe(1011);
  const elsewhere = await makeStranger(dossier);
  expect(await elsewhere.refused(signInProviders.ties, { id })).toBe(2002);
  expect(await elsewhere.refused(signInProviders.untie, { id, provider: 'ldap' })).toBe(2002);
  const { id: self } = await dossier.admin.call(session.current);
  expect(await dossier.admin.refused(signInProviders.untie, { id: self, provider: 'ldap' })).toBe(2027);
});
