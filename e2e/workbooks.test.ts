import { moduleType } from '@dossier/contract/core/rights';
import { library } from '@dossier/contract/documents/library';
import { beforeAll, expect } from 'vitest';
import { makeFile } from '../demo/files/make-file.ts';
import { button } from './page-actions.ts';
import { admin, useTestServer } from './journey.ts';

const dossier = useTestServer();
let cabinet: string;
beforeAll(async () => {
  cabinet = (await dossier.admin.call(library.createCabinet, { name: 'Tables', moduleType: moduleType.enterprise })).id;
});

dossier.journey(
  'a workbook opens as a grid: the word of the search, the keyboard, another sheet, as pages',
  { as: admin, lang: 'en' },
  async (at) => {
    const { page, open, t } = at;
    const { bytes } = await makeFile('xlsx', { title: '采购预算', lang: 'cn', seed: 3 });
    const id = await dossier.admin.upload(cabinet, 'budget.xlsx', bytes);
    await open(`/previewOnline?id=${id}&keyword=合计`);
    const grid = page.getByRole('grid');
    await grid.getByRole('gridcell', { name: '合计' }).and(page.locator('[id$="-9-0"]')).waitFor();
    const name = page.getByRole('textbox', { name: t('preview.workbooks.cellName') });
    await expect.poll(() => name.inputValue()).toBe('A10');
    await button(page, t('preview.viewer.closeFind')).click();
    await page.keyboard.press('Control+Home');
    await expect.poll(() => name.inputValue()).toBe('A1');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Control+ArrowDown');
    await expect.poll(() => name.inputValue()).toBe('A3');
    await page.getByRole('tab').nth(1).click();
    expect(await page.getByRole('tab').nth(1).getAttribute('aria-selected')).toBe('true');
    await expect.poll(() => grid.getAttribute('aria-label')).not.toContain('预算,');
    // as its printed pages, and back to the same sheet
    const sheet = await grid.getAttribute('aria-label');
    await page.getByText(t('preview.workbooks.asPages'), { exact: true }).click();
    const drawn = () =>
      page
        .locator('main img')
        .first()
        .evaluate((image: HTMLImageElement) => image.naturalWidth);
    await expect.poll(drawn).toBeGreaterThan(200);
    await page.getByText(t('preview.workbooks.asTable'), { exact: true }).click();
    await expect.poll(() => grid.getAttribute('aria-label')).toBe(sheet);
  },
);

dossier.journey('a long table is sorted and filtered by its columns, and is text as well', { as: admin, lang: 'en' }, async (at) => {
  const { page, open, t } = at;
  const lines = Array.from({ length: 5000 }, (_, n) => `${n % 3 === 0 ? 'red' : 'blue'},${n}`);
  const id = await dossier.admin.upload(cabinet, 'long.csv', ['colour,number', ...lines].join('\n'));
  await open(`/previewOnline?id=${id}`);
  const cell = (row: number, column: number) => page.locator(`[role="gridcell"][data-row="${row}"][data-column="${column}"]`);
  await cell(1, 1).getByText('0', { exact: true }).click();
  await page.keyboard.press('Alt+ArrowDown');
  await button(page, t('preview.workbooks.largestFirst')).click();
  await cell(1, 1).getByText('4999', { exact: true }).waitFor();
  await cell(1, 0).click();
  await page.keyboard.press('Alt+ArrowDown');
  await page.getByRole('searchbox', { name: t('preview.workbooks.contains') }).fill('red');
  await button(page, t('preview.workbooks.apply')).click();
  await page.getByText(t('preview.workbooks.rowsShown', { count: 5001, shown: 1668 })).waitFor();
  await cell(1, 1).getByText('4998', { exact: true }).waitFor();
  await page.getByText(t('preview.workbooks.asText')).click();
  await page.locator('.cm-content').filter({ hasText: 'colour,number' }).waitFor();
});
