import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import sharp from 'sharp';
import type { CorpusFile } from './list-files.ts';
import { type SeenWord, wordsOnScreen } from './read-words.ts';

/** What was seen of a document: a screenshot of the window, and the words of its text layer. */
export interface Picture {
  path: string;
  bytes: Buffer;
  words: SeenWord[];
}

const wordsCome = 2000;
const lookAgain = 100;
const frameIsDrawn = 1000;
/** The contrast that one colour with its noise does not exceed. */
const leastContrast = 2;

/** Takes a screenshot of the document and stores it in the folder; an empty one is a fault. */
export async function takePicture(page: Page, folder: string, { file, viewer }: { file: CorpusFile; viewer: string }): Promise<Picture> {
  // the text layer comes a little after the image of its page
  const until = Date.now() + wordsCome;
  let words = await wordsOnScreen(page, viewer);
  while (words.length === 0 && ['pdf', 'pages', 'mail', 'html'].includes(viewer) && Date.now() < until) {
    await page.waitForTimeout(lookAgain);
    words = await wordsOnScreen(page, viewer);
  }
  // a frame is drawn by a process of its own, a little after its words are there
  if (viewer === 'html') await page.waitForTimeout(frameIsDrawn);
  const bytes = await page.screenshot({ animations: 'disabled' });
  await mkdir(folder, { recursive: true });
  const path = join(folder, `${file.file.replaceAll('/', '-')}.png`);
  await writeFile(path, bytes);
  const main = await page.locator('main').first().boundingBox();
  if (main !== null && viewer !== 'audio' && file.bytes > 0 && (await isPlain(bytes, main)))
    throw new Error('blank: the picture of the window shows nothing');
  return { path, bytes, words };
}

/** Whether this part of an image is empty. */
async function isPlain(
  picture: Buffer,
  { x, y, width, height }: { x: number; y: number; width: number; height: number },
): Promise<boolean> {
  const whole = await sharp(picture).metadata();
  const part = { left: Math.max(0, Math.round(x)), top: Math.max(0, Math.round(y)) };
  const size = {
    width: Math.min(whole.width - part.left, Math.round(width)),
    height: Math.min(whole.height - part.top, Math.round(height)),
  };
  const { channels } = await sharp(picture)
    .extract({ ...part, ...size })
    .stats();
  return channels.every(({ stdev }) => stdev < leastContrast);
}
