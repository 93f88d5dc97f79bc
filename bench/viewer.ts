import { join } from 'node:path';
import { comments } from '@dossier/contract/comments/comments';
import type { CommentPlace } from '@dossier/contract/comments/places';
import { type Page, chromium } from 'playwright-core';
import { ensureBrowser } from '../scripts/browser.mjs';
import { deskOf, firstSight } from './first-sight.ts';
import { writePaper } from './paper-of.ts';
import { type Line, median } from './table.ts';
import { type Caller, callOn, openCabinet, upload } from './transfers.ts';

const rounds = 5;
const pages = 40;
const threads = 500;
const quiet = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-component-update', '--disable-sync'];

/** Half of the places are on the first two pages, the others on all: areas, and words that each page is searched for. */
function placeOf(n: number): CommentPlace {
  const page = n % 2 === 0 ? (n % 4) / 2 + 1 : (n % pages) + 1;
  if (n % 5 === 0) return { kind: 'words', page, quote: `Page ${page}, line ${(n % 30) + 1}:`, before: '', after: '' };
  return { kind: 'area', page, x: ((n * 37) % 90) / 100, y: ((n * 53) % 90) / 100, width: 0.08, height: 0.05 };
}

/** How long the frames are while a document is scrolled by, in milliseconds. */
function framesOf(page: Page): Promise<number[]> {
  return page.evaluate(
    () =>
      new Promise<number[]>((answer) => {
        const box = document.querySelector('main .pdfViewer')?.parentElement;
        const gaps: number[] = [];
        let before = performance.now();
        const frame = (now: number): void => {
          gaps.push(now - before);
          before = now;
          box?.scrollBy(0, 60);
          if (gaps.length < 240) requestAnimationFrame(frame);
          else answer(gaps.slice(1));
        };
        requestAnimationFrame(frame);
      }),
  );
}

async function scrolled(desk: Page, address: string, hasMarks: boolean): Promise<number[]> {
  const page = await desk.context().newPage();
  try {
    await page.goto(new URL(address, desk.url()).href);
    await page.locator('main .pdfViewer .page canvas').first().waitFor();
    if (hasMarks) await page.locator('main .pdfViewer .page button').first().waitFor();
    await page.waitForTimeout(1500);
    return await framesOf(page);
  } finally {
    await page.close();
  }
}

const mean = (list: readonly number[]): number => list.reduce((sum, one) => sum + one, 0) / Math.max(1, list.length);

/** A PDF with five hundred threads on its pages beside the same without, opened and scrolled in turns. */
export async function measureViewer(caller: Caller, scratch: string): Promise<Line[]> {
  const cabinet = await openCabinet(caller, 'Comments');
  const path = join(scratch, 'commented.pdf');
  await writePaper(path, { pages });
  const plain = await upload(caller, cabinet, { name: 'plain.pdf', body: path });
  const commented = await upload(caller, cabinet, { name: 'commented.pdf', body: path });
  for (let n = 0; n < threads; n++) await callOn(caller, comments.create, { objId: commented, content: `Thread ${n}`, place: placeOf(n) });
  const browser = await chromium.launch({ executablePath: await ensureBrowser(), args: quiet });
  try {
    const desk = await deskOf(browser, caller);
    const address = (id: string): string => `/pdfViewer?id=${id}`;
    const opened = { plain: [] as number[], commented: [] as number[] };
    const frames = { plain: [] as number[], commented: [] as number[] };
    for (let round = 0; round <= rounds; round++) {
      for (const [name, id] of [
        ['plain', plain],
        ['commented', commented],
      ] as const) {
        const took = await firstSight(desk, { address: address(id), look: 'pdf' });
        const gaps = await scrolled(desk, address(id), name === 'commented');
        // the first round fills caches
        if (round === 0) continue;
        opened[name].push(took);
        frames[name].push(mean(gaps));
      }
    }
    const line = (work: string, { plain: floor, commented: ours }: typeof opened, digits: number): Line => ({
      work,
      ours: `${median(ours).toFixed(digits)} ms`,
      floor: `${median(floor).toFixed(digits)} ms (without comments)`,
      ratio: (median(ours) / median(floor)).toFixed(2),
      aim: '≤ 1.2',
    });
    return [line(`a PDF with ${threads} comments seen`, opened, 0), line('the same scrolled, a frame', frames, 1)];
  } finally {
    await browser.close();
  }
}
