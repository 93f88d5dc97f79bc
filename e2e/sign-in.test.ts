import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { session } from '@dossier/contract/identity/sessions';
import { people } from '@dossier/contract/identity/users';
import { expect } from 'vitest';
import { choose } from './page-actions.ts';
import { admin, useTestServer } from './journey.ts';

const dossier = useTestServer();

/** These journeys are about refused sign-ins. */
const refusals = [/jsonLogin/, /status of 4\d\d/];

/** The solution of the newest captcha, which only a human can read. */
function readPicture(): string {
  const database = new DatabaseSync(join(dossier.data, 'dossier.db'), { readOnly: true });
  try {
    const row = database.prepare('select answer from captcha order by expires_at desc limit 1').get();
    return String(row?.answer);
  } finally {
    database.close();
  }
}

dossier.journey('the start leads to the door, and the door home', {}, async ({ page, open, signIn, t }) => {
  await open('/');
  await page.waitForURL('**/login');
  await expect.poll(() => page.title()).toContain(t('identity.sign-in.signIn'));
  await signIn(admin);
  await page.waitForURL((url) => url.pathname !== '/login');
  await page.getByRole('button', { name: t('app.shell.personMenu', { name: 'Administrator' }) }).waitFor();
});

dossier.journey('who opens a page without a session comes back to it', {}, async ({ page, open, signIn, t }) => {
  await open('/recycle/index?keyword=plan');
  await page.waitForURL('**/login?redirect=*');
  await signIn(admin);
  await page.waitForURL('**/recycle/index?keyword=plan');
  await page.getByRole('heading', { name: t('documents.library.recycleBin') }).waitFor();
});

dossier.journey('an address elsewhere is no way back', {}, async ({ page, open, signIn }) => {
  await open('/login?redirect=https%3A%2F%2Fexample.org%2F');
  await signIn(admin);
  await page.waitForURL((url) => url.pathname !== '/login');
  expect(page.url().startsWith(dossier.url)).toBe(true);
});

dossier.journey('an empty form says what is missing', { long: true }, async ({ page, open, t }) => {
  await open('/login');
  await page.getByRole('button', { name: t('identity.sign-in.signIn') }).click();
  await page
    .getByRole('alert')
    .filter({ hasText: t('identity.sign-in.loginNameNeeded') })
    .waitFor();
  await page.getByLabel(t('identity.sign-in.loginName')).fill('admin');
  await page.getByRole('button', { name: t('identity.sign-in.signIn') }).click();
  await page
    .getByRole('alert')
    .filter({ hasText: t('identity.sign-in.passwordNeeded') })
    .waitFor();
});

dossier.journey('three wrong passwords ask for what stands in a picture', {}, async ({ page, open, signIn, faults, t }) => {
  for (const refusal of refusals) faults.allow(refusal);
  const person = { loginName: 'forgetful', password: 'her-pass-word' };
  await dossier.admin.call(people.createUser, { ...person, fullName: 'Fern Forgetful' });
  await open('/login');
  const alert = page.getByRole('alert');
  for (let n = 0; n < 3; n++) {
    const answer = page.waitForResponse('**/user/jsonLogin');
    await signIn({ ...person, password: `wrong-${n}` });
    await answer;
    await alert.filter({ hasText: /\S/ }).waitFor();
  }
  const code = page.getByLabel(t('identity.sign-in.captcha'));
  await code.waitFor();
  await signIn(person);
  await alert.filter({ hasText: t('identity.sign-in.captchaNeeded') }).waitFor();
  await page.getByLabel(t('identity.sign-in.password')).fill(person.password);
  await code.fill(readPicture());
  await page.getByRole('button', { name: t('identity.sign-in.signIn') }).click();
  await page.waitForURL((url) => url.pathname !== '/login');
});

dossier.journey('an ended session leads to the door and back to the page', { as: admin }, async ({ page, open, signIn, faults, t }) => {
  faults.allow(/answered 401|status of 401/);
  const person = { loginName: 'leaver', password: 'his-pass-word' };
  await dossier.admin.call(people.createUser, { ...person, fullName: 'Leo Leaver' });
  await open('/login');
  await page.evaluate(() => localStorage.removeItem('dossier-token'));
  await open('/knowledge/index');
  await page.waitForURL('**/login?redirect=*');
  await signIn(person);
  await page.waitForURL('**/knowledge/index');
  await page.getByRole('heading', { name: t('documents.library.areaEnterprise') }).waitFor();
  const elsewhere = await dossier.as(person);
  await elsewhere.call(session.logoutEverywhere, {});
  // by address: the live stream may notice before any click does
  await open('/recycle/index');
  await page.waitForURL('**/login?redirect=*');
  await signIn(person);
  await page.waitForURL('**/recycle/index');
});

dossier.journey('who signs out must sign in again', { as: admin }, async ({ page, open, t }) => {
  await open('/knowledge/index');
  await choose(page, t('app.shell.personMenu', { name: 'Administrator' }), t('app.shell.signOut'));
  await page.waitForURL('**/login');
  await open('/knowledge/index');
  await page.waitForURL('**/login?redirect=*');
});
