import { content } from '@dossier/contract/documents/content';
import { library } from '@dossier/contract/documents/library';
import { site } from '@dossier/contract/core/site';
import { readEditableWorkbook } from '@dossier/formats/workbook/editable-workbook';
import { madeWorkbook } from '@dossier/formats/workbook/made-workbook';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { openFakeOfficeServer } from '../server/test/wopi/fake-office-server.ts';
import { admin, useTestServer } from './journey.ts';

const dossier = useTestServer();

const rows = Array.from({ length: 4 }, (_, row) => `<row r="${row + 1}"><c r="A${row + 1}"><v>${row + 1}</v></c></row>`).join('');
const twoSheets = madeWorkbook({ sheets: [`<sheetData>${rows}</sheetData>`, '<sheetData/>'] });
const withProtection = madeWorkbook({ sheets: [`<sheetData>${rows}</sheetData><sheetProtection sheet="1"/>`, '<sheetData/>'] });

/** Pixels of the heads, and of cells of the default size, in the grid. */
const head = { width: 46, height: 20 };
const size = { width: 64, height: 20 };

async function click(page: Page, row: number, column: number): Promise<void> {
  const boxes = await Promise.all((await page.locator('canvas').all()).map((canvas) => canvas.boundingBox()));
  const box = boxes.reduce((a, b) => ((b?.height ?? 0) > (a?.height ?? 0) ? b : a), null);
  if (box === null) throw new Error('no grid');
  await page.mouse.click(box.x + head.width + size.width * (column + 0.5), box.y + head.height + size.height * (row + 0.5));
}

async function cellsOf(id: string) {
  const { downloadUrl } = await dossier.admin.call(content.download, { id });
  const bytes = Buffer.from(await (await fetch(dossier.url + downloadUrl)).arrayBuffer());
  const { sheets, styles } = await readEditableWorkbook(bytes);
  const cells = Object.fromEntries(
    (sheets.find(({ name }) => name === 'Sheet1')?.cells ?? []).map((cell) => [`${cell.row} ${cell.column}`, cell]),
  );
  return { names: sheets.map(({ name }) => name), cells, styleOf: (at: string) => styles[cells[at]?.style ?? 0] };
}

dossier.journey('the tools of a workbook have names, and what they do is saved', { as: admin, lang: 'en' }, async ({ page, open, t }) => {
  const { id: parentId } = await dossier.admin.call(library.createCabinet, { name: 'Tools', moduleType: 3 });
  const id = await dossier.admin.upload(parentId, 'tools.xlsx', twoSheets);
  await open(`/editSheet?id=${id}`);
  const grid = page.getByRole('region', { name: t('editing.workbook.workbook') });
  await page.getByRole('tab', { name: 'Sheet1' }).waitFor();
  await grid.getByRole('button', { name: 'Bold' }).waitFor();
  const nameless = await grid.evaluate((root) =>
    [...root.querySelectorAll<HTMLElement>('button, input, [role="button"]')]
      .filter((tool) => tool.checkVisibility() && !tool.ariaLabel && !tool.textContent?.trim())
      .map((tool) => tool.outerHTML.slice(0, 200)),
  );
  expect(nameless).toEqual([]);

  await click(page, 0, 0);
  await grid.getByRole('button', { name: 'Bold' }).click();
  await click(page, 1, 0);
  await grid.getByRole('button', { name: 'Percent' }).first().click();
  await click(page, 2, 0);
  await page.keyboard.press('Delete');
  // an undo takes the last of two back
  await click(page, 3, 0);
  await page.keyboard.press('Delete');
  await grid.getByRole('button', { name: t('editing.workbook.undo') }).click();

  // renamed, pulled at, and moved
  const tab = page.getByRole('tab', { name: 'Sheet2' });
  await tab.click();
  await expect.poll(() => tab.getAttribute('aria-selected')).toBe('true');
  await tab.dblclick();
  await expect.poll(() => tab.locator('[contenteditable]').count()).toBe(1);
  await page.keyboard.press('Control+a');
  await page.keyboard.type('Second');
  await page.keyboard.press('Enter');
  const renamed = page.getByRole('tab', { name: 'Second' });
  await renamed.waitFor();
  const box = await renamed.boundingBox();
  if (box === null) throw new Error('no tab');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  // longer than the grid waits before it drags
  await new Promise((resolve) => setTimeout(resolve, 500));
  await page.mouse.move(box.x - 60, box.y + 5, { steps: 5 });
  await page.mouse.up();
  await renamed.click({ button: 'right' });
  await page.getByText('Move left', { exact: true }).locator('visible=true').click();
  await expect.poll(() => page.getByRole('tab').allInnerTexts()).toEqual(['Second', 'Sheet1']);

  await page.getByText(t('editing.editor.kept')).waitFor();
  await page.keyboard.press('Control+s');
  await expect.poll(async () => (await dossier.admin.call(content.revisions, { id })).length).toBe(2);
  const { names, cells, styleOf } = await cellsOf(id);
  expect(names).toEqual(['Second', 'Sheet1']);
  expect(styleOf('0 0')?.bold).toBe(true);
  expect(styleOf('1 0')?.number).toContain('%');
  expect(cells['2 0']?.value).toBeUndefined();
  expect(cells['3 0']?.value).toBe(4);
});

dossier.journey('a phone has the formula bar, undo and redo', { as: admin, lang: 'en', phone: true }, async ({ page, open, t }) => {
  const { id: parentId } = await dossier.admin.call(library.createCabinet, { name: 'Phone', moduleType: 3 });
  const id = await dossier.admin.upload(parentId, 'phone.xlsx', twoSheets);
  await open(`/editSheet?id=${id}`);
  await page.getByRole('textbox', { name: t('editing.workbook.nameBox') }).waitFor();
  await page.getByText(t('editing.editor.phoneNotice')).waitFor();
  await click(page, 1, 0);
  await page.keyboard.press('Delete');
  const looked = page
    .getByRole('region', { name: t('editing.workbook.workbook') })
    .getByRole('status')
    .first();
  await expect.poll(() => looked.innerText()).toBe('A2:');
  await page.getByRole('button', { name: t('editing.workbook.undo') }).click();
  await expect.poll(() => looked.innerText()).toBe('A2: 2');
});

dossier.journey(
  'what a workbook does not let change here leads to the office server',
  { as: admin, lang: 'en' },
  async ({ page, open, t }) => {
    const { id: parentId } = await dossier.admin.call(library.createCabinet, { name: 'Office', moduleType: 3 });
    const id = await dossier.admin.upload(parentId, 'protected.xlsx', withProtection);
    await open(`/editSheet?id=${id}`);
    await page.getByText(t('editing.workbook.protectedSheets')).waitFor();
    await page.getByText(t('editing.editor.kept')).waitFor();
    expect(await page.getByRole('button', { name: t('editing.editor.openInOffice') }).count()).toBe(0);

    const office = await openFakeOfficeServer(Date.now);
    try {
      office.editor = () => Promise.resolve('<!doctype html><link rel="icon" href="data:,"><p>The other editor</p>');
      await dossier.admin.call(site.saveSettings, { group: 'office', values: { url: office.url } });
      await page.reload();
      await page.getByRole('button', { name: t('editing.editor.openInOffice') }).click();
      await page.waitForURL('**/office?id=**');
      expect((await dossier.admin.call(library.documentDetail, { id })).lockUserName).toBeUndefined();
      await page.frameLocator('iframe').getByText('The other editor').waitFor();
    } finally {
      await office.close();
    }
  },
);
