import { library } from '@dossier/contract/documents/library';
import { session } from '@dossier/contract/identity/sessions';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { choose, dialog, notice, press, row } from './page-actions.ts';
import { admin, useTestServer } from './journey.ts';

const dossier = useTestServer();

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

dossier.journey('columns are moved for one area, and kept with the account', { as: admin }, async ({ page, open, another }) => {
  const { id } = await dossier.admin.call(library.createCabinet, { name: 'Columns', moduleType: 3 });
  await dossier.admin.upload(id, 'one.txt', 'words');
  await open(`/knowledge/index?id=${id}`);
  // without the button of the columns
  const heads = async (of: Page): Promise<string[]> => (await of.getByRole('columnheader').allTextContents()).filter((text) => text !== '');
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

dossier.journey('a double click does what the person chose', { as: admin, long: true }, async ({ page, open, t }) => {
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
