import type { Lang } from '@dossier/contract/core/shapes';
import { people } from '@dossier/contract/identity/users';
import { expect } from 'vitest';
import { dialog, menuItem, notice, press } from './page-actions.ts';
import { admin, useTestServer } from './journey.ts';
import { firstOrAll } from './sample.ts';

const dossier = useTestServer();

/** Names for each language, so that two journeys on one server do not collide. */
const casts: Partial<Record<Lang, { login: string; name: string }>> = {
  en: { login: 'olga', name: 'Olga Onliner' },
  cn: { login: 'zaixian', name: '在线员工' },
};

for (const [lang, { login, name }] of firstOrAll(Object.entries(casts) as [Lang, { login: string; name: string }][])) {
  dossier.journey(`sessions are found, ended and blocked (${lang})`, { as: admin, lang }, async ({ page, open, another, t }) => {
    const person = { loginName: login, password: 'their-pass-word' };
    const { id } = await dossier.admin.call(people.createUser, { ...person, fullName: name });
    const away = await another({ as: person, lang });
    await away.open('/home');
    away.faults.allow(/40[14]/);
    await open('/admin/index/userManger/onliner');
    await page.getByText(t('identity.users.thisSession')).waitFor();
    await page.getByLabel(t('identity.users.findSessions')).fill(login);
    const row = page.getByRole('row').filter({ hasText: name });
    await row.waitFor();
    await page.getByText(t('identity.users.thisSession')).waitFor({ state: 'detached' });

    // ending one asks first, and the other browser is on the sign-in page with its next request
    await row.getByRole('button').click();
    await menuItem(page, t('identity.users.endSession')).click();
    await press(dialog(page, t('identity.users.endOneAsk', { name })), t('identity.users.endSession'));
    await notice(page, t('identity.users.sessionEnded', { name })).waitFor();
    await page.getByText(t('identity.users.noSessions')).waitFor();
    await away.open('/knowledge/index');
    await away.page.waitForURL('**/login**');

    // blocking asks first, disables the account and ends the remaining sessions
    await away.signIn(person);
    await away.page.waitForURL('**/knowledge/**');
    await page.reload();
    await page.getByText(t('identity.users.thisSession')).waitFor();
    await page.getByLabel(t('identity.users.findSessions')).fill(login);
    // the rows of the search take the place of those before, with their menus
    await page.getByText(t('identity.users.thisSession')).waitFor({ state: 'detached' });
    await row.getByRole('button').click();
    await menuItem(page, t('identity.users.blockPerson')).click();
    await press(dialog(page, t('identity.users.disableAsk', { name })), t('identity.users.disable'));
    await page.getByText(t('identity.users.noSessions')).waitFor();
    const found = await dossier.admin.call(people.users, { keyword: login });
    expect(found.list.map((one) => [one.id, one.enabled])).toEqual([[id, false]]);
  });
}

dossier.journey('ending the own session asks first, and leads to the door', { as: admin }, async ({ page, open, faults, t }) => {
  faults.allow(/401/);
  await open('/admin/index/userManger/onliner');
  await page.getByRole('columnheader', { name: t('identity.users.lastUsed') }).click();
  const own = page.getByRole('row').filter({ hasText: t('identity.users.thisSession') });
  await own.getByRole('button').click();
  await menuItem(page, t('identity.users.endSession')).click();
  await press(dialog(page, t('identity.users.endOwnAsk')), t('identity.users.endSession'));
  await page.waitForURL('**/login**');
});
