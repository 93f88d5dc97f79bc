import { AxeBuilder } from '@axe-core/playwright';
import { comments } from '@dossier/contract/comments/comments';
import { moduleType } from '@dossier/contract/core/rights';
import { library } from '@dossier/contract/documents/library';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, expect } from 'vitest';
import { makeFile } from '../demo/files/make-file.ts';
import { makeWav } from '../demo/files/wav.ts';
import { dxf, dxfLayer, dxfLine } from '../server/test/dxf.ts';
import { type Journey, admin, useTestServer } from './journey.ts';
import { button } from './page-actions.ts';

const dossier = useTestServer();
let cabinet: string;
beforeAll(async () => {
  cabinet = (await dossier.admin.call(library.createCabinet, { name: 'Places', moduleType: moduleType.enterprise })).id;
});

/** Writes into the field that the choice of a place has focused, and sends it; answers the place of the thread. */
async function sendAt({ page, t }: Journey, id: string, words: string) {
  const field = page.getByRole('textbox', { name: t('comments.write') });
  await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.keyboard.type(words);
  await page.keyboard.press('Control+Enter');
  await page.locator('p', { hasText: words }).waitFor();
  return (await dossier.admin.call(comments.list, { objId: id })).list[0]?.place;
}

const pin = (page: Page, { t }: Journey, number: number) => page.getByRole('button', { name: t('preview.viewer.commentN', { number }) });

dossier.journey('a cell of a workbook is commented on by its key, marked, and found again', { as: admin, lang: 'en' }, async (at) => {
  const { page, open, t } = at;
  const { bytes } = await makeFile('xlsx', { title: 'Budget', lang: 'en', seed: 3 });
  const id = await dossier.admin.upload(cabinet, 'budget.xlsx', bytes);
  await open(`/previewOnline?id=${id}`);
  const name = page.getByRole('textbox', { name: t('preview.workbooks.cellName') });
  await page.getByRole('gridcell').first().click();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowRight');
  await expect.poll(() => name.inputValue()).toBe('B2');
  await page.keyboard.press('Shift+F2');
  const place = await sendAt(at, id, 'Is this the sum?');
  expect(place).toMatchObject({ kind: 'cell', row: 2, column: 2 });
  await pin(page, at, 1).waitFor();
  const cellText = `1 · ${place?.kind === 'cell' ? place.sheet : ''}!B2`;
  // from another sheet, back to the cell
  await page.getByRole('tab', { name: 'Notes', exact: true }).first().click();
  await expect.poll(() => pin(page, at, 1).count()).toBe(0);
  await button(page, cellText).click();
  await pin(page, at, 1).waitFor();
  await expect.poll(() => name.inputValue()).toBe('B2');
  await pin(page, at, 1).click();
  await expect.poll(() => pin(page, at, 1).getAttribute('aria-pressed')).toBe('true');
  const { violations } = await new AxeBuilder({ page })
    .include('[role=tabpanel]')
    .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'])
    .analyze();
  expect(violations.map(({ id: rule, nodes }) => [rule, nodes.map(({ html }) => html)])).toEqual([]);
});

dossier.journey('a moment of a sound is commented on, and plays from there', { as: admin, lang: 'en', long: true }, async (at) => {
  const { page, open, t } = at;
  const id = await dossier.admin.upload(cabinet, 'call.wav', makeWav(5));
  await open(`/musicViewer?id=${id}`);
  const position = page.getByRole('slider', { name: t('preview.viewer.position') });
  await expect.poll(() => position.getAttribute('aria-disabled')).toBe('false');
  await position.focus();
  await page.keyboard.press('ArrowRight');
  await button(page, t('preview.viewer.commentOnMoment')).click();
  const place = await sendAt(at, id, 'Who says this?');
  expect(place?.kind === 'moment' && place.seconds > 0).toBe(true);
  const now = () => page.locator('audio').evaluate((audio: HTMLAudioElement) => Math.round(audio.currentTime * 10) / 10);
  const moment = await now();
  await position.focus();
  await page.keyboard.press('Home');
  await expect.poll(now).toBe(0);
  await pin(page, at, 1).click();
  await expect.poll(now).toBe(moment);
});

