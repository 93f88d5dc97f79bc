import { site } from '@dossier/contract/core/site';
import { people } from '@dossier/contract/identity/users';
import type { BrowserContext, Page } from 'playwright-core';
import { beforeAll, expect } from 'vitest';
import { button, choose, dialog, notice } from './page-actions.ts';
import { type Journey, useTestServer } from './journey.ts';

const dossier = useTestServer();
const person = { loginName: 'keyholder', password: 'pass-of-keyholder', fullName: 'Kay Keyholder' };
const setProviderEnabled = (enabled: boolean) => dossier.admin.call(site.saveSettings, { group: 'passkeys', values: { enabled } });
beforeAll(async () => {
  await dossier.admin.call(people.createUser, { ...person, lang: 'en' });
});

/** Browsers create passkeys for a host with a name, not for an IP address. */
const named = (path: string): string => Object.assign(new URL(path, dossier.url), { hostname: 'localhost' }).href;

/** A virtual authenticator; it accepts any request at once, also in the browser's list. */
interface Device {
  count(): Promise<number>;
  /** Whether user verification succeeds. */
  verifies(does: boolean): Promise<void>;
}

/** Adds a virtual authenticator to a browser. */
async function plugIn(context: BrowserContext, page: Page): Promise<Device> {
  const devtools = await context.newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    count: async () => (await devtools.send('WebAuthn.getCredentials', { authenticatorId })).credentials.length,
    verifies: async (isUserVerified) => void (await devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })),
  };
}

/** A browser without passkeys at the login name, as some are: there the button is the only way. */
const offerNothing = (page: Page): Promise<unknown> =>
  page.addInitScript(() => Object.assign(PublicKeyCredential, { isConditionalMediationAvailable: () => Promise.resolve(false) }));

async function openSecurity({ page, t }: Journey): Promise<void> {
  await choose(page, t('app.shell.personMenu', { name: person.fullName }), t('app.shell.personalSettings'));
  await page.getByRole('link', { name: t('app.settings.security') }).click();
  await page.getByRole('heading', { name: t('identity.account.passkeys') }).waitFor();
}

async function signOut({ page, t }: Journey): Promise<void> {
  const closed = async (): Promise<number> => {
    await page.keyboard.press('Escape');
    return page.getByRole('dialog').filter({ visible: true }).count();
  };
  await expect.poll(closed).toBe(0);
  await choose(page, t('app.shell.personMenu', { name: person.fullName }), t('app.shell.signOut'));
  await page.waitForURL((url) => url.pathname === '/login');
}

dossier.journey('a passkey is made, signs in, is renamed and removed, and then signs in no more', {}, async (journey) => {
  await setProviderEnabled(true);
  const { page, context, signIn, faults, t } = journey;
  await offerNothing(page);
  await page.goto(named('/login'));
  await signIn(person);
  await page.waitForURL((url) => url.pathname !== '/login');
  const device = await plugIn(context, page);
  await openSecurity(journey);

  await button(page, t('identity.account.addPasskey')).click();
  const adding = dialog(page, t('identity.account.addPasskey')).last();
  expect(await adding.getByLabel(t('identity.account.passkeyName')).inputValue()).toBe('Chrome · Linux');
  await adding.getByLabel(t('identity.account.passkeyName')).fill('Desk');
  await adding.getByLabel(t('identity.account.ownPassword')).fill(person.password);
  await button(adding, t('identity.account.passkeyNext')).click();
  await notice(page, t('identity.account.passkeyAdded')).waitFor();
  await page.getByText(t('identity.account.passkeyUnused'), { exact: false }).waitFor();
  expect(await device.count()).toBe(1);
  await signOut(journey);

  await page.goto(named('/login?redirect=%2Frecycle%2Findex'));
  const passkeyButton = page.getByRole('button', { name: t('identity.sign-in.passkeyWay') });
  await passkeyButton.click();
  await page.waitForURL((url) => url.pathname === '/recycle/index');

  await openSecurity(journey);
  await page.getByText(t('identity.account.passkeyUsed'), { exact: false }).waitFor();
  await button(page, `${t('identity.account.rename')}: Desk`).click();
  const renaming = dialog(page, t('identity.account.renamePasskey')).last();
  await renaming.getByLabel(t('identity.account.passkeyName')).fill('Old desk');
  await button(renaming, t('identity.account.save')).click();
  await button(page, `${t('identity.account.remove')}: Old desk`).click();
  const removing = dialog(page, t('identity.account.removePasskey', { name: 'Old desk' })).last();
  await removing.getByLabel(t('identity.account.ownPassword')).fill(person.password);
  await button(removing, t('identity.account.remove')).click();
  await notice(page, t('identity.account.passkeyRemoved')).waitFor();
  await signOut(journey);

  faults.allow(/passkey\/signIn|status of 422/);
  expect(await device.count()).toBe(1);
  await passkeyButton.click();
  await page.getByRole('alert').filter({ hasText: 'The passkey wasn’t accepted' }).waitFor();
  await page.getByLabel(t('identity.sign-in.loginName')).waitFor();
});

