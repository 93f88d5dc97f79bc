import { site } from '@dossier/contract/core/site';
import { session } from '@dossier/contract/identity/sessions';
import { type ChatApp, signInProviders } from '@dossier/contract/identity/sign-in-providers';
import { people } from '@dossier/contract/identity/users';
import { messages } from '@dossier/contract/notifications/messages';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Client } from '../../../../test/client.ts';
import { type TestServer, openTestServer } from '../../../../test/test-server.ts';
import { makeSignedIn, makeUser } from '../../../../test/make.ts';
import { type ChatPeer, startChatProvider } from '../../../../test/peers/chat-provider.ts';

let dossier: TestServer;
let peer: ChatPeer;
beforeAll(async () => {
  dossier = await openTestServer();
  peer = await startChatProvider();
});
afterAll(async () => {
  await peer.close();
  await dossier.close();
});

const configure = (group: ChatApp, changes: object = {}) =>
  dossier.admin.call(site.saveSettings, { group, values: { enabled: true, name: '', ...peer[group], ...changes } });
beforeEach(async () => {
  await configure('messagingApp');
  await configure('enterpriseChat');
});
const models = { messagingApp: 3, enterpriseChat: 5 };
let addresses = 0;
const elsewhere = () => `10.3.0.${++addresses}`;

/** Follows a redirect of the server, as this account there, and returns with a code. */
async function goAndComeBack(path: string, who: string) {
  peer.who = who;
  const left = await dossier.server.app.inject({ method: 'GET', url: path });
  const answer = await fetch(String(left.headers.location), { redirect: 'manual' });
  const back = new URL(answer.headers.get('location') ?? '');
  const { code = '', state = '' } = Object.fromEntries(back.searchParams);
  return { page: back.pathname, code, state, cookie: String(left.headers['set-cookie']).split(';')[0] ?? '' };
}
type Brought = Awaited<ReturnType<typeof goAndComeBack>>;
const from = ({ cookie }: Brought) => dossier.nobody.from({ address: elsewhere(), headers: { cookie } });
const asLogin = (app: ChatApp, { code, state }: Brought) => ({ loginModel: models[app], code, state });
async function bind({ client, password }: { client: Client; password: string }, app: ChatApp, who: string) {
  const { url } = await client.call(signInProviders.beginBind, { app, password });
  const returned = await goAndComeBack(url, who);
  expect(returned.page).toBe('/wechatbind');
  return returned;
}
const idOf = async (sessionId: string) => (await dossier.nobody.from({ headers: { authorization: sessionId } }).call(session.current)).id;

