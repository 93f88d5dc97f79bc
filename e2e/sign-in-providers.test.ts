import type { Lang } from '@dossier/contract/core/shapes';
import { site } from '@dossier/contract/core/site';
import type { SettingGroup } from '@dossier/contract/core/site-settings';
import { people } from '@dossier/contract/identity/users';
import { afterAll, beforeAll, expect } from 'vitest';
import { type ChatPeer, startChatProvider } from '../server/test/peers/chat-provider.ts';
import { type ProviderPeer, startProvider } from '../server/test/peers/identity-provider.ts';
import { signTicket } from '../server/test/peers/portal.ts';
import { type Journey, useTestServer } from './journey.ts';
import { firstOrAll } from './sample.ts';

const dossier = useTestServer();
const secret = 'what the portal and this server share, 123';
let provider: ProviderPeer;
let chat: ChatPeer;

const configure = (group: SettingGroup, values: object) =>
  dossier.admin.call(site.saveSettings, { group, values: values as Record<string, unknown> });

beforeAll(async () => {
  provider = await startProvider([`${dossier.url}/zxLogin`]);
  chat = await startChatProvider();
  const { issuer, clientId, clientSecret } = provider;
  await configure('identityProvider', { enabled: true, name: 'Company ID', issuer, clientId, clientSecret, createAccounts: true });
  await configure('messagingApp', { enabled: true, ...chat.messagingApp });
  await configure('enterpriseChat', { enabled: true, linkAccounts: true, ...chat.enterpriseChat });
  await configure('handOff', { enabled: true, key: secret, audience: 'dossier', linkAccounts: true, allowedHosts: ['intranet.example'] });
});
afterAll(async () => {
  await provider?.close();
  await chat?.close();
});

let count = 0;
async function makePerson() {
  const person = { loginName: `visitor${++count}`, password: `pass-of-visitor-${count}` };
  await dossier.admin.call(people.createUser, { ...person, fullName: `Vera Visitor ${count}` });
  return person;
}

const ticketFor = (loginName: string, age = 0): Promise<string> => signTicket(secret, loginName, age);

const isAt = (path: string) => (url: URL) => url.pathname === path;
const tokenOf = ({ page }: Pick<Journey, 'page'>) => page.evaluate(() => localStorage.getItem('dossier-token'));

