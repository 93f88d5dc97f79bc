import { site } from '@dossier/contract/core/site';
import { people } from '@dossier/contract/identity/users';
import { beforeAll, expect } from 'vitest';
import { type Journey, admin, useTestServer } from './journey.ts';

const dossier = useTestServer();
const person = { loginName: 'scanner', password: 'pass-of-scanner' };
const setProviderEnabled = (enabled: boolean) => dossier.admin.call(site.saveSettings, { group: 'scan', values: { enabled } });
beforeAll(async () => {
  await dossier.admin.call(people.createUser, { ...person, fullName: 'Sam Scanner', lang: 'en' });
});

/** Shows a QR code on a computer; returns the address that a camera would read from it. */
async function showCode({ page, open, faults, t }: Journey, path = '/login'): Promise<string> {
  // Only an expired code is answered as a refusal.
  faults.allow(/scan\/poll|status of 422/);
  await open(path);
  const begun = page.waitForResponse((answer) => new URL(answer.url()).pathname === '/scan/begin');
  await page.getByRole('button', { name: t('identity.sign-in.scanWay') }).click();
  await page.getByRole('img', { name: t('identity.sign-in.scanCode') }).waitFor();
  const { data } = (await (await begun).json()) as { data: { url: string } };
  expect(new URL(data.url).origin).toBe(new URL(dossier.url).origin);
  return data.url;
}

dossier.journey('a signed-in phone lets a computer in', {}, async (journey) => {
  await setProviderEnabled(true);
  const { page, another } = journey;
  const url = await showCode(journey, '/login?redirect=%2Ffavorite%2Findex');
  const phone = await another({ as: person, phone: true });
  await phone.open(new URL(url).pathname + new URL(url).search);
  await phone.page.getByText(phone.t('identity.providers.scanAsk', { name: 'Sam Scanner' })).waitFor();
  await phone.page.getByText('Chrome · Linux').waitFor();
  await phone.page.getByRole('button', { name: phone.t('identity.providers.scanConfirm') }).click();
  await phone.page.getByText(phone.t('identity.providers.scanConfirmed')).waitFor();
  await page.waitForURL((there) => there.pathname === '/favorite/index');
  expect(await page.evaluate(() => localStorage.getItem('dossier-token'))).toMatch(/^[\w-]{43}$/);
  phone.faults.allow(/scan\/detail|status of 422/);
  await phone.page.reload();
  await phone.page.getByText(phone.t('identity.providers.scanGone')).waitFor();
});

dossier.journey('a phone that is not signed in signs in first, and may refuse', {}, async (journey) => {
  await setProviderEnabled(true);
  const { page, another, t } = journey;
  const url = await showCode(journey);
  const phone = await another({ phone: true, lang: 'cn' });
  await phone.open(new URL(url).pathname + new URL(url).search);
  await phone.page.waitForURL((there) => there.pathname === '/login');
  await phone.signIn(admin);
  await phone.page.getByRole('button', { name: /^(拒绝|Deny)$/ }).click();
  await phone.page.getByText(/已拒绝|Denied/).waitFor();
  await page.getByText(t('identity.sign-in.scanOver')).waitFor();
  await page.getByRole('button', { name: t('identity.sign-in.scanRenew') }).click();
  await page.getByRole('img', { name: t('identity.sign-in.scanCode') }).waitFor();
  await page.getByRole('button', { name: t('identity.sign-in.scanBack') }).click();
  await page.getByLabel(t('identity.sign-in.loginName')).waitFor();
});

dossier.journey('a site without this door does not show it', { long: true }, async ({ page, open, t }) => {
  await setProviderEnabled(false);
  const loaded = page.waitForResponse((answer) => answer.url().endsWith('/site/doors'));
  await open('/login');
  await loaded;
  await page.getByLabel(t('identity.sign-in.loginName')).waitFor();
  expect(await page.getByRole('button', { name: t('identity.sign-in.scanWay') }).count()).toBe(0);
});
