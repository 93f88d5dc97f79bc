import { library } from '@dossier/contract/documents/library';
import { session } from '@dossier/contract/identity/sessions';
import { people } from '@dossier/contract/identity/users';
import { expect } from 'vitest';
import { dialog, menuItem, notice, press } from './page-actions.ts';
import { admin, useTestServer } from './journey.ts';

const dossier = useTestServer();

dossier.journey(
  'the sidebar stays as it was left, by its cookie, and closes over the page with every way',
  { as: admin },
  async ({ page, context, open, t }) => {
    await open('/knowledge/index');
    const sidebar = page.getByRole('navigation', { name: t('app.shell.sidebar') });
    await sidebar.waitFor();
    expect((await sidebar.boundingBox())?.width).toBe(210);
    await page.getByRole('button', { name: t('app.shell.hideSidebar') }).click();
    await sidebar.waitFor({ state: 'detached' });
    expect((await context.cookies()).find(({ name }) => name === 'sidebarStatus')?.value).toBe('0');
    await page.reload();
    await page.getByRole('button', { name: t('app.shell.showSidebar') }).waitFor();
    expect(await sidebar.count()).toBe(0);
    await page.setViewportSize({ width: 991, height: 700 });
    await page.getByRole('button', { name: t('app.shell.openSidebar') }).click();
    await page
      .getByRole('dialog')
      .getByRole('link', { name: t('app.shell.recycleBin') })
      .click();
    await page.waitForURL('**/recycle/index');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
  },
);

dossier.journey('a session that ended leads every window to the door, each once', {}, async ({ another, t }) => {
  const person = { loginName: 'twice', password: 'twice-pass-1' };
  await dossier.admin.call(people.createUser, { ...person, fullName: 'Tia Twice' });
  const one = await another({ as: person });
  one.faults.allow(/answered 401|status of 401/);
  await one.open('/knowledge/index');
  const second = await one.context.newPage();
  await second.goto('/recycle/index');
  await second.getByRole('heading', { level: 1, name: t('documents.library.recycleBin') }).waitFor();
  const token = await one.page.evaluate(() => localStorage.getItem('dossier-token'));
  await fetch(new URL(session.logoutEverywhere.path, dossier.url), {
    method: 'POST',
    headers: { authorization: token ?? '', 'content-type': 'application/json' },
    body: '{}',
  });
  await one.page.bringToFront();
  // whichever request comes first leads to the sign-in page: the click's, or the live stream's before there is anything to click
  await Promise.race([
    one.page.waitForURL('**/login?redirect=*'),
    one.page.getByRole('link', { name: t('app.shell.recycleBin') }).click(),
  ]).catch(() => {});
  await one.page.waitForURL('**/login?redirect=*');
  await second.waitForURL('**/login?redirect=*');
  expect(new URL(second.url()).searchParams.get('redirect')).toBe('/recycle/index');
  expect(await one.page.getByText(t('platform.signedOut')).count()).toBeLessThanOrEqual(1);
});

dossier.journey('pages stand under their groups in the menu and in the breadcrumb', { as: admin }, async ({ page, open, t }) => {
  await open('/admin/index/userManger/partment');
  const trail = page.getByRole('navigation', { name: t('platform.breadcrumb') });
  await page.getByRole('heading', { level: 1, name: t('identity.users.departments') }).waitFor();
  expect(await trail.getByRole('listitem').allTextContents()).toEqual([
    t('app.shell.areaHome'),
    t('app.shell.areaAdmin'),
    t('app.shell.groupPeople'),
    t('identity.users.departments'),
  ]);
  expect(await trail.getByRole('link').allTextContents()).toEqual([t('app.shell.areaHome'), t('app.shell.areaAdmin')]);
  await trail.getByRole('link', { name: t('app.shell.areaHome') }).click();
  await page.waitForURL('**/home');
});

