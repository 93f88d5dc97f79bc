import { readFile } from 'node:fs/promises';
import { permissions } from '@dossier/contract/access/permissions';
import { level, module } from '@dossier/contract/core/rights';
import { library } from '@dossier/contract/documents/library';
import { session } from '@dossier/contract/identity/sessions';
import { people } from '@dossier/contract/identity/users';
import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { choose, menuItem, notice, row } from './page-actions.ts';
import { admin, useTestServer } from './journey.ts';
import { firstOrAll } from './sample.ts';

const dossier = useTestServer();
const langs = ['cn', 'en'] as const;

const ofPages = {
  guard: '../web/src/app/routing/guard.test.tsx',
  menu: '../web/src/app/shell/user-menu.test.tsx',
  look: '../web/src/app/shell/appearance-choices.test.tsx',
  signIn: '../web/src/modules/identity/sign-in/sign-in-page.test.tsx',
};

/** Every state and transition of a session and its shell, and the journey or the page test that covers it. */
const covered: [state: string, file: string, journey: string][] = [
  ['account and password keep a token', 'sign-in', 'the start leads to the door, and the door home'],
  ['a missing second step keeps none', ofPages.signIn, 'a code by mail stands between the password and the page asked for'],
  ['model 2, another system', 'sign-in-providers', 'another system hands people over'],
  ['model 3, the messaging app; binding', 'sign-in-providers', 'an account of the messaging app is bound, signs in, and is unbound'],
  ['model 5, the enterprise chat', 'sign-in-providers', 'the enterprise chat signs in at desks'],
  ['model 6, the identity provider', 'sign-in-providers', 'the identity provider lands state'],
  ['scanned code', 'scan', 'a phone that is not signed in signs in first, and may refuse'],
  ['binding fails', 'sign-in-providers', 'a binding that was not begun here fails'],
  ['guard 1 and 2: signed in', 'states', 'who is signed in passes, and never sees the door'],
  ['guard 3: the person cannot be loaded', ofPages.guard, 'a token that the server no longer knows is put away without a call'],
  ['guard 3: nobody comes back', ofPages.guard, 'a token that names nobody is put away, and it says so'],
  ['guard 4: not signed in', 'routes', 'every open route stands for strangers, the others lead to the door'],
  ['the site administrator starts at the site', 'states', 'who is signed in passes, and never sees the door'],
  ['signing out', 'states', 'signing out tells the server, forgets the token and closes the tabs'],
  ['session invalid, in every tab, once', 'shell', 'a session that ended leads every window to the door, each once'],
  ['another language', ofPages.menu, 'the server is told, the person is read anew, and it says so'],
  ['a role is given and taken', 'states', 'a role opens its pages once it is given, and closes them when taken'],
  ['the active role', 'states', 'one of several roles is chosen in the menu, and what it does not open closes'],
  ['device', 'states', 'under 992 pixels it is a mobile, and what happens unseen is ignored'],
  ['sidebar', 'states', 'the sidebar opens and closes by its cookie'],
  ['sidebar closes over the page', 'shell', 'the sidebar stays as it was left, by its cookie, and closes over the page with every way'],
  ['double click 1, 2, 3', 'states', 'a double click downloads, views, or edits what can be edited'],
  ['theme shades', ofPages.look, 'a theme colour shows one darker and ten lighter shades, and dresses the page'],
];

test.each(covered)('%s has its test', async (_, file, journey) => {
  expect(await readFile(new URL(file.startsWith('..') ? file : `${file}.test.ts`, import.meta.url), 'utf8')).toContain(journey);
});

let count = 0;
async function somebody(fullName: string): Promise<{ id: string; loginName: string; password: string; fullName: string }> {
  const person = { loginName: `state${++count}`, password: 'their-pass-word', fullName };
  return { ...person, id: (await dossier.admin.call(people.createUser, person)).id };
}

/** The paths of the calls that a page makes from now on. */
function callsOf(page: Page): string[] {
  const made: string[] = [];
  page.on('request', (request) => request.resourceType() === 'fetch' && made.push(new URL(request.url()).pathname));
  return made;
}

