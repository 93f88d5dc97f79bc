import { codes } from '@dossier/contract/core/codes';
import { site } from '@dossier/contract/core/site';
import { limits } from '@dossier/contract/identity/quotas';
import { session } from '@dossier/contract/identity/sessions';
import { signInProviders } from '@dossier/contract/identity/sign-in-providers';
import { people } from '@dossier/contract/identity/users';
import { messages } from '@dossier/contract/notifications/messages';
import { action } from '@dossier/contract/reporting/actions';
import { operationLog } from '@dossier/contract/reporting/operation-log';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestServer, openTestServer } from '../../../../test/test-server.ts';
import { mailSettings, startMailServer } from '../../../../test/mail-server.ts';
import { makeRole, makeUser } from '../../../../test/make.ts';
import { type DirectoryPeer, type Entry, startDirectory } from '../../../../test/peers/directory.ts';
import { escapeFilter } from './ldap-directory.ts';

let dossier: TestServer;
let peer: DirectoryPeer;
beforeAll(async () => {
  dossier = await openTestServer();
  peer = await startDirectory();
});
afterAll(async () => {
  await peer.close();
  await dossier.close();
});

const settings = (changes: object = {}) => {
  const { url, baseDn, bindDn, bindPassword } = peer;
  return { enabled: true, url, baseDn, bindDn, bindPassword, createAccounts: true, ...changes };
};
const configure = (changes: object = {}) => dossier.admin.call(site.saveSettings, { group: 'ldap', values: settings(changes) });
beforeEach(() => configure());

let addresses = 0;
const elsewhere = () => dossier.nobody.from({ address: `10.4.0.${++addresses}` });
let entries = 0;
function makeEntry(given: Partial<Entry> = {}): Entry {
  const uid = `ldap${++entries}`;
  const entry = {
    uid,
    password: `in-directory-${entries}`,
    cn: `Cn of ${uid}`,
    mail: `${uid}@example.org`,
    entryUUID: `uuid-${uid}`,
    ...given,
  };
  peer.people.push(entry);
  return entry;
}
const signIn = ({ uid, password }: Entry) => elsewhere().call(session.login, { loginName: uid, password });
const refused = (loginName: string, password: string) => elsewhere().refused(session.login, { loginName, password });
const current = (sessionId: string) => dossier.nobody.from({ headers: { authorization: sessionId } }).call(session.current);

