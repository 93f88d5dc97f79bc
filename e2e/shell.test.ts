import { library } from '@dossier/contract/library';
import { people } from '@dossier/contract/people';
import { session } from '@dossier/contract/session';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { button, choose, dialog, menuItem, notice, press, row } from './hands.ts';
import { admin, useHouse } from './house.ts';
import { wordsIn } from './words.ts';

const house = useHouse();

/** Switches tabs on as the panel would. */
async function withTabs(page: Page): Promise<void> {
  await page.addInitScript(() => {
    if (localStorage.getItem('dossier-look') === null)
      localStorage.setItem('dossier-look', JSON.stringify({ state: { tabs: true }, version: 1 }));
  });
}

/** The calls that are made until nothing more happens. */
async function callsDuring(page: Page, deed: () => Promise<void>): Promise<string[]> {
  const made: string[] = [];
  const note = (request: { resourceType(): string; url(): string }): void => {
    if (request.resourceType() === 'fetch') made.push(new URL(request.url()).pathname);
  };
  page.on('request', note);
  await deed();
  await page.waitForTimeout(600);
  page.off('request', note);
  return made;
}

house.journey('a tab shows what it was left with, and asks for nothing', { as: admin }, async ({ page, open, t }) => {
  await withTabs(page);
  const { id } = await house.admin.call(library.createCabinet, { name: 'Tabs', moduleType: 3 });
  for (let n = 0; n < 60; n++) await house.admin.call(library.createFolder, { parentId: id, name: `Folder ${n}` });
  await open(`/knowledge/index?id=${id}`);
  await row(page, 'Folder 0').waitFor();
  await page.mouse.move(700, 500);
  await page.mouse.wheel(0, 900);
  await row(page, 'Folder 30').waitFor();
  const bar = page.getByRole('navigation', { name: t('app.openViews') });
  await page.getByRole('link', { name: t('app.recycleBin') }).click();
  await page.getByRole('heading', { level: 1, name: t('library.recycleBin') }).waitFor();
  // Longer than answers count as fresh.
  await page.waitForTimeout(11_000);
  const made = await callsDuring(page, async () => {
    await bar.getByRole('link', { name: t('library.areaEnterprise') }).click();
    await row(page, 'Folder 30').waitFor();
  });
  expect(made).toEqual([]);
  expect(page.url()).toContain(`id=${id}`);
  expect(await row(page, 'Folder 0').count()).toBe(0);
  const refreshed = await callsDuring(page, async () => {
    await bar.getByRole('link', { name: t('library.areaEnterprise') }).click({ button: 'right' });
    await menuItem(page, t('app.tabRefresh')).click();
    await row(page, 'Folder 30').waitFor();
  });
  expect(refreshed).toContain('/dms/pageList');
  expect(page.url()).toContain(`/knowledge/index?id=${id}`);
});

house.journey(
  'tabs are closed one, others and all, by mouse and keys, and the pinned one stays',
  { as: admin },
  async ({ page, open, t }) => {
    await withTabs(page);
    const bar = page.getByRole('navigation', { name: t('app.openViews') });
    const names = (): Promise<string[]> => bar.getByRole('link').allTextContents();
    const [home, enterprise, mine, bin] = [t('home.home'), t('library.areaEnterprise'), t('library.areaMy'), t('library.recycleBin')];
    for (const path of ['/home', '/knowledge/index', '/doc-my/index', '/recycle/index']) {
      await open(path);
      await bar.locator('[aria-current=page]').waitFor();
    }
    await page.reload();
    await expect.poll(names).toEqual([home, enterprise, mine, bin]);
    await bar.getByRole('link', { name: bin }).focus();
    await page.keyboard.press('Delete');
    await page.waitForURL('**/doc-my/index');
    await expect.poll(names).toEqual([home, enterprise, mine]);
    await bar.getByRole('link', { name: mine }).focus();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Shift+F10');
    await menuItem(page, t('app.tabCloseOthers')).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/knowledge/index');
    await expect.poll(names).toEqual([home, enterprise]);
    expect(await button(bar, t('app.tabCloseNamed', { name: home })).count()).toBe(0);
    await bar.getByRole('link', { name: enterprise }).click({ button: 'right' });
    await menuItem(page, t('app.tabCloseAll')).click();
    await page.waitForURL('**/home');
    await expect.poll(names).toEqual([home]);
  },
);