for (const lang of firstOrAll(langs)) {
  dossier.journey(`who is signed in passes, and never sees the door (${lang})`, { as: admin, lang }, async ({ page, open, another, t }) => {
    await open('/login');
    await page.waitForURL('**/site-admin/index/site-userManger/site-user');
    await page.getByRole('heading', { level: 1, name: t('identity.users.users') }).waitFor();
    const areas = page.getByRole('navigation', { name: t('app.shell.areas') });
    await areas.getByRole('link', { name: t('app.shell.areaDocuments'), exact: true }).click();
    await page.getByRole('heading', { level: 1, name: t('documents.library.areaEnterprise') }).waitFor();
    const plain = await another({ as: await somebody('Pia Plain'), lang });
    await plain.open('/login');
    await plain.page.waitForURL('**/home');
    const asked = callsOf(plain.page);
    await plain.page.getByRole('link', { name: t('app.shell.recycleBin') }).click();
    await plain.page.getByRole('heading', { level: 1, name: t('documents.library.recycleBin') }).waitFor();
    expect(asked).not.toContain(session.current.path);
  });

  dossier.journey(`signing out tells the server, forgets the token and closes the tabs (${lang})`, { lang }, async ({ another, t }) => {
    const [first, second] = [await somebody('Olga Out'), await somebody('Ina In')];
    const { page, open, signIn } = await another({ as: first, lang });
    await page.addInitScript(() => localStorage.setItem('dossier-look', JSON.stringify({ state: { tabs: true }, version: 1 })));
    await open('/recycle/index');
    const bar = page.getByRole('navigation', { name: t('app.shell.openViews') });
    await expect.poll(() => bar.getByRole('link').count()).toBe(2);
    const token = await page.evaluate(() => localStorage.getItem('dossier-token'));
    const told = page.waitForRequest(`**${session.logout.path}`);
    await choose(page, t('app.shell.personMenu', { name: first.fullName }), t('app.shell.signOut'));
    expect(await (await told).headerValue('authorization')).toBe(token);
    await page.waitForURL((url) => url.pathname === '/login' && url.search === '');
    expect(await page.evaluate(() => localStorage.getItem('dossier-token'))).toBeNull();
    const again = await fetch(new URL(session.current.path, dossier.url), { headers: { authorization: token ?? '' } });
    expect(again.status).toBe(401);
    await signIn(second);
    await page.getByRole('button', { name: t('app.shell.personMenu', { name: second.fullName }) }).waitFor();
    await expect.poll(() => bar.getByRole('link').allTextContents()).toEqual([t('app.home.home')]);
  });

  dossier.journey(`a double click downloads, views, or edits what can be edited (${lang})`, { lang }, async ({ another, t }) => {
    const person = await somebody('Dora Double');
    const { id } = await dossier.admin.call(library.createCabinet, { name: `Double ${lang}`, moduleType: 3 });
    await dossier.admin.upload(id, 'seen.txt', 'words to be seen');
    const shut = await dossier.admin.upload(id, 'shut.txt', 'words to be seen by few');
    const given = { granteeType: 'user', granteeId: person.id } as const;
    await dossier.admin.call(permissions.grant, { ...given, objId: id, level: level.download, reach: 'all' });
    await dossier.admin.call(permissions.inherit, { objId: shut, inherit: false });
    await dossier.admin.call(permissions.grant, { ...given, objId: shut, level: level.title });
    const { page, open } = await another({ as: person, lang });
    const calls = await dossier.as(person);
    for (const value of [1, 2, 3]) {
      await calls.call(session.setDoubleClick, { value });
      await open(`/knowledge/index?id=${id}`);
      await row(page, 'seen.txt').waitFor();
      if (value === 1) {
        const [download] = await Promise.all([page.waitForEvent('download'), row(page, 'seen.txt').dblclick()]);
        expect(download.suggestedFilename()).toBe('seen.txt');
      } else {
        const [tab] = await Promise.all([page.context().waitForEvent('page'), row(page, 'seen.txt').dblclick()]);
        await tab.locator('.cm-content').filter({ hasText: 'words to be seen' }).waitFor();
        await tab.close();
      }
      await row(page, 'shut.txt').dblclick();
      await notice(page, t('preview.viewer.viewRefused')).waitFor();
    }
  });
}

