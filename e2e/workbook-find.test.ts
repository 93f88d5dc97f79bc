import { AxeBuilder } from '@axe-core/playwright';
import { content } from '@dossier/contract/documents/content';
import { library } from '@dossier/contract/documents/library';
import { type EditableWorkbook, readEditableWorkbook } from '@dossier/formats/workbook/editable-workbook';
import { madeWorkbook } from '@dossier/formats/workbook/made-workbook';
import type { Route } from 'playwright-core';
import { expect } from 'vitest';
import { TestEditor } from '../server/test/editor.ts';
import { TestGrid } from '../server/test/grid.ts';
import { admin, useTestServer } from './journey.ts';
import { notice } from './page-actions.ts';
import { looked, select } from './workbook-page.ts';

const dossier = useTestServer();

const text = (at: string, words: string): string => `<c r="${at}" t="inlineStr"><is><t>${words}</t></is></c>`;
const fruit = madeWorkbook({
  sheets: [
    `<sheetData><row r="1">${text('A1', 'Apple')}</row><row r="2">${text('A2', 'pear')}</row><row r="3">${text('A3', 'an apple (a.b)')}<c r="B3"><f>"apple"</f><v>0</v></c></row></sheetData>`,
    `<sheetData><row r="4">${text('B4', 'apples')}</row></sheetData>`,
  ],
});

async function makeWorkbook(name: string): Promise<string> {
  const { id: parentId } = await dossier.admin.call(library.createCabinet, { name, moduleType: 3 });
  return dossier.admin.upload(parentId, `${name}.xlsx`, fruit);
}

async function savedBook(id: string): Promise<EditableWorkbook> {
  const { downloadUrl } = await dossier.admin.call(content.download, { id });
  return readEditableWorkbook(Buffer.from(await (await fetch(dossier.url + downloadUrl)).arrayBuffer()));
}

/** The contents of a sheet, by row and column: formulas before values. */
const contentsOf = ({ sheets }: EditableWorkbook, at = 0): Record<string, unknown> =>
  Object.fromEntries((sheets[at]?.cells ?? []).map(({ row, column, value, formula }) => [`${row} ${column}`, formula ?? value ?? null]));

dossier.journey('what is typed while a workbook is being opened stands in its cells', { as: admin, lang: 'en' }, async (visit) => {
  const { page, open, t } = visit;
  const { keyboard } = page;
  const id = await makeWorkbook('early');
  await open(`/editSheet?id=${id}`);
  await page.locator('[data-early-keys]').waitFor({ state: 'attached' });
  await keyboard.type('first words');
  await keyboard.press('Enter');
  await keyboard.type('second');
  await keyboard.press('Tab');
  await keyboard.type('third');
  await page.locator('[data-early-keys]').waitFor({ state: 'detached' });
  await keyboard.press('Enter');
  await page.getByText(t('editing.editor.kept')).waitFor();
  await keyboard.press('Control+s');
  await expect.poll(async () => (await dossier.admin.call(content.revisions, { id })).length).toBe(2);
  expect(contentsOf(await savedBook(id))).toMatchObject({ '0 0': 'first words', '1 0': 'second', '1 1': 'third' });
});

dossier.journey(
  'documents open though their last writer leaves just then',
  { as: admin, lang: 'en' },
  async ({ page, open, t, faults }) => {
    faults.allow(/409/);
    const workbook = await makeWorkbook('left');
    const note = await dossier.admin.upload(
      (await dossier.admin.call(library.documentDetail, { id: workbook })).parentId ?? '',
      'left.md',
      'Words of a text',
    );
    const openedAsLeft = async (path: string, { id, leave }: { id: string; leave: () => void }): Promise<void> => {
      const answerLate = async (route: Route): Promise<void> => {
        const response = await route.fetch();
        leave();
        await expect.poll(async () => (await dossier.admin.call(library.documentDetail, { id })).lockUserName).toBeUndefined();
        await route.fulfill({ response });
      };
      await page.route('**/document/preEdit', answerLate, { times: 1 });
      await open(`${path}?id=${id}`);
    };
    const grid = await new TestGrid().connect(dossier.admin, dossier.url, workbook);
    await openedAsLeft('/editSheet', { id: workbook, leave: () => grid.close() });
    await expect.poll(() => looked(page, t('editing.workbook.workbook')).innerText()).toMatch(/^A1: Apple/);
    const editor = await new TestEditor().connect(dossier.admin, dossier.url, note);
    await openedAsLeft('/edit', { id: note, leave: () => editor.close() });
    await page.locator('.cm-content').getByText('Words of a text').waitFor();
    await page.getByText(t('editing.editor.kept')).waitFor();
  },
);

