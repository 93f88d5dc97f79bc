import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { content } from '@dossier/contract/documents/content';
import { library } from '@dossier/contract/documents/library';
import { type EditableWorkbook, readEditableWorkbook } from '@dossier/formats/workbook/editable-workbook';
import { madeWorkbook } from '@dossier/formats/workbook/made-workbook';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { type Visit, admin, useTestServer } from './journey.ts';
import { notice } from './page-actions.ts';
import { click, clickHead, hasKeys, looked, select, type } from './workbook-page.ts';

const dossier = useTestServer();

const rows = Array.from({ length: 4 }, (_, row) => `<row r="${row + 1}"><c r="A${row + 1}"><v>${row + 1}</v></c></row>`);
const sum = '<row r="5"><c r="A5"><f>SUM(A1:A4)</f><v>10</v></c></row>';
/** A formula that reaches out of the workbook, which the file has already. */
const outward = '<row r="6"><c r="H6"><f>WEBSERVICE(A1)</f><v>1</v></c></row>';
const numbers = madeWorkbook({ sheets: [`<sheetData>${rows.join('')}${sum}${outward}</sheetData>`, '<sheetData/>'] });

async function savedBook(id: string): Promise<EditableWorkbook> {
  const { downloadUrl } = await dossier.admin.call(content.download, { id });
  return readEditableWorkbook(Buffer.from(await (await fetch(dossier.url + downloadUrl)).arrayBuffer()));
}

/** The contents of the first sheet, by row and column: formulas before values. */
const contentsOf = ({ sheets: [sheet] }: EditableWorkbook): Record<string, unknown> =>
  Object.fromEntries((sheet?.cells ?? []).map(({ row, column, value, formula }) => [`${row} ${column}`, formula ?? value ?? null]));

const shown = ({ page, t }: Visit): Promise<string> => looked(page, t('editing.workbook.workbook')).innerText();

/** Selects a cell, as soon as the grid listens, and the editor of cells has the keys. */
async function begin({ page, t }: Visit): Promise<void> {
  await page.getByRole('tab', { name: 'Sheet1' }).waitFor();
  await select(page, [0, 1], t('editing.workbook.workbook'));
}

async function makeWorkbook(name: string): Promise<string> {
  const { id: parentId } = await dossier.admin.call(library.createCabinet, { name, moduleType: 3 });
  return dossier.admin.upload(parentId, `${name}.xlsx`, numbers);
}

async function writeInBar(page: Page, text: string, end: string): Promise<void> {
  const box = await page.locator('[data-u-comp="formula-bar"]').boundingBox();
  if (box === null) throw new Error('no formula bar');
  await page.mouse.click(box.x + 400, box.y + box.height / 2);
  await hasKeys(page, 'FORMULA_BAR');
  await page.keyboard.type(text);
  await page.keyboard.press(end);
}

/** Types into a cell what no file gets. A notice goes by itself after seconds: whether it comes is watched from before the last key. */
async function isRefused(visit: Visit, [row, column]: [number, number], text: string, why: string): Promise<void> {
  const { page } = visit;
  await click(page, row, column);
  // the cell that was refused before is left by then
  await expect.poll(() => shown(visit)).toBe(`${String.fromCodePoint(65 + column)}${row + 1}:`);
  await hasKeys(page, 'NORMAL');
  await page.keyboard.type(text);
  await Promise.all([notice(page, why).waitFor(), page.keyboard.press('Enter')]);
}

/** Chooses from the menu of the head of a row, by the words of the grid. */
async function fromRow(page: Page, row: number, ...words: string[]): Promise<void> {
  await clickHead(page, row);
  await clickHead(page, row, 'right');
  for (const [at, word] of words.entries()) {
    const entry = page.getByText(word).locator('visible=true').last();
    await (at < words.length - 1 ? entry.hover() : entry.click());
  }
}

