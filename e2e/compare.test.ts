import { moduleType } from '@dossier/contract/core/rights';
import { library } from '@dossier/contract/documents/library';
import { beforeAll, expect } from 'vitest';
import { makeFile } from '../demo/files/make-file.ts';
import { button, dialog, fromMenu, row } from './page-actions.ts';
import { admin, useTestServer } from './journey.ts';

const dossier = useTestServer();
let cabinet: string;
beforeAll(async () => {
  cabinet = (await dossier.admin.call(library.createCabinet, { name: 'Drafts', moduleType: moduleType.enterprise })).id;
});

dossier.journey(
  'what differs between two documents: of texts line by line and as PDF, of pages in boxes',
  { as: admin, lang: 'en' },
  async (at) => {
    const { page, open, t } = at;
    await dossier.admin.upload(cabinet, 'draft-1.txt', 'first\nthe  second line\nthird\n');
    await dossier.admin.upload(cabinet, 'draft-2.txt', 'first\nthe second line\nthird clause\nfourth\n');
    await open(`/knowledge/index?id=${cabinet}`);
    // a single document asks for the other one
    await fromMenu(page, 'draft-1.txt', t('preview.compare.compareWith'));
    const asking = dialog(page, t('preview.compare.compareNamed', { name: 'draft-1.txt' }));
    await asking.getByRole('combobox').click();
    await page.locator('[title="draft-2.txt"]').last().click();
    const [first] = await Promise.all([page.context().waitForEvent('page'), button(asking, t('preview.compare.compare')).click()]);
    await first.getByText(t('preview.compare.nOfM', { count: 1, m: 1 })).waitFor();
    await first.close();
    await row(page, 'draft-1.txt').click();
    await row(page, 'draft-2.txt').click({ modifiers: ['Control'] });
    const [tab] = await Promise.all([page.context().waitForEvent('page'), button(page, t('preview.compare.compare')).click()]);
    // the first change is selected at once
    await tab.getByText(t('preview.compare.nOfM', { count: 1, m: 1 })).waitFor();
    await tab.locator('ins', { hasText: 'third clause' }).first().waitFor();
    await tab.keyboard.press('n');
    await tab.getByText(t('preview.compare.ignoreSpaces')).click();
    await tab.locator('[data-kind="same"]', { hasText: 'the  second line' }).waitFor();
    const [file] = await Promise.all([tab.waitForEvent('download'), tab.getByRole('button', { name: t('preview.compare.asPdf') }).click()]);
    expect(file.suggestedFilename()).toBe('draft-1 (version 1.0) - draft-2 (version 1.0).pdf');
    // pages, with differences in boxes
    const drafts = [3, 4].map(async (seed) => (await makeFile('pdf', { title: 'Supply', lang: 'en', seed })).bytes);
    const [one, other] = await Promise.all(drafts);
    const id = await dossier.admin.upload(cabinet, 'supply-1.pdf', one ?? '');
    const otherId = await dossier.admin.upload(cabinet, 'supply-2.pdf', other ?? '');
    await open(`/compare-view?id=${id}&otherId=${otherId}`);
    for (const name of [
      t('preview.compare.beforeNamed', { name: 'supply-1.pdf' }),
      t('preview.compare.afterNamed', { name: 'supply-2.pdf' }),
    ]) {
      const pane = page.getByRole('region', { name });
      await pane.locator('i[data-kind]').first().waitFor();
      const drawn = () =>
        pane
          .locator('img')
          .first()
          .evaluate((image: HTMLImageElement) => image.naturalWidth);
      await expect.poll(drawn).toBeGreaterThan(200);
    }
    await page.locator('i[data-chosen]').first().waitFor();
    await page.getByRole('button', { name: t('preview.compare.next') }).click();
    await page.getByText(t('preview.compare.nOfM', { count: 2, m: '' }).trim()).waitFor();
  },
);
