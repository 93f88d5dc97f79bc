import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { site } from '@dossier/contract/core/site';
import { account } from '@dossier/contract/identity/account';
import { people } from '@dossier/contract/identity/users';
import { afterAll, beforeAll, expect } from 'vitest';
import { authenticatorCode } from '../server/test/authenticator-code.ts';
import { type TestMailServer, mailSettings, startMailServer } from '../server/test/mail-server.ts';
import { button, choose, dialog, notice } from './hands.ts';
import { admin, useHouse } from './journey.ts';

const dossier = useHouse();
let post: TestMailServer;
beforeAll(async () => {
  post = await startMailServer();
  await dossier.admin.call(site.saveSettings, { group: 'mail', values: mailSettings(post.port) });
  await dossier.admin.call(site.saveSettings, { group: 'signIn', values: { secondStep: 'optional', forgotPassword: true } });
});
afterAll(() => post.close());

let count = 0;
async function makeReader(fullName: string) {
  const person = { loginName: `reader${++count}`, password: 'their-pass-word', mail: `reader${count}@example.org` };
  const { id } = await dossier.admin.call(people.createUser, { ...person, fullName });
  return { ...person, id, fullName };
}

/** The code in the next mail. */
async function codeFor(mail: string, before = 0): Promise<string> {
  await expect.poll(() => post.letters.filter((letter) => letter.to.includes(mail)).length).toBeGreaterThan(before);
  return post.codeFor(mail) ?? '';
}

/** The solution of the newest captcha, which only a human can read. */
function readPicture(): string {
  const database = new DatabaseSync(join(dossier.data, 'dossier.db'), { readOnly: true });
  try {
    return String(database.prepare('select answer from captcha order by expires_at desc limit 1').get()?.answer);
  } finally {
    database.close();
  }
}

dossier.journey('a code by mail stands between the password and the house', {}, async ({ page, open, signIn, faults, t }) => {
  faults.allow(/msgLogin|status of 4\d\d/);
  const person = await makeReader('Mona Mailer');
  await (await dossier.as(person)).call(account.setMailStep, { on: true, password: person.password });
  await open('/login?redirect=%2Frecycle%2Findex');
  await signIn(person);
  await page.getByText(t('identity.sign-in.codeSentTo', { mail: 'r***@example.org' })).waitFor();
  // the ticket is stored nowhere
  expect(await page.evaluate(() => localStorage.getItem('dossier-token'))).toBeNull();
  const code = await codeFor(person.mail);
  const field = page.getByLabel(t('identity.sign-in.mailCode'));
  await field.fill(code === '000000' ? '000001' : '000000');
  await page.getByRole('button', { name: t('identity.sign-in.signIn'), exact: true }).click();
  await page.getByRole('alert').filter({ hasText: /\S/ }).waitFor();
  await field.fill(code);
  await field.press('Enter');
  await page.waitForURL('**/recycle/index');
});

dossier.journey('an authenticator is set up, asked for, and a recovery code stands in', {}, async ({ page, open, another, t }) => {
  const person = await makeReader('Tom Totp');
  const session = await another({ as: person });
  await session.open('/home');
  await choose(session.page, t('app.shell.personMenu', { name: person.fullName }), t('identity.account.security'));
  await session.page.getByRole('button', { name: t('identity.account.setUp') }).click();
  const asking = dialog(session.page, t('identity.account.setUpTotp')).last();
  await asking.getByLabel(t('identity.account.ownPassword')).fill(person.password);
  await button(asking, t('identity.account.next')).click();
  const setting = session.page.getByRole('dialog').filter({ hasText: t('identity.account.scanIt') });
  await setting.getByAltText(t('identity.account.qrCode')).waitFor();
  const secret = (await setting.locator('code').innerText()).replaceAll(' ', '');
  await setting.getByLabel(t('identity.account.appCode')).fill(await authenticatorCode(secret, Date.now()));
  await button(setting, t('identity.account.confirm')).click();
  const kept = session.page.getByRole('dialog').filter({ hasText: t('identity.account.recoveryHint') });
  const recovery = await kept.locator('li').first().innerText();
  expect(await kept.locator('li').count()).toBe(10);
  await button(kept, t('identity.account.kept')).click();
  await session.page.getByText(t('identity.account.totpOn', { count: 10 })).waitFor();
  await open('/login');
  await page.getByLabel(t('identity.sign-in.loginName')).fill(person.loginName);
  await page.getByLabel(t('identity.sign-in.password')).fill(person.password);
  await page.getByRole('button', { name: t('identity.sign-in.signIn'), exact: true }).click();
  await page.getByLabel(t('identity.sign-in.appCode')).fill(recovery);
  await page.getByRole('button', { name: t('identity.sign-in.signIn'), exact: true }).click();
  await page.waitForURL((url) => url.pathname !== '/login');
});