describe('sign-in by account', () => {
  it('creates an account for a user of the directory, and finds it again', async () => {
    const entry = makeEntry();
    const first = await current((await signIn(entry)).sessionId);
    expect(first).toMatchObject({ loginName: entry.uid, fullName: entry.cn, roleType: 0 });
    expect((await current((await signIn({ ...entry, uid: entry.uid.toUpperCase() })).sessionId)).id).toBe(first.id);
    expect(await refused(entry.uid, 'not-this-one')).toBe(2003);
  });

  it('links an existing account only where the site allows it, never an administrator’s, and notifies the user', async () => {
    const entry = makeEntry();
    const { id } = await current((await signIn(entry)).sessionId);
    await dossier.admin.call(signInProviders.untie, { id, provider: 'ldap' });
    expect(await refused(entry.uid, entry.password)).toBe(2033);
    await configure({ linkAccounts: true });
    const { sessionId } = await signIn(entry);
    await dossier.drain();
    const received = await dossier.nobody.from({ headers: { authorization: sessionId } }).call(messages.list, {});
    expect(received.list.map(({ content }) => content)).toContainEqual(expect.stringMatching(/linked with “Cn of .* from LDAP/));
    await dossier.admin.call(signInProviders.untie, { id, provider: 'ldap' });
    await dossier.admin.call(people.updateUser, { id, roleIds: [await makeRole(dossier, { deeds: ['people.see'] })] });
    expect(await refused(entry.uid, entry.password)).toBe(2033);
  });

  it('asks for the second factor as after a local password', async () => {
    const post = await startMailServer();
    await dossier.admin.call(site.saveSettings, { group: 'mail', values: mailSettings(post.port) });
    await dossier.admin.call(site.saveSettings, { group: 'signIn', values: { secondStep: 'required' } });
    const entry = makeEntry();
    const { sessionId, validate } = await signIn(entry);
    expect(validate).toMatchObject({ channel: 'mail' });
    expect(await dossier.nobody.from({ headers: { authorization: sessionId } }).refused(session.current)).toBe(501);
    await dossier.admin.call(site.saveSettings, { group: 'signIn', values: { secondStep: 'off' } });
    await dossier.admin.call(site.saveSettings, { group: 'mail', values: { ...mailSettings(post.port), enabled: false } });
    await post.close();
  });

  it('creates none where the site does not allow it', async () => {
    await configure({ createAccounts: false });
    const entry = makeEntry();
    expect(await refused(entry.uid, entry.password)).toBe(2002);
  });

  it('prefers the local password of an account, and never sends it to the directory', async () => {
    const made = await makeUser(dossier);
    makeEntry({ uid: made.loginName, password: 'in-directory' });
    peer.binds.length = 0;
    expect((await current((await elsewhere().call(session.login, made)).sessionId)).id).toBe(made.id);
    expect(peer.binds).toEqual([]);
    expect(await refused(made.loginName, 'in-directory')).toBe(2003);
    expect(peer.binds.filter((dn) => dn.includes(made.loginName))).toEqual([]);
  });

  it.each([
    ['blanks', ' '.repeat(300)],
    ['other blanks', '\u3000\t'.repeat(200)],
  ])('is asked about the name that was judged, whatever %s stand before it', async (_, before) => {
    const made = await makeUser(dossier);
    makeEntry({ uid: made.loginName, password: 'in-directory' });
    makeEntry({ uid: 'admin', password: 'in-directory' });
    peer.binds.length = 0;
    for (const name of [made.loginName, 'admin']) expect([2003, 400]).toContain(await refused(before + name, 'in-directory'));
    expect([2003, 400]).toContain(await refused(`${made.loginName}${' '.repeat(64)}x`, 'in-directory'));
    expect(peer.binds.filter((dn) => dn.includes('admin') || dn.includes(made.loginName))).toEqual([]);
  });

  it('refuses a user who got a local password, also while that happens', async () => {
    const entry = makeEntry();
    const { id } = await current((await signIn(entry)).sessionId);
    const flight = elsewhere().raw(session.login, { loginName: entry.uid, password: entry.password });
    await dossier.admin.call(people.resetPassword, { id, newPwd: 'set-by-admin-1' });
    await flight;
    expect(await refused(entry.uid, entry.password)).toBe(2003);
    // the same entry with another name
    const renamed = makeEntry({ entryUUID: entry.entryUUID });
    expect(await refused(renamed.uid, renamed.password)).toBe(2003);
  });

  it('refuses an empty password, though the directory accepts it', async () => {
    const entry = makeEntry();
    expect(await refused(entry.uid, '')).toBe(2003);
    await signIn(entry);
    expect(await refused(entry.uid, '')).toBe(2003);
  });

  it.each(['*', 'ldap*', '*)(uid=*', 'x)(|(uid=*', 'ldap1\\2a'])('reads %j as a name, not as a filter', async (loginName) => {
    const entry = makeEntry();
    expect(await refused(loginName, entry.password)).toBe(2003);
  });

  it('refuses disabled users, and locks like other sign-ins', async () => {
    const entry = makeEntry();
    const { id } = await current((await signIn(entry)).sessionId);
    await dossier.admin.call(people.updateUser, { id, enabled: false });
    expect(await refused(entry.uid, entry.password)).toBe(2005);
    const other = makeEntry();
    for (let n = 0; n < 3; n++) expect(await refused(other.uid, 'wrong')).toBe(2003);
    expect(await refused(other.uid, other.password)).toBe(2015);
  });

  it('does not accept another entry for an account it created', async () => {
    const entry = makeEntry();
    await signIn(entry);
    entry.entryUUID = 'somebody-else';
    expect(await refused(entry.uid, entry.password)).toBe(2034);
  });

  it('takes as long for unknown names as for known ones', async () => {
    const loginNames = [() => makeEntry().uid, (n: number) => `nobody-at-all-${n}`, async () => (await makeUser(dossier)).loginName];
    // the quickest of three: no answer comes before the least time that all of them take
    const quickest = async (make: (n: number) => string | Promise<string>) => {
      const tries: number[] = [];
      for (let n = 0; n < 3; n++) {
        const loginName = await make(n);
        const began = performance.now();
        expect(await refused(loginName, 'not-this-one')).toBe(2003);
        tries.push(performance.now() - began);
      }
      return Math.min(...tries);
    };
    const times: number[] = [];
    for (const make of loginNames) times.push(await quickest(make));
    expect(Math.min(...times)).toBeGreaterThan(290);
  });

  it('signs local users in while the directory is unreachable, and gives all others the same answer', async () => {
    await configure({ url: 'ldap://127.0.0.1:9' });
    const local = await makeUser(dossier);
    await elsewhere().call(session.login, local);
    expect([await refused(local.loginName, 'wrong'), await refused('nobody-at-all', 'wrong')]).toEqual([2041, 2041]);
    // nor does an office behind one address lock itself out
    const officeClient = dossier.nobody.from({ address: '10.4.1.1' });
    for (let n = 0; n < 42; n++) expect(await officeClient.refused(session.login, { loginName: `away${n}`, password: 'x' })).toBe(2041);
    await officeClient.call(session.login, local);
  });
});

