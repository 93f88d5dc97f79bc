import type { Lang } from '@dossier/contract/core/shapes';
import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Words } from './texts.ts';

/** A button by its label, with or without an icon. */
export function button(within: Page | Locator, label: string): Locator {
  return within.locator(`xpath=.//button[normalize-space(.)=${quoted(label)} or @aria-label=${quoted(label)}]`);
}

const quoted = (text: string): string => (text.includes('"') ? `'${text}'` : `"${text}"`);

/** An entry of the open menu. */
export function menuItem(page: Page, label: string): Locator {
  return page.locator('.ant-dropdown:not(.ant-dropdown-hidden) [role=menuitem]').filter({ has: page.getByText(label, { exact: true }) });
}

/** Opens a menu by its button and chooses from it. */
export async function choose(page: Page, opener: string, label: string): Promise<void> {
  await page.getByRole('button', { name: opener, exact: true }).click();
  await menuItem(page, label).click();
}

/** The row of a list with this name. */
export function row(page: Page, name: string): Locator {
  return page.locator('[role=row][data-id]', { has: page.locator(`[role=gridcell]:first-child [title=${JSON.stringify(name)}]`) });
}

/** The names in the list, from the top. */
export async function namesIn(page: Page): Promise<string[]> {
  const names = page.locator('[role=row][data-id] [role=gridcell]:first-child [title]:has(span)');
  return names.evaluateAll((found) => found.map((one) => one.getAttribute('title') ?? ''));
}

/** Right-clicks the row with this name and chooses from its menu, or from the inner menu that has the entry. */
export async function fromMenu(page: Page, name: string, label: string): Promise<void> {
  await row(page, name).click({ button: 'right' });
  const menu = page.locator('.ant-dropdown:not(.ant-dropdown-hidden) > [role=menu]').first();
  await menu.waitFor();
  const entry = menu.getByRole('menuitem').filter({ has: page.getByText(label, { exact: true }) });
  if ((await entry.count()) === 0) {
    for (const opener of await menu.locator('[role=menuitem][aria-haspopup=true]').all()) {
      await opener.hover();
      const inner = page.locator(`[id="${await opener.getAttribute('aria-controls')}"]`);
      await inner.waitFor();
      const held = inner.getByRole('menuitem').filter({ has: page.getByText(label, { exact: true }) });
      if ((await held.count()) > 0) return held.click();
    }
  }
  await entry.click();
}

/** A tab of the details beside a list or document, opened by the menu of the others where it is not among the first. */
export async function openDetailsTab(page: Page, t: Words, label: string): Promise<void> {
  const tab = page.getByRole('tab', { name: label });
  const more = page.getByRole('button', { name: t('platform.moreTabs') }).and(page.locator('.ant-tabs-extra-content *'));
  await tab.or(more).first().waitFor();
  if ((await tab.count()) > 0) return tab.click();
  await more.click();
  await menuItem(page, label).click();
}

/** A dialog by a part of its title. */
export function dialog(page: Page, title: string): Locator {
  return page.getByRole('dialog').filter({ hasText: title });
}

/** Presses a button of a dialog and waits until the dialog is closed. */
export async function press(box: Locator, label: string): Promise<void> {
  await button(box, label).click();
  await box.waitFor({ state: 'hidden' });
}

/** A notice at the top of the window. */
export function notice(page: Page, text: string): Locator {
  return page.locator('.ant-message, [data-notices]').getByText(text);
}

/** Drops files and folders of the disk on a target, like a file manager. */
export async function dropFiles(page: Page, place: Locator, files: string[]): Promise<void> {
  const box = await place.boundingBox();
  if (box === null) throw new Error('Nothing to drop on');
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  const devtools = await page.context().newCDPSession(page);
  const data = { items: [], files, dragOperationsMask: 1 };
  const send = (type: 'dragEnter' | 'dragOver' | 'drop') => devtools.send('Input.dispatchDragEvent', { type, ...at, data });
  await send('dragEnter');
  // a busy page, or a dialog that is closing, would ignore the drop: wait until the target is highlighted
  const isLit = async (): Promise<boolean> => {
    await send('dragOver');
    return (await page.locator('[data-files-over]').count()) > 0;
  };
  await expect.poll(isLit).toBe(true);
  await send('drop');
  await devtools.detach();
}

/** Composes a word as an input method does: what is being composed changes, and is then put in. */
export async function compose(page: Page, steps: string[], word: string): Promise<void> {
  const client = await page.context().newCDPSession(page);
  for (const text of steps) await client.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
  await client.send('Input.insertText', { text: word });
  await client.detach();
}

/** The pages of an opened Word document, once it may be written; a Chinese one is drawn anew when its font has come. */
export async function writablePaper(page: Page, lang: Lang = 'en'): Promise<Locator> {
  await page.locator('.docx-pages[contenteditable=true]').waitFor();
  if (lang === 'cn')
    await expect.poll(() => page.evaluate(() => [...document.fonts].filter(({ family }) => !family.includes('Inter')).length)).toBe(5);
  return page.locator('.docx-page').first();
}
