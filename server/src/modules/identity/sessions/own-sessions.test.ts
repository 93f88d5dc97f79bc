import { account } from '@dossier/contract/identity/account';
import { session } from '@dossier/contract/identity/sessions';
import { messages } from '@dossier/contract/notifications/messages';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestServer, openTestServer } from '../../../../test/test-server.ts';
import { type TestMailServer, startMailServer } from '../../../../test/mail-server.ts';
import { makeSignedIn, makeUser } from '../../../../test/make.ts';
import { makeReader, openPost } from '../../../../test/second-step.ts';

let dossier: TestServer;
let post: TestMailServer;
beforeAll(async () => {
  [dossier, post] = await Promise.all([openTestServer(), startMailServer()]);
  await openPost(dossier, post, { forgotPassword: true });
});
afterAll(async () => {
  await dossier.close();
  await post.close();
});

const minute = 60_000;

describe('own devices', () => {
  const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';
  const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1';
  const signIn = async (made: { loginName: string; password: string }, agent: string, cookie = '') => {
    const from = dossier.nobody.from({ address: '10.6.0.1', headers: { 'user-agent': agent, cookie } });
    const { sessionId } = await from.call(session.login, { loginName: made.loginName, password: made.password });
    return dossier.nobody.from({ headers: { authorization: sessionId } });
  };

  it('are listed by name, this one first, and signed out one by one or all others', async () => {
    const made = await makeUser(dossier);
    const [one, two, three] = [await signIn(made, firefox), await signIn(made, phone), await signIn(made, 'curl/8')];
    const list = await two.call(account.devices);
    expect(list.map(({ browser, system, current }) => [browser, system, current])).toEqual([
      ['Safari', 'iPhone', true],
      ['curl', '', false],
      ['Firefox', 'Windows', false],
    ]);
    expect(list[0]).toMatchObject({ address: '10.6.0.1' });
    const stranger = await makeSignedIn(dossier);
    expect(await stranger.client.refused(account.endSession, { id: list[1]?.id })).toBe(2028);
    await three.call(session.current);
    expect(await two.call(account.endSession, { id: list[1]?.id })).toEqual({ ended: 1 });
    expect(await three.refused(session.current)).toBe(501);
    expect(await two.refused(account.endSession, { id: list[1]?.id })).toBe(2028);
    await signIn(made, firefox);
    expect(await two.call(account.endSession, {})).toEqual({ ended: 2 });
    expect(await one.refused(session.current)).toBe(501);
    expect(await two.call(account.devices)).toHaveLength(1);
  });

  it('are named by the first plain word of the user agent', async () => {
    const made = await makeUser(dossier);
    const agents = [
      'rclone/v1.65',
      'Cyberduck/8 (Mac OS X/14)',
      'evil.example: call us',
      `${'x'.repeat(99)}/1`,
      'Mozilla/5.0 (compatible)',
    ];
    for (const agent of agents) await signIn(made, agent);
    const list = await (await signIn(made, '')).call(account.devices);
    expect(list.map(({ browser, system }) => `${browser}|${system}`).toSorted()).toEqual([
      'Cyberduck|macOS',
      'evil|',
      'rclone|',
      `${'x'.repeat(40)}|`,
      '|',
      '|',
    ]);
  });

  it('leave out expired ones', async () => {
    const made = await makeUser(dossier);
    await signIn(made, firefox);
    dossier.clock.forward(25 * 60 * minute);
    dossier.admin = await dossier.as({ loginName: 'admin', password: 'admin-pass-1' });
    expect(await (await signIn(made, phone)).call(account.devices)).toHaveLength(1);
  });

  it('that are new are announced by message and mail, once, and not at the first sign-in', async () => {
    const made = await makeReader(dossier);
    const device = (name: string) => `other=1; dossier_device=${name.padEnd(22, 'x')}`;
    const client = await signIn(made, firefox, device('home'));
    const notified = async () => {
      await dossier.drain();
      return (await client.call(messages.list, {})).list.map((message) => message.content);
    };
    expect(await notified()).toEqual([]);
    await signIn(made, firefox, device('home'));
    await signIn(made, phone, device('home'));
    expect(await notified()).toEqual([]);
    await signIn(made, phone, device('phone'));
    expect(await notified()).toEqual([expect.stringMatching(/Safari · iPhone, from 10\.6\.0\.1/)]);
    expect(post.letters.filter(({ to }) => to.includes(made.mail)).map(({ text }) => text)).toEqual([
      expect.stringContaining('Safari · iPhone'),
    ]);
    // the cookie alone authorises nothing, and an invented one is a new device
    expect(await dossier.nobody.from({ headers: { cookie: device('home') } }).refused(session.current)).toBe(501);
    await signIn(made, firefox, device('forged'));
    await signIn(made, firefox, device('phone'));
    expect(await notified()).toHaveLength(2);
    const rows = JSON.stringify(await dossier.services.database.read.selectFrom('known_device').selectAll().execute());
    expect(rows).not.toContain('phonex');
  });

  it('are announced only where the site wants it', async () => {
    await openPost(dossier, post, { forgotPassword: true, newDeviceNotice: false });
    const made = await makeUser(dossier);
    const client = await signIn(made, firefox);
    await signIn(made, phone);
    await dossier.drain();
    expect((await client.call(messages.list, {})).totalNumber).toBe(0);
    await openPost(dossier, post, { forgotPassword: true });
  });
});