dossier.journey('words are found in all sheets of a workbook and replaced in its file', { as: admin, lang: 'en' }, async (visit) => {
  const { page, open, t } = visit;
  const { keyboard } = page;
  const id = await makeWorkbook('fruit');
  const label = t('editing.workbook.workbook');
  const cell = () => looked(page, label).innerText();
  await open(`/editSheet?id=${id}`);
  await select(page, [1, 0], label);

  await keyboard.press('Control+f');
  const bar = page.getByRole('search', { name: t('editing.editor.findReplace') });
  const words = bar.getByLabel(t('editing.editor.findWords'));
  const found = bar.getByRole('status');
  await words.fill('apple');
  await expect.poll(cell).toBe('A3: an apple (a.b)');
  expect(await found.innerText()).toBe(t('editing.editor.hitOf', { at: 2, all: '4' }));
  await words.press('Enter');
  await words.press('Enter');
  await expect.poll(cell).toBe('B4: apples');
  await words.press('Enter');
  await expect.poll(cell).toBe('A1: Apple');
  await words.press('Shift+Enter');
  await expect.poll(cell).toBe('B4: apples');
  await bar.getByRole('button', { name: t('editing.editor.matchCase') }).click();
  await expect.poll(() => found.innerText()).toBe(t('editing.editor.hitOf', { at: 3, all: '3' }));

  // what a formula comes to is left as it is
  await bar.getByLabel(t('editing.editor.replaceWith')).fill('plum $&');
  await bar.getByRole('button', { name: t('editing.editor.replaceAll') }).click();
  await notice(page, t('editing.workbook.notReplaced')).waitFor();
  await notice(page, t('editing.editor.replaced', { count: 2 })).waitFor();
  await words.fill('(A.b)');
  await expect.poll(() => found.innerText()).toBe(t('editing.editor.notFound'));

  // the cell that was found is written as soon as the search is closed
  await words.fill('pear');
  await expect.poll(cell).toBe('A2: pear');
  await keyboard.press('Escape');
  await bar.waitFor({ state: 'detached' });
  await keyboard.type('fig');
  await keyboard.press('Enter');
  await expect.poll(cell).toBe('A3: an plum $& (a.b)');
  await page.getByText(t('editing.editor.kept')).waitFor();
  await keyboard.press('Control+s');
  await expect.poll(async () => (await dossier.admin.call(content.revisions, { id })).length).toBe(2);
  const book = await savedBook(id);
  expect(contentsOf(book)).toMatchObject({ '0 0': 'Apple', '1 0': 'fig', '2 0': 'an plum $& (a.b)', '2 1': '"apple"' });
  expect(contentsOf(book, 1)).toMatchObject({ '3 1': 'plum $&s' });
});

for (const phone of [false, true])
  dossier.journey(
    `the tools of a workbook have names${phone ? ' on a phone' : ''}`,
    { as: admin, lang: 'cn', phone },
    async ({ page, open, t }) => {
      const id = await makeWorkbook(phone ? '手机' : '工具');
      await open(`/editSheet?id=${id}`);
      await page.getByRole('tab', { name: 'Sheet2' }).waitFor();
      await expect.poll(() => looked(page, t('editing.workbook.workbook')).innerText()).toBe('A1: Apple');
      if (!phone) await page.getByRole('button', { name: '粗体', exact: true }).waitFor();
      const unnamed = async (): Promise<string[]> => {
        const { violations } = await new AxeBuilder({ page })
          .withRules(['button-name', 'label', 'aria-roles', 'aria-command-name'])
          .analyze();
        return violations.flatMap(({ id: rule, nodes }) => nodes.map(({ html }) => `${rule}: ${html}`));
      };
      await expect.poll(unnamed).toEqual([]);
    },
  );
