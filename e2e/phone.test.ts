import { library } from '@dossier/contract/documents/library';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { admin, useTestServer } from './journey.ts';
import { row } from './page-actions.ts';

const dossier = useTestServer();

/** What a page without a network may leave in the console. */
const offline = /ERR_INTERNET_DISCONNECTED|Failed to fetch|NetworkError/;

/** A picture of 300 × 400 pixels as a camera gives it, drawn by the browser. */
async function photographOf(page: Page): Promise<Buffer> {
  const url = await page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 300, height: 400 });
    const pen = canvas.getContext('2d');
    for (const [colour, inset] of [
      ['#333', 0],
      ['#ddd', 30],
      ['#111', 120],
    ] as const) {
      if (pen !== null) pen.fillStyle = colour;
      pen?.fillRect(inset, inset, 300 - 2 * inset, 400 - 2 * inset);
    }
    return canvas.toDataURL('image/png');
  });
  return Buffer.from(url.slice(url.indexOf(',') + 1), 'base64');
}

dossier.journey(
  'a phone keeps its tabs clear of everything, swipes a document away, installs, takes shared files, scans, and says when it is offline',
  { as: admin, phone: true, worker: true },
  async ({ page, context, open, t, faults }) => {
    const { id } = await dossier.admin.call(library.createCabinet, { name: 'Pocket', moduleType: 3 });
    await dossier.admin.upload(id, 'note.txt', 'words');
    await open(`/knowledge/index?id=${id}`);
    const tabs = page.getByRole('navigation', { name: t('app.phone.navigation') });
    const bar = await tabs.boundingBox();
    expect([Math.round((bar?.y ?? 0) + (bar?.height ?? 0)), bar?.width]).toEqual([844, 390]);
    for (const link of await tabs.getByRole('link').all()) {
      const box = await link.boundingBox();
      expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
    }
    const card = row(page, 'note.txt');
    const list = await page.getByRole('grid').boundingBox();
    expect((list?.y ?? 0) + (list?.height ?? 0)).toBeLessThanOrEqual(bar?.y ?? 0);
    // the actions of a selection take the place of the tabs
    await card.locator('[data-check]').tap();
    await page
      .getByRole('toolbar', { name: t('documents.library.actions') })
      .last()
      .waitFor();
    await tabs.waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: t('documents.library.clearSelection') }).tap();
    await tabs.waitFor();
    // the menu of a row is a sheet at the foot, as wide as the window; Escape closes it
    const dots = card.getByRole('button', { name: t('documents.library.actionsOf', { name: 'note.txt' }) });
    await dots.tap();
    await expect
      .poll(async () => {
        const sheet = await page.getByRole('menu').boundingBox();
        return sheet && [sheet.x, sheet.width, Math.round(sheet.y + sheet.height), sheet.height < 844 * 0.7];
      })
      .toEqual([0, 390, 844, true]);
    await page.getByRole('menuitem', { name: t('documents.library.delete') }).scrollIntoViewIfNeeded();
    await page.keyboard.press('Escape');
    await page.getByRole('menu').waitFor({ state: 'hidden' });
    // playwright has no swipe: the events of a finger come from the protocol
    const box = await card.boundingBox();
    const y = (box?.y ?? 0) + 30;
    const protocol = await context.newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x?: number) =>
      protocol.send('Input.dispatchTouchEvent', { type, touchPoints: x === undefined ? [] : [{ x, y }] });
    await touch('touchStart', 320);
    for (let x = 300; x >= 80; x -= 20) await touch('touchMove', x);
    await touch('touchEnd');
    // by the mouse: a tap right after a swipe would be the second one of a double tap
    await page.getByRole('button', { name: t('documents.library.undo') }).click();
    await card.waitFor();
    // the manifest and the service worker under the policy of the page
    const manifest = await page.evaluate(async () => {
      const address = document.querySelector<HTMLLinkElement>('link[rel=manifest]')?.href ?? '';
      return (await (await fetch(address)).json()) as { name: string; icons: { src: string }[] };
    });
    expect(manifest.name).toBe('Dossier');
    for (const { src } of manifest.icons) expect((await page.request.get(src)).headers()['content-type']).toBe('image/png');
    await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
    await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
    const kept = await page.evaluate(async () => {
      const stores = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
      return (await Promise.all(stores.map((cache) => cache.keys()))).flat().map(({ url }) => new URL(url).pathname);
    });
    expect(kept.toSorted()).toEqual(['/mark.svg', '/offline.html']);
    // what another app shares comes as a form to the service worker, and waits for a place
    await page.evaluate(() => {
      const form = Object.assign(document.createElement('form'), { method: 'post', action: '/receive', enctype: 'multipart/form-data' });
      const field = Object.assign(document.createElement('input'), { type: 'file', name: 'files' });
      const files = new DataTransfer();
      files.items.add(new File(['from another app'], 'shared.txt', { type: 'text/plain' }));
      field.files = files.files;
      form.append(field);
      document.body.append(form);
      form.submit();
    });
    await page.getByText('shared.txt').waitFor();
    // a tab is no window of the installed client, so its user is asked
    await page.getByRole('button', { name: t('app.phone.filesAreMine') }).tap();
    await page.getByRole('radio', { name: 'Pocket' }).check();
    await page.getByRole('button', { name: t('app.phone.uploadReceived', { count: 1 }) }).tap();
    await row(page, 'shared.txt').waitFor();
    const waiting = () => page.evaluate(async () => (await (await caches.open('dossier-received')).keys()).length);
    await expect.poll(waiting).toBe(0);
    // the form of another site is not taken
    const here = page.url();
    await page.route('http://elsewhere.test/', (route) => route.fulfill({ contentType: 'text/html', body: '<main>Elsewhere</main>' }));
    await page.goto('http://elsewhere.test/');
    await page.evaluate((action) => {
      const form = Object.assign(document.createElement('form'), { method: 'post', action, enctype: 'multipart/form-data' });
      const field = Object.assign(document.createElement('input'), { type: 'file', name: 'files' });
      const files = new DataTransfer();
      files.items.add(new File(['from a website'], 'foreign.txt', { type: 'text/plain' }));
      field.files = files.files;
      form.append(field);
      document.body.append(form);
      form.submit();
    }, new URL('/receive', here).href);
    await page.getByText(t('app.phone.notReceived')).waitFor();
    expect(await waiting()).toBe(0);
    await page.goto(here);
    // paper under the camera: a page on a dark table
    await page.getByRole('button', { name: t('documents.library.add') }).tap();
    await page.getByRole('menuitem', { name: t('documents.scan.scan') }).tap();
    await page.locator('[data-scan=camera]').setInputFiles({ name: 'photo.png', mimeType: 'image/png', buffer: await photographOf(page) });
    await page.getByRole('button', { name: t('documents.scan.editPage', { n: 1 }) }).tap();
    await page.getByRole('button', { name: t('documents.scan.crop') }).tap();
    await page.getByRole('button', { name: t('documents.scan.topLeft') }).press('Shift+ArrowRight');
    await page.getByRole('button', { name: t('documents.scan.applyCrop') }).tap();
    await page.getByRole('button', { name: t('documents.scan.turn') }).tap();
    await page.getByRole('button', { name: t('documents.scan.done') }).tap();
    await page.getByLabel(t('documents.scan.name')).fill('Receipt');
    await page.getByRole('button', { name: t('documents.scan.save', { count: 1 }) }).tap();
    await row(page, 'Receipt.pdf').waitFor();
    // a document that is kept on the device is read without a network, by its code
    await row(page, 'Receipt.pdf').locator('[data-check]').tap();
    await page
      .getByRole('button', { name: t('documents.library.more') })
      .last()
      .tap();
    await page.getByRole('menuitem', { name: t('preview.offline.keep') }).tap();
    await page.getByLabel(t('preview.offline.code'), { exact: true }).fill('four random words');
    await page.getByLabel(t('preview.offline.codeAgain')).fill('four random words');
    await page.getByRole('button', { name: t('preview.offline.setCode') }).tap();
    const reader = () => page.evaluate(async () => (await caches.match('/offline/reader.js')) !== undefined);
    await expect.poll(reader).toBe(true);
    faults.allow(offline);
    await context.setOffline(true);
    await page.reload();
    await page.getByRole('heading', { name: /you.re offline/i }).waitFor();
    await page.locator('#code').fill('four random words');
    await page.locator('#code').press('Enter');
    await page.getByRole('button', { name: /Receipt\.pdf.*1\.0/ }).tap();
    const drawn = () =>
      page.evaluate(() => {
        const canvas = document.querySelector('canvas');
        // by a copy: browsers warn of a canvas that is read several times
        const copy = new OffscreenCanvas(100, 100).getContext('2d');
        if (canvas === null || canvas.width === 0 || copy === null) return false;
        copy.drawImage(canvas, 0, 0, 100, 100);
        return new Set(copy.getImageData(0, 0, 100, 100).data).size > 1;
      });
    await expect.poll(drawn).toBe(true);
    await context.setOffline(false);
    await page.getByRole('status').getByRole('button').tap();
    await card.waitFor();
  },
);
