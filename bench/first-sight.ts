import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { type Sight, lookFor } from '../scripts/corpus/look.ts';
import type { Caller } from './transfers.ts';

const patience = 60_000;

/** The first page of a PDF, as a picture or as it is drawn. Runs in the browser. */
function front(): Sight {
  const picture = document.querySelector<HTMLImageElement>('main .pdfViewer + img');
  if (picture?.complete && picture.naturalWidth > 0) return { state: 'shown', why: 'a picture' };
  const canvas = document.querySelector<HTMLCanvasElement>('main .pdfViewer .page canvas');
  if (!canvas || canvas.width === 0) return { state: 'waiting', why: '' };
  const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data.buffer;
  const colours = new Uint32Array(pixels ?? new ArrayBuffer(0));
  return colours.some((colour) => colour !== colours[0]) ? { state: 'shown', why: 'drawn' } : { state: 'blank', why: '' };
}

/** How it is seen that a document stands there, by the name of its viewer; `front` is where a picture may stand for it. */
const sights: Record<string, () => Sight> = { ...lookFor, front };

/** As a function: members of an object that is written as one have no such word. */
const textOf = (look: () => Sight): string => look.toString().replace(/^(?!function|async|\()\w+\(/, 'function (');

/**
 * What each tab looks for by itself, as its name or its address says: a test tool that asks a page first compiles its own large script in
 * the page that it measures.
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

/** The client as it stands open all day: from there people open documents, each in a tab of its own. */
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

/** Where a document is opened, and what is looked for there. */
export interface Way {
  address: string;
  look: string;
}

let opened = 0;

/** Milliseconds from the start of the navigation, in a tab of its own, until something is drawn. */
export async function firstSight(desk: Page, { address, look }: Way): Promise<number> {
  // what the tab before left behind is cleared away
  await desk.waitForTimeout(700);
  const told = desk.context().waitForEvent('console', {
    predicate: (message) => message.text().startsWith('first-page'),
    timeout: patience,
  });
  const opening = desk.waitForEvent('popup');
  opened += 1;
  await desk.evaluate(([to, name]) => void window.open(to, name), [address, `sight-${look}-${opened}`]);
  const page = await opening;
  try {
    return Number((await told).text().split(' ')[1]);
  } finally {
    await page.close();
  }
}

/** The floor: a page that is nothing but a picture, from a server that does nothing else. */
export async function barePage(picture: Buffer): Promise<Way> {
  const server = createServer((request, answer) => {
    const isPicture = request.url === '/picture.jpg';
    answer.setHeader('content-type', isPicture ? 'image/jpeg' : 'text/html; charset=utf-8');
    answer.end(isPicture ? picture : '<!doctype html><title>Bare</title><main><img src="/picture.jpg" alt="" style="width: 100%"></main>');
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  server.unref();
  const { port } = server.address() as AddressInfo;
  // a page from elsewhere does not learn its tab's name
  return { look: 'image', address: `http://127.0.0.1:${port}/#sight-image` };
}