dossier.journey(
  'a point of a drawing is chosen by keys and lies on the same spot when the drawing moves',
  { as: admin, lang: 'en' },
  async (at) => {
    const { page, open, t } = at;
    const plan = dxf({
      tables: dxfLayer('WALLS', 1),
      entities: [...dxfLine('WALLS', [0, 0], [400, 0]), ...dxfLine('WALLS', [400, 0], [400, 300])],
    });
    const id = await dossier.admin.upload(cabinet, 'plan.dxf', plan);
    await open(`/cadViewer?id=${id}`);
    const stage = page.getByRole('application');
    await stage.waitFor();
    const tool = button(page, t('preview.viewer.commentOnPoint'));
    await tool.focus();
    await page.keyboard.press('Enter');
    await page.getByText(t('preview.drawings.pointHint')).waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => tool.getAttribute('aria-pressed')).toBe('false');
    await expect.poll(() => tool.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.press('Enter');
    for (let press = 0; press < 3; press++) await page.keyboard.press('Shift+ArrowRight');
    await page.getByRole('status').filter({ hasText: '50%' }).first().waitFor();
    await page.keyboard.press('Enter');
    const place = await sendAt(at, id, 'A door here');
    expect(place).toMatchObject({ kind: 'point', page: 1 });
    expect(place?.kind === 'point' && place.x > 0.5).toBe(true);
    const mark = pin(page, at, 1);
    const before = await mark.boundingBox();
    await stage.focus();
    await page.keyboard.press('ArrowLeft');
    await expect.poll(async () => (await mark.boundingBox())?.x).not.toBe(before?.x);
    // the point in the middle of the window, after the panel asked for it
    await button(page, `1 · ${t('comments.atPoint')}`).click();
    const middleOf = async (shown: Locator): Promise<number> => {
      const { x = 0, width = 0 } = (await shown.boundingBox()) ?? {};
      return Math.round(x + width / 2);
    };
    await expect.poll(() => middleOf(mark)).toBe(await middleOf(stage));
  },
);

dossier.journey(
  'an area of a page is moved, sized and taken by keys, and told while it changes',
  { as: admin, lang: 'en', long: true },
  async (at) => {
    const { page, open, t } = at;
    const { bytes } = await makeFile('pdf', { title: 'Plan', lang: 'en', seed: 1 });
    const id = await dossier.admin.upload(cabinet, 'plan.pdf', bytes);
    await open(`/pdfViewer?id=${id}`);
    await page.locator('.pdfViewer .page canvas').first().waitFor();
    await button(page, t('preview.viewer.commentOnArea')).focus();
    await page.keyboard.press('Enter');
    const layer = page.getByRole('application', { name: t('preview.viewer.chooseArea') }).first();
    await expect.poll(() => layer.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Shift+ArrowDown');
    await expect.poll(() => layer.getByRole('status').textContent()).toContain('20% wide, 12% high');
    await page.keyboard.press('Enter');
    const place = await sendAt(at, id, 'This part');
    expect(place).toMatchObject({ kind: 'area', page: 1 });
    expect(place?.kind === 'area' && [place.width, place.height].map((part) => Math.round(part * 100))).toEqual([20, 12]);
  },
);

dossier.journey(
  'marks on a picture over the list lead to its comments in a window of its own',
  { as: admin, lang: 'cn', long: true },
  async (at) => {
    const { page, context, open, t } = at;
    const { bytes } = await makeFile('png', { title: 'Site', lang: 'en', seed: 1 });
    const { id: folder } = await dossier.admin.call(library.createFolder, { parentId: cabinet, name: 'Pictures' });
    const id = await dossier.admin.upload(folder, 'site.png', bytes);
    await dossier.admin.call(comments.create, {
      objId: id,
      content: 'A crack',
      place: { kind: 'area', page: 1, x: 0.2, y: 0.2, width: 0.1, height: 0.1 },
    });
    await open(`/knowledge/index?id=${folder}`);
    await page.getByText('site', { exact: false }).first().dblclick();
    await page.getByRole('dialog').locator('img').waitFor();
    const opened = context.waitForEvent('page');
    await pin(page, at, 1).click();
    const window = await opened;
    await window.getByText('A crack').waitFor();
    await button(window, t('preview.viewer.commentOnArea')).waitFor();
  },
);