dossier.journey('a forgotten password is replaced, and the door comes back by itself', {}, async ({ page, open, signIn, t }) => {
  const person = await makeReader('Fay Forgetful');
  await open('/login');
  await page.getByRole('button', { name: t('identity.sign-in.forgotPassword') }).click();
  await page.getByLabel(t('identity.sign-in.loginName')).fill(person.loginName);
  await page.getByLabel(t('identity.sign-in.captcha')).fill(readPicture());
  await page.getByRole('button', { name: t('identity.sign-in.next') }).click();
  await page.getByLabel(t('identity.sign-in.mailCode')).fill(await codeFor(person.mail));
  await page.getByRole('button', { name: t('identity.sign-in.next') }).click();
  await page.getByLabel(t('identity.sign-in.newPassword'), { exact: true }).fill('a-fresh-pass-1');
  await page.getByLabel(t('identity.sign-in.confirmPassword')).fill('a-fresh-pass-2');
  await page.getByRole('button', { name: t('identity.sign-in.setPassword') }).click();
  await page
    .getByRole('alert')
    .filter({ hasText: t('identity.sign-in.passwordsDiffer') })
    .waitFor();
  await page.getByLabel(t('identity.sign-in.confirmPassword')).fill('a-fresh-pass-1');
  await page.getByRole('button', { name: t('identity.sign-in.setPassword') }).click();
  const began = Date.now();
  await page.getByText(t('identity.sign-in.resetDone')).waitFor();
  await page.getByLabel(t('identity.sign-in.loginName')).waitFor();
  expect(Date.now() - began).toBeGreaterThan(2500);
  await signIn({ ...person, password: 'a-fresh-pass-1' });
  await page.waitForURL((url) => url.pathname !== '/login');
});

dossier.journey('another device is signed out from here', {}, async ({ another, t }) => {
  const person = await makeReader('Dora Devices');
  const here = await another({ as: person });
  const there = await another({ as: person });
  await there.open('/home');
  await here.open('/home');
  await choose(here.page, t('app.shell.personMenu', { name: person.fullName }), t('identity.account.security'));
  await here.page.getByText(t('identity.account.thisDevice')).waitFor();
  await here.page
    .getByRole('button', { name: new RegExp(`^${t('identity.account.endThere')}`) })
    .first()
    .click();
  await notice(here.page, t('identity.account.signedOut', { count: 1 })).waitFor();
  await expect.poll(() => here.page.getByRole('button', { name: new RegExp(`^${t('identity.account.endThere')}`) }).count()).toBe(0);
  there.faults.allow(/status of 401|answered 401/);
  await there.open('/recycle/index');
  await there.page.waitForURL('**/login?redirect=*');
});

dossier.journey(
  'the mail server is set up, tried and saved; going away unsaved is asked about',
  { as: admin },
  async ({ page, open, t }) => {
    await open('/site-admin/index/site-userManger/site-configuration?group=mail');
    await page.getByLabel(t('administration.configuration.label_password')).fill('wrong');
    await page.getByRole('button', { name: t('administration.configuration.tryIt') }).click();
    await page.getByText('The mail server does not take this user name or password', { exact: false }).waitFor();
    await page
      .getByRole('link', { name: t('identity.users.users') })
      .first()
      .click();
    const asking = dialog(page, t('administration.configuration.leaveAsk'));
    await button(asking, t('platform.cancel')).click();
    await page.getByRole('button', { name: t('administration.configuration.discard') }).click();
    await page.getByRole('button', { name: t('administration.configuration.tryIt') }).click();
    // the administrator who tries it has no address of their own
    await page.getByText('your own account has no mail address', { exact: false }).waitFor();
    await page.getByLabel(t('administration.configuration.label_from')).fill('Dossier <post@example.org>');
    await page.getByRole('button', { name: t('administration.configuration.save'), exact: true }).click();
    await notice(page, t('administration.configuration.saved', { name: t('administration.configuration.group_mail') })).waitFor();
    expect((await dossier.admin.call(site.settings, {})).mail).toMatchObject({ from: 'Dossier <post@example.org>', password: '••••••••' });
  },
);
