import { permissions } from '@dossier/contract/access/permissions';
import { moduleType } from '@dossier/contract/core/rights';
import { library } from '@dossier/contract/documents/library';
import { people } from '@dossier/contract/identity/users';
import { beforeAll, expect } from 'vitest';
import { makeFile } from '../demo/files/make-file.ts';
import { button } from './page-actions.ts';
import { useTestServer } from './journey.ts';

const dossier = useTestServer();
const reader = { loginName: 'looks-only', password: 'their-pass-word' };
const printer = { loginName: 'prints-too', password: 'their-pass-word' };
let id: string;
beforeAll(async () => {
  const cabinet = (await dossier.admin.call(library.createCabinet, { name: 'To look at', moduleType: moduleType.enterprise })).id;
  const person = await dossier.admin.call(people.createUser, { ...reader, fullName: 'Looks Only' });
  await dossier.admin.call(permissions.grant, { objId: cabinet, granteeType: 'user', granteeId: person.id, level: 3 });
  const other = await dossier.admin.call(people.createUser, { ...printer, fullName: 'Prints Too' });
  await dossier.admin.call(permissions.grant, { objId: cabinet, granteeType: 'user', granteeId: other.id, level: 7 });
  const { bytes } = await makeFile('pdf', { title: '采购合同', lang: 'cn', seed: 4 });
  id = await dossier.admin.upload(cabinet, 'contract.pdf', bytes);
});

dossier.journey(
  'who may only look sees pages, finds a word, turns them, and can neither print nor fetch',
  { as: reader, lang: 'en' },
  async (at) => {
    const { page, open, t } = at;
    await open(`/docpreview?id=${id}&keyword=采购`);
    const picture = page.locator('[data-page="1"] img');
    await expect.poll(() => picture.evaluate((shown: HTMLImageElement) => shown.naturalWidth)).toBeGreaterThan(800);
    const colours = await picture.evaluate((shown: HTMLImageElement) => {
      const canvas = Object.assign(document.createElement('canvas'), { width: 200, height: 260 });
      const context = canvas.getContext('2d');
      context?.drawImage(shown, 0, 0, 200, 260);
      return new Set(context?.getImageData(0, 0, 200, 260).data).size;
    });
    expect(colours).toBeGreaterThan(10);
    await page.locator('[data-page="1"] i').first().waitFor();
    await page.locator('[data-page="1"] span').filter({ hasText: '采购' }).first().waitFor({ state: 'attached' });
    await page.keyboard.press('Escape');
    await button(page, t('preview.viewer.turnRight')).click();
    const isTurned = () => page.locator('[data-page="1"]').evaluate((sheet) => sheet.clientWidth > sheet.clientHeight);
    await expect.poll(isTurned).toBe(true);
    await page.reload();
    await expect.poll(isTurned).toBe(true);
    expect([await button(page, t('preview.viewer.print')).count(), await button(page, t('preview.viewer.download')).count()]).toEqual([
      0, 0,
    ]);
    await page.emulateMedia({ media: 'print' });
    await expect.poll(() => picture.isVisible()).toBe(false);
  },
);

dossier.journey(
  'printing is ended by Escape, also from a field and while a page is on its way',
  { as: printer },
  async ({ page, open, t }) => {
    await page.addInitScript(() => Object.assign(globalThis, { print: () => undefined }));
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
    await page.route(/\/look\/page\/.*width=1600/, async (route) => {
      await held;
      await route.continue().catch(() => undefined);
    });
    await open(`/docpreview?id=${id}`);
    const print = button(page, t('preview.viewer.print'));
    await page.locator('button[aria-disabled]', { has: page.locator('.anticon-printer') }).waitFor({ state: 'detached' });
    await print.click();
    const preparing = page.getByRole('status').filter({ has: button(page, t('preview.viewer.cancel')) });
    await preparing.waitFor();
    await page.getByRole('textbox', { name: t('preview.viewer.page'), exact: true }).focus();
    await page.keyboard.press('Escape');
    await preparing.waitFor({ state: 'detached' });
    letGo();
    expect(page.url()).toContain(id);
  },
);
