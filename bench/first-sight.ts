import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { type Sight, lookFor } from '../scripts/corpus/look.ts';
import type { Caller } from './transfers.ts';

const timeoutMs = 60_000;

/** The first page of a PDF, as a placeholder image or drawn. Runs in the browser. */
function firstPage(): Sight {
  const picture = document.querySelector<HTMLImageElement>('main .pdfViewer + img');
  if (picture?.complete && picture.naturalWidth > 0) return { state: 'shown', why: 'a picture' };
  const canvas = document.querySelector<HTMLCanvasElement>('main .pdfViewer .page canvas');
  if (!canvas || canvas.width === 0) return { state: 'waiting', why: '' };
  const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data.buffer;
  const colours = new Uint32Array(pixels ?? new ArrayBuffer(0));
  return colours.some((colour) => colour !== colours[0]) ? { state: 'shown', why: 'drawn' } : { state: 'blank', why: '' };
}

/** Detects a visible document, by the name of its viewer; `front` where a placeholder may precede it. */
const sights: Record<string, () => Sight> = { ...lookFor, front: firstPage };

/** As a function: methods of an object literal have no such keyword. */
const textOf = (look: () => Sight): string => look.toString().replace(/^(?!function|async|\()\w+\(/, 'function (');

/**
 * What each tab polls for by itself, taken from its name or address: a test tool that polls a page first compiles its own large script in the
 * measured page.
 */
const watch = `{
  const wanted = /^sight-(\\w+)/.exec(name || location.hash.slice(1))?.[1];
  const sights = { ${Object.entries(sights)
    .map(([viewer, look]) => `${viewer}: ${textOf(look)}`)
    .join(', ')} };
  const again = () => {
    let sight;
    try { sight = sights[wanted](); } catch {}
    sight?.state === 'shown' ? console.info('first-page', performance.now()) : setTimeout(again, 10);
  };
  if (wanted) again();
}`;

/** The client as it stays open all day: from there users open documents, each in a tab of its own. */
export async function deskOf(browser: Browser, { port, token }: Caller): Promise<Page> {
  const origin = `http://127.0.0.1:${port}`;
  const localStorage = Object.entries({ 'dossier-lang': 'en', 'dossier-token': token }).map(([name, value]) => ({ name, value }));
  const storageState = { cookies: [], origins: [{ origin, localStorage }] };
  const context = await browser.newContext({ viewport: { width: 1366, height: 768 }, storageState });
  await context.addInitScript(watch);
  const desk = await context.newPage();
  await desk.goto(`${origin}/home`);
  await desk.getByRole('main').waitFor();
  return desk;
}

/** The address of a document, and what is polled for there. */
export interface Way {
  address: string;
  look: string;
}

let opened = 0;

/** Milliseconds from the start of the navigation, in a tab of its own, until something is drawn. */
export async function firstSight(desk: Page, { address, look }: Way): Promise<number> {
  // garbage of the tab before is collected
  await desk.waitForTimeout(700);
  const shown = desk.context().waitForEvent('console', {
    predicate: (message) => message.text().startsWith('first-page'),
    timeout: timeoutMs,
  });
  const opening = desk.waitForEvent('popup');
  opened += 1;
  await desk.evaluate(([to, name]) => void window.open(to, name), [address, `sight-${look}-${opened}`]);
  const page = await opening;
  try {
    return Number((await shown).text().split(' ')[1]);
  } finally {
    await page.close();
  }
}

/** The floor: a page with nothing but an image, from an otherwise idle server. */
export async function barePage(picture: Buffer): Promise<Way> {
  const server = createServer((request, answer) => {
    const isPicture = request.url === '/picture.jpg';
    answer.setHeader('content-type', isPicture ? 'image/jpeg' : 'text/html; charset=utf-8');
    answer.end(isPicture ? picture : '<!doctype html><title>Bare</title><main><img src="/picture.jpg" alt="" style="width: 100%"></main>');
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  server.unref();
  const { port } = server.address() as AddressInfo;
  // a page of another origin does not learn its tab's name
  return { look: 'image', address: `http://127.0.0.1:${port}/#sight-image` };
}
