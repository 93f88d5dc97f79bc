import { codes as answers } from '@dossier/contract/core/codes';
import { site } from '@dossier/contract/core/site';
import { account } from '@dossier/contract/identity/account';
import { limits } from '@dossier/contract/identity/quotas';
import { session } from '@dossier/contract/identity/sessions';
import { people } from '@dossier/contract/identity/users';
import { messages } from '@dossier/contract/notifications/messages';
import { action } from '@dossier/contract/reporting/actions';
import { operationLog } from '@dossier/contract/reporting/operation-log';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestServer, openTestServer } from '../../../../test/test-server.ts';
import { makeGroup, makeRole, makeUser } from '../../../../test/make.ts';
import { walk } from '../../../../test/peers/browser.ts';
import { type ProviderPeer, startProvider } from '../../../../test/peers/identity-provider.ts';

let dossier: TestServer;
let peer: ProviderPeer;
const home = 'http://localhost/zxLogin';
beforeAll(async () => {
  dossier = await openTestServer();
  peer = await startProvider([home]);
});
afterAll(async () => {
  await peer.close();
  await dossier.close();
});

const configure = (changes: object = {}) =>
  dossier.admin.call(site.saveSettings, {
    group: 'identityProvider',
    values: {
      enabled: true,
      issuer: peer.issuer,
      clientId: peer.clientId,
      clientSecret: peer.clientSecret,
      linkAccounts: true,
      ...changes,
    },
  });
beforeEach(() => configure());

let addresses = 0;
const elsewhere = () => `10.6.0.${++addresses}`;

/** Starts at the redirect; answers its target and the cookie. */
async function leave(state?: string, cookie = '') {
  const answer = await dossier.server.app.inject({
    method: 'GET',
    url: `/idp/authorize${state === undefined ? '' : `?state=${encodeURIComponent(state)}`}`,
    headers: { cookie },
  });
  return { to: String(answer.headers.location), cookie: String(answer.headers['set-cookie']).split(';')[0] ?? '', answer };
}

/** Signs in at the provider as this user; answers what the browser brings back. */
async function comeBack(sub: string, more: Record<string, unknown> = {}, state = '1') {
  const { to, cookie } = await leave(state);
  peer.who = { sub, name: `Name of ${sub}`, preferred_username: sub, email: `${sub}@example.org`, email_verified: true, ...more };
  const back = await walk(to, home);
  return {
    brought: { loginModel: 6, ...Object.fromEntries(back.searchParams) } as { loginModel: number; code: string; state: string },
    cookie,
  };
}
const from = (cookie: string) => dossier.nobody.from({ address: elsewhere(), headers: { cookie } });
async function signIn(sub: string, more: Record<string, unknown> = {}, state = '1') {
  const { brought: returned, cookie } = await comeBack(sub, more, state);
  return from(cookie).call(session.login, returned);
}
async function refused(sub: string, more: Record<string, unknown> = {}) {
  const { brought: returned, cookie } = await comeBack(sub, more);
  return from(cookie).refused(session.login, returned);
}
const current = (sessionId: string) => dossier.nobody.from({ headers: { authorization: sessionId } }).call(session.current);

describe('the limit of accounts', () => {
  it('counts provider users: no new ones beyond it, existing ones still sign in', async () => {
    await configure({ createAccounts: true });
    await signIn('licensed-1');
    const { people: now } = await dossier.admin.call(limits.licence);
    await dossier.admin.call(limits.setLicence, { people: now.used + 1 });
    await signIn('licensed-2');
    expect(await refused('licensed-3')).toBe(answers.licenceUsersUsed.code);
    expect((await dossier.admin.call(limits.licence)).people.used).toBe(now.used + 1);
    await dossier.drain();
    const { list } = await dossier.admin.call(operationLog.log, { actions: [action.userSignInRefuse], pageSize: 1 });
    expect(JSON.parse(list[0]?.detail ?? '{}')).toMatchObject({ reason: ['licence'], code: [answers.licenceUsersUsed.code] });
    await signIn('licensed-1');
    const ended = new Date(dossier.clock.now() - 1000).toISOString();
    await dossier.admin.call(limits.setLicence, { people: '', ends: ended });
    expect(await refused('licensed-3')).toBe(answers.licenceExpired.code);
    await signIn('licensed-1');
    await dossier.admin.call(limits.setLicence, { ends: '' });
    await signIn('licensed-3');
  });
});