dossier.journey('a passkey is offered by the browser itself at the login name', { long: true }, async (journey) => {
  // a request that was pending as the session ended
  journey.faults.allow(/msg\/unRead/);
  await setProviderEnabled(true);
  const { page, context, signIn, t } = journey;
  await page.goto(named('/login'));
  await signIn(person);
  await page.waitForURL((url) => url.pathname !== '/login');
  await plugIn(context, page);
  await openSecurity(journey);
  await button(page, t('identity.account.addPasskey')).click();
  const adding = dialog(page, t('identity.account.addPasskey')).last();
  await adding.getByLabel(t('identity.account.ownPassword')).fill(person.password);
  await button(adding, t('identity.account.passkeyNext')).click();
  await notice(page, t('identity.account.passkeyAdded')).waitFor();
  await page.evaluate(() => localStorage.removeItem('dossier-token'));
  await page.goto(named('/login?redirect=%2Ffavorite%2Findex'));
  // the authenticator accepts the offer, like a user who chooses it from the list
  await page.waitForURL((url) => url.pathname === '/favorite/index');
  await openSecurity(journey);
  await button(page, `${t('identity.account.remove')}: Chrome · Linux`).click();
  const removing = dialog(page, t('identity.account.removePasskey', { name: 'Chrome · Linux' })).last();
  await removing.getByLabel(t('identity.account.ownPassword')).fill(person.password);
  await button(removing, t('identity.account.remove')).click();
  await notice(page, t('identity.account.passkeyRemoved')).waitFor();
});

dossier.journey('whoever does not show who they are stays outside, and may still use the password', {}, async (journey) => {
  await setProviderEnabled(true);
  const { page, context, signIn, t } = journey;
  await page.goto(named('/login'));
  const device = await plugIn(context, page);
  await device.verifies(false);
  await page.getByRole('button', { name: t('identity.sign-in.passkeyWay') }).click();
  await page
    .getByRole('alert')
    .filter({ hasText: t('identity.sign-in.passkeyNone') })
    .waitFor();
  await signIn(person);
  await page.waitForURL((url) => url.pathname !== '/login');
});

dossier.journey('a site without this door shows nothing of it', { long: true }, async (journey) => {
  await setProviderEnabled(false);
  const { page, signIn, t } = journey;
  const loaded = page.waitForResponse((answer) => answer.url().endsWith('/site/doors'));
  await page.goto(named('/login'));
  await loaded;
  await page.getByLabel(t('identity.sign-in.loginName')).waitFor();
  expect(await page.getByRole('button', { name: t('identity.sign-in.passkeyWay') }).count()).toBe(0);
  await signIn(person);
  await page.waitForURL((url) => url.pathname !== '/login');
  await choose(page, t('app.shell.personMenu', { name: person.fullName }), t('app.shell.personalSettings'));
  await page.getByRole('link', { name: t('app.settings.security') }).click();
  await page.getByRole('heading', { name: t('identity.account.secondStep') }).waitFor();
  expect(await page.getByRole('heading', { name: t('identity.account.passkeys') }).count()).toBe(0);
});