house.journey(
  'the sidebar stays as it was left, by its cookie, and closes over the page with every way',
  { as: admin },
  async ({ page, context, open, t }) => {
    await open('/knowledge/index');
    const sidebar = page.getByRole('navigation', { name: t('app.sidebar') });
    await sidebar.waitFor();
    expect((await sidebar.boundingBox())?.width).toBe(210);
    await page.getByRole('button', { name: t('app.hideSidebar') }).click();
    await sidebar.waitFor({ state: 'detached' });
    expect((await context.cookies()).find(({ name }) => name === 'sidebarStatus')?.value).toBe('0');
    await page.reload();
    await page.getByRole('button', { name: t('app.showSidebar') }).waitFor();
    expect(await sidebar.count()).toBe(0);
    await page.setViewportSize({ width: 991, height: 700 });
    await page.getByRole('button', { name: t('app.openSidebar') }).click();
    await page
      .getByRole('dialog')
      .getByRole('link', { name: t('app.recycleBin') })
      .click();
    await page.waitForURL('**/recycle/index');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
  },
);

house.journey('a session that ended leads every window to the door, each once', {}, async ({ another, t }) => {
  const person = { loginName: 'twice', password: 'twice-pass-1' };
  await house.admin.call(people.createUser, { ...person, fullName: 'Tia Twice' });
  const one = await another({ as: person });
  one.faults.allow(/answered 401|status of 401/);
  await one.open('/knowledge/index');
  const second = await one.context.newPage();
  await second.goto('/recycle/index');
  await second.getByRole('heading', { level: 1, name: t('library.recycleBin') }).waitFor();
  const token = await one.page.evaluate(() => localStorage.getItem('dossier-token'));
  await fetch(new URL(session.logoutEverywhere.path, house.url), {
    method: 'POST',
    headers: { authorization: token ?? '', 'content-type': 'application/json' },
    body: '{}',
  });
  await one.page.bringToFront();
  await one.page.getByRole('link', { name: t('app.recycleBin') }).click();
  await one.page.waitForURL('**/login?redirect=*');
  await second.waitForURL('**/login?redirect=*');
  expect(new URL(second.url()).searchParams.get('redirect')).toBe('/recycle/index');
  expect(await one.page.getByText(t('ground.signedOut')).count()).toBeLessThanOrEqual(1);
});

house.journey('pages stand under their groups in the menu and in the breadcrumb', { as: admin }, async ({ page, open, t }) => {
  await open('/admin/index/userManger/partment');
  const trail = page.getByRole('navigation', { name: t('app.breadcrumb') });
  await trail.getByRole('heading', { level: 1, name: t('people.departments') }).waitFor();
  expect(await trail.getByRole('listitem').allTextContents()).toEqual([
    t('app.areaHome'),
    t('app.areaAdmin'),
    t('app.groupPeople'),
    t('people.departments'),
  ]);
  expect(await trail.getByRole('link').allTextContents()).toEqual([t('app.areaHome'), t('app.areaAdmin')]);
  await trail.getByRole('link', { name: t('app.areaHome') }).click();
  await page.waitForURL('**/home');
});

house.journey('a picture is cropped, kept as 200 by 200, and shown', { as: admin }, async ({ page, open, t }) => {
  await open('/knowledge/index');
  await choose(page, t('app.personMenu', { name: 'Administrator' }), t('app.setAvatar'));
  const box = dialog(page, t('session.setAvatar'));
  const bytes = await page.evaluate(async () => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 640, height: 360 });
    const pen = canvas.getContext('2d') as CanvasRenderingContext2D;
    pen.fillStyle = '#c41d7f';
    pen.fillRect(0, 0, 640, 360);
    return canvas.toDataURL('image/jpeg').split(',')[1] ?? '';
  });
  await box
    .locator('input[type=file]')
    .setInputFiles({ name: 'large.png', mimeType: 'image/png', buffer: Buffer.alloc(2.2 * 1024 * 1024) });
  await box.getByText(t('session.avatarTooLarge')).waitFor();
  await box.locator('input[type=file]').setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(bytes, 'base64') });
  await box.getByRole('application').press('ArrowRight');
  await box.getByRole('application').press('+');
  await press(box, t('session.avatarSave'));
  await notice(page, t('session.avatarSaved')).waitFor();
  const shown = page.getByRole('button', { name: t('app.personMenu', { name: 'Administrator' }) }).locator('img');
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight])).toEqual([200, 200]);
  expect((await house.admin.call(session.current, {})).hasAvatar).toBe(true);
});

