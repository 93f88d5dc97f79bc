import { AxeBuilder } from '@axe-core/playwright';
import { comments } from '@dossier/contract/comments/comments';
import { moduleType } from '@dossier/contract/core/rights';
import { content } from '@dossier/contract/documents/content';
import { library } from '@dossier/contract/documents/library';
import { madeWorkbook } from '@dossier/formats/workbook/made-workbook';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { makeFile } from '../demo/files/make-file.ts';
import { formPdf } from '../server/test/form-pdf.ts';
import { type Journey, admin, useTestServer } from './journey.ts';
import { button, notice, writablePaper } from './page-actions.ts';
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

/** A drawing with a square at each place. */
const sketchOf = (...places: [x: number, y: number][]): Buffer => {
  const elements = places.map(([x, y], at) => ({ id: `square${at}`, type: 'rectangle', x, y, width: 100, height: 100 }));
  return Buffer.from(JSON.stringify({ type: 'excalidraw', version: 2, source: 'test', elements, appState: {}, files: {} }));
};

const placesOf = async (id: string) => (await dossier.admin.call(comments.list, { objId: id })).list.map(({ place }) => place);
const fieldOf = (page: Page, { t }: Journey) => page.getByRole('textbox', { name: t('comments.write') });
const hasFocus = (page: Page, selector: string): Promise<boolean> =>
  page.evaluate((one) => document.activeElement?.closest(one) != null, selector);

dossier.journey(
  'who writes reads the comments beside what each editor shows, goes to their places and begins threads there',
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

    /** Begins a thread by the key, which leads to the field. */
    const begin = async (words: string): Promise<void> => {
      await page.keyboard.press(commentKey);
      await expect.poll(() => fieldOf(page, at).evaluate((field) => field === document.activeElement)).toBe(true);
      await page.keyboard.type(words);
      await page.keyboard.press('Control+Enter');
      await page.getByRole('listitem').getByText(words, { exact: true }).waitFor();
    };
    const selected = (): Promise<string> => page.evaluate(() => getSelection()?.toString() ?? '');

    const letter = await dossier.admin.upload(
      parentId,
      'letter.docx',
      (await makeFile('docx', { title: 'Notice', lang: 'en', seed: 7 })).bytes,
    );
    const greeting = { kind: 'words', page: 1, quote: 'Notice', before: '', after: '' } as const;
    await dossier.admin.call(comments.create, { objId: letter, content: 'In bold?', place: greeting });
    await open(`/editWord?id=${letter}`);
    await writablePaper(page, 'en');
    await button(page, t('editing.editor.openComments', { count: 1 })).click();
    await button(page, t('comments.atPage', { page: 1 })).click();
    await expect.poll(selected).toBe('Notice');
    await begin('Or larger?');
    expect((await placesOf(letter))[0]).toMatchObject({ kind: 'words', page: 1, quote: 'Notice' });

    const agreement = await dossier.admin.upload(parentId, 'agreement.pdf', await formPdf());
    const area = { kind: 'area', page: 1, x: 0.1, y: 0.4, width: 0.3, height: 0.1 } as const;
    await dossier.admin.call(comments.create, { objId: agreement, content: 'Who signs?', place: area });
    await open(`/editPdf?id=${agreement}`);
    const heading = page.locator('.textLayer span', { hasText: 'Rental agreement' });
    await heading.waitFor();
    await button(page, t('editing.editor.openComments', { count: 1 })).click();
    await button(page, t('comments.atPage', { page: 1 })).click();
    await page.locator('.commentedPlace.area').waitFor();
    await heading.selectText();
    await begin('Since when?');
    expect((await placesOf(agreement))[0]).toMatchObject({ kind: 'words', page: 1, quote: 'Rental agreement' });

    const plan = await dossier.admin.upload(parentId, 'plan.pptx', (await makeFile('pptx', { title: 'Plan', lang: 'en', seed: 7 })).bytes);
    await open(`/editSlides?id=${plan}`);
    const options = page.getByRole('listbox', { name: t('editing.slides.slides') }).getByRole('option');
    await options.nth(1).click();
    await begin('Is this needed?');
    const slide = { kind: 'area', page: 2, x: 0, y: 0, width: 1, height: 1 };
    expect(await placesOf(plan)).toEqual([slide]);
    // from another slide the thread leads back
    await options.first().click();
    await button(page, t('comments.atPage', { page: 2 })).click();
    await expect.poll(() => options.nth(1).getAttribute('aria-selected')).toBe('true');

    const sketch = await dossier.admin.upload(parentId, 'sketch.excalidraw', sketchOf([0, 0], [300, 200]));
    await open(`/editDrawing?id=${sketch}`);
    await page.locator('canvas.interactive').waitFor();
    // what is drawn anew stays, and has no place yet
    await page.keyboard.press('r');
    await page.mouse.move(700, 650);
    await page.mouse.down();
    await page.mouse.move(760, 690, { steps: 3 });
    await page.mouse.up();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Control+a');
    await begin('Which walls?');
    const [margin, width, height] = [16, 432, 332];
    const [shapes] = await placesOf(sketch);
    expect(shapes).toMatchObject({ kind: 'area', page: 1 });
    for (const [side, value] of Object.entries({ x: margin / width, y: margin / height, width: 400 / width, height: 300 / height }))
      expect(shapes).toHaveProperty(side, expect.closeTo(value, 5));
    await page.getByText(t('editing.editor.kept')).waitFor();
  },
);