describe('checking the settings', () => {
  const problem = async (changes: object) =>
    (await dossier.admin.call(site.trySettings, { group: 'ldap', values: settings(changes) })).problem ?? '';

  it('names the problem', async () => {
    expect(await problem({})).toBe('');
    expect(await problem({ url: '' })).toMatch(/\S/);
    expect(await problem({ url: 'ldap://127.0.0.1:9' })).toContain('127.0.0.1:9');
    expect(await problem({ filter: '(uid=x)' })).toContain('{login}');
    expect(await problem({ filter: '(uid={login}' })).toMatch(/\S/);
    expect(await problem({ baseDn: 'ou=nowhere,dc=example,dc=org' })).toContain('ou=nowhere');
    const words = [
      await problem({ bindPassword: 'wrong' }),
      await problem({ startTls: true }),
      await problem({ url: 'ldap://127.0.0.1:9' }),
    ];
    expect(new Set(words).size).toBe(3);
  });
});

it('escapes special characters of a filter', () => {
  expect(escapeFilter('a*(b)\\c\0')).toBe('a\\2a\\28b\\29\\5cc\\00');
});

describe('the limit of accounts', () => {
  it('counts directory users: no new ones beyond it, existing ones still sign in', async () => {
    const known = makeEntry();
    await signIn(known);
    const { people: now } = await dossier.admin.call(limits.licence);
    await dossier.admin.call(limits.setLicence, { people: now.used + 1 });
    await signIn(makeEntry());
    const late = makeEntry();
    expect(await refused(late.uid, late.password)).toBe(codes.licenceUsersUsed.code);
    expect((await dossier.admin.call(limits.licence)).people.used).toBe(now.used + 1);
    await dossier.drain();
    const { list } = await dossier.admin.call(operationLog.log, { actions: [action.userSignInRefuse], pageSize: 1 });
    expect(JSON.parse(list[0]?.detail ?? '{}')).toMatchObject({ reason: ['licence'], code: [codes.licenceUsersUsed.code] });
    await signIn(known);
    const ended = new Date(dossier.clock.now() - 1000).toISOString();
    await dossier.admin.call(limits.setLicence, { people: '', ends: ended });
    expect(await refused(late.uid, late.password)).toBe(codes.licenceExpired.code);
    await signIn(known);
    await dossier.admin.call(limits.setLicence, { ends: '' });
    await signIn(late);
  });
});
