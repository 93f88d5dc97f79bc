import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { row } from './page-actions.ts';
import type { Words } from './texts.ts';

/** Opens a document by a double click and returns its tab. */
export async function openInTab(page: Page, name: string): Promise<Page> {
  const [tab] = await Promise.all([page.context().waitForEvent('page'), row(page, name).dblclick()]);
  await tab.getByRole('heading', { name, level: 1 }).waitFor();
  return tab;
}

/** Chooses from the menu of the tools of a viewer that are needed less. */
export async function fromViewerMenu(page: Page, t: Words, label: string): Promise<void> {
  await page.getByRole('button', { name: t('preview.viewer.moreTools'), exact: true }).click();
  await page.getByRole('menuitem', { name: label }).click();
}

/** The first page of a PDF is drawn, and not all in one colour. */
export async function expectDrawn(tab: Page): Promise<void> {
  const canvas = tab.locator('.pdfViewer .page canvas').first();
  const isLate = await canvas.waitFor({ timeout: 8000 }).then(
    () => false,
    () => true,
  );
  // with the test driver, the worker of a tab that opened by itself sometimes never starts: 1 of 60, without a driver 0 of 150
  if (isLate && tab.workers().length === 0) await tab.reload();
  await canvas.waitFor();
  const colours = () =>
    canvas.evaluate((drawn: HTMLCanvasElement) => {
      const data = drawn.getContext('2d')?.getImageData(0, 0, drawn.width, drawn.height).data ?? [];
      const seen = new Set<number>();
      for (let at = 0; at < data.length; at += 4) seen.add(((data[at] ?? 0) << 16) | ((data[at + 1] ?? 0) << 8) | (data[at + 2] ?? 0));
      return seen.size;
    });
  await expect.poll(colours).toBeGreaterThan(4);
}

/** The image over the page is shown in its natural size. */
export async function expectPicture(page: Page, size: { width: number; height: number }): Promise<void> {
  const image = page.getByRole('dialog').locator('img').first();
  const natural = () => image.evaluate((shown: HTMLImageElement) => ({ width: shown.naturalWidth, height: shown.naturalHeight }));
  await expect.poll(natural).toEqual(size);
}

/** Audio plays when started: its time advances, at the initial volume. */
export async function expectPlaying(page: Page, play: string): Promise<void> {
  const audio = page.locator('audio');
  await page.getByRole('button', { name: play, exact: true }).click();
  const time = () => audio.evaluate((song: HTMLAudioElement) => (song.paused ? 0 : song.currentTime));
  await expect.poll(time).toBeGreaterThan(0.2);
  expect(await audio.evaluate((song: HTMLAudioElement) => song.volume)).toBeCloseTo(0.4);
}

/** The video has its duration and shows a picture. */
export async function expectVideo(tab: Page, seconds: number): Promise<void> {
  const film = tab.locator('video');
  await film.waitFor();
  await expect.poll(() => film.evaluate((shown: HTMLVideoElement) => shown.duration)).toBeCloseTo(seconds, 0);
  await film.evaluate((shown: HTMLVideoElement) => shown.play());
  await expect.poll(() => film.evaluate((shown: HTMLVideoElement) => shown.currentTime)).toBeGreaterThan(0.1);
  expect(await film.evaluate((shown: HTMLVideoElement) => shown.videoWidth)).toBeGreaterThan(0);
}
