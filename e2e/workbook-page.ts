import type { Page } from 'playwright-core';
import { expect } from 'vitest';

/** Pixels of the heads, and of cells of the default size, in the grid. */
const head = { width: 46, height: 20 };
const size = { width: 64, height: 20 };

async function gridBox(page: Page): Promise<{ x: number; y: number }> {
  // the field of the formula has a canvas as well
  const boxes = await Promise.all((await page.locator('canvas').all()).map((canvas) => canvas.boundingBox()));
  const box = boxes.reduce((a, b) => ((b?.height ?? 0) > (a?.height ?? 0) ? b : a), null);
  if (box === null) throw new Error('no grid');
  return box;
}

/** Clicks the head of a row. */
export async function clickHead(page: Page, row: number, button: 'left' | 'right' = 'left'): Promise<void> {
  const box = await gridBox(page);
  await page.mouse.click(box.x + head.width / 2, box.y + head.height + size.height * (row + 0.5), { button });
}

/** Clicks a cell of the grid. */
export async function click(page: Page, row: number, column: number, button: 'left' | 'right' = 'left'): Promise<void> {
  const box = await gridBox(page);
  await page.mouse.click(box.x + head.width + size.width * (column + 0.5), box.y + head.height + size.height * (row + 0.5), { button });
}

/** Waits until an editor has the keys, which comes a little later than the click: that of cells, or that of the formula bar. */
export async function hasKeys(page: Page, editor: 'NORMAL' | 'FORMULA_BAR'): Promise<void> {
  await page.locator(`[id$="DOCS_${editor}"]:focus`).waitFor({ state: 'attached' });
}

/** Types a text into a cell. */
export async function type(page: Page, [row, column]: [number, number], text: string): Promise<void> {
  await click(page, row, column);
  await hasKeys(page, 'NORMAL');
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
}

/** What the page says of the selected cell. */
export const looked = (page: Page, label: string) => page.getByRole('region', { name: label }).getByRole('status').first();

/** Selects a cell of a grid that has just been opened: its places move until all of its bars are there. */
export async function select(page: Page, [row, column]: [number, number], label: string): Promise<void> {
  const name = `${String.fromCodePoint(65 + column)}${row + 1}:`;
  const selected = async (): Promise<string> => {
    await click(page, row, column);
    return looked(page, label).innerText();
  };
  await expect.poll(selected, { interval: 1000 }).toMatch(new RegExp(`^${name}`));
  await hasKeys(page, 'NORMAL');
}