dossier.journey('the palette goes, does and finds by keys alone', { as: admin }, async ({ page, open, t }) => {
  const { id } = await dossier.admin.call(library.createCabinet, { name: 'Palette cabinet', moduleType: 3 });
  await open('/home');
  await page.getByRole('heading', { level: 1 }).or(page.locator('h2')).first().waitFor({ state: 'attached' });
  const box = dialog(page, t('app.shell.commands'));
  const ask = async (words: string): Promise<void> => {
    await page.keyboard.press('Control+k');
    await box.getByRole('combobox').fill(words);
  };
  await ask(t('identity.users.departments'));
  await box
    .getByRole('option', { selected: true })
    .filter({ hasText: t('identity.users.departments') })
    .waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/admin/index/userManger/partment');
  await box.waitFor({ state: 'hidden' });
  await expect
    .poll(async () => {
      await page.keyboard.press('Escape');
      await box.waitFor({ state: 'hidden' });
      await ask('Palette');
      await page.waitForTimeout(600);
      return box.getByRole('option', { name: /Palette cabinet/ }).count();
    })
    .toBe(1);
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/knowledge/index?id=${id}`);
  const ground = () => page.evaluate(() => document.documentElement.dataset.mode);
  await ask(t('app.shell.lookDark'));
  await page.keyboard.press('Enter');
  await expect.poll(ground).toBe('dark');
  await ask('zzzz nothing');
  await box.getByRole('option', { name: t('app.shell.commandsSearch', { words: 'zzzz nothing' }) }).waitFor();
  await page.keyboard.press('Escape');
  await box.waitFor({ state: 'hidden' });
  await open('/home');
  await page.getByRole('button', { name: t('app.shell.commands') }).waitFor();
  await page.keyboard.press('?');
  await dialog(page, t('app.shell.shortcuts')).getByText(t('app.shell.keyCommands')).waitFor();
});

dossier.journey('what goes wrong in the window is logged, shown and cleared', { as: admin }, async ({ page, open, faults, t }) => {
  faults.allow(/Broken on purpose/);
  await open('/knowledge/index');
  await page.getByRole('heading', { level: 1 }).waitFor();
  const log = page.getByRole('button', { name: t('app.shell.errorLogCount', { count: 1 }) });
  expect(await log.count()).toBe(0);
  await page.evaluate(
    () =>
      void setTimeout(() => {
        throw new Error('Broken on purpose');
      }),
  );
  await log.click();
  const box = dialog(page, t('app.shell.errorLog'));
  await box.getByText('Error: Broken on purpose').first().waitFor();
  await box.getByText('/knowledge/index').first().waitFor();
  await press(box, t('app.shell.errorClear'));
  await log.waitFor({ state: 'detached' });
});

dossier.journey('a browser without full screen is told so', { as: admin, long: true }, async ({ page, open, t }) => {
  await page.addInitScript(() => Object.defineProperty(Document.prototype, 'fullscreenEnabled', { get: () => false }));
  await open('/knowledge/index');
  await page.getByRole('button', { name: t('app.shell.fullScreen') }).click();
  await notice(page, 'you browser can not work').waitFor();
});

dossier.journey(
  'going to another area is noted, after the page is there, and staying is not',
  { as: admin, long: true },
  async ({ page, open, t }) => {
    const noted: number[] = [];
    page.on('request', (request) => {
      if (new URL(request.url()).pathname === '/session/changeModule')
        noted.push((request.postDataJSON() as { moduleType: number }).moduleType);
    });
    await open('/home');
    const areas = page.getByRole('navigation', { name: t('app.shell.areas') });
    await areas.getByRole('link', { name: t('app.shell.areaDocuments'), exact: true }).click();
    await page.waitForURL('**/knowledge/index');
    await expect.poll(() => noted).toEqual([3]);
    await areas.getByRole('link', { name: t('app.shell.areaDocuments'), exact: true }).click();
    await page.getByRole('treeitem', { name: t('documents.library.areaMy') }).click();
    await expect.poll(() => noted).toEqual([3, 2]);
  },
);

dossier.journey(
  'areas that find no room are in a menu, and the search keeps its width',
  { as: admin, long: true },
  async ({ page, open, t }) => {
    await page.setViewportSize({ width: 1024, height: 720 });
    await open('/knowledge/index');
    const areas = page.getByRole('navigation', { name: t('app.shell.areas') });
    const search = page.getByRole('search');
    await search.waitFor();
    await areas.getByRole('link', { name: t('app.shell.areaAdmin'), exact: true }).waitFor();
    expect(await areas.getByRole('button').count()).toBe(0);
    expect(Math.round((await search.boundingBox())?.width ?? 0)).toBeGreaterThanOrEqual(200);
    // as in a language with long words
    await page.addStyleTag({ content: 'header nav a { padding-inline: 48px !important }' });
    await areas.getByRole('button', { name: t('app.shell.moreAreas') }).click();
    expect(await menuItem(page, t('app.shell.areaHome')).isVisible()).toBe(false);
    await menuItem(page, t('app.shell.areaAdmin')).click();
    await page.waitForURL('**/site-admin/**');
    await areas.getByRole('button', { name: t('app.shell.areaAdmin') }).waitFor();
    expect(Math.round((await search.boundingBox())?.width ?? 0)).toBeGreaterThanOrEqual(200);
  },
);

dossier.journey('the sidebar of meetings names their lists', { as: admin, long: true }, async ({ page, open, t }) => {
  await open('/meeting/index');
  const sidebar = page.getByRole('navigation', { name: t('app.shell.sidebar') });
  await sidebar.getByRole('link', { name: t('meetings.minutes.area_votes'), exact: true }).click();
  await page.getByText(t('meetings.votes.noVotes')).waitFor();
  expect(await sidebar.locator('[aria-current]').allTextContents()).toEqual([t('meetings.minutes.area_votes')]);
  expect(await sidebar.getByRole('tree').count()).toBe(0);
});