house.journey('the account and its only space are told', { as: admin, lang: 'cn' }, async ({ page, open, t }) => {
  await open('/knowledge/index');
  const { spaceName } = await house.admin.call(session.current, {});
  await choose(page, t('app.personMenu', { name: 'Administrator' }), t('app.account'));
  await dialog(page, t('session.account')).getByText(spaceName).waitFor();
  await page.keyboard.press('Escape');
  await choose(page, t('app.personMenu', { name: 'Administrator' }), t('app.switchSpace'));
  await dialog(page, t('session.switchSpace')).getByText(t('session.spaceOnly')).waitFor();
});

house.journey('the palette goes, does and finds by keys alone', { as: admin }, async ({ page, open, t }) => {
  const { id } = await house.admin.call(library.createCabinet, { name: 'Palette cabinet', moduleType: 3 });
  await open('/home');
  await page.getByRole('heading', { level: 1 }).or(page.locator('h2')).first().waitFor({ state: 'attached' });
  const box = dialog(page, t('app.commands'));
  const ask = async (words: string): Promise<void> => {
    await page.keyboard.press('Control+k');
    await box.getByRole('combobox').fill(words);
  };
  await ask(t('people.departments'));
  await box
    .getByRole('option', { selected: true })
    .filter({ hasText: t('people.departments') })
    .waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/admin/index/userManger/partment');
  await box.waitFor({ state: 'hidden' });
  await expect
    .poll(
      async () => {
        await page.keyboard.press('Escape');
        await box.waitFor({ state: 'hidden' });
        await ask('Palette');
        await page.waitForTimeout(600);
        return box.getByRole('option', { name: /Palette cabinet/ }).count();
      },
      { timeout: 15_000 },
    )
    .toBe(1);
  await page.keyboard.press('Enter');
  await page.waitForURL(`**/knowledge/index?id=${id}`);
  const ground = () => page.evaluate(() => document.documentElement.dataset.mode);
  await ask(t('app.lookDark'));
  await page.keyboard.press('Enter');
  await expect.poll(ground).toBe('dark');
  await ask('zzzz nothing');
  await box.getByRole('option', { name: t('app.commandsSearch', { words: 'zzzz nothing' }) }).waitFor();
  await page.keyboard.press('Escape');
  await box.waitFor({ state: 'hidden' });
  await open('/home');
  await page.getByRole('button', { name: t('app.commands') }).waitFor();
  await page.keyboard.press('?');
  await dialog(page, t('app.shortcuts')).getByText(t('app.keyCommands')).waitFor();
});

house.journey('what goes wrong in the window is logged, shown and cleared', { as: admin }, async ({ page, open, faults, t }) => {
  faults.allow(/Broken on purpose/);
  await open('/knowledge/index');
  await page.getByRole('heading', { level: 1 }).waitFor();
  const log = page.getByRole('button', { name: t('app.errorLogCount', { n: 1 }) });
  expect(await log.count()).toBe(0);
  await page.evaluate(
    () =>
      void setTimeout(() => {
        throw new Error('Broken on purpose');
      }),
  );
  await log.click();
  const box = dialog(page, t('app.errorLog'));
  await box.getByText('Error: Broken on purpose').first().waitFor();
  await box.getByText('/knowledge/index').first().waitFor();
  await press(box, t('app.errorClear'));
  await log.waitFor({ state: 'detached' });
});

house.journey('a browser without full screen is told so', { as: admin }, async ({ page, open, t }) => {
  await page.addInitScript(() => Object.defineProperty(Document.prototype, 'fullscreenEnabled', { get: () => false }));
  await open('/knowledge/index');
  await page.getByRole('button', { name: t('app.fullScreen') }).click();
  await notice(page, 'you browser can not work').waitFor();
});