const langs: Lang[] = ['cn', 'en'];
const landings: [string, string][] = [
  ['1', '/zxOpenHome'],
  ['2', '/zxDepDoc'],
  ['3', '/pad-macroAnalysis'],
  ['9', '/home'],
];
for (const lang of firstOrAll(langs)) {
  for (const [state, path] of landings) {
    dossier.journey(`the identity provider lands state ${state} on ${path} (${lang})`, { lang }, async ({ page, open }) => {
      provider.who = { sub: `sub-${lang}-${state}`, name: 'Paula Provider', preferred_username: `paula-${lang}-${state}` };
      await open(`/zxLoginTwo?state=${state}`);
      await page.waitForURL(isAt(path));
      expect(await tokenOf({ page })).toMatch(/^[\w-]{43}$/);
      expect(new URL(page.url()).search).not.toContain('code');
    });
  }

  dossier.journey(`the sign-in page leads through the provider and back to the page (${lang})`, { lang }, async ({ page, open, t }) => {
    provider.who = { sub: 'sub-back', name: 'Bea Back', preferred_username: 'bea-back' };
    await open('/recycle/index');
    await page.getByRole('link', { name: t('identity.sign-in.signInWith', { name: 'Company ID' }) }).click();
    await page.waitForURL(isAt('/recycle/index'));
  });

  dossier.journey(`who is let in nowhere is told why (${lang})`, { lang }, async ({ page, open, faults, t }) => {
    provider.who = undefined;
    await open('/zxLoginTwo');
    await page.waitForURL(isAt('/login'));
    await page
      .getByRole('alert')
      .filter({ hasText: t('identity.providers.serviceRefused') })
      .waitFor();
    faults.allow(/jsonLogin|status of 422/);
    await open(`/zxLogin?code=x&state=${'x'.repeat(50)}.${'y'.repeat(43)}`);
    await page.waitForURL(isAt('/login'));
    await page.getByRole('alert').filter({ hasText: /\S/ }).first().waitFor();
    expect(await tokenOf({ page })).toBe(null);
    await configure('identityProvider', { enabled: false });
    await open('/zxLoginTwo?state=1');
    await page
      .getByRole('alert')
      .filter({ hasText: t('identity.sign-in.doorOff') })
      .waitFor();
    const { issuer, clientId, clientSecret } = provider;
    await configure('identityProvider', { enabled: true, name: 'Company ID', issuer, clientId, clientSecret, createAccounts: true });
  });

  dossier.journey(`another system hands people over (${lang})`, { lang }, async ({ page, open, t }) => {
    const { loginName } = await makePerson();
    const query = async (more = '') => `?userName=${loginName}&lang=${lang}&ticket=${await ticketFor(loginName)}${more}`;
    await open(`/singleLogin${await query()}`);
    await page.waitForURL(isAt('/home'));
    await page.getByText(t('identity.providers.signedIn'), { exact: true }).waitFor();
    await open(`/singleLoginTwo${await query()}`);
    await page.waitForURL(isAt('/phone-macroAnalysis'));
    await open(`/singleLoginPad${await query(`&red_url=${encodeURIComponent('https://intranet.example/x')}`)}`);
    await page.waitForURL(isAt('/pad-macroAnalysis'));
    expect(new URL(page.url()).searchParams.get('red_url')).toBe('https://intranet.example/x');
    await open(`/singleLoginPad${await query(`&red_url=${encodeURIComponent('https://intranet.example/x?y=1')}&token=their%20own`)}`);
    await page.waitForURL(isAt('/pad-macroAnalysis'));
    expect(new URL(page.url()).searchParams.get('token')).toBe('their own');
    const on = page.getByRole('link', { name: t('app.home.goOn') });
    expect(await on.getAttribute('href')).toBe('https://intranet.example/x?y=1&token=their+own');
    await open(`/singleLoginPad${await query(`&red_url=${encodeURIComponent('https://intranet.example/x')}&token=${'x'.repeat(2001)}`)}`);
    await page.waitForURL(isAt('/pad-macroAnalysis'));
    expect(new URL(page.url()).searchParams.has('token')).toBe(false);
    await open(`/singleLoginPad${await query(`&red_url=${encodeURIComponent('https://evil.example/x')}&token=their-own`)}`);
    await page.waitForURL(isAt('/pad-macroAnalysis'));
    expect(new URL(page.url()).search).toBe('');
  });

  dossier.journey(`a link takes nobody's place without asking (${lang})`, { lang }, async ({ page, open, t }) => {
    const [one, other] = [await makePerson(), await makePerson()];
    const link = async ({ loginName }: { loginName: string }) =>
      `/singleLogin?userName=${loginName}&lang=${lang}&ticket=${await ticketFor(loginName)}`;
    await open(await link(one));
    await page.waitForURL(isAt('/home'));
    const before = await tokenOf({ page });
    await open(await link(other));
    const confirmation = page.getByRole('dialog').filter({ hasText: t('identity.providers.replaceBy', { name: other.loginName }) });
    await confirmation.getByRole('button', { name: t('platform.cancel') }).click();
    await page.waitForURL(isAt('/home'));
    expect(await tokenOf({ page })).toBe(before);
    await open(await link(other));
    await confirmation.getByRole('button', { name: t('identity.providers.replace'), exact: true }).click();
    await page.waitForURL(isAt('/home'));
    expect(await tokenOf({ page })).not.toBe(before);
  });

  dossier.journey(`a ticket that does not hold leads to the door (${lang})`, { lang }, async ({ page, open, faults }) => {
    faults.allow(/jsonLogin|status of 422/);
    const { loginName } = await makePerson();
    for (const [path, door] of [
      ['/singleLogin', '/login'],
      ['/singleLoginTwo', '/zxPhoneLogin'],
      ['/singleLoginPad', '/zxPadLogin'],
    ] as const) {
      await open(`${path}?userName=${loginName}&lang=${lang}&ticket=${await ticketFor(loginName, 200)}`);
      await page.waitForURL(isAt(door));
      await page.getByRole('alert').filter({ hasText: /\S/ }).first().waitFor();
      await open(`${path}?userName=admin&lang=${lang}`);
      await page.waitForURL(isAt(door));
      expect(await tokenOf({ page })).toBe(null);
    }
  });

  dossier.journey(`an account of the messaging app is bound, signs in, and is unbound (${lang})`, { lang }, async (journey) => {
    const { page, open, signIn, t, another } = journey;
    const person = await makePerson();
    chat.who = `openid-${lang}`;
    await open('/login');
    await signIn(person);
    await page.waitForURL(isAt('/home'));
    const openLinked = async () => {
      await open('/user-setting/index?section=security');
      await page.getByRole('button', { name: t('identity.providers.linkedAccounts'), exact: true }).click();
    };
    await openLinked();
    const row = page.getByRole('dialog').getByRole('listitem').filter({ hasText: 'WeChat' });
    await row.getByRole('button', { name: t('identity.providers.bind'), exact: true }).click();
    const proof = page.getByRole('dialog', { name: t('identity.providers.bindAt', { name: 'WeChat' }) });
    await proof.getByLabel(t('identity.account.ownPassword')).fill(person.password);
    await proof.getByRole('button', { name: t('identity.providers.bind'), exact: true }).click();
    // the page of the app answers in its frame, and the dialog below shows the account with its picture
    await row.getByText(t('identity.providers.boundAs', { name: `小openid-${lang}` }), { exact: false }).waitFor();
    await expect.poll(() => row.getByRole('presentation').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1);
    const phone = await another({ lang });
    await phone.open('/login');
    await phone.page.getByRole('link', { name: t('identity.sign-in.signInWith', { name: 'WeChat' }) }).click();
    await phone.page.waitForURL(isAt('/home'));
    phone.faults.allow(/jsonLogin|status of 4/);
    await row.getByRole('button', { name: t('identity.providers.unbind') }).click();
    await row.getByText(t('identity.providers.notBound')).waitFor();
    await phone.page.evaluate(() => localStorage.removeItem('dossier-token'));
    await phone.open('/wechatlogin?code=from-elsewhere');
    await phone.page.waitForURL(isAt('/login'));
    await phone.page.getByRole('alert').filter({ hasText: /\S/ }).first().waitFor();
  });

  dossier.journey(
    `a binding that was not begun here fails (${lang})`,
    { lang, as: { loginName: 'admin', password: 'admin-pass-1' }, long: true },
    async (journey) => {
      const { page, open, faults, t } = journey;
      faults.allow(/wx\/bind|status of 422/);
      await open('/wechatbind?code=x');
      await page
        .getByRole('alert')
        .filter({ hasText: t('identity.providers.bindFailed') })
        .waitFor();
    },
  );

  dossier.journey(`the enterprise chat signs in at desks (${lang})`, { lang }, async ({ page, open }) => {
    chat.who = (await makePerson()).loginName;
    await open('/enterpriseWeChat?code=from-the-app');
    await page.waitForURL(isAt('/home'));
  });

  dossier.journey(
    `the enterprise chat signs in on phones, or turns back to their door (${lang})`,
    { lang, phone: true, long: true },
    async (journey) => {
      const { page, open, faults } = journey;
      chat.who = (await makePerson()).loginName;
      await open('/enterpriseWeChatTwo');
      await page.waitForURL(isAt('/phone-macroAnalysis'));
      // the page before sends one more request while its token is removed
      faults.allow(/jsonLogin|status of 4|answered 401/);
      chat.who = 'nobody-here';
      await page.evaluate(() => {
        localStorage.removeItem('dossier-token');
        sessionStorage.clear();
      });
      await open('/enterpriseWeChatTwo');
      await page.waitForURL(isAt('/zxPhoneLogin'));
    },
  );
}
