import { library } from '@dossier/contract/documents/library';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { button, menuItem, row } from './page-actions.ts';
import { type Journey, admin, useTestServer } from './journey.ts';

const dossier = useTestServer();

/** Enables tabs like the panel. */
async function withTabs(page: Page): Promise<void> {
  await page.addInitScript(() => {
    if (localStorage.getItem('dossier-look') === null)
      localStorage.setItem('dossier-look', JSON.stringify({ state: { tabs: true }, version: 1 }));
  });
}

/** Opens four views, each in its tab: the bar, the current titles of its tabs, and the names of the four. */
async function fourTabs({ page, open, t }: Journey): Promise<{ bar: Locator; names: () => Promise<string[]>; four: FourNames }> {
  await withTabs(page);
  const bar = page.getByRole('navigation', { name: t('app.shell.openViews') });
  for (const path of ['/home', '/knowledge/index', '/doc-my/index', '/recycle/index']) {
    await open(path);
    await bar.locator('[aria-current=page]').waitFor();
  }
  const names = (): Promise<string[]> => bar.getByRole('link').allTextContents();
  return {
    bar,
    names,
    four: [t('app.home.home'), t('documents.library.areaEnterprise'), t('documents.library.areaMy'), t('documents.library.recycleBin')],
  };
}

type FourNames = [home: string, enterprise: string, mine: string, bin: string];

/** The requests until the page is idle. */
async function callsDuring(page: Page, action: () => Promise<void>): Promise<string[]> {
  const made: string[] = [];
  const note = (request: { resourceType(): string; url(): string }): void => {
    if (request.resourceType() === 'fetch') made.push(new URL(request.url()).pathname);
  };
  page.on('request', note);
  await action();
  await page.waitForTimeout(600);
  page.off('request', note);
  return made;
}

dossier.journey('a tab shows what it was left with, and asks for nothing', { as: admin }, async ({ page, open, t }) => {
  await withTabs(page);
  const { id } = await dossier.admin.call(library.createCabinet, { name: 'Tabs', moduleType: 3 });
  for (let n = 0; n < 60; n++) await dossier.admin.call(library.createFolder, { parentId: id, name: `Folder ${n}` });
  await open(`/knowledge/index?id=${id}`);
  await row(page, 'Folder 0').waitFor();
  await page.mouse.move(700, 500);
  await page.mouse.wheel(0, 900);
  await row(page, 'Folder 30').waitFor();
  const bar = page.getByRole('navigation', { name: t('app.shell.openViews') });
  await page.getByRole('link', { name: t('app.shell.recycleBin') }).click();
  await page.getByRole('heading', { level: 1, name: t('documents.library.recycleBin') }).waitFor();
  // Longer than answers count as fresh.
  await page.waitForTimeout(11_000);
  const made = await callsDuring(page, async () => {
    await bar.getByRole('link', { name: t('documents.library.areaEnterprise') }).click();
    await row(page, 'Folder 30').waitFor();
  });
  expect(made).toEqual([]);
  expect(page.url()).toContain(`id=${id}`);
  expect(await row(page, 'Folder 0').count()).toBe(0);
  const refreshed = await callsDuring(page, async () => {
    await bar.getByRole('link', { name: t('documents.library.areaEnterprise') }).click({ button: 'right' });
    await menuItem(page, t('app.shell.tabRefresh')).click();
    await row(page, 'Folder 30').waitFor();
  });
  expect(refreshed).toContain('/dms/pageList');
  expect(page.url()).toContain(`/knowledge/index?id=${id}`);
});

dossier.journey('tabs are closed one, others and all, by mouse and keys, and the pinned one stays', { as: admin }, async (journey) => {
  const { page, t } = journey;
  const { bar, names, four } = await fourTabs(journey);
  const [home, enterprise, mine, bin] = four;
  await page.reload();
  await expect.poll(names).toEqual([home, enterprise, mine, bin]);
  await bar.getByRole('link', { name: bin }).focus();
  await page.keyboard.press('Delete');
  await page.waitForURL('**/doc-my/index');
  await expect.poll(names).toEqual([home, enterprise, mine]);
  await bar.getByRole('link', { name: mine }).focus();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Shift+F10');
  await menuItem(page, t('app.shell.tabCloseOthers')).click();
  await page.waitForURL('**/knowledge/index');
  await expect.poll(names).toEqual([home, enterprise]);
  expect(await button(bar, t('app.shell.tabCloseNamed', { name: home })).count()).toBe(0);
  await bar.getByRole('link', { name: enterprise }).click({ button: 'right' });
  await menuItem(page, t('app.shell.tabCloseAll')).click();
  await page.waitForURL('**/home');
  await expect.poll(names).toEqual([home]);
});

/** Keys pressed within one frame. */
const inOneFrame = (page: Page, keys: [key: string, code: number][]): Promise<void> =>
  page.evaluate((pressed) => {
    for (const [key, keyCode] of pressed)
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, keyCode, bubbles: true, cancelable: true }));
  }, keys);

dossier.journey(
  'the menu of a tab that was opened by a key has the keyboard, however fast it is used',
  { as: admin, long: true },
  async (journey) => {
    const { page, t } = journey;
    const { bar, names, four } = await fourTabs(journey);
    const [home, enterprise, mine, bin] = four;
    const focused = (): Promise<string> => page.evaluate(() => document.activeElement?.textContent ?? '');
    // another menu is still closing: it must not be matched instead
    await bar.getByRole('link', { name: enterprise }).focus();
    await page.keyboard.press('Shift+F10');
    await expect.poll(focused).toBe(t('app.shell.tabRefresh'));
    await page.keyboard.press('Escape');
    await expect.poll(focused).toBe(enterprise);
    await bar.getByRole('link', { name: mine }).focus();
    await page.keyboard.press('ContextMenu');
    await expect.poll(focused).toBe(t('app.shell.tabRefresh'));
    await inOneFrame(page, [
      ['ArrowDown', 40],
      ['ArrowDown', 40],
      ['ArrowUp', 38],
      ['Enter', 13],
    ]);
    await expect.poll(names).toEqual([home, enterprise, bin]);
    await bar.getByRole('link', { name: bin }).focus();
    await page.keyboard.press('Shift+F10');
    await expect.poll(focused).toBe(t('app.shell.tabRefresh'));
    await inOneFrame(page, [
      ['ArrowUp', 38],
      ['ArrowUp', 38],
      ['Enter', 13],
    ]);
    await expect.poll(names).toEqual([home, bin]);
  },
);