describe.each<ChatApp>(['messagingApp', 'enterpriseChat'])('%s', (app) => {
  it('signs in the user of a linked account, once, in the browser that left', async () => {
    const made = await makeSignedIn(dossier);
    const { client, id } = made;
    const returned = await bind(made, app, `o-${id}`);
    await client.call(signInProviders.bind, { code: returned.code, state: returned.state });
    expect((await client.call(signInProviders.bindings)).list.find((one) => one.app === app)).toMatchObject({ bound: true });
    const back = await goAndComeBack(`/wx/authorize?app=${app}`, `o-${id}`);
    expect(await dossier.nobody.from({ address: elsewhere() }).refused(session.login, asLogin(app, back))).toBe(2040);
    const { sessionId } = await from(back).call(session.login, asLogin(app, back));
    expect(await idOf(sessionId)).toBe(id);
    expect(await from(back).refused(session.login, asLogin(app, back))).toBe(2040);
    await client.call(signInProviders.unbind, { app });
    const again = await goAndComeBack(`/wx/authorize?app=${app}`, `o-${id}`);
    expect([2033, 2002]).toContain(await from(again).refused(session.login, asLogin(app, again)));
    expect(await client.refused(signInProviders.unbind, { app })).toBe(2033);
  });

  it('links only for the user who started, and only an account that no other user has', async () => {
    const [anna, berta] = [await makeSignedIn(dossier), await makeSignedIn(dossier)];
    const lure = await bind(anna, app, 'account-of-anna');
    expect(await berta.client.refused(signInProviders.bind, { code: lure.code, state: lure.state })).toBe(2032);
    await anna.client.call(signInProviders.bind, { code: lure.code, state: lure.state });
    expect(await anna.client.refused(signInProviders.bind, { code: lure.code, state: lure.state })).toBe(2032);
    const taken = await bind(berta, app, 'account-of-anna');
    expect(await berta.client.refused(signInProviders.bind, { code: taken.code, state: taken.state })).toBe(2034);
    expect(await berta.client.refused(signInProviders.bind, { code: 'x' })).toBe(2032);
    // a flow begun to link an account signs nobody in
    const other = await bind(anna, app, 'account-of-anna');
    expect(await from(other).refused(session.login, asLogin(app, other))).toBe(2040);
  });

  it('is linked by its code alone within two minutes of leaving, in the same session', async () => {
    const made = await makeSignedIn(dossier);
    const old = await bind(made, app, `old-${made.id}`);
    dossier.clock.forward(121_000);
    expect(await made.client.refused(signInProviders.bind, { code: old.code })).toBe(2032);
    const begun = await bind(made, app, `new-${made.id}`);
    expect(await (await dossier.as(made)).refused(signInProviders.bind, { code: begun.code })).toBe(2032);
    await made.client.call(signInProviders.bind, { code: begun.code });
    expect(await made.client.refused(signInProviders.bind, { code: begun.code })).toBe(2032);
    const bound = (await made.client.call(signInProviders.bindings)).list.find((one) => one.app === app);
    expect(bound).toMatchObject({ bound: true, nickname: app === 'messagingApp' ? `小new-${made.id}` : `new-${made.id}` });
    // the enterprise chat tells no picture and no sex
    if (app === 'messagingApp') expect(bound).toMatchObject({ sex: 1, headimgurl: expect.stringMatching(/^data:image\/png;base64,/) });
    else expect([bound?.sex, bound?.headimgurl]).toEqual([undefined, undefined]);
  });

  it('is linked with the own password, in the same session, and the user is notified', async () => {
    const made = await makeSignedIn(dossier);
    expect(await made.client.refused(signInProviders.beginBind, { app })).toBe(2004);
    expect(await made.client.refused(signInProviders.beginBind, { app, password: 'not this one' })).toBe(2004);
    const begun = await bind(made, app, `s-${made.id}`);
    const other = await dossier.as(made);
    expect(await other.refused(signInProviders.bind, { code: begun.code, state: begun.state })).toBe(2032);
    const returned = await bind(made, app, `s-${made.id}`);
    await made.client.call(signInProviders.bind, { code: returned.code, state: returned.state });
    await dossier.drain();
    const messageTexts = (await made.client.call(messages.list, {})).list.map(({ content }) => content);
    expect(messageTexts).toContainEqual(expect.stringContaining(app === 'messagingApp' ? 'WeChat' : 'WeCom'));
  });

  it('is unlinked by every password reset, and the user is notified', async () => {
    const made = await makeSignedIn(dossier);
    const resets: [string, () => Promise<unknown>][] = [
      ['my-new-pass-1', () => made.client.call(session.changePassword, { oldPwd: made.password, newPwd: 'my-new-pass-1' })],
      ['by-admin-pass-2', () => dossier.admin.call(people.resetPassword, { id: made.id, newPwd: 'by-admin-pass-2' })],
    ];
    for (const [password, set] of resets) {
      const returned = await bind(made, app, `p-${made.id}`);
      await made.client.call(signInProviders.bind, { code: returned.code, state: returned.state });
      await set();
      const back = await goAndComeBack(`/wx/authorize?app=${app}`, `p-${made.id}`);
      expect([2033, 2002]).toContain(await from(back).refused(session.login, asLogin(app, back)));
      Object.assign(made, { password, client: await dossier.as({ ...made, password }) });
      await dossier.drain();
      const messageTexts = (await made.client.call(messages.list, {})).list.filter(({ content }) =>
        content.includes('no longer signs you in'),
      );
      expect(messageTexts).toHaveLength(password === 'my-new-pass-1' ? 1 : 2);
    }
  });

  it('refuses disabled users, wrong codes, and everyone when switched off', async () => {
    const made = await makeSignedIn(dossier);
    const { client, id } = made;
    const returned = await bind(made, app, `d-${id}`);
    await client.call(signInProviders.bind, { code: returned.code, state: returned.state });
    const wrong = await goAndComeBack(`/wx/authorize?app=${app}`, `d-${id}`);
    expect(await from(wrong).refused(session.login, { ...asLogin(app, wrong), code: 'wrong' })).toBe(2040);
    await dossier.admin.call(people.updateUser, { id, enabled: false });
    const back = await goAndComeBack(`/wx/authorize?app=${app}`, `d-${id}`);
    expect(await from(back).refused(session.login, asLogin(app, back))).toBe(2005);
    const late = await goAndComeBack(`/wx/authorize?app=${app}`, `d-${id}`);
    await configure(app, { enabled: false });
    expect(await from(late).refused(session.login, asLogin(app, late))).toBe(2020);
    expect(await dossier.admin.refused(signInProviders.beginBind, { app })).toBe(2020);
    const closed = await dossier.server.app.inject({ method: 'GET', url: `/wx/authorize?app=${app}` });
    expect(closed.headers.location).toBe(`/login?door=${app}&why=off`);
  });

  it('answers its own code when the app is unreachable, redirects or answers too much', async () => {
    const trouble = new URL(peer[app].tokenUrl).origin;
    for (const tokenUrl of ['http://127.0.0.1:9/token', `${trouble}/away`, `${trouble}/long`]) {
      await configure(app, { tokenUrl });
      const back = await goAndComeBack(`/wx/authorize?app=${app}`, 'whoever');
      expect(await from(back).refused(session.login, asLogin(app, back))).toBe(2041);
    }
    expect(peer.asked.filter((one) => one.startsWith('/elsewhere'))).toEqual([]);
  });
});