dossier.journey('a role opens its pages once it is given, and closes them when taken', {}, async ({ another, t }) => {
  const person = await somebody('Rita Role');
  const { page, open } = await another({ as: person });
  await open('/admin/index/userManger/partment');
  await page.waitForURL('**/401');
  const keeper = await dossier.admin.call(people.createRole, { name: 'Keeper', moduleTypes: [module.enterprise], deeds: ['people.see'] });
  await dossier.admin.call(people.addToRole, { id: keeper.id, userIds: [person.id] });
  await open('/admin/index/userManger/partment');
  await page.getByRole('heading', { level: 1, name: t('identity.users.departments') }).waitFor();
  await dossier.admin.call(people.removeFromRole, { id: keeper.id, userIds: [person.id] });
  await open('/admin/index/userManger/partment');
  await page.waitForURL('**/401');
  // a role written into the browser's storage has no effect
  await page.evaluate(() => localStorage.setItem('role', 'admin'));
  await open('/admin/index/userManger/userrole');
  await page.waitForURL('**/401');
});

dossier.journey('one of several roles is chosen in the menu, and what it does not open closes', {}, async ({ another, t }) => {
  const person = await somebody('Ron Roles');
  const { list } = await dossier.admin.call(people.roles, {});
  const boss = list.find((role) => role.builtIn && role.roleType !== 0);
  await dossier.admin.call(people.addToRole, { id: boss?.id ?? '', userIds: [person.id] });
  const { page, open } = await another({ as: person });
  await open('/admin/index/userManger/userrole');
  await page.getByRole('heading', { level: 1, name: t('identity.users.roles') }).waitFor();
  const take = async (from: string, to: string, landing: string): Promise<void> => {
    const token = await page.evaluate(() => localStorage.getItem('dossier-token'));
    await page.getByRole('button', { name: t('app.shell.personMenu', { name: person.fullName }) }).click();
    await menuItem(page, t('app.shell.roleIs', { name: from })).hover();
    await page.getByRole('menuitem', { name: to, exact: true }).click();
    await page.waitForFunction((old) => ![null, old].includes(localStorage.getItem('dossier-token')), token);
    await page.waitForURL(landing);
    await page.getByRole('navigation', { name: t('app.shell.areas') }).waitFor();
  };
  const toAdmin = page.getByRole('navigation', { name: t('app.shell.areas') }).getByRole('link', { name: t('app.shell.areaAdmin') });
  await take(t('app.shell.allRoles'), t('identity.users.roleStaff'), '**/home');
  await expect.poll(() => toAdmin.count()).toBe(0);
  await open('/admin/index/userManger/userrole');
  await page.waitForURL('**/401');
  await open('/home');
  // the site's administrators start there
  await take(t('identity.users.roleStaff'), t('app.shell.allRoles'), '**/site-admin/**');
  await toAdmin.waitFor();
});

dossier.journey('under 992 pixels it is a mobile, and what happens unseen is ignored', { as: admin }, async ({ page, open, t }) => {
  const sidebar = page.getByRole('navigation', { name: t('app.shell.sidebar') });
  const look = async (hidden: boolean): Promise<void> => {
    await page.evaluate((value) => {
      Object.defineProperty(document, 'hidden', { configurable: true, get: () => value });
      document.dispatchEvent(new Event('visibilitychange'));
    }, hidden);
  };
  await page.setViewportSize({ width: 992, height: 700 });
  await open('/recycle/index');
  await sidebar.waitFor();
  await look(true);
  await page.setViewportSize({ width: 991, height: 700 });
  await page.waitForTimeout(200);
  expect(await sidebar.isVisible()).toBe(true);
  await look(false);
  await sidebar.waitFor({ state: 'detached' });
  await page.setViewportSize({ width: 992, height: 700 });
  await sidebar.waitFor();
});

dossier.journey('the sidebar opens and closes by its cookie', { as: admin }, async ({ page, context, open, t }) => {
  const kept = async (): Promise<string | undefined> => (await context.cookies()).find(({ name }) => name === 'sidebarStatus')?.value;
  await open('/recycle/index');
  await page.getByRole('button', { name: t('app.shell.hideSidebar') }).click();
  await expect.poll(kept).toBe('0');
  await page.getByRole('button', { name: t('app.shell.showSidebar') }).click();
  await expect.poll(kept).toBe('1');
  await page.reload();
  await page.getByRole('navigation', { name: t('app.shell.sidebar') }).waitFor();
});