describe('redirecting to the provider', () => {
  it('keeps the secrets on the server and marks the browser with a cookie that authorises nothing', async () => {
    const { to, answer } = await leave('2');
    const url = new URL(to);
    expect(answer.statusCode).toBe(302);
    expect(url.origin).toBe(peer.issuer);
    expect(url.searchParams.get('code_challenge_method')).toBe('S256');
    expect(url.searchParams.get('redirect_uri')).toBe(home);
    expect(url.searchParams.get('nonce')).toBeTruthy();
    expect(url.searchParams.get('state')).not.toBe('2');
    expect(answer.headers['set-cookie']).toMatch(/^dossier-door=[\w-]{43}; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax$/);
    const marked = dossier.nobody.from({ headers: { cookie: String(answer.headers['set-cookie']).split(';')[0]! } });
    expect(await marked.refused(session.current)).toBe(501);
  });

  it('uses the configured site address for the way back, whatever host was requested; an invalid host is refused', async () => {
    const to = async (host: string) => {
      const left = await dossier.server.app.inject({ method: 'GET', url: '/idp/authorize', headers: { host } });
      return left.statusCode === 302 ? new URL(String(left.headers.location)).searchParams.get('redirect_uri') : left.statusCode;
    };
    expect(await to('docs.example')).toBe('http://docs.example/zxLogin');
    expect(await to('a b')).toBe(400);
    await dossier.admin.call(site.saveSettings, { group: 'passkeys', values: { siteAddress: 'https://set.example/' } });
    expect([await to('evil.example'), await to('a b')]).toEqual(['https://set.example/zxLogin', 'https://set.example/zxLogin']);
    await dossier.admin.call(site.saveSettings, { group: 'passkeys', values: {} });
  });

  it('redirects back when the provider is disabled or unreachable', async () => {
    await configure({ enabled: false });
    expect((await leave()).to).toBe('/login?door=identityProvider&why=off');
    await configure({ issuer: 'http://127.0.0.1:9' });
    expect((await leave()).to).toBe('/login?door=identityProvider&why=away');
  });
});

it('limits the pending sign-ins of one address', async () => {
  const to = async () =>
    String((await dossier.server.app.inject({ method: 'GET', url: '/idp/authorize', remoteAddress: '10.7.0.1' })).headers.location);
  for (let n = 0; n < 60; n++) expect(await to()).toContain(peer.issuer);
  expect(await to()).toBe('/login?door=identityProvider&why=away');
});

/** An account without a local password, as created by another provider. */
async function makeHere() {
  const made = await makeUser(dossier);
  await dossier.services.database.write((db) =>
    db.updateTable('person').set({ password_hash: '' }).where('id', '=', Number(made.id)).execute(),
  );
  return made;
}

