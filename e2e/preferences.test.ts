import { library } from '@dossier/contract/documents/library';
import { session } from '@dossier/contract/identity/sessions';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { button, choose, dialog, notice, press, row } from './hands.ts';
import { admin, useHouse } from './journey.ts';
import { wordsIn } from './words.ts';

const dossier = useHouse();

dossier.journey('a picture is cropped, kept as 200 by 200, and shown', { as: admin }, async ({ page, open, t }) => {
  await open('/knowledge/index');
  await choose(page, t('app.shell.personMenu', { name: 'Administrator' }), t('app.shell.setAvatar'));
  const box = dialog(page, t('identity.sign-in.setAvatar'));
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
  await box.getByText(t('identity.sign-in.avatarTooLarge')).waitFor();
  await box.locator('input[type=file]').setInputFiles({ name: 'me.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(bytes, 'base64') });
  await box.getByRole('application').press('ArrowRight');
  await box.getByRole('application').press('+');
  await press(box, t('identity.sign-in.avatarSave'));
  await notice(page, t('identity.sign-in.avatarSaved')).waitFor();
  const shown = page.getByRole('button', { name: t('app.shell.personMenu', { name: 'Administrator' }) }).locator('img');
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => [image.naturalWidth, image.naturalHeight])).toEqual([200, 200]);
  expect((await dossier.admin.call(session.current, {})).hasAvatar).toBe(true);
});

dossier.journey(
  'the account and its only space are told, and no other is offered',
  { as: admin, lang: 'cn' },
  async ({ page, open, t }) => {
    await open('/knowledge/index');
    const { spaceName } = await dossier.admin.call(session.current, {});
    await choose(page, t('app.shell.personMenu', { name: 'Administrator' }), t('app.shell.account'));
    await dialog(page, t('identity.sign-in.account')).getByText(spaceName).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: t('app.shell.personMenu', { name: 'Administrator' }) }).click();
    await page.getByRole('menuitem', { name: t('app.shell.changePassword') }).waitFor();
    expect(await page.getByRole('menuitem', { name: t('app.shell.switchSpace') }).count()).toBe(0);
    await open('/home-setting/index');
    await page.getByText(t('identity.sign-in.spaceOnly')).waitFor();
  },
);

dossier.journey('the look is chosen in the panel and kept with the account', { as: admin }, async ({ page, context, open, another, t }) => {
  await open('/knowledge/index');
  await choose(page, t('app.shell.personMenu', { name: 'Administrator' }), t('app.shell.look'));
  const panel = dialog(page, t('app.shell.look'));
  const kept = page.waitForResponse('**/setting/listLayout');
  await panel.getByText(t('app.shell.lookCompact')).click();
  await panel.getByRole('switch', { name: t('app.shell.lookTabs') }).click();
  await panel.getByRole('switch', { name: t('app.shell.lookLogo') }).click();
  await page.getByRole('navigation', { name: t('app.shell.openViews') }).waitFor();
  await page.getByRole('link', { name: t('app.shell.toHome') }).waitFor({ state: 'detached' });
  await kept;
  expect((await context.cookies()).find(({ name }) => name === 'size')?.value).toBe('small');
  const elsewhere = await another({ as: admin });
  await elsewhere.open('/knowledge/index');
  await elsewhere.page.getByRole('navigation', { name: t('app.shell.openViews') }).waitFor();
  expect(await elsewhere.page.getByRole('link', { name: t('app.shell.toHome') }).count()).toBe(0);
});

dossier.journey('columns are moved for one area, and kept with the account', { as: admin }, async ({ page, open, another }) => {
  const { id } = await dossier.admin.call(library.createCabinet, { name: 'Columns', moduleType: 3 });
  await dossier.admin.upload(id, 'one.txt', 'words');
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
  const { id: mine } = await dossier.admin.call(library.createCabinet, { name: 'Other columns', moduleType: 2 });
  await dossier.admin.upload(mine, 'two.txt', 'words');
  await elsewhere.open(`/doc-my/index?id=${mine}`);
  await expect.poll(() => heads(elsewhere.page)).toEqual(before);
});

dossier.journey('a double click does what the person chose', { as: admin }, async ({ page, open, t }) => {
  const { id } = await dossier.admin.call(library.createCabinet, { name: 'Clicks', moduleType: 3 });
  await dossier.admin.upload(id, 'click.txt', 'words');
  await open(`/knowledge/index?id=${id}`);
  await choose(page, t('app.shell.personMenu', { name: 'Administrator' }), t('app.shell.personalSettings'));
  const drawer = dialog(page, t('identity.sign-in.personalSettings'));
  const choice = { name: t('identity.sign-in.doubleClickDownload') };
  await drawer.getByRole('radio', choice).click();
  await drawer.getByRole('radio', { ...choice, checked: true }).waitFor();
  await page.keyboard.press('Escape');
  await drawer.waitFor({ state: 'hidden' });
  const [download] = await Promise.all([page.waitForEvent('download'), row(page, 'click.txt').dblclick()]);
  expect(download.suggestedFilename()).toBe('click.txt');
  expect((await dossier.admin.call(session.current, {})).doubleClick).toBe(1);
  await dossier.admin.call(session.setDoubleClick, { value: 2 });
});

dossier.journey('changing the language tells the server, reads the person anew and says so', { as: admin }, async ({ page, open, t }) => {
  await open('/knowledge/index');
  await page.getByRole('button', { name: t('app.shell.language'), exact: true }).click();
  const told = page.waitForRequest((request) => request.url().endsWith('/setting/lang') && request.postData() === '{"value":"es"}');
  const anew = page.waitForRequest('**/session/current');
  await page.getByRole('menuitem', { name: 'Español' }).click();
  await Promise.all([told, anew]);
  const spanish = wordsIn('es');
  await notice(page, spanish('identity.sign-in.langSwitched')).waitFor();
  await dossier.admin.call(session.setLang, { value: 'en' });
});

dossier.journey('the home page has the panels that somebody wants, in their order, also on another computer', {}, async ({ another }) => {
  const { page, open, t } = await another({ as: admin });
  const panels = () => page.getByRole('main').locator('h2').allInnerTexts();
  const arrange = t('app.home.choosePanels');
  await open('/home');
  await button(page, arrange).click();
  const box = dialog(page, arrange);
  await box.getByRole('checkbox', { name: t('classification.labels.tags') }).uncheck();
  await button(box, t('app.home.panelUp', { name: t('app.home.favorites') })).click();
  const kept = page.waitForResponse((answer) => answer.url().endsWith(session.setListLayout.path));
  await page.keyboard.press('Escape');
  await kept;
  const elsewhere = await another({ as: admin });
  await elsewhere.open('/home');
  const there = () => elsewhere.page.getByRole('main').locator('h2').allInnerTexts();
  await expect.poll(async () => (await there()).slice(0, 2)).toEqual([t('app.home.favorites'), t('app.home.recent')]);
  expect(await there()).not.toContain(t('classification.labels.tags'));
  expect(await there()).toEqual(await panels());
});