it('counts no attempt for a user whom the app authenticates, though there is no account', async () => {
  const made = await makeUser(dossier);
  for (let n = 0; n < 42; n++) {
    peer.who = `unbound${n}`;
    const left = await dossier.server.app.inject({ method: 'GET', url: '/wx/authorize?app=messagingApp', remoteAddress: `10.11.0.${n}` });
    const back = new URL((await fetch(String(left.headers.location), { redirect: 'manual' })).headers.get('location') ?? '');
    const officeClient = dossier.nobody.from({
      address: '10.11.1.1',
      headers: { cookie: String(left.headers['set-cookie']).split(';')[0] ?? '' },
    });
    const returned = { loginModel: 3, code: back.searchParams.get('code'), state: back.searchParams.get('state') };
    expect(await officeClient.refused(session.login, returned)).toBe(2033);
  }
  await dossier.nobody.from({ address: '10.11.1.1' }).call(session.login, made);
});

it('the messaging app shows its code in a frame, and an address that is too old leads to the page of failed links', async () => {
  const made = await makeSignedIn(dossier);
  const { url } = await made.client.call(signInProviders.beginBind, { password: made.password });
  const leave = async (path: string) => (await dossier.server.app.inject({ method: 'GET', url: path })).headers.location ?? '';
  const framed = new URL(await leave(`${url}&frame=1`));
  expect([framed.searchParams.get('login_type'), framed.searchParams.get('self_redirect')]).toEqual(['jssdk', 'true']);
  expect(new URL(await leave(url)).searchParams.get('self_redirect')).toBeNull();
  dossier.clock.forward(301_000);
  expect(await leave(url)).toBe('/wechatbind');
});

describe('the enterprise chat', () => {
  it('finds users by the login name of the organisation, where the site allows it, and no administrator', async () => {
    const made = await makeUser(dossier);
    const early = await goAndComeBack('/wx/authorize?app=enterpriseChat', made.loginName);
    expect(await from(early).refused(session.login, asLogin('enterpriseChat', early))).toBe(2033);
    await configure('enterpriseChat', { linkAccounts: true });
    const back = await goAndComeBack('/wx/authorize?app=enterpriseChat', made.loginName);
    expect(back.page).toBe('/enterpriseWeChat');
    const { sessionId } = await from(back).call(session.login, asLogin('enterpriseChat', back));
    expect(await idOf(sessionId)).toBe(made.id);
    const admin = await goAndComeBack('/wx/authorize?app=enterpriseChat', 'admin');
    expect(await from(admin).refused(session.login, asLogin('enterpriseChat', admin))).toBe(2033);
    const nobody = await goAndComeBack('/wx/authorize?app=enterpriseChat', 'nobody-here');
    expect(await from(nobody).refused(session.login, asLogin('enterpriseChat', nobody))).toBe(2002);
  });

  it('redirects phones to the mobile host, or to the mobile page', async () => {
    const to = async () => (await dossier.server.app.inject({ method: 'GET', url: '/wx/mobile' })).headers.location;
    expect(await to()).toBe('/wx/authorize?app=enterpriseChat&phone=1');
    expect((await goAndComeBack(String(await to()), 'x')).page).toBe('/enterpriseWeChatTwo');
    await configure('enterpriseChat', { mobileUrl: 'https://mobile.example/login' });
    expect(await to()).toBe('https://mobile.example/login');
  });

  it('keeps the query that the administrator configured', async () => {
    const left = await dossier.server.app.inject({ method: 'GET', url: '/wx/authorize?app=enterpriseChat' });
    const url = new URL(String(left.headers.location));
    expect([url.searchParams.get('agentid'), url.searchParams.get('appid'), url.hash]).toEqual(['7', 'corp', '#wechat_redirect']);
  });
});