describe('returning', () => {
  it.each(['1', '2', '3', 'else', ''])('ends with state "%s"', async (state) => {
    const made = await makeHere();
    const { sessionId, landing } = await signIn(made.loginName, {}, state);
    expect(landing).toBe(state);
    expect((await current(sessionId)).id).toBe(made.id);
  });

  it('recognises an external account by its id, whatever its name becomes', async () => {
    const [anna, berta] = [await makeHere(), await makeHere()];
    await signIn('subject-1', { preferred_username: anna.loginName });
    const { sessionId } = await signIn('subject-1', { preferred_username: berta.loginName });
    expect((await current(sessionId)).id).toBe(anna.id);
  });

  it('refuses an account that is linked to another external one', async () => {
    const anna = await makeHere();
    await signIn('subject-2', { preferred_username: anna.loginName });
    expect(await refused('subject-3', { preferred_username: anna.loginName })).toBe(2034);
  });

  it('links no account by name that has a local password or is an administrator’s, and none where the site does not allow it', async () => {
    const [plain, boss, free] = [await makeUser(dossier), await makeHere(), await makeHere()];
    await dossier.admin.call(people.updateUser, { id: boss.id, roleIds: [await makeRole(dossier, { deeds: ['people.see'] })] });
    for (const preferred_username of ['admin', plain.loginName, boss.loginName])
      expect(await refused('mallory', { preferred_username })).toBe(2033);
    await configure({ linkAccounts: false });
    expect(await refused('mallory', { preferred_username: free.loginName })).toBe(2033);
    await configure();
    await signIn('somebody', { preferred_username: free.loginName, name: 'Somebody there' });
    await dossier.drain();
    const own = await dossier.nobody.from({ headers: { authorization: (await signIn('somebody')).sessionId } }).call(messages.list, {});
    expect(own.list.map(({ content }) => content)).toContainEqual(expect.stringContaining('Somebody there'));
    const log = dossier.services.database.read.selectFrom('log_entry').select('detail').where('obj_id', '=', Number(free.id));
    expect((await log.execute()).map(({ detail }) => detail)).toContain('{"changed":["tie","identityProvider"]}');
  });

  it('creates an account where the site allows it, for users of its domains', async () => {
    expect(await refused('newcomer')).toBe(2002);
    await configure({ createAccounts: true, domains: ['example.org'] });
    expect(await refused('stranger', { email: 'stranger@example.com' })).toBe(2002);
    expect(await refused('unchecked', { email_verified: false })).toBe(2002);
    expect(await refused('unchecked', { email_verified: undefined })).toBe(2002);
    expect(await refused('two-at-once', { email: 'x@example.com, y@example.org' })).toBe(2002);
    await configure({ createAccounts: true, domains: ['example.org'], trustsMail: true });
    await signIn('vouched-for', { email_verified: undefined });
    expect(await refused('two-at-once', { email: 'x@example.com, y@example.org' })).toBe(2002);
    const { sessionId } = await signIn('newcomer');
    expect(await current(sessionId)).toMatchObject({ loginName: 'newcomer', fullName: 'Name of newcomer', roleType: 0 });
    expect(await dossier.nobody.from({ address: elsewhere() }).refused(session.login, { loginName: 'newcomer', password: '' })).toBe(2003);
    expect(await refused('a b c', { email: 'abc@example.org' })).toBe(2007);
  });

  it('stores no invalid or unverified address, and a name on one line', async () => {
    await configure({ createAccounts: true });
    const mailOf = async (sub: string, more: object) => {
      const { sessionId } = await signIn(sub, { ...more });
      return (await dossier.nobody.from({ headers: { authorization: sessionId } }).call(account.detail)).mail;
    };
    expect(await mailOf('two-addresses', { email: 'x@example.com, y@example.org' })).toBeUndefined();
    expect(await mailOf('header', { email: 'x@example.org\r\nBcc: y@example.org' })).toBeUndefined();
    expect(await mailOf('unchecked-9', { email_verified: undefined })).toBeUndefined();
    expect(await mailOf('checked-9', {})).toBe('checked-9@example.org');
    const { sessionId } = await signIn('odd-name', { name: `Odd\r\n\u202ename ${'x'.repeat(5000)}` });
    expect((await current(sessionId)).fullName).toBe(`Odd name ${'x'.repeat(91)}`);
  });

  it('updates mapped groups at each sign-in, and leaves other groups alone', async () => {
    const made = await makeHere();
    const [mapped, other] = [await makeGroup(dossier), await makeGroup(dossier, [made.id])];
    await configure({ scopes: 'openid profile groups', groupsClaim: 'groups', groups: [{ claim: 'drafters', groupId: mapped }] });
    const members = async (id: string) => (await dossier.admin.call(people.groupMembers, { id })).list.map((one) => one.id);
    await signIn(made.loginName, { groups: ['drafters', 'others'] });
    expect([await members(mapped), await members(other)]).toEqual([[made.id], [made.id]]);
    await signIn(made.loginName, { groups: ['others'] });
    expect([await members(mapped), await members(other)]).toEqual([[], [made.id]]);
  });

  it('refuses a disabled user', async () => {
    const made = await makeHere();
    await dossier.admin.call(people.updateUser, { id: made.id, enabled: false });
    expect(await refused(made.loginName)).toBe(2005);
  });

  it('works once, in the same browser, for ten minutes', async () => {
    const made = await makeHere();
    const { brought: returned, cookie } = await comeBack(made.loginName);
    expect(await dossier.nobody.from({ address: elsewhere() }).refused(session.login, returned)).toBe(2040);
    const other = (await leave()).cookie;
    expect(await from(other).refused(session.login, returned)).toBe(2040);
    await from(cookie).call(session.login, returned);
    expect(await from(cookie).refused(session.login, returned)).toBe(2040);
    const late = await comeBack(made.loginName);
    dossier.clock.forward(11 * 60_000);
    expect(await from(late.cookie).refused(session.login, late.brought)).toBe(2040);
  });

  it('refuses a forged state or one of another provider, and an invalid code', async () => {
    const made = await makeHere();
    const { brought: returned, cookie } = await comeBack(made.loginName);
    expect(await from(cookie).refused(session.login, { ...returned, state: '1' })).toBe(2040);
    expect(await from(cookie).refused(session.login, { ...returned, state: `${returned.state}x` })).toBe(2040);
    expect(await from(cookie).refused(session.login, { ...returned, loginModel: 3 })).toBe(2020);
    expect(await from(cookie).refused(session.login, { loginModel: 6 })).toBe(400);
    expect(await from(cookie).refused(session.login, { ...returned, code: 'none' })).toBe(2040);
  });

  it('counts attempts of an address like every sign-in', async () => {
    const client = dossier.nobody.from({ address: elsewhere() });
    const codes = new Set<number>();
    for (let n = 0; n < 42; n++) codes.add(await client.refused(session.login, { loginModel: 6, code: 'x', state: 'y' }));
    expect([...codes]).toEqual([2040, 502]);
    expect(await client.refused(session.login, { loginName: 'admin', password: 'admin-pass-1' })).toBe(502);
  });

  it('answers its own code when the provider is unreachable', async () => {
    const made = await makeHere();
    const { brought: returned, cookie } = await comeBack(made.loginName);
    await peer.close();
    expect(await from(cookie).refused(session.login, returned)).toBe(2041);
  });
});
