import { moduleType } from '@dossier/contract/core/rights';
import { library } from '@dossier/contract/documents/library';
import { preview } from '@dossier/contract/preview/preview';
import { beforeAll, expect } from 'vitest';
import { makeFile } from '../demo/files/make-file.ts';
import { button } from './page-actions.ts';
import { admin, useTestServer } from './journey.ts';

const dossier = useTestServer();
let cabinet: string;
beforeAll(async () => {
  cabinet = (await dossier.admin.call(library.createCabinet, { name: 'Viewers', moduleType: moduleType.enterprise })).id;
});

dossier.journey('a song that is none says so', { as: admin, lang: 'en', long: true }, async ({ page, open, t }) => {
  const id = await dossier.admin.upload(cabinet, 'noise.mp3', 'no song at all '.repeat(500));
  await open(`/musicViewer?id=${id}`);
  await page.getByRole('alert').getByText(t('preview.viewer.audioUnplayable')).waitFor();
});

dossier.journey(
  'the lines of prose are broken and those of a log are not, until somebody chooses',
  { as: admin, lang: 'en' },
  async (at) => {
    const { page, open, t } = at;
    const text = `${'A sentence that goes on and on. '.repeat(100)}\n`;
    const prose = await dossier.admin.upload(cabinet, 'letter.txt', text);
    const log = await dossier.admin.upload(cabinet, 'machine.log', text);
    const wrap = button(page, t('preview.viewer.wrapLines'));
    const isBroken = () => page.locator('.cm-content.cm-lineWrapping').count();
    await open(`/docpreview?id=${log}`);
    await page.locator('.cm-content').filter({ hasText: 'sentence' }).waitFor();
    expect([await wrap.getAttribute('aria-pressed'), await isBroken()]).toEqual(['false', 0]);
    await open(`/docpreview?id=${prose}`);
    await page.locator('.cm-content').filter({ hasText: 'sentence' }).waitFor();
    expect([await wrap.getAttribute('aria-pressed'), await isBroken()]).toEqual(['true', 1]);
    await wrap.click();
    await page.reload();
    await page.locator('.cm-content').filter({ hasText: 'sentence' }).waitFor();
    expect([await wrap.getAttribute('aria-pressed'), await isBroken()]).toEqual(['false', 0]);
  },
);

dossier.journey('a PDF whose reader does not come says so, and is read when it comes', { as: admin, lang: 'en' }, async (at) => {
  const { page, open, t, faults } = at;
  const { bytes } = await makeFile('pdf', { title: 'Annual report', lang: 'en', seed: 7 });
  const id = await dossier.admin.upload(cabinet, 'report.pdf', bytes);
  faults.allow(/pdf\.worker/);
  await page.route(/pdf\.worker/, (route) => route.abort('connectionfailed'));
  await open(`/pdfViewer?id=${id}`);
  await page.getByRole('alert').getByText(t('preview.viewer.loadFailed')).waitFor();
  await page.unroute(/pdf\.worker/);
  await button(page, t('preview.viewer.reload')).click();
  await page.locator('.page canvas').first().waitFor();
});

for (const phone of [false, true]) {
  dossier.journey(
    `the first page is seen before it is drawn, in its place (${phone ? 'phone' : 'wide'})`,
    { as: admin, lang: 'en', phone },
    async (at) => {
      const { page, open } = at;
      const { bytes } = await makeFile('pdf', { title: 'Yearly report', lang: 'en', seed: 9 });
      const id = await dossier.admin.upload(cabinet, `${phone ? 'thumb' : 'desk'}.pdf`, bytes);
      // its placeholder is made after the first view
      await expect.poll(async () => (await dossier.admin.call(preview.view, { id })).front?.width ?? 0).toBeGreaterThan(500);
      const { promise: held, resolve: release } = Promise.withResolvers<void>();
      await page.route(/pdf\.worker/, async (route) => {
        await held;
        await route.continue();
      });
      await open(`/pdfViewer?id=${id}`);
      const front = page.locator('main .pdfViewer + img');
      await expect.poll(() => front.evaluate((picture: HTMLImageElement) => picture.naturalWidth)).toBe(900);
      const before = await front.boundingBox();
      expect(await page.locator('.page canvas').count()).toBe(0);
      release();
      await page.locator('.page canvas').first().waitFor();
      await front.waitFor({ state: 'detached' });
      const after = await page.locator('.page').first().boundingBox();
      for (const side of ['x', 'y', 'width', 'height'] as const)
        expect(Math.abs((before?.[side] ?? 0) - (after?.[side] ?? 9999))).toBeLessThanOrEqual(2);
    },
  );
}
