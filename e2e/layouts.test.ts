import { library } from '@dossier/contract/documents/library';
import { shares } from '@dossier/contract/sharing/shares';
import type { Page } from 'playwright-core';
import { beforeAll, expect } from 'vitest';
import { makeFile } from '../demo/files/make-file.ts';
import { plainPhoto } from '../server/test/photo-of.ts';
import { admin, useTestServer } from './journey.ts';

const dossier = useTestServer();
const at = { cabinet: '', folder: '' };
beforeAll(async () => {
  at.cabinet = (await dossier.admin.call(library.createCabinet, { name: 'Album', moduleType: 3 })).id;
  at.folder = (await dossier.admin.call(library.createFolder, { parentId: at.cabinet, name: 'Inner' })).id;
  for (let n = 10; n < 34; n++) {
    const photo = await plainPhoto(400 + n * 10, n % 2 === 0 ? 300 : 700, `hsl(${n * 11}, 60%, 45%)`);
    await dossier.admin.upload(at.cabinet, `photo ${n}.jpg`, photo);
  }
  const { bytes } = await makeFile('pdf', { title: 'Annual report', lang: 'en', seed: 7 });
  await dossier.admin.upload(at.cabinet, 'a report.pdf', bytes);
  await dossier.admin.upload(at.folder, 'words.txt', 'some words');
  await dossier.admin.upload(at.folder, 'b report.pdf', bytes);
});

/** How many thumbnails are drawn in the list. */
const drawn = (page: Page): Promise<number> =>
  page
    .locator('[data-list] img, table img')
    .evaluateAll(
      (all) => all.filter((one) => one instanceof HTMLImageElement && one.complete && one.naturalWidth > 0 && !one.hidden).length,
    );

dossier.journey('a list becomes rows with pictures, cards and a gallery, with the same hand', { as: admin, lang: 'en' }, async (visit) => {
  const { page, open, t } = visit;
  await open(`/knowledge/index?id=${at.cabinet}`);
  const layout = (key: 'documents.library.layoutSnapshot' | 'documents.library.layoutGrid' | 'documents.library.layoutGallery') =>
    page.getByRole('radio', { name: t(key), exact: true }).locator('xpath=ancestor::label');
  const card = (name: string) => page.getByRole('gridcell').filter({ has: page.locator(`[title=${JSON.stringify(name)}]`) });
  const isSelected = (name: string): Promise<void> => card(name).and(page.locator('[aria-selected=true]')).waitFor();
  await layout('documents.library.layoutSnapshot').click();
  await expect.poll(() => drawn(page)).toBeGreaterThan(5);
  await layout('documents.library.layoutGrid').click();
  await expect.poll(() => drawn(page)).toBeGreaterThan(8);
  // arrows move in two directions
  await card('a report.pdf').click();
  await page.keyboard.press('ArrowRight');
  await isSelected('photo 10.jpg');
  await page.keyboard.press('ArrowDown');
  const below = await page.locator('[role=gridcell][aria-selected=true] [title]').first().getAttribute('title');
  expect(Number(below?.match(/\d+/)?.[0])).toBeGreaterThan(12);
  await page.keyboard.press('ArrowUp');
  await isSelected('photo 10.jpg');
  // renaming in place
  await page.keyboard.press('F2');
  await page.keyboard.type('first');
  await page.keyboard.press('Enter');
  await card('first.jpg').waitFor();
  // a larger image appears while the pointer rests
  const glance = page.locator('[data-glance-shown]');
  await page.mouse.move(5, 5);
  await card('a report.pdf').locator('[data-glance]').hover();
  await glance.waitFor();
  await page.mouse.move(5, 5);
  await glance.waitFor({ state: 'detached' });
  // the space bar shows it large, arrows the next, and the list follows
  await card('a report.pdf').click();
  // its chunk is loading: that is shown
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
  await page.route('**/assets/quick-look-*.js', async (route) => {
    await held;
    await route.continue();
  });
  await page.keyboard.press('Space');
  await page.getByRole('status', { name: t('preview.thumbnails.loading') }).waitFor();
  letGo();
  const large = page.getByRole('dialog');
  await large.locator('[data-state=here] img').waitFor();
  await page.keyboard.press('ArrowRight');
  await large.getByRole('heading', { name: /photo 11|first/ }).waitFor();
  await page.keyboard.press('Space');
  await large.waitFor({ state: 'detached' });
  expect(await page.locator('[role=gridcell][aria-selected=true]').count()).toBe(1);
  // the gallery applies here and below, and is kept
  await page.keyboard.press('Escape');
  const kept = page.waitForResponse('**/setting/listLayout');
  await layout('documents.library.layoutGallery').click();
  await expect.poll(() => drawn(page)).toBeGreaterThan(5);
  await kept;
  await page.reload();
  await expect.poll(() => drawn(page)).toBeGreaterThan(5);
  expect(await page.getByRole('radio', { name: t('documents.library.layoutGallery'), exact: true }).isChecked()).toBe(true);
  await card('Inner').dblclick();
  await card('words.txt').waitFor();
  expect(await page.getByRole('radio', { name: t('documents.library.layoutGallery'), exact: true }).isChecked()).toBe(true);
  await open('/knowledge/index');
  await page
    .getByRole('radio', { name: t('documents.library.layoutList'), exact: true })
    .and(page.locator(':checked'))
    .waitFor({ state: 'attached' });
});

dossier.journey('a visitor of a link sees small pictures of what is shared', { lang: 'en' }, async ({ page, open }) => {
  const { token } = await dossier.admin.call(shares.create, { objIds: [at.folder], name: 'Papers' });
  await open(`/shareJumpPage?token=${token}`);
  await page.getByRole('link', { name: 'b report.pdf' }).waitFor();
  await expect.poll(() => drawn(page)).toBe(1);
});