house.journey('the look is chosen in the panel and kept with the account', { as: admin }, async ({ page, context, open, another, t }) => {
  await open('/knowledge/index');
  await choose(page, t('app.personMenu', { name: 'Administrator' }), t('app.look'));
  const panel = dialog(page, t('app.look'));
  const kept = page.waitForResponse('**/setting/listLayout');
  await panel.getByText(t('app.lookCompact')).click();
  await panel.getByRole('switch', { name: t('app.lookTabs') }).click();
  await panel.getByRole('switch', { name: t('app.lookLogo') }).click();
  await page.getByRole('navigation', { name: t('app.openViews') }).waitFor();
  await page.getByRole('link', { name: t('app.toHome') }).waitFor({ state: 'detached' });
  await kept;
  expect((await context.cookies()).find(({ name }) => name === 'size')?.value).toBe('small');
  const elsewhere = await another({ as: admin });
  await elsewhere.open('/knowledge/index');
  await elsewhere.page.getByRole('navigation', { name: t('app.openViews') }).waitFor();
  expect(await elsewhere.page.getByRole('link', { name: t('app.toHome') }).count()).toBe(0);
});

house.journey('columns are moved for one area, and kept with the account', { as: admin }, async ({ page, open, another }) => {
  const { id } = await house.admin.call(library.createCabinet, { name: 'Columns', moduleType: 3 });
  await house.admin.upload(id, 'one.txt', 'words');
  await open(`/knowledge/index?id=${id}`);
  const heads = (of: Page): Promise<string[]> => of.getByRole('columnheader').allTextContents();
  await row(page, 'one.txt').waitFor();
  const before = await heads(page);
  const kept = page.waitForResponse('**/setting/listLayout');
  await page.getByRole('columnheader').nth(2).getByRole('button').focus();
  await page.keyboard.press('Alt+ArrowLeft');
  const after = [before[0], before[2], before[1], ...before.slice(3)];
  await expect.poll(() => heads(page)).toEqual(after);
  await kept;
  const elsewhere = await another({ as: admin });
  await elsewhere.open(`/knowledge/index?id=${id}`);
  await expect.poll(() => heads(elsewhere.page)).toEqual(after);
  const { id: mine } = await house.admin.call(library.createCabinet, { name: 'Other columns', moduleType: 2 });
  await house.admin.upload(mine, 'two.txt', 'words');
  await elsewhere.open(`/doc-my/index?id=${mine}`);
  await expect.poll(() => heads(elsewhere.page)).toEqual(before);
});

house.journey('a double click does what the person chose', { as: admin }, async ({ page, open, t }) => {
  const { id } = await house.admin.call(library.createCabinet, { name: 'Clicks', moduleType: 3 });
  await house.admin.upload(id, 'click.txt', 'words');
  await open(`/knowledge/index?id=${id}`);
  await choose(page, t('app.personMenu', { name: 'Administrator' }), t('app.personalSettings'));
  const drawer = dialog(page, t('session.personalSettings'));
  await drawer.getByRole('radio', { name: t('session.doubleClickDownload') }).check();
  await page.keyboard.press('Escape');
  await drawer.waitFor({ state: 'hidden' });
  const [download] = await Promise.all([page.waitForEvent('download'), row(page, 'click.txt').dblclick()]);
  expect(download.suggestedFilename()).toBe('click.txt');
  expect((await house.admin.call(session.current, {})).doubleClick).toBe(1);
  await house.admin.call(session.setDoubleClick, { value: 2 });
});

house.journey('changing the language tells the server, reads the person anew and says so', { as: admin }, async ({ page, open, t }) => {
  await open('/knowledge/index');
  await page.getByRole('button', { name: t('app.language'), exact: true }).click();
  const told = page.waitForRequest((request) => request.url().endsWith('/setting/lang') && request.postData() === '{"value":"es"}');
  const anew = page.waitForRequest('**/session/current');
  await page.getByRole('menuitem', { name: 'Español' }).click();
  await Promise.all([told, anew]);
  const spanish = await wordsIn('es');
  await notice(page, spanish('session.langSwitched')).waitFor();
  await house.admin.call(session.setLang, { value: 'en' });
});
