import { AxeBuilder } from '@axe-core/playwright';
import { comments } from '@dossier/contract/comments/comments';
import { moduleType } from '@dossier/contract/core/rights';
import { content } from '@dossier/contract/documents/content';
import { library } from '@dossier/contract/documents/library';
import { madeWorkbook } from '@dossier/formats/workbook/made-workbook';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { type Journey, admin, useTestServer } from './journey.ts';
import { button, notice } from './page-actions.ts';
import { looked, select } from './workbook-page.ts';

const dossier = useTestServer();

const commentKey = 'Control+Alt+m';
const lines = Array.from({ length: 120 }, (_, at) => (at === 90 ? 'The rent is due in May.' : `Line ${at + 1}`));
const text = (at: string, words: string): string => `<c r="${at}" t="inlineStr"><is><t>${words}</t></is></c>`;
const book = madeWorkbook({
  sheets: [
    `<sheetData><row r="2">${text('B2', 'Rent')}</row></sheetData>`,
    `<sheetData><row r="4">${text('C4', 'Power')}</row></sheetData>`,
  ],
});

const placesOf = async (id: string) => (await dossier.admin.call(comments.list, { objId: id })).list.map(({ place }) => place);
const fieldOf = (page: Page, { t }: Journey) => page.getByRole('textbox', { name: t('comments.write') });
const hasFocus = (page: Page, selector: string): Promise<boolean> =>
  page.evaluate((one) => document.activeElement?.closest(one) != null, selector);

dossier.journey(
  'who writes reads the comments beside the text and the cells, goes to their places and begins threads there',
  { as: admin, lang: 'en' },
  async (at) => {
    const { page, open, t } = at;
    const { id: parentId } = await dossier.admin.call(library.createCabinet, { name: 'Letting', moduleType: moduleType.enterprise });
    const id = await dossier.admin.upload(parentId, 'lease.txt', Buffer.from(lines.join('\n')));
    const place = { kind: 'words', page: 1, quote: 'due in May', before: 'The rent is ', after: '.' } as const;
    await dossier.admin.call(comments.create, { objId: id, content: 'Not in June?', place });

    await open(`/edit?id=${id}`);
    const editor = page.locator('.cm-content');
    await editor.waitFor();
    await page.keyboard.insertText('Not saved yet 😀. ');
    // a press on the button leaves the focus in the text
    await button(page, t('editing.editor.openComments', { count: 1 })).click();
    await page.getByText('Not in June?').waitFor();
    expect(await hasFocus(page, '.cm-content')).toBe(true);
    await button(page, t('comments.atWords')).click();
    const marked = page.locator('.cm-commentedSelected', { hasText: 'due in May' });
    await marked.waitFor();
    await expect.poll(() => hasFocus(page, '.cm-content')).toBe(true);
    const { violations } = await new AxeBuilder({ page })
      .include('aside')
      .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'])
      .analyze();
    expect(violations.map(({ id: rule, nodes }) => [rule, nodes.map(({ html }) => html)])).toEqual([]);
    // the words that the panel led to are selected: what is typed takes their place
    await page.keyboard.type('due in July');
    await expect.poll(() => marked.count()).toBe(0);
    await page.keyboard.press('Control+Home');
    for (let letter = 0; letter < 'Not saved'.length; letter++) await page.keyboard.press('Shift+ArrowRight');
    await page.keyboard.press(commentKey);
    await expect.poll(() => fieldOf(page, at).evaluate((field) => field === document.activeElement)).toBe(true);
    await page.keyboard.type('mm');
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Control+Enter');
    await page.locator('.cm-commented', { hasText: 'Not saved' }).waitFor();
    expect(await placesOf(id)).toEqual([
      { kind: 'words', page: 1, quote: 'Not saved', before: '', after: ` yet 😀. ${lines.join('\n')}`.slice(0, 60) },
      place,
    ]);
    await page.keyboard.press('Escape');
    await expect.poll(() => page.locator('aside').count()).toBe(0);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.type('!');
    await page.getByText(t('editing.editor.kept')).waitFor();
    // the viewer finds the words in what was saved, and says which are gone
    await button(page, t('editing.editor.view')).click();
    await expect.poll(async () => (await dossier.admin.call(content.revisions, { id })).length).toBe(2);
    await page.locator('[aria-readonly="true"]').waitFor();
    await page.keyboard.press('c');
    await button(page, t('comments.atWords')).first().click();
    await page.locator('.cm-selectionBackground').first().waitFor();
    await button(page, t('comments.atWords')).last().click();
    await notice(page, t('preview.viewer.wordsGone')).waitFor();

    const sheets = await dossier.admin.upload(parentId, 'costs.xlsx', book);
    const cell = { kind: 'cell', sheet: 'Sheet2', row: 4, column: 3 } as const;
    await dossier.admin.call(comments.create, { objId: sheets, content: 'Too much', place: cell });
    await open(`/editSheet?id=${sheets}`);
    const label = t('editing.workbook.workbook');
    await page.getByText('Sheet2').first().waitFor();
    await select(page, [1, 1], label);
    await page.keyboard.press(commentKey);
    await expect.poll(() => fieldOf(page, at).evaluate((field) => field === document.activeElement)).toBe(true);
    await page.keyboard.type('Since whenn');
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Control+Enter');
    await button(page, 'Sheet1!B2').waitFor();
    expect(await placesOf(sheets)).toEqual([{ kind: 'cell', sheet: 'Sheet1', row: 2, column: 2 }, cell]);
    await button(page, 'Sheet2!C4').click();
    await expect.poll(() => looked(page, label).innerText()).toBe('C4: Power');
    // the grid has the focus, and what is typed
    await page.keyboard.type('Heat');
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowUp');
    await expect.poll(() => looked(page, label).innerText()).toBe('C4: Heat');
  },
);