dossier.journey(
  'keys, the formula bar, tools and a large paste do in the file what they show',
  { as: admin, lang: 'en' },
  async (visit) => {
    const { page, open, t, context } = visit;
    const { keyboard } = page;
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    const id = await makeWorkbook('tools');
    await open(`/editSheet?id=${id}`);
    await begin(visit);

    // steps by the keys, back as well
    await click(page, 6, 1);
    for (const [key, cell] of [
      ['Tab', 'C7:'],
      ['Shift+Tab', 'B7:'],
      ['Enter', 'B8:'],
      ['Shift+Enter', 'B7:'],
    ] as const) {
      await keyboard.press(key);
      await expect.poll(() => shown(visit)).toBe(cell);
    }
    await keyboard.type('kept');
    await keyboard.press('Tab');
    await keyboard.type('given up');
    await keyboard.press('Escape');
    await keyboard.press('Control+z');
    await keyboard.press('Control+y');
    await keyboard.press('F2');
    await keyboard.type('!');
    await keyboard.press('Enter');

    // the formula bar has the keys until it is left
    await click(page, 8, 1);
    await writeInBar(page, '=1+2', 'Enter');
    await hasKeys(page, 'NORMAL');
    await keyboard.type('below');
    await keyboard.press('Enter');
    await writeInBar(page, 'given up', 'Escape');

    // a formula that no file gets is told, and nothing else is lost
    await isRefused(visit, [10, 1], '=1+', t('editing.workbook.noFormula'));
    await isRefused(visit, [11, 1], '=WEBSERVICE("https://example.com/")', t('editing.workbook.outwardFormula'));

    await click(page, 0, 0);
    await page.locator('[data-u-command="sheet.command.set-range-bold"]:visible').click();
    await fromRow(page, 2, 'Freeze', 'Freeze to row');
    await fromRow(page, 3, 'Hide Selected Row');
    await fromRow(page, 1, 'Delete Selected Row');
    const tab = page.getByRole('tab', { name: 'Sheet2' });
    await tab.click();
    await expect.poll(() => tab.getAttribute('aria-selected')).toBe('true');
    await tab.dblclick();
    await expect.poll(() => tab.locator('[contenteditable]').count()).toBe(1);
    await keyboard.press('Control+a');
    await keyboard.type('Second');
    await keyboard.press('Enter');
    await page.getByRole('tab', { name: 'Second' }).waitFor();
    await page.getByRole('tab', { name: 'Sheet1' }).click();

    // nothing of a paste is made where not all of it can be
    const copy = (text: string): Promise<void> => page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
    await copy('x\t'.repeat(17_000));
    await click(page, 12, 2);
    await hasKeys(page, 'NORMAL');
    await keyboard.press('Control+v');
    await notice(page, t('editing.workbook.doesNotFit')).waitFor();
    await copy(
      Array.from({ length: 100 }, (_, row) => Array.from({ length: 100 }, (__, column) => row * 100 + column).join('\t')).join('\n'),
    );
    await keyboard.press('Control+v');
    await expect.poll(() => shown(visit)).toBe('C14: 0');

    await page.getByText(t('editing.editor.kept')).waitFor();
    await keyboard.press('Control+s');
    await expect.poll(async () => (await dossier.admin.call(content.revisions, { id })).length).toBe(2);
    const book = await savedBook(id);
    const cells = contentsOf(book);
    expect(cells).toMatchObject({ '0 0': 1, '1 0': 3, '3 0': 'SUM(A1:A3)', '5 1': 'kept!', '7 1': '1+2', '8 1': 'below' });
    expect(cells).not.toHaveProperty('5 2', 'given up');
    for (const refused of ['9 1', '10 1']) expect(cells).not.toHaveProperty(refused);
    expect(cells).toHaveProperty('4 7', 'WEBSERVICE(A1)');
    const pasted = Array.from({ length: 10_000 }, (_, at) => cells[`${13 + Math.floor(at / 100)} ${2 + (at % 100)}`]);
    expect(pasted).toEqual(Array.from({ length: 10_000 }, (_, at) => at));
    expect(book.sheets.map(({ name }) => name)).toEqual(['Sheet1', 'Second']);
    const [sheet] = book.sheets;
    expect(sheet?.frozenRows).toBe(1);
    expect(sheet?.rowLines.filter(({ hidden }) => hidden)).toMatchObject([{ first: 2, last: 2 }]);
    expect(book.styles[sheet?.cells.find(({ row, column }) => row === 0 && column === 0)?.style ?? 0]?.bold).toBe(true);
  },
);

dossier.journey(
  'who gives up what cannot be saved goes on from the last version, and so do the others',
  { as: admin, lang: 'en', long: true },
  async (visit) => {
    const { page, t, another } = visit;
    const id = await makeWorkbook('discarded');
    const other = await another({ as: admin, lang: 'en' });
    for (const one of [visit, other]) {
      // the workbook as it is now cannot be made
      one.faults.allow(/edit\/book/);
      await one.open(`/editSheet?id=${id}`);
      await begin(one);
    }
    await type(page, [6, 0], 'mine');
    await type(other.page, [7, 0], 'theirs');
    await page.getByText(t('editing.editor.kept')).waitFor();
    await other.page.getByText(t('editing.editor.kept')).waitFor();

    // an edit that no room takes, as a damaged journal might have it
    const database = new DatabaseSync(join(dossier.data, 'dossier.db'), { timeout: 120_000 });
    const last = database.prepare('select * from edit_update order by id desc limit 1').get() as Record<string, number>;
    const edits = [{ kind: 'addSheet', sheet: 9, name: 'Far', at: 99 }];
    database
      .prepare('insert into edit_update (id, session_id, person_id, data, seq) values (?, ?, ?, ?, ?)')
      .run(
        (last['id'] ?? 0) + 1,
        last['session_id'] ?? 0,
        last['person_id'] ?? 0,
        JSON.stringify({ origin: { window: 'another-server', number: 0 }, edits }),
        (last['seq'] ?? 0) + 1,
      );
    database.close();
    await page.keyboard.press('Control+s');
    await page.getByRole('button', { name: t('editing.editor.discard') }).click();
    for (const one of [visit, other]) {
      await one.page.getByText(t('editing.editor.discarded')).waitFor();
      await one.page.getByRole('button', { name: t('editing.editor.goOn') }).click();
      await begin(one);
      for (const row of [6, 7]) {
        await click(one.page, row, 0);
        await expect.poll(() => shown(one)).toBe(`A${row + 1}:`);
      }
    }
    await type(page, [6, 0], 'anew');
    await click(other.page, 6, 0);
    await expect.poll(() => shown(other)).toBe('A7: anew');
  },
);
